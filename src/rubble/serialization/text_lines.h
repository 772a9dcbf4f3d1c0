// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"

namespace rubble {

class TextSource;  // decompressed bytes of a file

// Reads a text file line by line, plain or compressed with xz or gzip, in constant memory.
class TextLines {
 public:
  // A file that is missing, a folder, empty or binary is an error.
  static Result<TextLines> open(const std::string& path);
  ~TextLines();
  TextLines(TextLines&&) noexcept;
  TextLines& operator=(TextLines&&) = delete;

  // The next line without its end (LF, CR LF or CR), valid until the next call; nothing at the end
  // of the file, or where it cannot be read on: see problem().
  std::optional<std::string_view> next();
  // Of the line given last, counted from 1.
  int number() const { return number_; }
  // Whether that line had an end. Where it had none the file may have been cut off.
  bool has_end() const { return has_end_; }
  const std::optional<Error>& problem() const { return problem_; }

 private:
  TextLines(std::string path, std::unique_ptr<TextSource> source);
  bool fill();
  std::string_view take_line(std::size_t end, std::size_t next);

  std::string path_;
  std::unique_ptr<TextSource> source_;
  std::string buffer_;
  std::size_t at_ = 0;                         // of what is not given yet
  std::size_t line_feed_ = std::string::npos;  // the next one, if known
  std::size_t searched_ = 0;                   // up to where none is
  std::size_t taken_ = 0;                      // bytes of the file, unpacked
  int number_ = 0;
  bool has_end_ = true;
  bool is_at_end_ = false;
  std::optional<Error> problem_;
};

// Splits at blanks, tabs and commas. Reuses the memory of the vector.
void split_fields(std::string_view line, std::vector<std::string_view>& fields);

// True for a blank line and for a comment that begins with '#'.
bool is_blank_or_comment(std::string_view line);

}  // namespace rubble
