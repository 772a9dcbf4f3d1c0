// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/world/load_context.h"
#include "rubble/world/model.h"
#include "rubble/world/xml.h"

namespace rubble {

// What a plugin of Gazebo does that Rubble can do as well.
enum class PluginKind {
  DifferentialDrive,  // wheels by joints, two or more a side
  AckermannDrive,
  TrackedVehicle,   // names the links of the tracks
  TrackController,  // makes a belt of one link
};

// By the names of its library and its class, classic Gazebo's, ROS's and today's; nothing for one
// that is not used.
std::optional<PluginKind> kind_of_plugin(const XmlNode& plugin);

// Gives a foreign model the drive that its plugins describe, and says so in one line. Belts on
// static models need nothing: they run when they are told to.
void load_drive_plugins(const std::vector<XmlNode>& plugins, Model& model, LoadContext& context);

}  // namespace rubble
