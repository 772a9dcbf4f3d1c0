// SPDX-License-Identifier: Apache-2.0
#include "apps/mission.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <set>

#include "apps/support.h"
#include "rubble/base/hash.h"
#include "rubble/base/log.h"
#include "rubble/base/text.h"
#include "rubble/pilots/command_pilot.h"
#include "rubble/pilots/explore/explore.h"
#include "rubble/pilots/wander.h"
#include "rubble/rays/scene.h"
#include "rubble/sdf/load.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/serialization/command_file.h"
#include "rubble/serialization/message_json.h"

namespace rubble::apps {
namespace {

constexpr Tick kWatchEvery = 24;  // ticks: ten times a second

struct RobotOrder {
  std::string robot_class;
  std::string start;  // empty = the next free one
};

// A file of the current folder becomes a path with a slash, which tells paths from classes, also in
// a recording. Names of classes have no ending.
std::string class_or_path(const std::string& word) {
  const bool is_file = word.ends_with(".sdf") || word.ends_with(".urdf");
  return is_file && word.find('/') == std::string::npos ? "./" + word : word;
}

RobotOrder split_order(const std::string& text) {
  const std::size_t at = text.find('@');
  if (at == std::string::npos) return {class_or_path(text), ""};
  return {class_or_path(text.substr(0, at)), text.substr(at + 1)};
}

bool is_meant_as_place(const std::string& text) { return text.find(',') != std::string::npos; }

// A start by name, or a place given as x,y or x,y,z or x,y,z,yaw (m, rad).
Result<Pose> place_of(const std::string& text, const sim::Simulation& simulation) {
  std::string words = text;
  std::replace(words.begin(), words.end(), ',', ' ');
  for (const std::size_t count : {2U, 3U, 4U})
    if (const auto numbers = parse_numbers(words, count)) {
      const auto value = [&](std::size_t i) { return i < count ? (*numbers)[i] : 0.0; };
      return make_pose(value(0), value(1), value(2), 0.0, 0.0, value(3));
    }
  if (is_meant_as_place(text))
    return Error{
        {},
        fmt::format("'{}' is not a position: expected x,y or x,y,z or x,y,z,yaw, finite numbers "
                    "in metres and radians",
                    text)};
  return simulation.start_pose(text);
}

// What the world says about a robot that does not stand where it was wanted.
void tell_if_moved(const sim::Simulation& simulation) {
  const std::vector<Event>& events = simulation.pending_events();
  if (!events.empty() && events.back().is<RobotEntered>())
    for (const Event& event : events)
      if (const auto* moved = event.as<RobotMoved>();
          moved && event.subject == events.back().subject)
        log_warning("{} {}", event.subject, moved->remark);
}

// The next start at which this robot finds room. Where none has room the next one: it is refused
// with a sentence.
Result<Pose> next_free_start(const sim::Simulation& simulation,
                             const std::shared_ptr<const Model>& model, std::size_t& next) {
  const std::vector<Start>& starts = simulation.world().starts;
  for (std::size_t k = next; k < starts.size(); ++k)
    if (simulation.can_enter(model, starts[k].pose)) {
      if (k > next)
        log_warning("{} has no room at '{}'; it starts at '{}'", model->name, starts[next].name,
                    starts[k].name);
      next = k;
      break;
    }
  return simulation.start_pose(next++);
}

// Follows the robots and adds up what they did.
class Watcher {
 public:
  explicit Watcher(const sim::Simulation& simulation) : grid_(simulation.world().generator) {
    meet(simulation.state());
  }

  // Robots may enter while a run goes on.
  void meet(const State& state) {
    for (std::size_t i = outcomes_.size(); i < state.robots.size(); ++i) {
      const InstanceId id = state.robots[i].instance;
      const Instance& instance = state.instances[id.index()];
      outcomes_.push_back({.name = instance.name,
                           .robot_class = instance.model->robot->robot_class,
                           .last_pose = state.world_from_model(id)});
      trails_.push_back({instance.name, {outcomes_.back().last_pose.position.head<2>()}});
    }
    visited_.resize(outcomes_.size());
  }

