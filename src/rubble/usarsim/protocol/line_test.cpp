// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/line.h"

#include <gtest/gtest.h>

namespace rubble::usarsim {
namespace {

using namespace std::string_literals;

// "KEYWORD|name=value|name=value" of what a line was understood as.
std::string understood(const std::string& text) {
  const Line line = parse_line(text);
  std::string all(line.keyword);
  for (const Segment& segment : line.segments)
    all.append("|").append(segment.name).append("=").append(segment.value);
  return all;
}

TEST(ParseLine, TakesWhateverClientsSend) {
  const struct {
    std::string sent;
    std::string understood;
  } kCases[] = {
      {"DRIVE {Left 1.0} {Right 1.0}", "DRIVE|Left=1.0|Right=1.0"},
      {"INIT{ClassName USARBot.P2AT}{Name R1}", "INIT|ClassName=USARBot.P2AT|Name=R1"},
      {"  drive\t{ Left\t1.0 }{\tRIGHT 2 }  ", "drive|Left=1.0|RIGHT=2"},
      {"INIT {Location 4.5, 1.9, 1.8}", "INIT|Location=4.5, 1.9, 1.8"},
      {"SET {Type Camera} {Opcode Zoom} {0.5}", "SET|Type=Camera|Opcode=Zoom|=0.5"},
      {"SET {-.5 2} {+3} {.5x}", "SET|=-.5 2|=+3|=.5x"},
      {"A {Light} {Left 2}", "A|Light=|Left=2"},
      {"A {} { } {\t} {B 1}", "A|B=1"},
      {"A {B 1 {C 2}} {D 3}", "A|B=1|C=2|D=3"},
      {"A }{B 1}} x {C 2} tail", "A|B=1|C=2"},
      {"A {B 1} {C 2", "A|B=1|C=2"},
      {"A {", "A"},
      {"A }", "A"},
      {"{class P3AT}", "|class=P3AT"},
      {"GETSTARTPOSES", "GETSTARTPOSES"},
      {"", ""},
      {"A\0 {B 1\0}"s, "A|B=1"},
      {"A {B \xff\xfe} {\x80 1}", "A|B=\xff\xfe|\x80=1"},
      {"A {B - 1} {- 2} {. 3}", "A|B=- 1|-=2|.=3"},
  };
  for (const auto& [sent, expected] : kCases) EXPECT_EQ(understood(sent), expected) << sent;
}

TEST(ParseLine, LooksWordsUpWithoutCaseAndTheFirstWins) {
  const Line line = parse_line("DrIvE {left 1} {LEFT 2} {Right} {Light} {right 3} {Flag TRUE}");
  EXPECT_TRUE(line.is("DRIVE"));
  EXPECT_FALSE(line.is("DRIV"));
  EXPECT_EQ(line.number("Left"), 1.0);
  EXPECT_EQ(line.number("RIGHT"), 3.0) << "an empty one hides nothing";
  EXPECT_EQ(line.find("light"), "");
  EXPECT_EQ(line.find("none"), std::nullopt);
  EXPECT_EQ(line.text("none"), "");
  EXPECT_EQ(line.flag("flag"), true);
  EXPECT_EQ(line.flag("light"), std::nullopt);
}

TEST(LeadingNumber, ReadsWhatATextBeginsWith) {
  const struct {
    std::string text;
    std::optional<double> number;
  } kCases[] = {
      {"1.5", 1.5},         {" \t-2 ", -2.0},      {"+3", 3.0},           {"1,00", 1.0},
      {"1.5m", 1.5},        {".5", 0.5},           {"-.5", -0.5},         {"5.", 5.0},
      {"1e3", 1000.0},      {"1e", 1.0},           {"1E-2x", 0.01},       {"", std::nullopt},
      {"x1", std::nullopt}, {"nan", std::nullopt}, {"inf", std::nullopt}, {"-inf", std::nullopt},
      {"-", std::nullopt},  {"--1", std::nullopt}, {"+-1", std::nullopt}, {"1e999", std::nullopt},
      {".", std::nullopt},  {"0x10", 0.0},         {"e5", std::nullopt},
  };
  for (const auto& [text, number] : kCases) EXPECT_EQ(leading_number(text), number) << text;
}

TEST(LeadingFlag, TakesAnyCaseAndNumbers) {
  const struct {
    std::string text;
    std::optional<bool> flag;
  } kCases[] = {
      {"true", true}, {"True", true}, {" TRUE ", true},   {"false", false},        {"False", false},
      {"1", true},    {"0", false},   {"", std::nullopt}, {"maybe", std::nullopt}, {"0.0", false},
  };
  for (const auto& [text, flag] : kCases) EXPECT_EQ(leading_flag(text), flag) << text;
}

TEST(NumberList, SplitsAtCommasBlanksOrBoth) {
  const struct {
    std::string text;
    std::vector<double> numbers;
  } kCases[] = {
      {"1,2,3", {1, 2, 3}},
      {"1 2 3", {1, 2, 3}},
      {"1, 2 ,\t3", {1, 2, 3}},
      {"1,,3", {1, 0, 3}},
      {",2", {0, 2}},
      {"1,2,", {1, 2}},
      {"", {}},
      {"a,1", {}},
      {"1,nan,2", {1}},
      {"1.0f,2.0f", {1, 2}},
      {"-1e-3,+2", {-1e-3, 2}},
      {"1;2", {1}},
      {"4.5, 1.9 m", {4.5, 1.9}},
  };
  for (const auto& [text, numbers] : kCases) EXPECT_EQ(number_list(text), numbers) << text;
  const Line line = parse_line("A {V 1,2,3,4}");
  EXPECT_EQ(line.numbers("v", 3), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(line.numbers("v", 5), std::nullopt);
}

}  // namespace
}  // namespace rubble::usarsim
