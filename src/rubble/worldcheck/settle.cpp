// SPDX-License-Identifier: Apache-2.0
#include "rubble/worldcheck/settle.h"

#include <fmt/core.h>

#include "rubble/base/parallel.h"
#include "rubble/physics/physics.h"

namespace rubble::worldcheck {

CheckRow check_settle(const World& world) {
  constexpr double kSeconds = 2.0;
  constexpr double kMaxDisplacement = 0.02;  // m
  Workers workers(1);
  physics::Physics physics({.gravity = world.gravity}, workers);
  State state;
  for (const auto& model : world.models)
    physics.add(state, state.add(model, model->name, model->world_from_model));
  const State before = state;
  for (Tick i = 0; i < tick_at(kSeconds); ++i) physics.advance({}, state);

  int moving = 0;
  double most = 0.0;
  std::string who = "nothing";
  for (const Instance& instance : state.instances) {
    if (instance.model->is_static) continue;
    ++moving;
    for (const LinkAttachment& link : instance.links) {
      const std::size_t body = link.body.index();
      const double distance =
          (state.bodies[body].pose.position - before.bodies[body].pose.position).norm();
      if (distance > most) {
        most = distance;
        who = instance.name;
      }
    }
  }
  return {"settle", most <= kMaxDisplacement,
          fmt::format("{} things can move; {} moved most, {:.1f} mm in {} s", moving, who,
                      1000.0 * most, kSeconds)};
}

}  // namespace rubble::worldcheck