  void watch(const State& state) {
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      const Pose pose = state.world_from_model(state.robots[i].instance);
      RobotOutcome& robot = outcomes_[i];
      robot.distance += (pose.position - robot.last_pose.position).head<2>().norm();
      robot.last_pose = pose;
      robot.battery = state.robots[i].battery;
      if ((pose.position.head<2>() - trails_[i].points.back()).norm() > 0.02)
        trails_[i].points.emplace_back(pose.position.head<2>());
      if (const int cell = cell_at(pose.position); cell >= 0) visited_[i].insert(cell);
      robot.cells = static_cast<int>(visited_[i].size());
    }
  }

  int cells_in_all() const { return grid_ ? grid_->columns * grid_->rows : 0; }

  // A bump is a contact whose normal is closer to level than to upright.
  void notice(const physics::Contact& contact, const State& state) {
    if (contact.phase != physics::ContactPhase::Begin || std::abs(contact.normal_world.z()) > 0.7)
      return;
    for (std::size_t i = 0; i < outcomes_.size(); ++i)
      if (state.robots[i].instance == contact.first.instance ||
          state.robots[i].instance == contact.second.instance)
        ++outcomes_[i].bumps;
  }

  std::vector<RobotOutcome> outcomes() && { return std::move(outcomes_); }
  std::vector<report::Trail> trails() && { return std::move(trails_); }

 private:
  int cell_at(const Vec3& position) const {
    if (!grid_ || grid_->pitch <= 0.0) return -1;
    const int column = static_cast<int>(std::floor(position.x() / grid_->pitch));
    const int row = static_cast<int>(std::floor(position.y() / grid_->pitch));
    const bool is_inside = column >= 0 && column < grid_->columns && row >= 0 && row < grid_->rows;
    return is_inside ? row * grid_->columns + column : -1;
  }

