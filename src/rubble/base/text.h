// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rubble {

// Reads a whole word as a finite number, whatever the locale; nothing if it is not one.
std::optional<double> parse_number(std::string_view word);

// The words between blanks, tabs and line ends.
std::vector<std::string_view> split_words(std::string_view text);

// Exactly this many finite numbers, blank-separated; nothing otherwise.
std::optional<std::vector<double>> parse_numbers(std::string_view text, std::size_t count);

// The shortest text that reads back as the same number, without exponent where that is readable.
std::string number_text(double value);

// How deep braces and brackets of a JSON text are nested, whatever else is wrong with it. Programs
// that walk through a tree by recursion must not be given one that is deeper than their stack.
int json_depth(std::string_view text);

// The word in the list that a mistyped one most likely meant, or nothing.
std::optional<std::string> closest_word(std::string_view word,
                                        const std::vector<std::string>& known);

}  // namespace rubble
