// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/state.h"

#include <gtest/gtest.h>

#include <set>

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

// The hash is a run's fingerprint: whatever differs in what bodies and joints do, it differs.
TEST(State, HashesEverythingThatMoves) {
  auto model = std::make_shared<Model>();
  model->links.push_back({.name = "a"});
  model->links.push_back({.name = "b"});
  model->joints.push_back({.name = "j", .kind = JointKind::Revolute, .parent = 0, .child = 1});
  State state;
  state.add_robot(state.add(model, "robot", {}), 10.0);
  ASSERT_EQ(state.joints.size(), 1U);
  std::set<std::uint64_t> hashes{state.hash()};
  const auto expect_other = [&](const char* what, auto change) {
    State other = state;
    change(other);
    EXPECT_TRUE(hashes.insert(other.hash()).second) << what;
  };
  expect_other("tick", [](State& s) { ++s.tick; });
  expect_other("place", [](State& s) { s.bodies[1].pose.position.y() = 1e-12; });
  expect_other("turn", [](State& s) { s.bodies[0].pose.rotation = quat_from({0, 0, 1e-9}); });
  expect_other("velocity", [](State& s) { s.bodies[0].velocity.z() = 1e-9; });
  expect_other("spin", [](State& s) { s.bodies[1].angular_velocity.x() = 1e-9; });
  expect_other("joint", [](State& s) { s.joints[0].position = 1e-9; });
  expect_other("joint's velocity", [](State& s) { s.joints[0].velocity = 1e-9; });
  expect_other("joint's effort", [](State& s) { s.joints[0].effort = 1e-9; });
  expect_other("broken joint", [](State& s) { s.joints[0].is_broken = true; });
  expect_other("battery", [](State& s) { s.robots[0].battery -= 1e-9; });
  expect_other("light", [](State& s) { s.robots[0].light_is_on = !s.robots[0].light_is_on; });
  expect_other("sprocket", [](State& s) { s.robots[0].sprockets[1].angle = 1e-9; });
  expect_other("who is there", [](State& s) { s.set_present(s.present[0], false); });
}

}  // namespace
}  // namespace rubble
