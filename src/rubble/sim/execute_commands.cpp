// SPDX-License-Identifier: Apache-2.0
// What each order does to a simulation.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "rubble/base/text.h"
#include "rubble/sensors/description.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/sim/free_pose_finder.h"
#include "rubble/sim/simulation.h"

namespace rubble::sim {
namespace {

constexpr double kFarthest = 1e5;  // m
constexpr const char* kNoPlace =
    "that is no place in this world, which ends 100 km from its origin";
constexpr std::size_t kMaxTextLength = 1000;
constexpr std::size_t kMaxNameLength = 100;
constexpr std::size_t kMaxTags = 10'000;
constexpr int kMaxRelays = 8;  // that a robot carries
constexpr std::size_t kMaxRobots = 1000;
constexpr std::size_t kMaxSensorWords = 100;
constexpr std::size_t kMaxSmokes = 64;
// At its rim a ball of smoke has 9 % of the density in its middle.
constexpr double kSigmasInRadius = 2.2;

bool is_placeable(const Pose& pose) {
  return is_finite(pose) && pose.position.cwiseAbs().maxCoeff() <= kFarthest &&
         pose.rotation.norm() > 0.5;
}

// What is wrong with smoke that is to be placed; empty: nothing.
std::string flaw_of(const PlaceSmoke& order) {
  if (!is_placeable({order.middle})) return kNoPlace;
  if (!(order.radius >= 0.05 && order.radius <= 20.0))
    return "a ball of smoke has a radius from 0.05 to 20 m";
  if (!(order.density >= 0.0 && order.density <= 1.0)) return "smoke has a density from 0 to 1";
  return {};
}

// Names of starts are compared without case, as clients write them.
bool is_same_name(const std::string& first, const std::string& second) {
  return std::equal(first.begin(), first.end(), second.begin(), second.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  });
}

CommandResult refused(std::string why) { return {false, std::move(why)}; }

const SensorSpec* find_spec(const Model& model, const std::string& sensor) {
  for (const Link& link : model.links)
    for (const SensorSpec& spec : link.sensors)
      if (spec.name == sensor) return &spec;
  return nullptr;
}

bool is_picture(const SensorSpec& spec) {
  const auto about = sensors::describe_sensor(spec);
  return about && about->is_on_request;
}

}  // namespace

class Simulation::CommandExecutor {
 public:
  CommandExecutor(Simulation& simulation, const std::string& name) : s_(simulation), name_(name) {}

  // Robots carry these out themselves, in the coming tick. Only these: an order that nothing
  // handles must not compile.
  CommandResult operator()(const RobotCommandData auto& order) const {
    const RobotId robot = s_.robots_.find(name_, s_.state_);
    if (const auto checked = s_.robots_.check({name_, order}, s_.state_); !checked)
      return refused(checked.error().message);
    if (s_.state_.robots[robot.index()].battery <= 0.0) return refused(no_power());
    return {};
  }

  // --- sensors ---
  CommandResult operator()(const ResetSensor& order) const {
    return tell_sensor(order.sensor, order);
  }
  CommandResult operator()(const ScanNow& order) const { return tell_sensor(order.sensor, order); }
  CommandResult operator()(const SetSensorPose& order) const {
    if (!is_placeable(order.pose)) return refused(kNoPlace);
    return tell_sensor(order.sensor, order);
  }
  CommandResult operator()(const SetFieldOfView& order) const;
  CommandResult operator()(const SwitchSensorsOn& order) const;

  // --- tags ---
  CommandResult operator()(const WriteTag& order) const {
    if (order.memory.size() > kMaxTextLength) return refused("a tag holds 1000 characters");
    const auto tag = reachable_tag(order.id);
    if (!tag) return refused(tag.error().message);
    (*tag)->memory = order.memory;
    return {};
  }
  CommandResult operator()(const ReadTag& order) const {
    const auto tag = reachable_tag(order.id);
    return tag ? CommandResult{true, (*tag)->memory} : refused(tag.error().message);
  }
  CommandResult operator()(const DropTag&) const;
  CommandResult operator()(const DropRelay&) const;

