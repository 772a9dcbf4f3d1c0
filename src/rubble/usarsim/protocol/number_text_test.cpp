// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/number_text.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "rubble/base/random.h"

namespace rubble::usarsim {
namespace {

template <class Number>
std::string truncated_text(Number value, int digits) {
  std::string text;
  append_truncated(text, value, digits);
  return text;
}

std::string rounded_text(double value, int digits) {
  std::string text;
  append_rounded(text, value, digits);
  return text;
}

// The slow twin: the shortest decimal as text, its digits cut off.
template <class Number>
std::string cut_text(Number value, int digits) {
  char buffer[512];
  const auto end =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::fixed).ptr;
  std::string text(buffer, end);
  if (text.find('.') == std::string::npos) text += '.';
  text += "0000000000";
  text.resize(text.find('.') + 1 + static_cast<std::size_t>(digits));
  if (digits == 0) text.pop_back();
  return text;
}

TEST(NumberText, TruncatesTowardsZeroAndKeepsTheSign) {
  EXPECT_EQ(truncated_text(1.99999, 4), "1.9999");
  EXPECT_EQ(truncated_text(-1.99999, 4), "-1.9999");
  EXPECT_EQ(truncated_text(-0.00004, 4), "-0.0000");
  EXPECT_EQ(truncated_text(-0.0004, 3), "-0.000");
  EXPECT_EQ(truncated_text(3.14159265, 4), "3.1415");
  EXPECT_EQ(truncated_text(12345.678, 0), "12345");
  EXPECT_EQ(truncated_text(0.017453, 4), "0.0174");
}

TEST(NumberText, ZeroHasNoSignEvenWhereItWasTurnedRound) {
  EXPECT_EQ(truncated_text(0.0, 4), "0.0000");
  EXPECT_EQ(truncated_text(-0.0, 4), "0.0000");
  EXPECT_EQ(rounded_text(-0.0, 2), "0.00");
}

TEST(NumberText, CutsTheDecimalThatWasMeantNotTheBinaryNumber) {
  EXPECT_EQ(truncated_text(0.3, 4), "0.3000");
  EXPECT_EQ(truncated_text(0.3F, 4), "0.3000");
  EXPECT_EQ(truncated_text(5.6F, 4), "5.6000");
  EXPECT_EQ(truncated_text(2.2857, 4), "2.2857");
  EXPECT_EQ(truncated_text(2.2857F, 4), "2.2857");
  EXPECT_EQ(truncated_text(123.4567F, 4), "123.4567");
  EXPECT_EQ(truncated_text(0.1 + 0.2, 4), "0.3000");
}

TEST(NumberText, EveryDecimalOfFourDigitsComesBack) {
  for (int units = 0; units < 300000; ++units) {
    char expected[32];
    std::snprintf(expected, sizeof(expected), "%d.%04d", units / 10000, units % 10000);
    ASSERT_EQ(truncated_text(std::strtod(expected, nullptr), 4), expected);
    ASSERT_EQ(truncated_text(std::strtof(expected, nullptr), 4), expected);
  }
}

TEST(NumberText, AgreesWithCuttingTheShortestText) {
  Random random(1, "number text");
  for (int i = 0; i < 200000; ++i) {
    const double scale = std::pow(10.0, random.uniform(-6.0, 8.0));
    const double value = random.uniform(-1.0, 1.0) * scale;
    const int digits = i % 6;
    ASSERT_EQ(truncated_text(value, digits), cut_text(value, digits)) << value;
    const auto narrow = static_cast<float>(value);
    ASSERT_EQ(truncated_text(narrow, digits), cut_text(narrow, digits)) << narrow;
  }
}

TEST(NumberText, AgreesWithCuttingTheShortestTextBesideEveryStep) {
  for (int units = 1; units < 70000; ++units) {
    const double step = units / 10000.0;
    for (const double value : {std::nextafter(step, 0.0), step, std::nextafter(step, 9.0)})
      ASSERT_EQ(truncated_text(value, 4), cut_text(value, 4)) << units;
    const auto narrow = static_cast<float>(step);
    for (const float value : {std::nextafter(narrow, 0.0F), std::nextafter(narrow, 9.0F)})
      ASSERT_EQ(truncated_text(value, 4), cut_text(value, 4)) << units;
  }
}

TEST(NumberText, IsNeverLargerThanTheNumberAndLessThanOneStepSmaller) {
  Random random(2, "number text");
  for (int i = 0; i < 100000; ++i) {
    const double value = random.uniform(-50.0, 50.0);
    const double written = std::strtod(truncated_text(value, 4).c_str(), nullptr);
    ASSERT_LE(std::fabs(written), std::fabs(value));
    ASSERT_LT(std::fabs(value) - std::fabs(written), 1e-4 + 1e-12);
  }
}

TEST(NumberText, RoundedIsAtMostHalfAStepOff) {
  Random random(3, "number text");
  for (int i = 0; i < 100000; ++i) {
    const double value = random.uniform(-5000.0, 5000.0);
    ASSERT_NEAR(std::strtod(rounded_text(value, 2).c_str(), nullptr), value, 0.005 + 1e-9);
  }
  EXPECT_EQ(rounded_text(477.75815, 4), "477.7582");
  EXPECT_EQ(rounded_text(1.005, 2), "1.01");
  EXPECT_EQ(rounded_text(-0.004, 2), "-0.00");
  EXPECT_EQ(rounded_text(9.999, 2), "10.00");
}

TEST(NumberText, WhatIsNoNumberNeverReachesTheWire) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(truncated_text(std::nan(""), 4), "0.0000");
  EXPECT_EQ(truncated_text(infinity, 4), "0.0000");
  EXPECT_EQ(rounded_text(std::nan(""), 2), "0.00");
  EXPECT_EQ(truncated_text(std::nanf(""), 4), "0.0000");
  EXPECT_EQ(truncated_text(1e300, 4), "9999999999.0000");
  EXPECT_EQ(truncated_text(-3e30F, 4), "-9999999999.0000");
  EXPECT_EQ(rounded_text(-1e300, 5), "-9999999999.00000");
  EXPECT_EQ(rounded_text(1134864629.895182, 2), "1134864629.90")
      << "a log that goes by the calendar";
}

