// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rubble {

// Parses a whole word as a finite number, independent of the locale; nullopt otherwise.
std::optional<double> parse_number(std::string_view word);

// The words separated by blanks, tabs and line ends. They refer into the text.
std::vector<std::string_view> split_words(std::string_view text);

// Parses exactly this many finite numbers separated by white space; nullopt otherwise.
std::optional<std::vector<double>> parse_numbers(std::string_view text, std::size_t count);

// The shortest text that parses back to the same double; without an exponent for common sizes.
std::string number_text(double value);

// Nesting depth of braces and brackets in a JSON text, valid or not. Check it before the text is
// given to a recursive parser, whose stack is limited.
int json_depth(std::string_view text);

// Spelling suggestion: the known word with the smallest edit distance; nullopt if none is close.
std::optional<std::string> closest_word(std::string_view word,
                                        const std::vector<std::string>& known);

}  // namespace rubble