  // --- who is there ---
  CommandResult operator()(const SpawnRobot& order) const;
  CommandResult operator()(const LeaveWorld&) const;

  // --- things ---
  CommandResult operator()(const CreateObject& order) const;
  CommandResult operator()(const MoveObject& order) const;
  CommandResult operator()(const SpinObject& order) const {
    if (!order.rate.allFinite() || order.rate.norm() > 100.0)
      return refused("a thing turns with at most 100 rad/s");
    const auto thing = movable_thing();
    if (!thing) return refused(thing.error().message);
    s_.scripted_objects_.spin(s_.state_, *thing, order.rate);
    return {};
  }
  CommandResult operator()(const AddWaypoints& order) const {
    const auto thing = movable_thing();
    if (!thing) return refused(thing.error().message);
    return answer_of(s_.scripted_objects_.add_points(s_.state_, *thing, order));
  }
  CommandResult operator()(const ClearWaypoints&) const {
    const auto thing = movable_thing();
    if (!thing) return refused(thing.error().message);
    if (const auto home = s_.scripted_objects_.clear_points(s_.state_, *thing)) put(*thing, *home);
    return {};
  }
  CommandResult operator()(const FollowWaypoints& order) const {
    const auto thing = movable_thing();
    if (!thing) return refused(thing.error().message);
    return answer_of(s_.scripted_objects_.follow(s_.state_, *thing, order));
  }
  CommandResult operator()(const RunConveyor& order) const {
    if (!std::isfinite(order.speed) || std::abs(order.speed) > 100.0)
      return refused("a belt runs with at most 100 m/s");
    const auto thing = conveyor();
    if (!thing) return refused(thing.error().message);
    s_.scripted_objects_.run_belt(s_.state_, *thing, order.speed);
    return {};
  }
  CommandResult operator()(const RemoveObjects& order) const;
  CommandResult operator()(const PlaceSmoke& order) const;

 private:
  static CommandResult answer_of(const Result<void>& result) {
    return result ? CommandResult{} : refused(result.error().message);
  }
  std::string no_power() const { return "the battery of '" + name_ + "' is empty"; }

  // The robot, with power.
  Result<RobotId> able_robot() const {
    const RobotId robot = s_.robots_.find(name_, s_.state_);
    if (!robot.is_valid()) return Error{{}, "there is no robot '" + name_ + "' in this run"};
    if (s_.state_.robots[robot.index()].battery <= 0.0) return Error{{}, no_power()};
    return robot;
  }
  RobotState& robot_state(RobotId robot) const { return s_.state_.robots[robot.index()]; }
  const Model& model_of(InstanceId id) const { return *s_.state_.instances[id.index()].model; }

  CommandResult tell_sensor(const std::string& sensor, const CommandData& order) const {
    const auto robot = able_robot();
    if (!robot) return refused(robot.error().message);
    if (s_.sensors_.apply(robot_state(*robot).instance, sensor, order, s_.state_)) return {};
    return refused("'" + name_ + "' has no sensor '" + sensor + "' that is on and takes this");
  }