  std::optional<GeneratorNote> grid_;
  std::vector<std::set<int>> visited_;
  std::vector<RobotOutcome> outcomes_;
  std::vector<report::Trail> trails_;
};

std::string joint_name(const State& state, const physics::BrokenJoint& broken) {
  const Instance& instance = state.instances[broken.instance.index()];
  return instance.name + "::" + instance.model->joints[static_cast<std::size_t>(broken.joint)].name;
}

void add_up(const physics::StepReport& report, const State& state, Outcome& outcome) {
  outcome.contacts += report.contact_points;
  outcome.iterations += report.solver_iterations;
  outcome.contacts_dropped += report.contacts_dropped;
  outcome.islands_cut_short += report.islands_cut_short;
  outcome.bodies_reset += report.bodies_reset;
  for (const physics::BrokenJoint& broken : report.broken_joints)
    outcome.broken_joints.push_back(joint_name(state, broken));
}

bool write_readings(const std::vector<Reading>& readings, std::ostream& stream) {
  for (const Reading& reading : readings) stream << to_json(reading) << '\n';
  return stream.good();
}

// One that every robot can be given: all its own, or a preset to be put on it.
bool is_for_everybody(const std::string& sensor) {
  return sensor == "all" || sensor == "usual" || sensors::spec_of_preset(sensor).ok();
}

std::vector<std::string> sensor_names(const Model& model) {
  std::vector<std::string> names;
  for (const Link& link : model.links)
    for (const SensorSpec& spec : link.sensors) names.push_back(spec.name);
  return names;
}

bool has_sensor(const Model& model, const std::string& sensor) {
  const std::vector<std::string> names = sensor_names(model);
  return std::find(names.begin(), names.end(), sensor) != names.end();
}

std::string name_of_robot(std::size_t index) { return "R" + std::to_string(index + 1); }

// A robot of a run: one that stands in the world, or one that is about to enter it.
struct Member {
  std::string name;
  std::shared_ptr<const Model> model;
};

std::vector<Member> members_of_world(const State& state) {
  std::vector<Member> members;
  for (const RobotState& robot : state.robots) {
    const Instance& instance = state.instances[robot.instance.index()];
    members.push_back({instance.name, instance.model});
  }
  return members;
}

// A sensor that only some robots of a team have is for those; one that none has is a mistake.
Result<void> check_sensors_of_team(const std::vector<Member>& team,
                                   const std::vector<std::string>& sensors) {
  if (team.empty() && !sensors.empty())
    return Error{{},
                 fmt::format("sensor '{}' has no robot to go to: the world has none, and --robot "
                             "names none",
                             sensors.front())};
  for (const std::string& sensor : sensors) {
    if (is_for_everybody(sensor)) continue;
    std::string without;
    std::vector<std::string> known;
    for (const Member& member : team) {
      for (std::string& name : sensor_names(*member.model)) known.push_back(std::move(name));
      if (!has_sensor(*member.model, sensor))
        without += fmt::format("{}{} ({})", without.empty() ? "" : ", ", member.name,
                               member.model->robot->robot_class);
    }
    if (std::find(known.begin(), known.end(), sensor) == known.end()) {
      for (const sensors::Preset& preset : sensors::presets()) known.emplace_back(preset.name);
      const auto meant = closest_word(sensor, known);
      return Error{{},
                   fmt::format("no robot of this run has a sensor '{}', and there is no preset of "
                               "that name{}; './rubble robots' and './rubble sensors' list them",
                               sensor, meant ? "; did you mean '" + *meant + "'?" : "")};
    }
    if (!without.empty()) log_warning("sensor '{}': {} without it", sensor, without);
  }
  return {};
}

// What it is asked to have, and what its pilot needs.
std::vector<std::string> sensors_of(const sim::Simulation& simulation, const Model& model,
                                    const std::string& name, const RobotSetup& setup) {
  std::vector<std::string> sensors;
  for (const std::string& sensor : setup.sensors)
    if (is_for_everybody(sensor) || has_sensor(model, sensor)) sensors.push_back(sensor);
  if (setup.drive != "explore") return sensors;
  const auto explorer =
      pilots::make_explorer(model, name, robots::measure(model), simulation.settings().seed);
  if (!explorer) return sensors;  // add_pilots says why
  for (const std::string& sensor : (*explorer)->required_sensors())
    if (std::find(sensors.begin(), sensors.end(), sensor) == sensors.end())
      sensors.push_back(sensor);
  return sensors;
}

Result<std::vector<Member>> find_team(sim::Simulation& simulation,
                                      const std::vector<std::string>& robots) {
  std::vector<Member> team;
  for (std::size_t i = 0; i < robots.size(); ++i) {
    auto model = simulation.find_model(split_order(robots[i]).robot_class);
    if (!model)
      return Error{model.error().at,
                   model.error().message + "; './rubble robots' lists the classes"};
    if (!(*model)->robot)
      return Error{(*model)->at, "model '" + (*model)->name +
                                     "' has no rubble:robot element, so it cannot be started as a "
                                     "robot"};
    team.push_back({name_of_robot(i), *std::move(model)});
  }
  return team;
}

// Robots that stand in the world get what --sensor names, as those that enter do.
Result<void> equip_world(sim::Simulation& simulation, const std::vector<Member>& members,
                         const RobotSetup& setup, std::vector<Command>& commands) {
  for (const Member& member : members) {
    std::vector<std::string> sensors;
    for (const std::string& sensor : setup.sensors)
      if (is_for_everybody(sensor) || has_sensor(*member.model, sensor)) sensors.push_back(sensor);
    if (sensors.empty()) continue;
    commands.push_back({member.name, SwitchSensorsOn{std::move(sensors)}});
    const CommandResult answer = simulation.execute(commands.back());
    if (!answer.is_done) return Error{{}, answer.text};
  }
  return {};
}

template <class... Kinds>
bool is_one_of(const CommandData& order) {
  return (std::holds_alternative<Kinds>(order) || ...);
}

// An order that brings, moves or takes what is no robot of the beginning.
bool is_for_world(const CommandData& order) {
  return is_one_of<SpawnRobot, LeaveWorld, CreateObject, MoveObject, SpinObject, AddWaypoints,
                   ClearWaypoints, FollowWaypoints, RunConveyor, RemoveObjects, PlaceSmoke>(order);
}

// Orders for robots that are there from the beginning are known to be right before the run begins;
// of what comes and goes the world itself says what it cannot do.
Result<void> check_commands(const sim::Simulation& simulation,
                            const std::vector<TimedCommand>& commands) {
  std::set<std::string> coming;
  for (const TimedCommand& timed : commands) {
    const Command& command = timed.command;
    if (std::holds_alternative<SpawnRobot>(command.data)) coming.insert(command.robot);
    if (is_for_world(command.data) || coming.contains(command.robot)) continue;
    if (const auto checked = simulation.robots().check(command, simulation.state()); !checked)
      return Error{
          {}, fmt::format("at t = {:g} s: {}", seconds_at(timed.tick), checked.error().message)};
  }
  return {};
}

// Says what the world would not do, each sentence once.
class Refusals {
 public:
  void hear(const std::vector<Command>& commands, const std::vector<CommandResult>& answers,
            Tick tick) {
    constexpr std::size_t kMaxTold = 10;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i].is_done) continue;
      ++count_;
      if (told_.size() < kMaxTold && told_.insert(answers[i].text).second)
        log_warning("at t = {:g} s: a command for '{}' was rejected: {}", seconds_at(tick),
                    commands[i].robot, answers[i].text);
    }
  }
  std::int64_t count() const { return count_; }

 private:
  std::set<std::string> told_;
  std::int64_t count_ = 0;
};

}  // namespace

