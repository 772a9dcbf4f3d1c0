// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace rubble::usarsim {

// Fixed-point text: 0 to 8 decimals, a minus sign for every negative value, so that -0.00004 is
// "-0.0000". Digits are those of the shortest decimal text that reads back as the value: 0.3 is
// "0.3000" although the nearest binary number is below 0.3. NaN and infinities are written as 0;
// larger magnitudes are clamped to 9999999999.

// Truncates towards zero.
void append_truncated(std::string& text, double value, int digits);
void append_truncated(std::string& text, float value, int digits);
// Rounds half away from zero.
void append_rounded(std::string& text, double value, int digits);

// append_truncated for each value, separated by commas.
void append_truncated_list(std::string& text, std::span<const float> values, int digits);

// Removes the sign of zeros in a text: "-0.0000" becomes "0.0000".
void drop_minus_of_zero(std::string& text);

}  // namespace rubble::usarsim
