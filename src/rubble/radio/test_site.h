// SPDX-License-Identifier: Apache-2.0
// A building site for tests: boxes as walls, robots as boxes.
#pragma once

#include <memory>
#include <string>

#include "rubble/world/state.h"

namespace rubble::radio {

struct TestWall {
  Vec3 middle;
  Vec3 size;
  std::string material = "";
  double thickness = 0.0;
  bool is_static = true;
};

inline std::shared_ptr<Model> model_of_box(const TestWall& wall) {
  auto model = std::make_shared<Model>();
  model->name = "wall";
  model->is_static = wall.is_static;
  rubble::Link link{.name = "link"};
  Visual visual{.name = "visual", .geometry = Box{wall.size}};
  visual.surface.material = wall.material;
  visual.surface.thickness = wall.thickness;
  link.visuals.push_back(visual);
  link.collisions.push_back({.name = "collision", .geometry = Box{wall.size}});
  model->links.push_back(std::move(link));
  return model;
}

struct TestSite {
  State state;

  InstanceId build(const TestWall& wall) {
    return state.add(model_of_box(wall), "wall" + std::to_string(state.instances.size()),
                     {wall.middle});
  }
  InstanceId put_robot(const std::string& name, const Vec3& place, bool is_relay = false) {
    auto model =
        model_of_box({.middle = Vec3::Zero(), .size = Vec3::Constant(0.4), .is_static = false});
    model->robot = RobotSpec{.robot_class = "Box", .is_relay = is_relay};
    const InstanceId id = state.add(model, name, {place});
    state.robots.push_back({.instance = id, .battery = 1200.0});
    return id;
  }
  void move(InstanceId id, const Vec3& place) {
    state.bodies[state.instances[id.index()].links[0].body.index()].pose.position = place;
  }
};

}  // namespace rubble::radio