Result<std::vector<Command>> add_robots(sim::Simulation& simulation,
                                        const std::vector<std::string>& robots,
                                        const RobotSetup& setup) {
  std::vector<Command> commands;
  std::size_t next_start = 0;
  const std::size_t warnings_before = simulation.model_warnings().size();
  for (const Event& event : simulation.pending_events())
    if (const auto* moved = event.as<RobotMoved>())
      log_warning("{} {}", event.subject, moved->remark);
  const auto team = find_team(simulation, robots);
  if (!team) return team.error();
  const std::vector<Member> standing = members_of_world(simulation.state());
  std::vector<Member> all = standing;
  all.insert(all.end(), team->begin(), team->end());
  if (const auto checked = check_sensors_of_team(all, setup.sensors); !checked)
    return checked.error();
  if (const auto equipped = equip_world(simulation, standing, setup, commands); !equipped)
    return equipped.error();
  for (std::size_t i = 0; i < robots.size(); ++i) {
    const RobotOrder order = split_order(robots[i]);
    const auto pose = order.start.empty()
                          ? next_free_start(simulation, (*team)[i].model, next_start)
                          : place_of(order.start, simulation);
    const bool is_unknown_start = !pose && !order.start.empty() && !is_meant_as_place(order.start);
    if (!pose && (!is_unknown_start || simulation.world().starts.empty())) return pose.error();
    const std::string name = name_of_robot(i);
    SpawnRobot spawn{order.robot_class, pose ? *pose : Pose{},
                     sensors_of(simulation, *(*team)[i].model, name, setup)};
    if (is_unknown_start) spawn.start = order.start;
    commands.push_back({name, std::move(spawn)});
    const CommandResult answer = simulation.execute(commands.back());
    if (!answer.is_done) return Error{{}, answer.text};
    tell_if_moved(simulation);
  }
  const std::vector<Warning>& warnings = simulation.model_warnings();
  print_warnings({warnings.begin() + static_cast<std::ptrdiff_t>(warnings_before), warnings.end()});
  return commands;
}

Result<const pilots::Explore*> add_explorer(sim::Simulation& simulation, RobotId robot) {
  const Instance& instance =
      simulation.state().instances[simulation.state().robots[robot.index()].instance.index()];
  auto explorer =
      pilots::make_explorer(*instance.model, instance.name, simulation.robots().measures(robot),
                            simulation.settings().seed);
  if (!explorer) return explorer.error();
  for (const std::string& sensor : (*explorer)->required_sensors())
    if (const auto on = simulation.switch_on(robot, sensor); !on) return on.error();
  const pilots::Explore* const pilot = explorer->get();
  simulation.add_pilot(*std::move(explorer));
  return pilot;
}

