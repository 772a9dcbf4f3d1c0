// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "apps/commands.h"
#include "apps/hosting.h"
#include "apps/interrupt.h"
#include "apps/shell_text.h"
#include "apps/support.h"
#include "rubble/generators/maze.h"
#include "rubble/pilots/explore/map_picture.h"
#include "rubble/report/plan.h"
#include "rubble/scenario/add_pilots.h"
#include "rubble/scenario/scenario.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/sim/probe.h"

namespace rubble::apps {
namespace {

// Smoke in two corners, as a challenge for laser and camera.
constexpr const char* kSmoke = R"(
  <rubble:smoke name="fog1" density="0.006" profile="gaussian" sigma="0.9" turbulence="0.4"
                correlation_length="0.4" drift="0.1 0.05 0.02">
    <pose>4.4 3.1 0.5 0 0 0</pose><geometry><sphere><radius>2</radius></sphere></geometry>
  </rubble:smoke>
  <rubble:smoke name="fog2" density="0.006" profile="gaussian" sigma="0.9" turbulence="0.4"
                correlation_length="0.4" drift="0.1 0.05 0.02">
    <pose>11.2 7.0 0.5 0 0 0</pose><geometry><sphere><radius>2</radius></sphere></geometry>
  </rubble:smoke>
)";

// A maze with smoke, as a file: recordings keep the file of their world.
Result<World> make_world(const DemoOptions& options) {
  auto text = generators::maze_sdf({.seed = options.seed});
  if (!text) return text.error();
  text->insert(text->rfind("</world>"), kSmoke);
  const std::string path = options.output + ".sdf";
  if (const auto written = write_file(path, *text); !written) return written.error();
  return load_world(path, load_settings({}));
}

// The place on the robot's way from which it had the best view of a victim, or its last place.
Pose best_view(const sim::Probe& probe, const World& world, const report::Trail& trail,
               const Pose& last) {
  constexpr double kEyeHeight = 0.5, kBestDistance = 1.8, kMaxDistance = 4.0;  // m
  Pose best = last * Pose{Vec3(0.30, 0.0, kEyeHeight)};
  double best_miss = kMaxDistance - kBestDistance;
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
      if (!hit.is_hit() || probe.scene().surfaces()[static_cast<std::size_t>(hit.surface)].victim !=
                               static_cast<int>(v))
        continue;
      best_miss = miss;
      best = make_pose(eye.x(), eye.y(), eye.z(), 0, std::atan2(-way.z(), way.head<2>().norm()) / 2,
                       std::atan2(way.y(), way.x()));
    }
  }
  return best;
}