TEST(NumberText, ListsHaveCommasBetween) {
  const std::vector<float> values = {0.3F, 5.6F, 1000.25F, 0.0F};
  std::string text = "{Range ";
  append_truncated_list(text, values, 4);
  EXPECT_EQ(text, "{Range 0.3000,5.6000,1000.2500,0.0000");
  append_truncated_list(text, {}, 4);
  EXPECT_EQ(text, "{Range 0.3000,5.6000,1000.2500,0.0000");
}

TEST(NumberText, AListIsItsNumbersOneByOne) {
  Random random(4, "number text");
  std::vector<float> values = {std::nanf(""), -0.0F, -0.00001F, 99.99999F, 100.0F, 5e8F};
  for (int i = 0; i < 50000; ++i)
    values.push_back(static_cast<float>(random.uniform(-2.0, 30.0) * (i % 7 == 0 ? 1e4 : 1.0)));
  for (const int digits : {0, 2, 4, 5}) {
    std::string expected, text;
    for (const float value : values) expected += truncated_text(value, digits) + ",";
    expected.pop_back();
    append_truncated_list(text, values, digits);
    EXPECT_TRUE(text == expected) << digits;
  }
}

TEST(NumberText, OnlyNumbersThatAreZeroLoseTheirMinus) {
  const struct {
    std::string before, after;
  } kTexts[] = {
      {"{Pose -0.0000,-0.0001,-0.0000}", "{Pose 0.0000,-0.0001,0.0000}"},
      {"{A -0.00} {B -1.00} {C -10.00}", "{A 0.00} {B -1.00} {C -10.00}"},
      {"{Name R-0.00} {Name a -0}", "{Name R-0.00} {Name a -0}"},
      {"{V -0.0.0,-.,-0.00x}", "{V -0.0.0,-.,-0.00x}"},
      {"-0.00", "-0.00"},
      {"", ""},
      {"{View -1}", "{View -1}"},
  };
  for (const auto& [before, after] : kTexts) {
    std::string text = before;
    drop_minus_of_zero(text);
    EXPECT_EQ(text, after);
  }
}

}  // namespace
}  // namespace rubble::usarsim
