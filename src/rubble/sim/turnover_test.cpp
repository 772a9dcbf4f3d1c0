// SPDX-License-Identifier: Apache-2.0
// Robots and things that come and go: a run has no more to do in a tick than for those who are
// there.
#include "rubble/rays/scene.h"
#include "rubble/sim/test_room.h"

namespace rubble::sim {
namespace {

class Turnover : public Room {
 protected:
  // Everything that is gone over in every tick.
  std::vector<int> work() {
    const physics::EngineCounts counts = simulation.physics().counts();
    return {counts.objects,
            counts.constraints,
            counts.moving_bodies,
            counts.joints,
            simulation.scene().mover_count(),
            static_cast<int>(state().present.size()),
            static_cast<int>(state().present_robots.size())};
  }
  void come_and_go(const std::string& robot_class) {
    const std::string name = enter(robot_class, {3, 0, 0}, {"usual"}).text;
    advance(2 * kTickSeconds);
    EXPECT_TRUE(order(name, LeaveWorld{}).is_done);
  }
};

TEST_F(Turnover, WhoHasLeftIsNoMoreWork) {
  enter("P3AT", {0, 0, 0}, {"usual"});
  advance(0.1);
  const std::vector<int> before = work();
  EXPECT_GT(before[2], 4);  // wheels and all
  for (int i = 0; i < 10; ++i) come_and_go("Kenaf");
  come_and_go("AirRobot");
  come_and_go("Talon");
  EXPECT_TRUE(
      order("box", CreateObject{.kind = "box", .world_from_object = {Vec3(-3, 0, 0.5)}}).is_done);
  EXPECT_NE(work(), before);
  EXPECT_TRUE(order("box", LeaveWorld{}).is_done);
  EXPECT_EQ(work(), before);
}

TEST_F(Turnover, WhoStaysIsAsBeforeHoweverManyLeft) {
  for (int i = 0; i < 3; ++i) come_and_go("Kenaf");
  enter("P3AT", {0, 0, 0}, {"usual"});
  const int read = count_readings("Odometry");
  EXPECT_TRUE(order("R1", DriveSides{3.0, 3.0}).is_done);
  EXPECT_TRUE(order("R1", SwitchLight{true}).is_done);
  advance(2.0);
  EXPECT_GT(pose("R1").position.x(), 0.2);
  EXPECT_GT(count_readings("Odometry"), read + 5);
  const InstanceId id = state().find("R1");
  ASSERT_NE(state().robot_of(id), nullptr);
  EXPECT_EQ(state().robot_of(id)->instance, id);
  EXPECT_TRUE(state().robot_of(id)->light_is_on);
  for (const RobotState& robot : state().robots) EXPECT_EQ(robot.light_is_on, robot.instance == id);
}

}  // namespace
}  // namespace rubble::sim