  Result<Tag*> reachable_tag(int id) const;
  Vec3 ground_behind(RobotId robot, double behind) const;
  Result<Pose> start_for(const std::shared_ptr<const Model>& model, const std::string& robot,
                         const std::string& name) const;
  Result<InstanceId> movable_thing() const;
  Result<InstanceId> conveyor() const;
  void put(InstanceId id, const Pose& pose) const {
    s_.physics_.move(s_.state_, id, pose);
    s_.scripted_objects_.was_moved(s_.state_, id, pose);
  }
  void leave(InstanceId id) const {
    const std::string name = s_.state_.instances[id.index()].name;
    const bool is_robot = model_of(id).robot.has_value();
    (void)s_.remove(name);
    s_.tell(name, is_robot ? EventData(RobotLeft{}) : EventData(ObjectRemoved{}));
  }
  std::string free_name(const std::string& wanted) const;
  // Also as the name of smoke that was made.
  bool is_taken(const std::string& name) const {
    return s_.state_.find(name).is_valid() || find_smoke(name) != s_.state_.smokes.end();
  }
  std::vector<SmokeArea>::iterator find_smoke(const std::string& name) const {
    return std::find_if(s_.state_.smokes.begin(), s_.state_.smokes.end(),
                        [&](const SmokeArea& smoke) { return smoke.name == name; });
  }
  bool is_in_file(const std::string& name) const {
    const auto& smokes = s_.world_.smokes;
    return std::any_of(smokes.begin(), smokes.end(),
                       [&](const SmokeArea& smoke) { return smoke.name == name; });
  }
  void clear_away(std::vector<SmokeArea>::iterator smoke) const {
    s_.tell(smoke->name, ObjectRemoved{});
    s_.state_.smokes.erase(smoke);
  }
  std::vector<std::string> presets_in(const Model& model,
                                      const std::vector<std::string>& words) const;
  Result<void> switch_on(InstanceId id, const std::vector<std::string>& words) const;

  Simulation& s_;
  const std::string& name_;
};

CommandResult Simulation::dispatch(const Command& command) {
  CommandResult answer = std::visit(CommandExecutor(*this, command.robot), command.data);
  if (!answer.is_done) tell(command.robot, CommandRefused{answer.text});
  return answer;
}

CommandResult Simulation::CommandExecutor::operator()(const SetFieldOfView& order) const {
  const auto robot = able_robot();
  if (!robot) return refused(robot.error().message);
  const SensorSpec* spec = find_spec(model_of(robot_state(*robot).instance), order.sensor);
  const auto about = spec == nullptr ? Result<SensorDescription>(Error{{}, "no such sensor"})
                                     : sensors::describe_sensor(*spec);
  if (!about || about->kind != SensorKind::Camera)
    return refused("'" + name_ + "' has no camera '" + order.sensor + "'");
  if (!std::isfinite(order.angle)) return refused("a field of view is a number");
  auto& zooms = robot_state(*robot).zooms;
  std::erase_if(zooms, [&](const ZoomedCamera& zoom) { return zoom.sensor == order.sensor; });
  if (order.angle == 0.0) return {true, number_text(about->field_of_view)};
  const double angle = std::clamp(order.angle, about->min_field_of_view, about->max_field_of_view);
  zooms.push_back({order.sensor, angle});
  return {true, number_text(angle)};
}

// A reader must be on and near enough. Rays are where the last tick left the world.
Result<Tag*> Simulation::CommandExecutor::reachable_tag(int id) const {
  const auto robot = able_robot();
  if (!robot) return robot.error();
  const InstanceId instance = robot_state(*robot).instance;
  if (!s_.sensors_.has_reader(instance))
    return Error{{}, "'" + name_ + "' has no tag reader that is on"};
  s_.scene_.update(s_.state_);
  for (Tag& tag : s_.state_.tags)
    if (tag.id == id && s_.sensors_.reaches(instance, tag, s_.sample_context({}))) return &tag;
  return Error{{}, "'" + name_ + "' does not reach a tag " + std::to_string(id)};
}

// On the floor behind a robot, or nearer to it where a wall is.
Vec3 Simulation::CommandExecutor::ground_behind(RobotId robot, double behind) const {
  constexpr double kAbove = 0.01, kDeep = 5.0;  // m
  const InstanceId id = robot_state(robot).instance;
  const Bounds& bounds = s_.robots_.measures(robot).bounds;
  const Pose pose = s_.state_.world_from_model(id);
  const Vec3 middle = pose * Vec3((bounds.low + bounds.high) / 2);
  Vec3 place = pose * Vec3(bounds.low.x() - behind, 0.0, (bounds.low.z() + bounds.high.z()) / 2);
  if (const auto wall = s_.physics_.first_hit(middle, place, id))
    place = middle + (place - middle).normalized() * std::max(0.0, wall->distance - kAbove);
  if (const auto floor = s_.physics_.first_hit(place, place - Vec3(0, 0, kDeep), id))
    place.z() -= floor->distance - kAbove;
  return place;
}

