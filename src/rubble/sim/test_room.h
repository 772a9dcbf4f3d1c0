// SPDX-License-Identifier: Apache-2.0
// Test fixture: a room with robots, for tests of commands.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rubble/sdf/load.h"
#include "rubble/sim/simulation.h"

namespace rubble::sim {

inline World room() {
  auto world = load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", {});
  EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().to_string());
  return *std::move(world);
}

class Room : public testing::Test {
 protected:
  explicit Room(const Settings& settings = {}) : simulation(room(), settings) {}

  CommandResult order(const std::string& name, const CommandData& order) {
    const std::vector<Command> commands{{name, order}};
    simulation.step(commands);
    keep();
    return simulation.command_results().at(0);
  }
  CommandResult enter(const std::string& robot_class, const Vec3& place,
                      std::vector<std::string> sensors = {}, const std::string& name = "R1") {
    const CommandResult answer = order(name, SpawnRobot{robot_class, {place}, std::move(sensors)});
    EXPECT_TRUE(answer.is_done) << answer.text;
    return answer;
  }
  void advance(double seconds) {
    for (Tick i = 0; i < tick_at(seconds); ++i) {
      simulation.step({});
      keep();
    }
  }
  const State& state() const { return simulation.state(); }
  Pose pose(const std::string& name) const { return state().world_from_model(state().find(name)); }
  template <class Data>
  int count() const {
    int found = 0;
    for (const Event& event : events) found += event.is<Data>();
    return found;
  }
  int count_readings(const std::string& sensor) const {
    int found = 0;
    for (const Reading& reading : readings) found += reading.sensor == sensor;
    return found;
  }
  template <class Data>
  Data latest(const std::string& sensor) const {
    for (auto reading = readings.rbegin(); reading != readings.rend(); ++reading)
      if (reading->sensor == sensor) return std::get<Data>(reading->data);
    ADD_FAILURE() << sensor << " has not said anything";
    return {};
  }

  Simulation simulation;
  std::vector<Event> events;
  std::vector<Reading> readings;

 private:
  void keep() {
    const auto& happened = simulation.events();
    events.insert(events.end(), happened.begin(), happened.end());
    const auto& read = simulation.readings();
    readings.insert(readings.end(), read.begin(), read.end());
  }
};

}  // namespace rubble::sim
