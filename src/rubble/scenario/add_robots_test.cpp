// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/add_robots.h"

#include <gtest/gtest.h>

#include "rubble/scenario/checked_world.h"
#include "rubble/scenario/test_yard.h"

namespace rubble::scenario {
namespace {

sim::Simulation yard_simulation() {
  auto world = load_world(test_world(), load_settings({}));
  EXPECT_TRUE(world.ok());
  return sim::Simulation(*std::move(world), {});
}

TEST(Team, ASensorGoesToThoseWhoHaveItAndOneThatNobodyHasIsAnError) {
  sim::Simulation simulation = yard_simulation();
  const auto commands =
      add_robots(simulation, parse_robots({"P3AT", "Element"}), {{"ScannerH", "urg04lx"}, "none"});
  ASSERT_TRUE(commands.ok()) << commands.error().to_string();
  EXPECT_EQ(std::get<SpawnRobot>(commands->at(0).data).sensors,
            std::vector<std::string>{"urg04lx"});
  EXPECT_EQ(std::get<SpawnRobot>(commands->at(1).data).sensors,
            (std::vector<std::string>{"ScannerH", "urg04lx"}));
  sim::Simulation other = yard_simulation();
  const auto refused = add_robots(other, parse_robots({"P3AT", "Element"}), {{"ScanerH"}, "none"});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("did you mean 'ScannerH'?"), std::string::npos)
      << refused.error().message;
}

TEST(Team, AnUnknownStartIsAFreeOneAndTheNextStartIsOneWithRoom) {
  sim::Simulation simulation = yard_simulation();
  ASSERT_TRUE(add_robots(simulation, parse_robots({"P3AT@Nowhere", "P3AT"})).ok());
  EXPECT_EQ(simulation.state().robots.size(), 2U);
}

}  // namespace
}  // namespace rubble::scenario