Result<void> draw_view(const sim::Simulation& simulation, const scenario::RunResult& outcome,
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

constexpr const char* kIntroduction =
    "A maze of 15 x 10 m with ramps, victims, odd materials and two clouds of smoke (seed {}).\n"
    "An Element explores it on its own, by nothing but its laser and its inertial sensor:\n"
    "it draws a map, loses its walls in the smoke, and goes where it has not been.\n";

void introduce(const DemoOptions& options) {
  fmt::print(kIntroduction, options.seed);
  std::fflush(stdout);
}

void print_summary(const scenario::RunResult& outcome, const DemoOptions& options) {
  const double sim_seconds = seconds_at(outcome.ticks);
  const scenario::RobotResult& robot = outcome.robots.front();
  fmt::print(
      "\nIn {:.0f} simulated seconds, computed in {:.1f} CPU-seconds ({:.0f} times real time), it\n"
      "  went {:.0f} m and was in {} of {} cells of the maze,\n"
      "  took {} readings with {:.1f} million laser beams,\n"
      "  bumped into something {} times.\n"
      "The run ended in state {:016x}: it will, every time you start it.\n\n",
      sim_seconds, outcome.cpu_seconds, sim_seconds / outcome.cpu_seconds, robot.distance,
      robot.cells, outcome.cells_in_all, outcome.readings, 1e-6 * static_cast<double>(outcome.rays),
      robot.bumps, outcome.state_hash);
  const auto file = [&](const char* end) { return shell_quoted(options.output + end); };
  fmt::print(
      "Look at\n"
      "  {}        the maze, for ./rubble run, serve, probe, world info\n"
      "  {}       the whole run, for ./rubble run --from, replay, slam\n"
      "  {}        where it went, in the true plan\n"
      "  {}    the map it drew\n"
      "  {}   a victim, as its camera sees one\n\n"
      "Where to go next:\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --drive explore --duration 60\n"
      "  ./rubble probe worlds/station.sdf --sensor camera_vga --pose \"-20 2 1.5 0 0 0\" -o "
      "view.png\n"
      "  ./rubble world list          the other worlds\n"
      "  ./rubble robots              the other robots\n"
      "  ./rubble sensors             what they can carry\n"
      "  ./rubble --help              everything\n",
      file(".sdf"), file(".mcap"), file(".svg"), file("-map.png"), file("-view.png"));
}

Result<void> draw(const sim::Simulation& simulation, const pilots::Explore& explorer,
                  const scenario::RunResult& outcome, const DemoOptions& options) {
  if (const auto written =
          write_file(options.output + ".svg", report::plan_svg(simulation.world(), outcome.trails));
      !written)
    return written;
  if (explorer.map() != nullptr)
    if (const auto written = write_picture(options.output + "-map.png",
                                           pilots::map_picture(*explorer.map(), explorer.trail()));
        !written)
      return written;
  return draw_view(simulation, outcome, options.output + "-view.png");
}

// Without a page: as fast as possible, with images at the end.
int run_headless(scenario::Run& run, const pilots::Explore& explorer, const DemoOptions& options) {
  constexpr double kDefaultDuration = 240.0;  // s
  if (const auto written = write_file(options.output + ".svg", ""); !written)
    return fail(written.error(), kRunFailed);
  const double duration = options.duration > 0.0 ? options.duration : kDefaultDuration;
  if (const auto writing = run.write_to({.recording = options.output + ".mcap"}); !writing)
    return fail(writing.error(), kRunFailed);
  {
    Progress progress("exploring");
    const auto done = run.advance(duration, [&](double share) { progress.show(share); });
    if (!done) return fail(done.error(), kRunFailed);
  }
  if (const auto finished = run.finish(); !finished) return fail(finished.error(), kRunFailed);
  const scenario::RunResult result = run.result();
  if (const auto drawn = draw(run.simulation(), explorer, result, options); !drawn)
    return fail(drawn.error(), kRunFailed);
  print_summary(result, options);
  return kDone;
}

// The default ports if they are free, else free ones: the demo should always start.
Result<std::unique_ptr<server::Host>> open_on_any_port(sim::Simulation& simulation,
                                                       server::HostSettings& settings) {
  auto host = server::Host::open(simulation, settings);
  if (host) return host;
  const server::OptionalPort web = settings.ports.web;
  settings.ports = {.usarsim = 0, .image = 0, .com = 0, .truth = 0, .radio = 0, .web = web};
  host = server::Host::open(simulation, settings);
  if (host) return host;
  settings.ports.web = 0;
  return server::Host::open(simulation, settings);
}

int run_with_page(scenario::Run& run, const DemoOptions& options) {
  sim::Simulation& simulation = run.simulation();
  server::HostSettings settings;
  settings.ports.radio = 50000;
  settings.ports.web = parse_port(options.web_port);
  settings.duration = options.duration;
  settings.first_commands = run.first_commands();
  settings.page = page_settings(settings.host);
  settings.page.is_demo = true;
  settings.page.open_recorder = [&](const std::string& path) {
    return scenario::open_recorder(path, simulation, {});
  };
  auto host = open_on_any_port(simulation, settings);
  if (!host) return fail(port_error(host.error()), kRunFailed);
  prepare_sockets();
  stop_when_interrupted();
  auto recorder = settings.page.open_recorder(options.output + ".mcap");
  if (!recorder) return fail(recorder.error(), kRunFailed);
  if (const auto kept = (*host)->record(*std::move(recorder), options.output + ".mcap"); !kept)
    return fail(kept.error(), kRunFailed);
  const int port = (*host)->ports().web.value_or(0);
  fmt::print(
      "\nOpen this page in a browser to watch it and to take over:\n\n"
      "    http://127.0.0.1:{0}/\n\n"
      "Robots of your own can join: port {1} speaks USARSim (clients/README.md).\n"
      "The maze is kept in {2}.sdf, the run in {2}.mcap.\n"
      "Press Ctrl-C here to end. (./rubble demo --headless draws pictures instead.)\n",
      port, (*host)->ports().usarsim.value_or(0), options.output);
  std::fflush(stdout);
  (*host)->run(is_interrupted);
  if (const auto closed = (*host)->end_recording(); !closed)
    return fail(closed.error(), kRunFailed);
  return kDone;
}

int explore_headless(const scenario::Scenario& scenario, const DemoOptions& options) {
  const auto run = scenario::open_run(scenario, printing_observer());
  if (!run) return fail(run.error());
  const auto explorer = scenario::add_explorer((*run)->simulation(), RobotId(0));
  if (!explorer) return fail(explorer.error());
  return run_headless(**run, **explorer, options);
}

// With a page the robot has all its sensors, for display.
int explore_with_page(scenario::Scenario scenario, const DemoOptions& options) {
  scenario.sensors = {"usual"};
  scenario.pilot = "explore";
  const auto run = scenario::open_run(scenario, printing_observer());
  if (!run) return fail(run.error());
  return run_with_page(**run, options);
}

}  // namespace

int demo(const DemoOptions& options) {
  auto world = make_world(options);
  if (!world) return fail(world.error(), kRunFailed);
  introduce(options);
  const scenario::Scenario scenario{.world = *std::move(world),
                                    .robots = scenario::parse_robots({"Element"}),
                                    .seed = options.seed};
  return options.is_headless ? explore_headless(scenario, options)
                             : explore_with_page(scenario, options);
}

}  // namespace rubble::apps
