// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/add_robots.h"

#include <fmt/format.h>

#include <algorithm>

#include "rubble/pilots/explore/explore.h"
#include "rubble/scenario/sensor_selection.h"

namespace rubble::scenario {
namespace {

std::string name_of(const RobotRequest& request, std::size_t index) {
  return request.name.empty() ? "R" + std::to_string(index + 1) : request.name;
}

std::vector<TeamMember> members_of_world(const State& state) {
  std::vector<TeamMember> members;
  for (const RobotState& robot : state.robots) {
    const Instance& instance = state.instances[robot.instance.index()];
    members.push_back({instance.name, instance.model});
  }
  return members;
}

Result<std::vector<TeamMember>> find_team(sim::Simulation& simulation,
                                          const std::vector<RobotRequest>& robots) {
  std::vector<TeamMember> team;
  for (std::size_t i = 0; i < robots.size(); ++i) {
    auto model = simulation.find_model(robots[i].robot_class);
    if (!model)
      return Error{model.error().at,
                   model.error().message + "; './rubble robots' lists the classes"};
    if (!(*model)->robot)
      return Error{(*model)->at, "model '" + (*model)->name +
                                     "' has no rubble:robot element, so it cannot be started as a "
                                     "robot"};
    team.push_back({name_of(robots[i], i), *std::move(model)});
  }
  return team;
}

// Adds robots to a simulation, one after the other, and collects the commands.
class RobotAdder {
 public:
  RobotAdder(sim::Simulation& simulation, const RobotSetup& setup, const Observer& observer)
      : simulation_(simulation), setup_(setup), observer_(observer) {}

  // For a robot that is in the world already.
  Result<void> equip(const TeamMember& member) {
    std::vector<std::string> sensors = selected_sensors(*member.model, setup_.sensors);
    if (sensors.empty()) return {};
    return execute({member.name, SwitchSensorsOn{std::move(sensors)}});
  }

  Result<void> add(const RobotRequest& request, const TeamMember& member) {
    auto spawn = placed(request, member.model);
    if (!spawn) return spawn.error();
    spawn->sensors = sensors_of(member);
    if (const auto done = execute({member.name, *std::move(spawn)}); !done) return done;
    report_if_moved();
    return {};
  }

  std::vector<Command> commands() && { return std::move(commands_); }

 private:
  Result<void> execute(Command command) {
    commands_.push_back(std::move(command));
    const CommandResult answer = simulation_.execute(commands_.back());
    if (!answer.is_done) return Error{{}, answer.text};
    return {};
  }

  Result<Pose> pose_of(const RobotRequest& request, const std::shared_ptr<const Model>& model) {
    if (request.world_from_robot) return *request.world_from_robot;
    if (request.start.empty()) return next_free_start(model);
    auto position = parse_position(request.start);
    return position || is_position(request.start) ? position
                                                  : simulation_.start_pose(request.start);
  }

  // A start of an unknown name is left to the simulation, which takes another one and says so.
  Result<SpawnRobot> placed(const RobotRequest& request,
                            const std::shared_ptr<const Model>& model) {
    const auto pose = pose_of(request, model);
    if (pose) return SpawnRobot{request.robot_class, *pose, {}};
    const bool is_unknown_start = !request.start.empty() && !is_position(request.start);
    if (!is_unknown_start || simulation_.world().starts.empty()) return pose.error();
    SpawnRobot spawn{request.robot_class, Pose{}, {}};
    spawn.start = request.start;
    return spawn;
  }

  // The next start at which this robot finds room. Where none has room the next one: adding the
  // robot there gives the error.
  Result<Pose> next_free_start(const std::shared_ptr<const Model>& model) {
    const std::vector<Start>& starts = simulation_.world().starts;
    for (std::size_t k = next_start_; k < starts.size(); ++k) {
      if (!simulation_.can_enter(model, starts[k].pose)) continue;
      if (k > next_start_)
        observer_.report(fmt::format("{} has no room at '{}'; it starts at '{}'", model->name,
                                     starts[next_start_].name, starts[k].name));
      next_start_ = k;
      break;
    }
    return simulation_.start_pose(next_start_++);
  }

  // What was asked for, and what the pilot needs.
  std::vector<std::string> sensors_of(const TeamMember& member) const {
    std::vector<std::string> sensors = selected_sensors(*member.model, setup_.sensors);
    if (setup_.pilot != "explore") return sensors;
    const auto explorer = pilots::make_explorer(
        *member.model, member.name, robots::measure(*member.model), simulation_.settings().seed);
    if (!explorer) return sensors;  // add_pilots gives the error
    for (const std::string& sensor : (*explorer)->required_sensors())
      if (std::find(sensors.begin(), sensors.end(), sensor) == sensors.end())
        sensors.push_back(sensor);
    return sensors;
  }

  // Where the robot that was added last does not stand where it was wanted.
  void report_if_moved() const {
    const std::vector<Event>& events = simulation_.pending_events();
    if (events.empty() || events.back().kind != EventKind::RobotEntered) return;
    for (const Event& event : events)
      if (event.kind == EventKind::RobotMoved && event.subject == events.back().subject)
        observer_.report(event.subject + " " + event.text);
  }

  sim::Simulation& simulation_;
  const RobotSetup& setup_;
  const Observer& observer_;
  std::size_t next_start_ = 0;
  std::vector<Command> commands_;
};

// Robots of the world file that do not stand where the file puts them.
void report_moved(const sim::Simulation& simulation, const Observer& observer) {
  for (const Event& event : simulation.pending_events())
    if (event.kind == EventKind::RobotMoved) observer.report(event.subject + " " + event.text);
}

}  // namespace

Result<std::vector<Command>> add_robots(sim::Simulation& simulation,
                                        const std::vector<RobotRequest>& robots,
                                        const RobotSetup& setup, const Observer& observer) {
  const std::size_t warnings_before = simulation.model_warnings().size();
  report_moved(simulation, observer);
  const auto team = find_team(simulation, robots);
  if (!team) return team.error();
  const std::vector<TeamMember> standing = members_of_world(simulation.state());
  std::vector<TeamMember> all = standing;
  all.insert(all.end(), team->begin(), team->end());
  if (const auto checked = check_sensors_of_team(all, setup.sensors, observer); !checked)
    return checked.error();
  RobotAdder adder(simulation, setup, observer);
  for (const TeamMember& member : standing)
    if (const auto equipped = adder.equip(member); !equipped) return equipped.error();
  for (std::size_t i = 0; i < robots.size(); ++i)
    if (const auto added = adder.add(robots[i], (*team)[i]); !added) return added.error();
  const std::vector<Warning>& warnings = simulation.model_warnings();
  observer.report(std::vector<Warning>(
      warnings.begin() + static_cast<std::ptrdiff_t>(warnings_before), warnings.end()));
  return std::move(adder).commands();
}

}  // namespace rubble::scenario
