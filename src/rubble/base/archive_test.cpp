// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/archive.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "rubble/base/id.h"

namespace rubble {
namespace {

enum class Mode : std::uint8_t { Off, On };

struct Inner {
  double value = 0.0;
  Id<struct Tag> id;
  void serialize(Archive& archive) { archive(value, id); }
};

struct Outer {
  bool is_on = false;
  Mode mode = Mode::Off;
  std::string text;
  std::vector<Inner> inner;
  std::vector<bool> flags;
  std::optional<int> maybe, never;
  std::map<std::string, float> map;
  std::array<double, 2> pair{};
  void serialize(Archive& archive) {
    archive(is_on, mode, text, inner, flags, maybe, never, map, pair);
  }
};

Outer example() {
  Outer outer{.is_on = true, .mode = Mode::On, .text = std::string("a\0b", 3)};
  outer.inner = {{std::nan("7"), Id<struct Tag>(3)}, {-0.0, {}}};
  outer.flags = {true, false, true};
  outer.maybe = -4;
  outer.map = {{"x", 1.5F}, {"", -std::numeric_limits<float>::infinity()}};
  outer.pair = {1e-310, 2.0};
  return outer;
}

std::string bytes_of(Outer outer) {
  Archive archive;
  archive.section("outer");
  archive(outer);
  return archive.take_bytes();
}

TEST(Archive, ReadsBackTheSameBits) {
  const std::string bytes = bytes_of(example());
  Archive archive(bytes);
  Outer read{.text = "old", .never = 9};
  read.inner.resize(7);
  archive.section("outer");
  archive(read);
  ASSERT_TRUE(archive.finish().ok()) << archive.finish().error().message;
  EXPECT_EQ(bytes_of(read), bytes);
  EXPECT_EQ(read.text.size(), 3U);
  EXPECT_TRUE(std::signbit(read.inner.at(1).value));
  EXPECT_FALSE(read.never.has_value());
}

TEST(Archive, EveryCutEndsReadingWithAMessage) {
  const std::string bytes = bytes_of(example());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Archive archive(bytes.substr(0, size));
    Outer read;
    archive.section("outer");
    archive(read);
    EXPECT_FALSE(archive.finish().ok()) << size;
  }
  Archive archive(bytes + "x");
  Outer read;
  archive.section("outer");
  archive(read);
  EXPECT_EQ(archive.finish().error().message, "1 bytes are left over");
}

TEST(Archive, ALyingCountTakesNoMemory) {
  Archive writer;
  std::uint64_t count = 1ULL << 60;
  writer(count);
  Archive archive(writer.take_bytes());
  std::vector<double> numbers;
  archive(numbers);
  EXPECT_TRUE(archive.has_failed());
  EXPECT_TRUE(numbers.empty());
}

TEST(Archive, SectionsAndCountsAreCompared) {
  Archive writer;
  writer.section("robots");
  writer.expect("bodies", 4);
  const std::string bytes = writer.take_bytes();
  Archive other(bytes);
  other.section("sensors");
  EXPECT_EQ(other.finish().error().message, "expected part 'sensors'");
  Archive fewer(bytes);
  fewer.section("robots");
  EXPECT_FALSE(fewer.expect("bodies", 5));
  EXPECT_EQ(fewer.finish().error().message, "expected 5 bodies, found 4");
}

}  // namespace
}  // namespace rubble
