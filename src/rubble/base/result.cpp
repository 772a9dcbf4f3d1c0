// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/result.h"

namespace rubble {

namespace {

// One line, whatever a file or a name from outside holds.
std::string in_one_line(std::string text) {
  constexpr std::size_t kMaxLength = 2000;
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  if (text.size() > kMaxLength) text = text.substr(0, kMaxLength) + " ...";
  return text;
}

}  // namespace

std::string Error::to_string() const {
  if (at.file.empty()) return in_one_line(message);
  if (at.line <= 0) return in_one_line(at.file + ": " + message);
  return in_one_line(at.file + ":" + std::to_string(at.line) + ": " + message);
}

}  // namespace rubble
