// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/sdf/load_context.h"
#include "rubble/sdf/xml.h"
#include "rubble/world/model.h"

namespace rubble {

// Gazebo plugins with an equivalent drive in Rubble.
enum class PluginKind {
  DifferentialDrive,  // names wheel joints, two or more per side
  AckermannDrive,
  TrackedVehicle,   // names the links of the tracks
  TrackController,  // makes a belt of one link
};

// Identifies a plugin by library and class name: Gazebo Classic, its ROS plugins and current
// Gazebo. nullopt for plugins that Rubble does not use.
std::optional<PluginKind> kind_of_plugin(const XmlNode& plugin);

// Fills model.robot from the drive plugins of a foreign model and adds one warning that says so.
// Belts of static models need no drive: RunConveyor commands them directly.
void load_drive_plugins(const std::vector<XmlNode>& plugins, Model& model, LoadContext& context);

}  // namespace rubble
