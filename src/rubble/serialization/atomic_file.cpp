// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "rubble/serialization/text_output.h"

namespace rubble {

namespace {

namespace fs = std::filesystem;

// An open file that is closed with it.
class FileHandle {
 public:
  FileHandle(const std::string& path, int flags) : handle_(::open(path.c_str(), flags, 0666)) {}
  ~FileHandle() {
    if (handle_ >= 0) ::close(handle_);
  }
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;

  bool is_open() const { return handle_ >= 0; }
  bool write_all(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(handle_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }
  bool rematch() const { return ::fsync(handle_) == 0; }

 private:
  int handle_;
};

Error writing_error(const std::string& path) {
  return {{path}, fmt::format("cannot be written: {}", std::strerror(errno))};
}

}  // namespace

Result<std::string> read_whole_file(const std::string& path, std::size_t max_bytes) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) return Error{{path}, "is a folder, not a file"};
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{{path}, "cannot be opened"};
  std::string text;
  std::string chunk(64 << 10, '\0');
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0) {
    text.append(chunk, 0, static_cast<std::size_t>(file.gcount()));
    if (text.size() > max_bytes)
      return Error{{path}, fmt::format("is longer than {} MB", max_bytes >> 20)};
  }
  if (!file.eof()) return Error{{path}, "cannot be read to its end"};
  return text;
}

Result<void> write_atomically(const std::string& path, std::string_view text) {
  const std::string target = resolve_links(path);
  if (target.empty()) return Error{{path}, "cannot be written: this link leads nowhere"};
  const std::string beside = fmt::format("{}.{}.new", target, ::getpid());
  {
    const FileHandle file(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
    if (!file.is_open() || !file.write_all(text) || !file.rematch()) {
      const Error error = writing_error(path);
      ::unlink(beside.c_str());
      return error;
    }
  }
  if (std::rename(beside.c_str(), target.c_str()) != 0) {
    const Error error = writing_error(path);
    ::unlink(beside.c_str());
    return error;
  }
  // The new name must be on the disk too; a file system that cannot promise it has done its best.
  const FileHandle folder(fs::path(target).parent_path().string(), O_RDONLY | O_CLOEXEC);
  if (folder.is_open()) static_cast<void>(folder.rematch());
  return {};
}

Result<void> append_durably(const std::string& path, std::string_view text) {
  const FileHandle file(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC);
  if (!file.is_open() || !file.write_all(text) || !file.rematch()) return writing_error(path);
  return {};
}

}  // namespace rubble