CommandResult Simulation::CommandExecutor::operator()(const DropTag&) const {
  constexpr double kBehind = 0.1;  // m
  const auto robot = able_robot();
  if (!robot) return refused(robot.error().message);
  if (s_.state_.tags.size() >= kMaxTags) return refused("there are too many tags in this world");
  int last = 0;
  for (const Tag& tag : s_.state_.tags) last = std::max(last, tag.id);
  const Vec3 place = ground_behind(*robot, kBehind);
  s_.state_.tags.push_back({.id = last + 1, .pose = {place}});
  s_.tell(name_, TagDropped{last + 1, place});
  return {true, std::to_string(last + 1)};
}

CommandResult Simulation::CommandExecutor::operator()(const DropRelay&) const {
  constexpr double kBehind = 0.15;  // m
  const auto robot = able_robot();
  if (!robot) return refused(robot.error().message);
  const auto& instances = s_.state_.instances;
  const auto name_of = [&](int number) { return name_ + "_relay" + std::to_string(number); };
  int number = 1;
  while (std::any_of(instances.begin(), instances.end(),
                     [&](const Instance& instance) { return instance.name == name_of(number); }))
    ++number;
  if (number > kMaxRelays) return refused("'" + name_ + "' carries no more relays");
  const InstanceId id = robot_state(*robot).instance;
  const double yaw = roll_pitch_yaw_of(s_.state_.world_from_model(id).rotation).yaw;
  return CommandExecutor(s_, name_of(number))(
      SpawnRobot{"Relay", {ground_behind(*robot, kBehind), quat_from({0.0, 0.0, yaw})}, {}});
}

// "R1" if nobody is called so, else "R1_2", "R1_3", ...
std::string Simulation::CommandExecutor::free_name(const std::string& wanted) const {
  std::string name = wanted;
  for (int number = 2; is_taken(name); ++number) name = wanted + "_" + std::to_string(number);
  return name;
}

std::vector<std::string> Simulation::CommandExecutor::presets_in(
    const Model& model, const std::vector<std::string>& words) const {
  std::vector<std::string> presets;
  for (const std::string& word : words)
    if (word != "all" && word != "usual" && find_spec(model, word) == nullptr &&
        std::find(presets.begin(), presets.end(), word) == presets.end())
      presets.push_back(word);
  return presets;
}

Result<void> Simulation::CommandExecutor::switch_on(InstanceId id,
                                                    const std::vector<std::string>& words) const {
  const Model& model = model_of(id);
  for (const std::string& word : words)
    for (std::size_t link = 0; link < model.links.size(); ++link)
      for (const SensorSpec& spec : model.links[link].sensors) {
        if (word != "all" && word != "usual" && word != spec.name) continue;
        if (word != spec.name && !sensors::describe_sensor(spec)) continue;  // not simulated
        const bool is_on_request = word == "usual" && is_picture(spec);
        const auto added =
            s_.sensors_.add(s_.state_, id, static_cast<int>(link), spec, is_on_request);
        if (!added) return added;
      }
  return {};
}

CommandResult Simulation::CommandExecutor::operator()(const SwitchSensorsOn& order) const {
  const RobotId robot = s_.robots_.find(name_, s_.state_);
  if (!robot.is_valid()) return refused("there is no robot '" + name_ + "' in this run");
  if (order.sensors.size() > kMaxSensorWords) return refused("its list of sensors is too long");
  const InstanceId id = robot_state(robot).instance;
  for (const std::string& preset : presets_in(model_of(id), order.sensors)) {
    auto spec = sensors::spec_of_preset(preset);
    if (!spec) return refused("'" + name_ + "' has no sensor '" + preset + "'");
    if (const auto on = s_.mount(robot, *std::move(spec)); !on)
      return refused(on.error().to_string());
  }
  if (const auto on = switch_on(id, order.sensors); !on) return refused(on.error().to_string());
  return {};
}

