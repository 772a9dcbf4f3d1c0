// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "rubble/base/hash.h"
#include "rubble/base/parallel.h"
#include "rubble/base/random.h"
#include "rubble/base/result.h"
#include "rubble/base/text.h"
#include "rubble/base/tick.h"

namespace rubble {
namespace {

TEST(Error, NamesFileAndLineWhereKnown) {
  EXPECT_EQ((Error{{"a.sdf", 12}, "too big"}).to_string(), "a.sdf:12: too big");
  EXPECT_EQ((Error{{"a.sdf", 0}, "too big"}).to_string(), "a.sdf: too big");
  EXPECT_EQ((Error{{}, "too big"}).to_string(), "too big");
  EXPECT_EQ((Error{{}, "two\nlines\x1b"}).to_string(), "two lines ");
}

TEST(Tick, CountsUpToTheNextWholeStep) {
  EXPECT_EQ(tick_at(0.0), 0);
  EXPECT_EQ(tick_at(1.0), 240);
  EXPECT_EQ(tick_at(0.1), 24);
  EXPECT_EQ(tick_at(0.101), 25);
  EXPECT_DOUBLE_EQ(seconds_at(480), 2.0);
}

TEST(Random, SameKeySameNumbersOtherKeyOtherNumbers) {
  Random a(7, "walls"), b(7, "walls"), c(7, "floor"), d(8, "walls");
  const auto first = a.bits();
  EXPECT_EQ(first, b.bits());
  EXPECT_NE(first, c.bits());
  EXPECT_NE(first, d.bits());
}

TEST(Random, DrawsHaveTheMomentsOfTheirDistributions) {
  Random random(1, "moments");
  double sum = 0.0, squares = 0.0, uniform = 0.0;
  constexpr int kCount = 100000;
  for (int i = 0; i < kCount; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    uniform += random.uniform();
  }
  EXPECT_NEAR(sum / kCount, 0.0, 0.02);
  EXPECT_NEAR(squares / kCount, 1.0, 0.03);
  EXPECT_NEAR(uniform / kCount, 0.5, 0.005);
}

TEST(Workers, DoEveryIndexOnceForAnyThreadCount) {
  for (const int threads : {1, 2, 7}) {
    Workers workers(threads);
    for (int round = 0; round < 50; ++round) {
      std::vector<int> visits(1000, 0);
      workers.parallel_for(visits.size(), 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) ++visits[i];
      });
      EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0), 1000);
      EXPECT_EQ(*std::max_element(visits.begin(), visits.end()), 1);
    }
  }
}

TEST(Text, ReadsOnlyWholeFiniteNumbers) {
  EXPECT_EQ(parse_number("1.5"), 1.5);
  EXPECT_EQ(parse_number("+2e3"), 2000.0);
  for (const char* bad : {"", "1.5m", "nan", "inf", "-inf", "1,5", " 1", "1e999", "0x10"})
    EXPECT_FALSE(parse_number(bad)) << bad;
  EXPECT_EQ(parse_numbers(" 1 2\t3 ", 3), (std::vector<double>{1, 2, 3}));
  EXPECT_FALSE(parse_numbers("1 2", 3));
}

TEST(Text, WritesNumbersThatReadBack) {
  for (const double value : {0.1, 1.0 / 3.0, -2.5, 1e-9, 123456789.125, 3e20})
    EXPECT_EQ(parse_number(number_text(value)), value);
  EXPECT_EQ(number_text(0.05), "0.05");
  EXPECT_EQ(number_text(-0.0), "0");
}

TEST(Text, SuggestsTheWordThatWasMeant) {
  const std::vector<std::string> known{"density", "profile", "sigma"};
  EXPECT_EQ(closest_word("densty", known), "density");
  EXPECT_EQ(closest_word("Sigma", known), "sigma");
  EXPECT_FALSE(closest_word("velocity", known));
}

}  // namespace
}  // namespace rubble
