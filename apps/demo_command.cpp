// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "apps/commands.h"
#include "apps/map_picture.h"
#include "apps/mission.h"
#include "apps/support.h"
#include "rubble/generators/maze.h"
#include "rubble/sensors/kinds.h"
#include "rubble/sim/probe.h"

namespace rubble::apps {
namespace {

// Fog in two corners and a fire in the middle, so that laser and camera have something to fight.
void add_smoke(World& world) {
  for (const Vec3& middle : {Vec3(4.4, 3.1, 0.5), Vec3(11.2, 7.0, 0.5)}) {
    SmokeArea fog;
    fog.name = "fog" + std::to_string(world.smokes.size() + 1);
    fog.pose = {middle};
    fog.geometry = Sphere{2.0};
    fog.profile = SmokeProfile::Gaussian;
    fog.sigma = 0.9;
    fog.density = 0.006;
    fog.turbulence = 0.4;
    fog.correlation_length = 0.4;
    fog.drift = Vec3(0.1, 0.05, 0.02);
    world.smokes.push_back(fog);
  }
}

// The place on the robot's way from which it had the best view of a victim, or its last place.
Pose best_view(const sim::Probe& probe, const World& world, const Trail& trail, const Pose& last) {
  constexpr double kEyeHeight = 0.5, kBestDistance = 1.8, kMostApart = 4.0;  // m
  Pose best = last * Pose{Vec3(0.30, 0.0, kEyeHeight)};
  double best_miss = kMostApart - kBestDistance;
  for (std::size_t v = 0; v < world.victims.size(); ++v) {
    const Vec3 body = world.victims[v].pose.position + Vec3(0, 0, 0.15);
    for (std::size_t i = 0; i < trail.points.size(); i += 5) {
      const Vec3 eye(trail.points[i].x(), trail.points[i].y(), kEyeHeight);
      const Vec3 way = body - eye;
      const double miss = std::abs(way.norm() - kBestDistance);
      if (miss >= best_miss) continue;
      const rays::Ray ray{.origin = eye.cast<float>(), .direction = way.normalized().cast<float>()};
      rays::Hit hit;
      probe.scene().cast({&ray, 1}, {&hit, 1});
      if (!hit.is_something() ||
          probe.scene().surfaces()[static_cast<std::size_t>(hit.surface)].victim !=
              static_cast<int>(v))
        continue;
      best_miss = miss;
      best = make_pose(eye.x(), eye.y(), eye.z(), 0, std::atan2(-way.z(), way.head<2>().norm()) / 2,
                       std::atan2(way.y(), way.x()));
    }
  }
  return best;
}

Result<void> draw_view(const sim::Simulation& simulation, const Outcome& outcome,
                       const std::string& path) {
  const auto camera = sensors::spec_of_preset("camera_vga");
  if (!camera) return camera.error();
  sim::Probe probe(simulation.world());
  const Pose eye = best_view(probe, simulation.world(), outcome.trails.front(),
                             outcome.robots.front().last_pose);
  const auto view = probe.ask({*camera, eye, seconds_at(simulation.state().tick)});
  if (!view) return view.error();
  return write_picture(path, std::get<Image>(*view));
}

void introduce(const DemoOptions& options) {
  fmt::print(
      "A maze of 15 x 10 m with ramps, victims, odd materials and two clouds of smoke (seed {}).\n"
      "An Element explores it on its own, by nothing but its laser and its inertial sensor:\n"
      "it draws a map, loses its walls in the smoke, and goes where it has not been.\n",
      options.seed);
  std::fflush(stdout);
}

void tell(const Outcome& outcome, const DemoOptions& options) {
  const double sim_seconds = seconds_at(outcome.ticks);
  const RobotOutcome& robot = outcome.robots.front();
  fmt::print(
      "\nIn {:.0f} simulated seconds, computed in {:.1f} CPU-seconds ({:.0f} times real time), it\n"
      "  went {:.0f} m and was in {} of {} cells of the maze,\n"
      "  took {} readings with {:.1f} million laser beams,\n"
      "  bumped into something {} times.\n"
      "The run ended in state {:016x}: it will, every time you start it.\n\n",
      sim_seconds, outcome.cpu_seconds, sim_seconds / outcome.cpu_seconds, robot.distance,
      robot.cells, outcome.cells_in_all, outcome.readings, 1e-6 * static_cast<double>(outcome.rays),
      robot.bumps, outcome.state_hash);
  fmt::print(
      "Look at\n"
      "  {0}.svg        where it went, in the true plan\n"
      "  {0}-map.png    the map it drew\n"
      "  {0}-view.png   a victim, as its camera sees one\n\n"
      "Where to go next:\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --drive explore --duration 60\n"
      "  ./rubble probe worlds/station.sdf --sensor camera_vga --pose \"-20 2 1.5 0 0 0\" -o "
      "view.png\n"
      "  ./rubble world list          the other worlds\n"
      "  ./rubble robots              the other robots\n"
      "  ./rubble sensors             what they can carry\n"
      "  ./rubble --help              everything\n",
      options.output);
}

Result<void> draw(const sim::Simulation& simulation, const pilots::Explore& explorer,
                  const Outcome& outcome, const DemoOptions& options) {
  if (const auto written =
          write_file(options.output + ".svg", plan_svg(simulation.world(), outcome.trails));
      !written)
    return written;
  if (explorer.map() != nullptr)
    if (const auto written = write_picture(options.output + "-map.png",
                                           map_picture(*explorer.map(), explorer.trail()));
        !written)
      return written;
  return draw_view(simulation, outcome, options.output + "-view.png");
}

}  // namespace

int demo(const DemoOptions& options) {
  if (const auto written = write_file(options.output + ".svg", ""); !written)
    return fail(written.error());
  const auto text = generators::maze_sdf({.seed = options.seed});
  if (!text) return fail(text.error());
  auto world = load_world_text(*text, "maze " + std::to_string(options.seed), load_settings({}));
  if (!world) return fail(world.error());
  add_smoke(*world);
  introduce(options);
  sim::Simulation simulation(*std::move(world), {.seed = options.seed});
  if (const auto added = add_robots(simulation, {"Element"}); !added) return fail(added.error());
  const auto explorer = add_explorer(simulation, RobotId(0));
  if (!explorer) return fail(explorer.error());
  Progress progress("exploring");
  const auto outcome =
      run_mission(simulation, options.duration, nullptr, [&](double done) { progress.show(done); });
  if (!outcome) return fail(outcome.error(), kRunFailed);
  if (const auto drawn = draw(simulation, **explorer, *outcome, options); !drawn)
    return fail(drawn.error(), kRunFailed);
  tell(*outcome, options);
  return kDone;
}

}  // namespace rubble::apps
