// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/whole_number.h"

#include <charconv>

namespace rubble {

std::optional<std::uint64_t> whole_number_of(std::string_view word) {
  std::uint64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace rubble
