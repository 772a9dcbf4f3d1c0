// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/text_output.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "rubble/base/text.h"

namespace rubble {
namespace {

// A pipe or a terminal is written to as it is.
std::string part_path(const std::string& path) {
  if (path.empty()) return path;
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  const bool is_file = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  return is_file ? path + ".part" + std::to_string(::getpid()) : path;
}

}  // namespace

std::string resolve_links(const std::string& path) {
  constexpr int kMaxLinks = 40;
  std::filesystem::path place = path;
  std::error_code code;
  for (int i = 0; i < kMaxLinks; ++i) {
    if (!std::filesystem::is_symlink(place, code)) return place.string();
    const auto next = std::filesystem::read_symlink(place, code);
    if (code) return {};
    place = next.is_absolute() ? next : place.parent_path() / next;
  }
  return {};
}

TextOutput::TextOutput(std::string path)
    : path_(std::move(path)),
      place_(resolve_links(path_)),
      written_path_(part_path(place_)),
      stream_(written_path_, std::ios::binary) {}

TextOutput::~TextOutput() {
  if (!is_finished_ && written_path_ != place_) std::remove(written_path_.c_str());
}

TextOutput& TextOutput::operator<<(std::string_view text) {
  stream_.write(text.data(), static_cast<std::streamsize>(text.size()));
  return *this;
}

TextOutput& TextOutput::operator<<(double number) { return *this << number_text(number); }

Result<void> TextOutput::finish() {
  stream_.close();
  if (!stream_)
    return Error{{path_}, "this file cannot be written; is there such a folder, and room?"};
  std::error_code code;
  if (written_path_ != place_) std::filesystem::rename(written_path_, place_, code);
  if (code) return Error{{path_}, "this file cannot be written: " + code.message()};
  is_finished_ = true;
  return {};
}

}  // namespace rubble
