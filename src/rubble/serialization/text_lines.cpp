// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/text_lines.h"

#include <lzma.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace rubble {
namespace {

constexpr std::size_t kPieceBytes = 256 << 10;
constexpr std::size_t kMaxLineBytes = 1 << 20;                    // bytes
constexpr std::size_t kMaxUnpackedBytes = std::size_t{16} << 30;  // bytes, unpacked
constexpr int kMaxLines = 2'000'000'000;
constexpr std::uint64_t kUnpackerMemory = std::uint64_t{512} << 20;
constexpr std::string_view kXzMagic(
    "\xfd"
    "7zXZ\0",
    6);

constexpr const char* kDamaged = "this packed file is damaged or ends too early";

}  // namespace

// Bytes of a file, unpacked. Fewer than asked for: its end, or damage.
class TextSource {
 public:
  virtual ~TextSource() = default;
  virtual std::size_t read(char* to, std::size_t most) = 0;
  bool is_damaged() const { return is_damaged_; }

 protected:
  bool is_damaged_ = false;
};

namespace {

// zlib hands on what is not packed as it is.
class GzipSource : public TextSource {
 public:
  explicit GzipSource(gzFile file) : file_(file, gzclose) {}

  std::size_t read(char* to, std::size_t most) override {
    const int count = gzread(file_.get(), to, static_cast<unsigned>(most));
    int problem = Z_OK;
    if (count < static_cast<int>(most)) gzerror(file_.get(), &problem);
    is_damaged_ = count < 0 || (problem != Z_OK && problem != Z_STREAM_END);
    return count < 0 ? 0 : static_cast<std::size_t>(count);
  }

 private:
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
};

class XzSource : public TextSource {
 public:
  explicit XzSource(const std::string& path) : file_(path, std::ios::binary), packed_(kPieceBytes) {
    is_damaged_ = lzma_stream_decoder(&stream_, kUnpackerMemory, LZMA_CONCATENATED) != LZMA_OK;
  }
  ~XzSource() override { lzma_end(&stream_); }
  XzSource(const XzSource&) = delete;
  XzSource& operator=(const XzSource&) = delete;

  std::size_t read(char* to, std::size_t most) override {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to);
    stream_.avail_out = most;
    while (stream_.avail_out > 0 && !is_damaged_ && !is_done_) step();
    return most - stream_.avail_out;
  }

 private:
  void step() {
    if (stream_.avail_in == 0 && file_) {
      file_.read(packed_.data(), static_cast<std::streamsize>(packed_.size()));
      stream_.next_in = reinterpret_cast<const std::uint8_t*>(packed_.data());
      stream_.avail_in = static_cast<std::size_t>(file_.gcount());
    }
    const lzma_ret state = lzma_code(&stream_, file_ ? LZMA_RUN : LZMA_FINISH);
    is_done_ = state == LZMA_STREAM_END;
    is_damaged_ = state != LZMA_OK && !is_done_;
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::ifstream file_;
  std::vector<char> packed_;
  bool is_done_ = false;
};

bool is_xz(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char head[6] = {};
  file.read(head, sizeof head);
  return std::string_view(head, sizeof head) == kXzMagic;
}

bool is_space(char letter) {
  return letter == ' ' || letter == '\t' || letter == ',' || letter == '\r' || letter == '\v' ||
         letter == '\f';
}

}  // namespace

TextLines::TextLines(std::string path, std::unique_ptr<TextSource> source)
    : path_(std::move(path)), source_(std::move(source)) {}
TextLines::~TextLines() = default;
TextLines::TextLines(TextLines&&) noexcept = default;

Result<TextLines> TextLines::open(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code))
    return Error{{path}, "this is a folder, wanted a file"};
  if (std::filesystem::exists(path, code) && !std::filesystem::is_regular_file(path, code))
    return Error{{path}, "this is a pipe or a device, wanted a file that can be read twice"};
  const gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr)
    return Error{{path}, std::string("this file cannot be read: ") + std::strerror(errno)};
  std::unique_ptr<TextSource> source = std::make_unique<GzipSource>(file);
  if (is_xz(path)) source = std::make_unique<XzSource>(path);
  TextLines lines(path, std::move(source));
  lines.fill();
  if (lines.problem_) return *lines.problem_;
  if (lines.buffer_.empty()) return Error{{path}, "this file is empty"};
  if (lines.buffer_.find('\0') != std::string::npos)
    return Error{{path}, "this is a binary file, wanted text"};
  if (lines.buffer_.starts_with("\xef\xbb\xbf")) lines.at_ = lines.searched_ = 3;
  return lines;
}

bool TextLines::fill() {
  if (is_at_end_ || problem_) return false;
  buffer_.erase(0, at_);
  searched_ -= std::min(searched_, at_);
  at_ = 0;
  if (buffer_.size() > kMaxLineBytes) {
    problem_ = Error{{path_, number_ + 1}, "this line is longer than 1 MB; is this a text file?"};
    return false;
  }
  const std::size_t before = buffer_.size();
  buffer_.resize(before + kPieceBytes);
  const std::size_t count = source_->read(buffer_.data() + before, kPieceBytes);
  buffer_.resize(before + count);
  taken_ += count;
  is_at_end_ = count < kPieceBytes;
  if (source_->is_damaged()) problem_ = Error{{path_}, kDamaged};
  if (taken_ > kMaxUnpackedBytes ||
      number_ > kMaxLines - static_cast<int>(kMaxLineBytes + kPieceBytes))
    problem_ =
        Error{{path_}, "this file is larger than 16 GB, or 2 billion lines; cut it into pieces"};
  return !problem_ && count > 0;
}

std::string_view TextLines::take_line(std::size_t end, std::size_t next) {
  const std::string_view line(buffer_.data() + at_, end - at_);
  has_end_ = next > end;
  at_ = next;
  ++number_;
  return line;
}

std::optional<std::string_view> TextLines::next() {
  while (!problem_) {
    if (line_feed_ == std::string::npos || line_feed_ < at_) {
      line_feed_ = buffer_.find('\n', std::max(at_, searched_));
      searched_ = line_feed_ == std::string::npos ? buffer_.size() : line_feed_;
    }
    const bool has_line_feed = line_feed_ != std::string::npos;
    const std::size_t stop = has_line_feed ? line_feed_ : buffer_.size();
    const void* const found = std::memchr(buffer_.data() + at_, '\r', stop - at_);
    if (found != nullptr) {
      const auto end = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      // A CR that is the last byte known may be half of a pair.
      if (end + 1 < buffer_.size() || is_at_end_)
        return take_line(end, end + (end + 1 == line_feed_ ? 2 : 1));
    }
    if (found == nullptr && has_line_feed) return take_line(stop, stop + 1);
    line_feed_ = std::string::npos;
    if (fill()) continue;
    if (problem_ || at_ == buffer_.size()) return std::nullopt;
    if (found == nullptr) return take_line(buffer_.size(), buffer_.size());
  }
  return std::nullopt;
}

void split_fields(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  for (std::size_t at = 0; at < line.size();) {
    while (at < line.size() && is_space(line[at])) ++at;
    std::size_t end = at;
    while (end < line.size() && !is_space(line[end])) ++end;
    if (end > at) fields.push_back(line.substr(at, end - at));
    at = end;
  }
}

bool is_blank_or_comment(std::string_view line) {
  for (const char letter : line)
    if (!is_space(letter)) return letter == '#';
  return true;
}

}  // namespace rubble