Result<void> add_pilots(sim::Simulation& simulation, const std::string& drive) {
  const State& state = simulation.state();
  if (drive == "none") return {};
  if (drive == "explore") {
    for (std::size_t i = 0; i < state.robots.size(); ++i)
      if (const auto added = add_explorer(simulation, RobotId(i)); !added) return added.error();
    return {};
  }
  if (drive == "wander") {
    for (std::size_t i = 0; i < state.robots.size(); ++i)
      simulation.add_pilot(std::make_unique<pilots::Wander>(
          state, state.robots[i].instance, simulation.robots().measures(RobotId(i)),
          simulation.settings().seed));
    return {};
  }
  auto commands = read_command_file(drive);
  if (!commands) {
    const auto meant = closest_word(drive, {"wander", "explore", "none"});
    if (!meant) return commands.error();
    return Error{commands.error().at,
                 commands.error().message + "; did you mean --drive " + *meant + "?"};
  }
  if (const auto checked = check_commands(simulation, *commands); !checked)
    return Error{{drive}, checked.error().message};
  simulation.add_pilot(std::make_unique<pilots::CommandPilot>(*std::move(commands)));
  return {};
}

Result<Outcome> run_mission(sim::Simulation& simulation, double duration, CommandRecorder* recorder,
                            const std::function<void(double)>& progress, std::ostream* readings,
                            sim::RunRecorder* recording, LinkTable* links) {
  Outcome outcome;
  Watcher watcher(simulation);
  Refusals refusals;
  Hash readings_hash;
  const std::int64_t rays_before = simulation.scene().ray_count();
  const double cpu_before = cpu_seconds();
  const Tick end = tick_at(duration);
  for (Tick tick = 0; tick < end; ++tick) {
    const std::vector<Command> commands = simulation.pilot_commands();
    if (recorder != nullptr)
      if (const auto kept = recorder->append(tick, commands); !kept) return kept.error();
    if (recording != nullptr) recording->record_commands(tick, commands);
    const physics::StepReport report = simulation.step(commands);
    refusals.hear(commands, simulation.command_results(), tick);
    if (recording != nullptr)
      if (const auto kept = recording->record_tick(simulation); !kept) return kept.error();
    watcher.meet(simulation.state());
    add_up(report, simulation.state(), outcome);
    outcome.commands += static_cast<std::int64_t>(commands.size());
    outcome.readings += static_cast<std::int64_t>(simulation.readings().size());
    for (const Reading& reading : simulation.readings()) readings_hash.add(hash_of(reading));
    if (readings != nullptr && !write_readings(simulation.readings(), *readings))
      return Error{{}, "the readings could not be written; is the disk full?"};
    if (links != nullptr && simulation.state().tick % links->tracker.period() == 0)
      if (const auto kept = links->log.write(*links->tracker.update(simulation.state())); !kept)
        return kept.error();
    for (const physics::Contact& contact : report.contacts)
      watcher.notice(contact, simulation.state());
    if (tick % kWatchEvery == 0) {
      watcher.watch(simulation.state());
      progress(static_cast<double>(tick) / static_cast<double>(end));
    }
  }
  watcher.watch(simulation.state());
  outcome.ticks = end;
  outcome.commands_refused = refusals.count();
  outcome.cpu_seconds = cpu_seconds() - cpu_before;
  outcome.state_hash = simulation.state().hash();
  outcome.rays = simulation.scene().ray_count() - rays_before;
  outcome.readings_hash = readings_hash.value();
  outcome.cells_in_all = watcher.cells_in_all();
  outcome.trails = Watcher(watcher).trails();
  outcome.robots = std::move(watcher).outcomes();
  return outcome;
}

}  // namespace rubble::apps
