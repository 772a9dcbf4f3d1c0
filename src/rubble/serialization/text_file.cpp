// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/text_file.h"

#include <lzma.h>
#include <zlib.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <vector>

namespace rubble {
namespace {

constexpr std::size_t kPiece = 256 << 10;  // bytes
constexpr std::uint64_t kDecoderMemory = std::uint64_t{512} << 20;

Error too_large(const std::string& path, std::size_t largest) {
  return Error{{path, 0},
               "this log is larger than " + std::to_string(largest >> 20) +
                   " MB when unpacked; cut it into pieces"};
}

// Gives the next bytes of a file; an empty piece is its end.
class PieceReader {
 public:
  explicit PieceReader(std::ifstream& file) : file_(file), buffer_(kPiece) {}
  std::string_view next() {
    file_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    return {buffer_.data(), static_cast<std::size_t>(file_.gcount())};
  }

 private:
  std::ifstream& file_;
  std::vector<char> buffer_;
};

Result<std::string> read_plain(std::ifstream& file, const std::string& path, std::size_t largest) {
  PieceReader pieces(file);
  std::string text;
  for (auto piece = pieces.next(); !piece.empty(); piece = pieces.next()) {
    if (text.size() + piece.size() > largest) return too_large(path, largest);
    text += piece;
  }
  return text;
}

Error damaged(const std::string& path, const char* kind) {
  return Error{{path, 0}, std::string("this ") + kind + " file is damaged or ends too early"};
}

Result<std::string> read_xz(std::ifstream& file, const std::string& path, std::size_t largest) {
  lzma_stream stream = LZMA_STREAM_INIT;
  const auto end = [](lzma_stream* used) { lzma_end(used); };
  const std::unique_ptr<lzma_stream, decltype(end)> guard(&stream, end);
  if (lzma_stream_decoder(&stream, kDecoderMemory, LZMA_CONCATENATED) != LZMA_OK)
    return damaged(path, ".xz");
  PieceReader pieces(file);
  std::vector<char> unpacked(kPiece);
  std::string text;
  lzma_ret state = LZMA_OK;
  for (bool is_last = false; state == LZMA_OK;) {
    std::string_view piece;
    if (stream.avail_in == 0 && !is_last) {
      piece = pieces.next();
      is_last = piece.empty();
      stream.next_in = reinterpret_cast<const std::uint8_t*>(piece.data());
      stream.avail_in = piece.size();
    }
    stream.next_out = reinterpret_cast<std::uint8_t*>(unpacked.data());
    stream.avail_out = unpacked.size();
    state = lzma_code(&stream, is_last ? LZMA_FINISH : LZMA_RUN);
    text.append(unpacked.data(), unpacked.size() - stream.avail_out);
    if (text.size() > largest) return too_large(path, largest);
  }
  if (state != LZMA_STREAM_END) return damaged(path, ".xz");
  return text;
}

Result<std::string> read_gz(const std::string& path, std::size_t largest) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) return damaged(path, ".gz");
  std::vector<char> unpacked(kPiece);
  std::string text;
  while (true) {
    const int count = gzread(file.get(), unpacked.data(), static_cast<unsigned>(unpacked.size()));
    if (count < 0) return damaged(path, ".gz");
    text.append(unpacked.data(), static_cast<std::size_t>(count));
    if (text.size() > largest) return too_large(path, largest);
    if (static_cast<std::size_t>(count) < unpacked.size()) break;
  }
  int problem = Z_OK;
  gzerror(file.get(), &problem);
  if (problem != Z_OK && problem != Z_STREAM_END) return damaged(path, ".gz");
  return text;
}

}  // namespace

Result<std::string> read_log_file(const std::string& path, std::size_t largest) {
  std::ifstream file(path, std::ios::binary);
  char head[6] = {};
  if (!file.read(head, 1) && !file.eof())
    return Error{{path, 0}, "this file cannot be read; is there one of that name?"};
  file.read(head + 1, sizeof head - 1);
  file.clear();
  file.seekg(0);
  const std::string_view magic(head, sizeof head);
  if (magic.starts_with("\x1f\x8b")) return read_gz(path, largest);
  if (magic == std::string_view("\xfd"
                                "7zXZ\0",
                                6))
    return read_xz(file, path, largest);
  return read_plain(file, path, largest);
}

}  // namespace rubble
