// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/line_splitter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace std::string_literals;

namespace rubble::net {
namespace {

std::vector<std::string> split(LineSplitter& splitter, const std::vector<std::string>& pieces) {
  std::vector<std::string> lines;
  for (const std::string& piece : pieces) splitter.feed(piece, lines);
  return lines;
}

TEST(LineSplitter, EndsLinesAtAnyRunOfLineEndsHoweverTheyArrive) {
  const std::vector<std::string> wanted{"A {B 1}", "C", "D"};
  const std::vector<std::string> streams{"A {B 1}\r\nC\r\nD\r\n", "A {B 1}\n\rC\n\rD\n\r",
                                         "A {B 1}\nC\nD\n", "\r\n\n\rA {B 1}\r\r\rC\rD\r"};
  for (const std::string& stream : streams) {
    LineSplitter integer(100);
    EXPECT_EQ(split(integer, {stream}), wanted);
    std::vector<std::string> bytes;
    for (const char byte : stream) bytes.emplace_back(1, byte);
    LineSplitter byte_by_byte(100);
    EXPECT_EQ(split(byte_by_byte, bytes), wanted);
  }
}

TEST(LineSplitter, DropsLinesThatAreTooLongAndGoesOn) {
  LineSplitter splitter(4);
  EXPECT_EQ(split(splitter, {"1234\n12345\nab\n"}), (std::vector<std::string>{"1234", "ab"}));
  EXPECT_EQ(splitter.dropped_lines(), 1U);
  EXPECT_EQ(split(splitter, {"123", "45", "6", "7\nok\n"}), (std::vector<std::string>{"ok"}));
  EXPECT_EQ(splitter.dropped_lines(), 2U);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(split(splitter, {std::string(1000, 'x')}).empty());
  EXPECT_EQ(splitter.dropped_lines(), 3U) << "one line, however long";
}

TEST(LineSplitter, KeepsBytesThatAreNoText) {
  LineSplitter splitter(100);
  EXPECT_EQ(split(splitter, {"a\0b\xff\n"s}), (std::vector<std::string>{"a\0b\xff"s}));
}

}  // namespace
}  // namespace rubble::net
