// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/station_registry.h"

#include <gtest/gtest.h>

#include "rubble/wireless/channel/test_links.h"
#include "rubble/wireless/exec/protocol.h"

namespace rubble::wireless {
namespace {

TEST(StationRegistry, KeepsTheNumbersOfStationsThatLeave) {
  StationRegistry registry;
  EXPECT_TRUE(registry.add_stations(*links_among({"R2", "R3"})));
  EXPECT_TRUE(registry.add_stations(*links_among({"R1", "R3"})));
  EXPECT_EQ(registry.find("R2"), 1);
  EXPECT_EQ(registry.find("R3"), 2);
  EXPECT_EQ(registry.find("R1"), 3);
  EXPECT_EQ(registry.find("R4"), 0);
  EXPECT_EQ(registry.name(3), "R1");
  EXPECT_EQ(registry.list(), "R2, R3, R1");
}

TEST(StationRegistry, FindsNamesIgnoringCaseIfUnambiguous) {
  StationRegistry registry;
  registry.add_stations(*links_among({"Robot", "Base", "base", "BASE2"}));
  EXPECT_EQ(registry.name(registry.find("robot")), "Robot");
  EXPECT_EQ(registry.name(registry.find("base")), "base");
  EXPECT_EQ(registry.find("bAsE"), 0);
  EXPECT_EQ(registry.name(registry.find("base2")), "BASE2");
}

TEST(StationRegistry, CapacityIsTheNumberOfAddresses) {
  std::vector<std::string> names;
  for (int i = 0; i < kMaxExecStations; ++i) names.push_back("R" + std::to_string(i));
  StationRegistry registry;
  EXPECT_TRUE(registry.add_stations(*links_among(names)));
  names.push_back("one more");
  EXPECT_FALSE(registry.add_stations(*links_among(names)));
  EXPECT_EQ(registry.find("one more"), 0);
}

TEST(ExecAddresses, DecodeStationAndPairAddressesOnly) {
  const std::uint32_t own = station_address(77, 250);
  EXPECT_EQ(own, 0x7f4d00fau);
  EXPECT_EQ(block_of(own), 77);
  EXPECT_EQ(station_at(77, own), 250);
  EXPECT_FALSE(station_at(79, own));
  EXPECT_FALSE(station_at(77, loopback_address(77, 0, 0)));
  EXPECT_FALSE(station_at(77, loopback_address(77, 0, 251)));
  EXPECT_FALSE(station_at(77, loopback_address(77, 1, 1)));
  EXPECT_FALSE(station_at(77, 0x0a4d0001));  // 10.77.0.1
  const StationPair pair{3, 250};
  EXPECT_EQ(pair_at(77, pair_address(77, pair)), pair);
  EXPECT_FALSE(pair_at(77, own));
  EXPECT_FALSE(pair_at(77, loopback_address(78, 0, 1)));
}

}  // namespace
}  // namespace rubble::wireless