// The start of that name, or the first at which the robot can stand.
Result<Pose> Simulation::CommandExecutor::start_for(const std::shared_ptr<const Model>& model,
                                                    const std::string& robot,
                                                    const std::string& name) const {
  for (const Start& start : s_.world_.starts)
    if (is_same_name(start.name, name)) return start.pose;
  const FreePoseFinder finder(s_.world_, s_.physics_, s_.state_, model);
  const Start* const free = finder.free_start();
  if (free == nullptr)
    return Error{{}, "there is no start '" + name + "'" + finder.free_starts_text()};
  std::vector<std::string> known;
  for (const Start& start : s_.world_.starts) known.push_back(start.name);
  const auto meant = closest_word(name, known);
  s_.tell(robot, RobotMoved{"starts at '" + free->name + "': there is no start '" + name + "'" +
                                (meant ? "; did you mean '" + *meant + "'?" : ""),
                            free->pose.position});
  return free->pose;
}

CommandResult Simulation::CommandExecutor::operator()(const SpawnRobot& order) const {
  if (!is_placeable(order.world_from_model)) return refused(kNoPlace);
  if (name_.size() > kMaxNameLength || order.sensors.size() > kMaxSensorWords)
    return refused("its name or its list of sensors is too long");
  if (s_.state_.present_robots.size() >= kMaxRobots)
    return refused("there are already 1000 robots");
  const auto plain = s_.model_library_.find(order.robot_class);
  if (!plain) return refused(plain.error().to_string());
  const auto model = s_.model_library_.find(order.robot_class, presets_in(**plain, order.sensors));
  if (!model) return refused(model.error().to_string());
  const std::string name = free_name(name_.empty() ? (*model)->name : name_);
  Pose pose = order.world_from_model;
  pose.rotation.normalize();
  if (order.start) {
    const auto start = start_for(*model, name, *order.start);
    if (!start) return refused(start.error().message);
    pose = *start;
  }
  const auto robot = s_.spawn(*model, name, pose);
  if (!robot) return refused(robot.error().message);
  const InstanceId id = robot_state(*robot).instance;
  if (const auto on = switch_on(id, order.sensors); !on) {
    (void)s_.remove(name);
    return refused(on.error().to_string());
  }
  s_.tell(name,
          RobotEntered{(*model)->robot->robot_class, s_.state_.world_from_model(id).position});
  return {true, name};
}

CommandResult Simulation::CommandExecutor::operator()(const LeaveWorld&) const {
  if (const auto smoke = find_smoke(name_); smoke != s_.state_.smokes.end()) {
    clear_away(smoke);
    return {};
  }
  const InstanceId id = s_.state_.find(name_);
  if (!id.is_valid()) return refused("there is nothing called '" + name_ + "' in this world");
  if (model_of(id).is_static) return refused("'" + name_ + "' is part of the world");
  leave(id);
  return {};
}

CommandResult Simulation::CommandExecutor::operator()(const CreateObject& order) const {
  if (!is_placeable(order.world_from_object)) return refused(kNoPlace);
  if (name_.size() > kMaxNameLength || order.kind.size() > kMaxNameLength ||
      order.material.size() > kMaxNameLength)
    return refused("its name, kind or material is too long");
  if (!name_.empty() && is_taken(name_))
    return refused("there is already something called '" + name_ + "' in this world");
  const auto model = s_.scripted_objects_.model_for(order);
  if (!model) return refused(model.error().to_string());
  const std::string name = name_.empty() ? free_name("ScriptedObject") : name_;
  Pose pose = order.world_from_object;
  pose.rotation.normalize();
  const InstanceId id = s_.state_.add(*model, name, pose);
  s_.physics_.add(s_.state_, id);
  s_.scene_.add(s_.state_, id);
  s_.scripted_objects_.take(id);
  s_.tell(name, ObjectCreated{order.kind, pose.position});
  return {true, name};
}

