// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "rubble/sim/test_room.h"

namespace rubble::sim {
namespace {

class Orders : public Room {};

TEST_F(Orders, ARobotEntersDrivesAndLeaves) {
  EXPECT_EQ(enter("P3AT", {0, 0, 0}).text, "R1");
  EXPECT_EQ(count<RobotEntered>(), 1);
  EXPECT_TRUE(order("R1", DriveSides{3.0, 3.0}).is_done);
  advance(2.0);
  EXPECT_GT(pose("R1").position.x(), 0.2);
  EXPECT_TRUE(order("R1", LeaveWorld{}).is_done);
  EXPECT_EQ(count<RobotLeft>(), 1);
  EXPECT_FALSE(state().find("R1").is_valid());
  EXPECT_FALSE(order("R1", DriveSides{3.0, 3.0}).is_done);
  EXPECT_TRUE(events.back().is<CommandRefused>());
}

TEST_F(Orders, ClassNamesAreFoundWithoutCaseAndNamesAreNeverTwice) {
  EXPECT_EQ(enter("p2at", {0, 0, 0}).text, "R1");
  EXPECT_EQ(enter("P2AT", {3, 0, 0}).text, "R1_2");
  EXPECT_EQ(enter("P2AT", {-3, 0, 0}).text, "R1_3");
  EXPECT_EQ(state().instances[state().find("R1").index()].model->robot->robot_class, "P2AT");
}

TEST_F(Orders, WhatCannotEnterIsRefusedWithAReason) {
  EXPECT_FALSE(order("R1", SpawnRobot{"Nobody", {}, {}}).is_done);
  EXPECT_FALSE(order("R1", SpawnRobot{"../models/P3AT/model.sdf", {}, {}}).is_done);
  EXPECT_FALSE(order("R1", SpawnRobot{"P3AT", {Vec3(std::nan(""), 0, 0)}, {}}).is_done);
  EXPECT_FALSE(order("R1", SpawnRobot{"P3AT", {}, {"no_such_sensor"}}).is_done);
  EXPECT_EQ(count<CommandRefused>(), 4);
  enter("P3AT", {0, 0, 0});
  const CommandResult taken = order("R2", SpawnRobot{"Husky", {}, {}});
  EXPECT_FALSE(taken.is_done);
  EXPECT_NE(taken.text.find("R1"), std::string::npos);
  EXPECT_FALSE(order("floor", LeaveWorld{}).is_done);
}

TEST_F(Orders, UsualSensorsReadAndPicturesWaitToBeAsked) {
  enter("P3AT", {0, 0, 0}, {"usual"});
  advance(1.0);
  EXPECT_GT(count_readings("Odometry"), 5);
  EXPECT_EQ(count_readings("Camera"), 0);
  EXPECT_TRUE(order("R1", ScanNow{"Camera"}).is_done);
  EXPECT_EQ(count_readings("Camera"), 1);
  advance(0.5);
  EXPECT_EQ(count_readings("Camera"), 1);
}

TEST_F(Orders, PresetsArePutOnARobotAndAreItsOwn) {
  enter("P3AT", {0, 0, 0}, {"urg04lx", "GroundTruth"});
  advance(0.5);
  EXPECT_GE(count_readings("urg04lx"), 4);
  EXPECT_GE(count_readings("GroundTruth"), 4);
  EXPECT_EQ(count_readings("Odometry"), 0);
}

TEST_F(Orders, OdometryAndEncodersCountFromZeroAgain) {
  enter("P3AT", {0, 0, 0}, {"Odometry", "ECLeft"});
  order("R1", DriveSides{3.0, 3.0});
  advance(1.5);
  EXPECT_GT(latest<OdometryReading>("Odometry").x, 0.1);
  EXPECT_GT(latest<EncoderReading>("ECLeft").ticks.at(0), 10);
  order("R1", DriveSides{0.0, 0.0});
  advance(1.0);
  EXPECT_TRUE(order("R1", ResetSensor{"Odometry"}).is_done);
  EXPECT_TRUE(order("R1", ResetSensor{"ECLeft"}).is_done);
  EXPECT_FALSE(order("R1", ResetSensor{"INS"}).is_done);
  advance(0.3);
  EXPECT_NEAR(latest<OdometryReading>("Odometry").x, 0.0, 0.01);
  EXPECT_NEAR(static_cast<double>(latest<EncoderReading>("ECLeft").ticks.at(0)), 0.0, 1.0);
}

TEST_F(Orders, AnInsBelievesWhereItIsTold) {
  enter("P3AT", {0, 0, 0}, {"INS"});
  advance(0.5);
  const Pose told = make_pose(10, -4, 0.5, 0, 0, 1.0);
  EXPECT_TRUE(order("R1", SetSensorPose{"INS", told}).is_done);
  advance(0.5);
  const auto ins = latest<InsReading>("INS");
  EXPECT_NEAR((ins.position - told.position).norm(), 0.0, 0.02);
  EXPECT_NEAR(ins.attitude.yaw, 1.0, 0.01);
}

TEST_F(Orders, ACameraZoomsWithinItsLimits) {
  enter("P3AT", {0, 0, 0}, {"usual"});
  const auto view = [&] {
    order("R1", ScanNow{"Camera"});
    return latest<Image>("Camera").horizontal_field_of_view;
  };
  const double plain = view();
  EXPECT_TRUE(order("R1", SetFieldOfView{"Camera", 0.5}).is_done);
  EXPECT_DOUBLE_EQ(view(), 0.5);
  order("R1", SetFieldOfView{"Camera", 0.01});
  EXPECT_DOUBLE_EQ(view(), radians(20.0));
  order("R1", SetFieldOfView{"Camera", 3.0});
  EXPECT_DOUBLE_EQ(view(), radians(120.0));
  order("R1", SetFieldOfView{"Camera", 0.0});
  EXPECT_DOUBLE_EQ(view(), plain);
  EXPECT_FALSE(order("R1", SetFieldOfView{"Odometry", 1.0}).is_done);
}

TEST_F(Orders, RelaysAreDroppedBehindTheRobotAndAreFew) {
  enter("P2AT", {0, 0, 0}, {});
  const CommandResult dropped = order("R1", DropRelay{});
  ASSERT_TRUE(dropped.is_done) << dropped.text;
  EXPECT_EQ(dropped.text, "R1_relay1");
  advance(1.0);
  const Vec3 place = pose("R1_relay1").position;
  EXPECT_LT(place.x(), pose("R1").position.x() - 0.3);
  EXPECT_NEAR(place.z(), 0.0, 0.02);
  EXPECT_TRUE(state().robots.back().battery > 0.0);
  EXPECT_FALSE(order("nobody", DropRelay{}).is_done);
  int more = 1;
  for (; more < 100; ++more) {
    order("R1", MoveObject{.position = Vec3(0.5, 0, 0), .is_relative = true});
    if (!order("R1", DropRelay{}).is_done) break;
  }
  EXPECT_EQ(more, 8);
}

TEST_F(Orders, TagsAreWrittenReadAndDropped) {
  enter("P2AT", {0, 0, 0}, {"RFID"});
  EXPECT_EQ(order("R1", ReadTag{118}).text, "hello");
  EXPECT_TRUE(order("R1", WriteTag{118, "seen"}).is_done);
  EXPECT_EQ(order("R1", ReadTag{118}).text, "seen");
  EXPECT_FALSE(order("R1", ReadTag{7}).is_done);
  const CommandResult dropped = order("R1", DropTag{});
  EXPECT_EQ(dropped.text, "119");
  EXPECT_EQ(count<TagDropped>(), 1);
  const Vec3 place = state().tags.back().pose.position;
  EXPECT_LT(place.x(), pose("R1").position.x() - 0.2);
  EXPECT_NEAR(place.z(), 0.01, 0.005);
  EXPECT_TRUE(order("R1", WriteTag{119, "mine"}).is_done);
  advance(0.2);
  const auto tags = latest<RfidReading>("RFID").tags;
  EXPECT_EQ(tags.size(), 2U);
  order("R1", MoveObject{.position = Vec3(-5, 0, 0)});
  EXPECT_FALSE(order("R1", ReadTag{118}).is_done);
}

TEST_F(Orders, ARobotThatMeetsAWallBumps) {
  enter("P3AT", {5.3, 0, 0});
  order("R1", DriveSides{4.0, 4.0});
  advance(2.0);
  const auto bump = std::find_if(events.begin(), events.end(),
                                 [](const Event& event) { return event.is<Bumped>(); });
  ASSERT_NE(bump, events.end());
  EXPECT_EQ(bump->subject, "R1");
  const Bumped& bumped = *bump->as<Bumped>();
  EXPECT_EQ(bumped.other, "front_wall");
  EXPECT_EQ(bumped.subject_part, "base_link");
  const double speed = 4.0 * simulation.robots().measures(RobotId(0)).wheel_radius;
  EXPECT_NEAR(bumped.approach_speed, speed, 0.2 * speed);
  EXPECT_LT(bumped.normal_world.x(), -0.99);
  EXPECT_GT(bumped.point_world.x(), pose("R1").position.x());
  EXPECT_GT(bumped.impulse, 0.0);
}

TEST_F(Orders, WheelsCanBeToldOneByOne) {
  enter("P3AT", {0, 0, 0});
  for (const int wheel : {1, 2, 3, 4})
    EXPECT_TRUE(order("R1", DriveWheel{wheel, 2.0, 0.0}).is_done);
  EXPECT_FALSE(order("R1", DriveWheel{5, 2.0, 0.0}).is_done);
  advance(2.0);
  EXPECT_GT(pose("R1").position.x(), 0.2);
  enter("FrontAckerman", {-3, 3, 0}, {}, "Car");
  for (const int wheel : {1, 2, 3, 4})
    EXPECT_TRUE(order("Car", DriveWheel{wheel, 0.5, 0.3}).is_done);
  advance(1.0);
  EXPECT_FALSE(order("Car", DriveSides{1.0, 1.0}).is_done);
}

// The same models with a battery for half a second.
class ShortLived : public Room {
 protected:
  RobotId spawn(const std::string& robot_class, const Vec3& place) {
    auto model = std::make_shared<Model>(**simulation.find_model(robot_class));
    model->robot->battery = 0.5;
    return *simulation.spawn(model, "R1", {place});
  }
};

TEST_F(ShortLived, ARobotWithoutPowerStopsAndIsSilent) {
  const RobotId robot = spawn("P3AT", {0, 0, 0});
  ASSERT_TRUE(simulation.switch_on(robot, "Odometry").ok());
  order("R1", DriveSides{3.0, 3.0});
  advance(0.4);
  EXPECT_GT(count_readings("Odometry"), 2);
  advance(1.0);
  EXPECT_EQ(count<BatteryEmpty>(), 1);
  const int before = count_readings("Odometry");
  const Vec3 place = pose("R1").position;
  EXPECT_FALSE(order("R1", DriveSides{3.0, 3.0}).is_done);
  advance(1.0);
  EXPECT_EQ(count_readings("Odometry"), before);
  EXPECT_NEAR((pose("R1").position - place).norm(), 0.0, 0.01);
  EXPECT_EQ(count<BatteryEmpty>(), 1);
}

TEST_F(ShortLived, AFlyerWithoutPowerFalls) {
  spawn("AirRobot", {0, 0, 1.5});
  advance(0.4);
  EXPECT_NEAR(pose("R1").position.z(), 1.5, 0.05);
  advance(2.0);
  EXPECT_LT(pose("R1").position.z(), 0.3);
}

// What a run that starts with robots and its repeat from the recorded commands come to.
TEST(Repeat, TheSameCommandsInTheFirstTickLeadToTheSameRun) {
  const std::vector<Command> entries{
      {"R1", SpawnRobot{"P3AT", {Vec3(0, 0, 0)}, {"usual", "urg04lx"}}},
      {"R2", SpawnRobot{"Element", {Vec3(3, 2, 0)}, {"all"}}},
      {"box",
       CreateObject{
           .kind = "box", .world_from_object = {Vec3(1, 0, 1)}, .scale = Vec3(0.3, 0.3, 0.3)}}};
  const auto drive = [](Tick tick) {
    return std::vector<Command>{{"R1", DriveSides{2.0, 2.0 + static_cast<double>(tick % 7)}}};
  };
  const auto run = [&](bool is_repeat) {
    Simulation simulation(room(), {.threads = is_repeat ? 2 : 1});
    if (!is_repeat)
      for (const Command& entry : entries) {
        EXPECT_TRUE(simulation.execute(entry).is_done);
      }
    std::vector<std::uint64_t> hashes;
    for (Tick tick = 0; tick < 240; ++tick) {
      std::vector<Command> commands = drive(tick);
      if (is_repeat && tick == 0) commands.insert(commands.begin(), entries.begin(), entries.end());
      simulation.step(commands);
      for (const Reading& reading : simulation.readings()) hashes.push_back(hash_of(reading));
      hashes.push_back(simulation.events().size());
    }
    hashes.push_back(simulation.state().hash());
    return hashes;
  };
  const auto first = run(false), again = run(true);
  EXPECT_GT(first.size(), 300U);
  EXPECT_EQ(first, again);
}

TEST_F(Orders, SensorsOfARobotThatIsThereAreSwitchedOn) {
  enter("P3AT", {0, 0, 0});
  advance(0.5);
  EXPECT_EQ(readings.size(), 0U);
  EXPECT_TRUE(order("R1", SwitchSensorsOn{{"Scanner1", "lms200"}}).is_done);
  EXPECT_FALSE(order("R1", SwitchSensorsOn{{"no_such_sensor"}}).is_done);
  EXPECT_FALSE(order("nobody", SwitchSensorsOn{{"Scanner1"}}).is_done);
  EXPECT_FALSE(order("R1", SwitchSensorsOn{std::vector<std::string>(101, "all")}).is_done);
  advance(1.0);
  EXPECT_GE(count_readings("Scanner1"), 5);
  EXPECT_GE(count_readings("lms200"), 5);
}

}  // namespace
}  // namespace rubble::sim
