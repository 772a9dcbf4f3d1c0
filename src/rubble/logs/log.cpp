// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/log.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "rubble/logs/carmen_line.h"
#include "rubble/logs/logged_message.h"
#include "rubble/serialization/text_file.h"

namespace rubble::logs {
namespace {

constexpr std::size_t kMaxLogBytes =
    (std::size_t{2} << 30) - 2;                 // bytes, unpacked; lines fit an int
constexpr std::size_t kMaxLineBytes = 1 << 20;  // bytes
constexpr std::string_view kRecordingMagic("\x89MCAP0\r\n", 8);

enum class TextKind { Unknown, Carmen, Usarsim };

bool is_recording(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(kRecordingMagic.size(), '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head == kRecordingMagic;
}

TextKind kind_of_line(std::string_view line) {
  const std::string_view tag = line.substr(0, line.find_first_of(" \t"));
  if (carmen_head(tag).tag != CarmenTag::None || tag == "PARAM") return TextKind::Carmen;
  const auto message = find_message(line);
  return message && is_told_by_robot(message->keyword) ? TextKind::Usarsim : TextKind::Unknown;
}

TextKind kind_of_text(std::string_view text) {
  TextKind kind = TextKind::Unknown;
  for_each_line(text, [&](std::string_view line) {
    if (kind == TextKind::Unknown) kind = kind_of_line(line);
  });
  return kind;
}

// The words of a line take many times its size; none that makes sense is so long.
Result<void> refuse_long_lines(std::string_view text, const std::string& path) {
  int number = 0, long_line = 0;
  for_each_line(text, [&](std::string_view line) {
    ++number;
    if (line.size() > kMaxLineBytes && long_line == 0) long_line = number;
  });
  if (long_line == 0) return {};
  return Error{{path, long_line}, "this line is longer than 1 MB; is this a log?"};
}

}  // namespace

Result<std::unique_ptr<Log>> open_log(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code))
    return Error{{path, 0}, "cannot be read: this is a folder, wanted a log"};
  if (std::filesystem::exists(path, code) && !std::filesystem::is_regular_file(path, code))
    return Error{{path, 0}, "this is a pipe or a device, wanted a file that can be read twice"};
  if (is_recording(path)) return open_recording_log(path);
  auto text = read_log_file(path, kMaxLogBytes);
  if (!text) return text.error();
  if (std::string_view(*text).starts_with(kRecordingMagic))
    return Error{{path, 0}, "this is a packed recording; unpack it first"};
  const bool is_binary = std::string_view(*text).substr(0, 65536).find('\0') != std::string::npos;
  if (!is_binary)
    if (const auto refused = refuse_long_lines(*text, path); !refused) return refused.error();
  const TextKind kind = is_binary ? TextKind::Unknown : kind_of_text(*text);
  if (kind == TextKind::Carmen) return open_carmen_log(*std::move(text), path);
  if (kind == TextKind::Usarsim) return open_usarsim_log(*std::move(text), path);
  return Error{
      {path, 0},
      "this is no log we know: wanted a recording (.mcap), a CARMEN log (FLASER, ODOM, ...) "
      "or a text log of USARSim messages (SEN {...}, STA {...})"};
}

}  // namespace rubble::logs
