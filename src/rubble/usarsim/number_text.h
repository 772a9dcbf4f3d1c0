// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace rubble::usarsim {

// Numbers as the wire has them: a fixed count of digits (0 to 8) after the point, a minus for
// everything below zero, so that -0.00004 is "-0.0000". What counts is the shortest decimal text
// that reads back as the value: 0.3 is "0.3000" although no binary number is 0.3. NaN and
// infinities are 0, magnitudes above a thousand million are that.

// Cuts off what does not fit.
void append_truncated(std::string& text, double value, int digits);
void append_truncated(std::string& text, float value, int digits);
// Rounds, halves away from zero.
void append_rounded(std::string& text, double value, int digits);

// The same as append_truncated for each, with commas between.
void append_truncated_list(std::string& text, std::span<const float> values, int digits);

// Takes the minus from numbers of a text that are zero as written: "-0.0000" becomes "0.0000".
void drop_minus_of_zero(std::string& text);

}  // namespace rubble::usarsim