// Something that may be moved and is no robot.
Result<InstanceId> Simulation::CommandExecutor::movable_thing() const {
  const InstanceId id = s_.state_.find(name_);
  if (!id.is_valid()) return Error{{}, "there is nothing called '" + name_ + "' in this world"};
  if (model_of(id).is_static) return Error{{}, "'" + name_ + "' is part of the world"};
  if (model_of(id).robot) return Error{{}, "'" + name_ + "' is a robot, not a thing"};
  return id;
}

// A belt may also run over what does not move.
Result<InstanceId> Simulation::CommandExecutor::conveyor() const {
  const InstanceId id = s_.state_.find(name_);
  if (id.is_valid() && model_of(id).is_static) return id;
  return movable_thing();
}

// Relative: along the world's axes, and added to the angles it has.
CommandResult Simulation::CommandExecutor::operator()(const MoveObject& order) const {
  const InstanceId id = s_.state_.find(name_);
  if (!id.is_valid()) return refused("there is nothing called '" + name_ + "' in this world");
  if (model_of(id).is_static) return refused("'" + name_ + "' is part of the world");
  Pose pose = s_.state_.world_from_model(id);
  if (order.position)
    pose.position = order.is_relative ? Vec3(pose.position + *order.position) : *order.position;
  if (order.rotation) {
    RollPitchYaw angles = *order.rotation;
    if (order.is_relative) {
      const RollPitchYaw now = roll_pitch_yaw_of(pose.rotation);
      angles = {now.roll + angles.roll, now.pitch + angles.pitch, now.yaw + angles.yaw};
    }
    pose.rotation = quat_from(angles);
  }
  if (!is_placeable(pose)) return refused(kNoPlace);
  if (model_of(id).robot) {
    const auto place = FreePoseFinder(s_.world_, s_.physics_, s_.state_, id).find(name_, pose);
    if (!place) return refused(place.error().message);
    if (!place->remark.empty())
      s_.tell(name_, RobotMoved{place->remark, place->world_from_model.position});
    pose = place->world_from_model;
  }
  put(id, pose);
  return {};
}

CommandResult Simulation::CommandExecutor::operator()(const RemoveObjects& order) const {
  const auto is_meant = [&](const Vec3& place) {
    return !order.inside || ((place.array() >= order.inside->low.array()).all() &&
                             (place.array() <= order.inside->high.array()).all());
  };
  const std::vector<InstanceId> made = s_.scripted_objects_.made();
  for (const InstanceId id : made)
    if (is_meant(s_.state_.world_from_model(id).position)) leave(id);
  for (std::size_t i = s_.state_.smokes.size(); i-- > 0;)
    if (is_meant(s_.state_.smokes[i].pose.position))
      clear_away(s_.state_.smokes.begin() + static_cast<std::ptrdiff_t>(i));
  return {};
}

// Nothing else may have its name, also not smoke that the world's file has.
CommandResult Simulation::CommandExecutor::operator()(const PlaceSmoke& order) const {
  std::vector<SmokeArea>& smokes = s_.state_.smokes;
  const auto known = find_smoke(name_);
  const bool is_known = known != smokes.end();
  if (const std::string why = flaw_of(order); !why.empty()) return refused(why);
  if (order.density == 0.0) {
    if (!is_known) return refused("there is no smoke called '" + name_ + "' that was made here");
    clear_away(known);
    return {};
  }
  SmokeArea area{.name = name_.empty() ? free_name("Smoke") : name_};
  if (!is_known && (is_taken(area.name) || is_in_file(area.name)))
    return refused("there is already something called '" + area.name + "' in this world");
  if (!is_known && smokes.size() >= kMaxSmokes) return refused("there are already 64 of these");
  if (area.name.size() > kMaxNameLength) return refused("its name is too long");
  area.pose.position = order.middle;
  area.geometry = Sphere{order.radius};
  area.density = order.density;
  area.profile = SmokeProfile::Gaussian;
  area.sigma = order.radius / kSigmasInRadius;
  const CommandResult answer{true, area.name};
  if (is_known) {
    *known = std::move(area);
    return answer;
  }
  s_.tell(area.name, ObjectCreated{"smoke", order.middle});
  smokes.push_back(std::move(area));
  return answer;
}

}  // namespace rubble::sim
