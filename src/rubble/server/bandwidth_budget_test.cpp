// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/bandwidth_budget.h"

#include <gtest/gtest.h>

namespace rubble::server {
namespace {

TEST(BandwidthBudget, RefillsWithTimeUpToHalfASecond) {
  BandwidthBudget budget(1000.0);
  EXPECT_FALSE(budget.is_left());
  budget.refill(100.0);
  budget.spend(499.0);
  EXPECT_TRUE(budget.is_left());
  budget.spend(1.0);
  EXPECT_FALSE(budget.is_left());
  budget.refill(100.1);
  budget.spend(99.0);
  EXPECT_TRUE(budget.is_left());
}

TEST(BandwidthBudget, ALargeFrameIsADebtThatMayBeLimited) {
  BandwidthBudget budget(1000.0);
  budget.refill(10.0);
  budget.spend(10'000.0);
  budget.refill(11.0);
  EXPECT_FALSE(budget.is_left());
  budget.limit_debt(0.5);
  budget.refill(11.4);
  EXPECT_FALSE(budget.is_left());
  budget.refill(11.6);
  EXPECT_TRUE(budget.is_left());
}

TEST(ThroughputMeter, AveragesOverASecond) {
  ThroughputMeter meter;
  meter.measure(10.0, 0);
  EXPECT_EQ(meter.measure(10.5, 400), 0.0);
  EXPECT_DOUBLE_EQ(meter.measure(11.0, 1000), 1000.0);
  EXPECT_DOUBLE_EQ(meter.measure(11.9, 9000), 1000.0);
}

}  // namespace
}  // namespace rubble::server
