// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/state.h"

#include <gtest/gtest.h>

namespace rubble {
namespace {

std::shared_ptr<const Model> one_link() {
  auto model = std::make_shared<Model>();
  model->links.push_back({.name = "link"});
  return model;
}

TEST(State, ListsWhoIsPresentInOrder) {
  State state;
  std::vector<InstanceId> ids;
  for (const char* name : {"a", "b", "c", "d"}) ids.push_back(state.add(one_link(), name, {}));
  const RobotId robot_b = state.add_robot(ids[1], 10.0);
  const RobotId robot_c = state.add_robot(ids[2], 20.0);
  EXPECT_EQ(state.present, ids);
  EXPECT_EQ(state.present_robots, (std::vector{robot_b, robot_c}));
  state.set_present(ids[1], false);
  state.set_present(ids[0], false);
  EXPECT_EQ(state.present, (std::vector{ids[2], ids[3]}));
  EXPECT_EQ(state.present_robots, std::vector{robot_c});
  EXPECT_FALSE(state.find("b").is_valid());
  EXPECT_EQ(state.find("c"), ids[2]);
  state.set_present(ids[1], true);  // as when a recording is wound back
  state.set_present(ids[1], true);
  EXPECT_EQ(state.present, (std::vector{ids[1], ids[2], ids[3]}));
  EXPECT_EQ(state.present_robots, (std::vector{robot_b, robot_c}));
}

TEST(State, KnowsTheRobotOfAnInstance) {
  State state;
  const InstanceId thing = state.add(one_link(), "thing", {});
  const InstanceId robot = state.add(one_link(), "robot", {});
  state.add_robot(robot, 5.0);
  EXPECT_EQ(state.robot_of(thing), nullptr);
  ASSERT_NE(state.robot_of(robot), nullptr);
  EXPECT_EQ(state.robot_of(robot)->instance, robot);
  EXPECT_EQ(state.robot_of(robot)->battery, 5.0);
}

}  // namespace
}  // namespace rubble
