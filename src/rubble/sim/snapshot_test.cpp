// SPDX-License-Identifier: Apache-2.0
// A run that is saved, taken apart and restored goes on as if nothing had happened: same state,
// same readings, same events.
#include <gtest/gtest.h>

#include "rubble/base/hash.h"
#include "rubble/pilots/command_pilot.h"
#include "rubble/pilots/explore/explore.h"
#include "rubble/pilots/wander.h"
#include "rubble/serialization/message_json.h"
#include "rubble/sim/test_room.h"

namespace rubble::sim {
namespace {

void expect_done(const CommandResult& result) { EXPECT_TRUE(result.is_done) << result.text; }

void add_wanderer(Simulation& run, const std::string& name) {
  const InstanceId id = run.state().find(name);
  run.add_pilot(std::make_unique<pilots::Wander>(
      run.state(), id, robots::measure(*run.state().instances[id.index()].model), 7));
}

void add_explorer(Simulation& run, const std::string& name) {
  const InstanceId id = run.state().find(name);
  const Model& model = *run.state().instances[id.index()].model;
  auto explorer = pilots::make_explorer(model, name, robots::measure(model), 7);
  ASSERT_TRUE(explorer.ok()) << explorer.error().message;
  run.add_pilot(*std::move(explorer));
}

// Wheels, tracks with flippers, a car, a flying robot, with their usual sensors; objects on their
// way, a belt, smoke; a robot that leaves; an explorer and two that wander.
std::unique_ptr<Simulation> busy_room(int threads) {
  auto run =
      std::make_unique<Simulation>(room(), Settings{.seed = 11, .threads = threads, .load = {}});
  const auto spawn = [&](const std::string& name, const std::string& kind, const Vec3& at) {
    expect_done(run->execute({name, SpawnRobot{kind, {at}, {"usual"}}}));
  };
  spawn("R1", "P3AT", {0, 0, 0.3});
  spawn("R2", "Element", {2, 1.5, 0.3});
  spawn("R3", "AirRobot", {-2, -2, 1.0});
  spawn("R4", "Kenaf", {-2, 2, 0.3});
  expect_done(
      run->execute({"crate", CreateObject{"box", {Vec3(1, -1, 0.5)}, Vec3(0.3, 0.3, 0.3)}}));
  expect_done(run->execute({"guide", CreateObject{.kind = "cylinder",
                                                  .world_from_object = {Vec3(-1, -1, 0.5)},
                                                  .scale = Vec3(0.2, 0.2, 0.8),
                                                  .physics = ObjectPhysics::None}}));
  expect_done(run->execute({"guide", AddWaypoints{{Vec3(1, -2, 0.5), Vec3(-1, -2, 0.5)}}}));
  expect_done(run->execute(
      {"guide", FollowWaypoints{.speed = 0.4, .is_looping = true, .is_moving = true}}));
  expect_done(run->execute({"haze", PlaceSmoke{Vec3(0, 1, 0.5), 0.8, 0.01}}));
  add_wanderer(*run, "R1");
  add_explorer(*run, "R2");
  add_wanderer(*run, "R3");
  std::vector<TimedCommand> commands{
      {30, {"R4", DriveSides{2.0, 1.5}}},
      {60, {"R4", MoveJoint{"FLFlipper", JointControlMode::Angle, 0.5}}},
      {200, {"R3", LeaveWorld{}}},
      {260, {"R1", DropTag{}}}};
  run->add_pilot(std::make_unique<pilots::CommandPilot>(std::move(commands)));
  return run;
}

std::uint64_t step(Simulation& run) {
  const std::vector<Command> commands = run.pilot_commands();
  run.step(commands);
  Hash hash;
  hash.add(run.state().hash());
  for (const Reading& reading : run.readings()) hash.add(hash_of(reading));
  for (const Event& event : run.events()) hash.add(to_json(event));
  return hash.value();
}

std::unique_ptr<Simulation> restored(Simulation& run, int threads) {
  auto bytes = run.save();
  EXPECT_TRUE(bytes.ok()) << (bytes ? "" : bytes.error().message);
  auto again = Simulation::restore(room(), Settings{.seed = 11, .threads = threads, .load = {}},
                                   *std::move(bytes));
  EXPECT_TRUE(again.ok()) << (again ? "" : again.error().message);
  return again ? *std::move(again) : nullptr;
}

TEST(Snapshot, ARunRestoredAgainAndAgainGoesOnToTheBit) {
  const auto plain = busy_room(1);
  auto patched = busy_room(1);
  for (Tick tick = 0; tick < 336; ++tick) {
    ASSERT_EQ(step(*patched), step(*plain)) << "tick " << tick;
    if (tick % 48 == 5) patched = restored(*patched, tick % 96 == 5 ? 7 : 1);
    ASSERT_NE(patched, nullptr);
  }
  EXPECT_FALSE(plain->state().find("R3").is_valid());
}

TEST(Snapshot, SavingChangesNothing) {
  const auto plain = busy_room(1);
  const auto saved = busy_room(1);
  for (Tick tick = 0; tick < 120; ++tick) {
    ASSERT_TRUE(saved->save().ok());
    ASSERT_EQ(step(*saved), step(*plain)) << "tick " << tick;
  }
}

TEST(Snapshot, TwoFuturesOfOneSnapshotDifferOnlyByTheirCommands) {
  const auto run = busy_room(1);
  for (Tick tick = 0; tick < 60; ++tick) step(*run);
  const auto first = restored(*run, 1), second = restored(*run, 1), third = restored(*run, 1);
  expect_done(third->execute({"crate", MoveObject{.position = Vec3(0, -2, 0.5)}}));
  for (Tick tick = 0; tick < 60; ++tick) {
    step(*first), step(*second), step(*third);
    ASSERT_EQ(first->state().hash(), second->state().hash());
  }
  EXPECT_NE(first->state().hash(), third->state().hash());
}

TEST(Snapshot, IsRefusedWhereItDoesNotBelong) {
  const auto run = busy_room(1);
  step(*run);
  const std::string bytes = *run->save();
  const auto other_seed = Simulation::restore(room(), Settings{.seed = 12}, bytes);
  ASSERT_FALSE(other_seed.ok());
  EXPECT_EQ(other_seed.error().message,
            "the snapshot cannot be restored: it was saved in another world, or with another seed");
  EXPECT_FALSE(Simulation::restore(room(), Settings{.seed = 11}, "no snapshot").ok());
  for (std::size_t size = 0; size < bytes.size(); size += bytes.size() / 10)
    EXPECT_FALSE(Simulation::restore(room(), Settings{.seed = 11}, bytes.substr(0, size)).ok());
}

}  // namespace
}  // namespace rubble::sim
