// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/plan.h"

#include <gtest/gtest.h>

namespace rubble::report {
namespace {

TEST(Plan, HasAScaleAndTheSymbolsThatOccur) {
  World world;
  world.starts.push_back({.name = "here", .pose = make_pose(0, 0, 0, 0, 0, 0)});
  const std::string text = plan_svg(world, {{"R<1>", {Vec2(0, 0), Vec2(8, 4)}}});
  EXPECT_NE(text.find(">1 m<"), std::string::npos) << text;
  EXPECT_NE(text.find(">start<"), std::string::npos);
  EXPECT_EQ(text.find(">victim<"), std::string::npos);
  EXPECT_NE(text.find("R&lt;1&gt;"), std::string::npos) << "labels are escaped";
}

}  // namespace
}  // namespace rubble::report
