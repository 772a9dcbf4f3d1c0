// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/legacy_classes.h"

#include "rubble/usarsim/protocol/line.h"

namespace rubble::usarsim {
namespace {

struct LegacyClass {
  const char* name;
  const char* nearest;
};

constexpr LegacyClass kLegacyClasses[] = {
    {"Zerg", "P2AT"},        // four wheels, skid-steered, smaller
    {"Tarantula", "Kenaf"},  // tracks and four flippers
    {"StereoP2AT", "P2AT"},  // with a second camera
    {"KURT2D", "P2AT"},      // six wheels, skid-steered
    {"KURT3D", "P2AT"},      // the same with a tilting scanner
    {"ARDrone", "AirRobot"},
};

}  // namespace

std::string_view nearest_class(std::string_view robot_class) {
  for (const LegacyClass& old : kLegacyClasses)
    if (equal_without_case(old.name, robot_class)) return old.nearest;
  return {};
}

}  // namespace rubble::usarsim
