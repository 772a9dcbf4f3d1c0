// SPDX-License-Identifier: Apache-2.0
// The driver without a map, among walls.
#include "rubble/pilots/wander.h"

#include "rubble/sim/test_room.h"

namespace rubble::sim {
namespace {

class Wandering : public Room {
 protected:
  void put_wall(const std::string& name, const Vec3& middle, const Vec3& size) {
    const CommandResult answer = order(name, CreateObject{.kind = "box",
                                                          .world_from_object = {middle},
                                                          .scale = size,
                                                          .physics = ObjectPhysics::None});
    EXPECT_TRUE(answer.is_done) << answer.text;
  }
  // Until something holds, or the seconds are over.
  template <class Claim>
  bool drive_until(double seconds, std::uint64_t seed, const Claim& holds) {
    const InstanceId id = state().find("R1");
    pilots::Wander pilot(state(), id, robots::measure(*state().instances[id.index()].model), seed);
    for (Tick i = 0; i < tick_at(seconds); ++i) {
      if (holds()) return true;
      simulation.step(pilot.decide({state(), simulation.physics(), simulation.readings()}));
    }
    return holds();
  }
};

// A coin decides only where both sides are alike.
TEST_F(Wandering, TurnsToTheSideThatIsFree) {
  for (const double blocked : {1.0, -1.0}) {
    put_wall("ahead", {1.6, 0, 0.5}, {0.2, 5, 1});
    put_wall("beside", {0, 0.8 * blocked, 0.5}, {2.5, 0.1, 1});
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      enter("P3AT", {0, 0, 0});
      const auto yaw = [&] { return yaw_of(pose("R1").rotation); };
      EXPECT_TRUE(drive_until(8.0, seed, [&] { return std::abs(yaw()) > 0.3; }));
      EXPECT_LT(yaw() * blocked, 0.0) << "blocked " << blocked << ", seed " << seed;
      order("R1", LeaveWorld{});
    }
    order("ahead", LeaveWorld{});
    order("beside", LeaveWorld{});
  }
}

// What is lower than it looks stops it all the same.
TEST_F(Wandering, BacksOffFromWhatItCannotPass) {
  enter("P3AT", {0, 0, 0});
  put_wall("step", {1.0, 0, 0.08}, {0.3, 5, 0.16});
  double farthest = 0.0;
  EXPECT_TRUE(drive_until(8.0, 1, [&] {
    const double x = pose("R1").position.x();
    farthest = std::max(farthest, x);
    // Backwards: it still looks where it came against.
    return x < farthest - 0.2 && std::abs(yaw_of(pose("R1").rotation)) < 0.7;
  }));
  EXPECT_LT(farthest, 1.0);
}

TEST_F(Wandering, AFlyingRobotGoesToAboutAMetreOverTheGround) {
  for (const double height : {0.4, 2.0}) {
    enter("AirRobot", {-3, 1, height});
    drive_until(8.0, 1, [] { return false; });
    EXPECT_NEAR(pose("R1").position.z(), 1.0, 0.25) << "from " << height;
    order("R1", LeaveWorld{});
  }
}

}  // namespace
}  // namespace rubble::sim
