// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/scripted_objects.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "rubble/base/text.h"

namespace rubble::sim {
namespace {

constexpr double kDensity = 200.0;                   // kg/m^3, assumed: between cardboard and wood
constexpr double kMinSize = 0.01, kMaxSize = 100.0;  // m
constexpr std::size_t kMaxPoints = 10'000;
constexpr std::size_t kMaxPointsInAll = 100'000;
constexpr double kFarthestPoint = 1e5;  // m
constexpr double kMaxSpeed = 100.0;     // m/s

std::string without_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// The shape of a scaled box, sphere or cylinder, or nothing for other words.
std::optional<Geometry> plain_shape(const std::string& kind, const Vec3& scale) {
  if (kind == "box") return Geometry(Box{scale});
  if (kind == "sphere") {
    if (scale.x() == scale.y() && scale.y() == scale.z()) return Geometry(Sphere{scale.x() / 2});
    return Geometry(Ellipsoid{scale / 2});
  }
  // A round one: there are no others.
  if (kind == "cylinder") return Geometry(Cylinder{(scale.x() + scale.y()) / 4, scale.z()});
  return std::nullopt;
}

Inertial solid(const Geometry& geometry, const Vec3& size) {
  const Vec3 s = size.cwiseProduct(size);
  Inertial inertial;
  Vec3 moments = Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()) / 12.0;
  double volume = size.prod();
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
    const double r2 = cylinder->radius * cylinder->radius;
    const double across = (3.0 * r2 + cylinder->length * cylinder->length) / 12.0;
    volume = kPi * r2 * cylinder->length;
    moments = {across, across, r2 / 2.0};
  } else if (!std::holds_alternative<Box>(geometry)) {
    volume *= kPi / 6.0;
    moments *= 12.0 / 20.0;
  }
  inertial.mass = kDensity * volume;
  inertial.inertia = (inertial.mass * moments).asDiagonal().toDenseMatrix();
  return inertial;
}

std::shared_ptr<Model> plain_model(const std::string& kind, const Geometry& geometry,
                                   const CreateObject& order) {
  auto model = std::make_shared<Model>();
  model->name = kind;
  Link link{.name = "link", .inertial = solid(geometry, order.scale)};
  Surface surface;
  surface.material = order.material;
  link.collisions.push_back({.name = "shape", .geometry = geometry, .surface = surface});
  Visual visual{.name = "shape", .geometry = geometry, .surface = surface};
  visual.appearance.color_is_given = true;
  link.visuals.push_back(std::move(visual));
  model->links.push_back(std::move(link));
  return model;
}

Result<void> check_scale(const Vec3& scale) {
  if (scale.allFinite() && scale.minCoeff() >= kMinSize && scale.maxCoeff() <= kMaxSize) return {};
  return Error{{}, "a thing may be from 0.01 to 100 m large"};
}

bool is_reasonable(const Vec3& point) {
  return point.allFinite() && point.cwiseAbs().maxCoeff() <= kFarthestPoint;
}

}  // namespace

Result<std::shared_ptr<const Model>> ScriptedObjects::model_for(const CreateObject& order) {
  if (made_.size() >= kMaxObjects || count_ever_ >= kMaxObjectsCreated)
    return Error{{}, "there are already as many things as a world holds"};
  if (const auto checked = check_scale(order.scale); !checked) return checked.error();
  std::string key = order.kind + "|" + order.material;
  for (const double s : order.scale) key += "|" + number_text(s);
  key += order.physics == ObjectPhysics::None ? "|put" : "|loose";
  if (const auto known = models_.find(key); known != models_.end()) {
    ++count_ever_;
    return known->second.model;
  }
  std::shared_ptr<Model> model;
  const std::string kind = without_case(order.kind);
  if (const auto geometry = plain_shape(kind, order.scale)) {
    if (kind == "sphere" && ++balls_ > kMaxDistinctSpheres)
      return Error{{}, "there were already balls of as many sizes as a world holds"};
    model = plain_model(kind, *geometry, order);
  } else {
    const auto found = model_library_.find(order.kind);
    if (!found) return found.error();
    if ((*found)->robot) return Error{{}, "'" + order.kind + "' is a robot, not a thing"};
    if (order.scale != Vec3::Ones())
      return Error{{}, "'" + order.kind + "' has a size of its own and cannot be scaled"};
    model = std::make_shared<Model>(**found);
  }
  model->is_static = false;
  model->is_put = order.physics == ObjectPhysics::None;
  ++count_ever_;
  models_[key] = {model, order};
  return std::shared_ptr<const Model>(std::move(model));
}

std::optional<CreateObject> ScriptedObjects::order_for(const Model& model) const {
  for (const auto& [key, created] : models_)
    if (created.model.get() == &model) return created.order;
  return std::nullopt;
}

void ScriptedObjects::forget(InstanceId gone) {
  std::erase(made_, gone);
  std::erase_if(moving_, [&](const ScriptedObject& thing) { return thing.instance == gone; });
}

ScriptedObjects::ScriptedObject& ScriptedObjects::of(const State& state, InstanceId instance) {
  for (ScriptedObject& thing : moving_)
    if (thing.instance == instance) return thing;
  ScriptedObject& thing = moving_.emplace_back();
  thing.instance = instance;
  thing.home = state.world_from_model(instance);
  return thing;
}

Result<void> ScriptedObjects::add_points(const State& state, InstanceId instance,
                                         const AddWaypoints& order) {
  ScriptedObject& thing = of(state, instance);
  if (thing.points.size() + order.points.size() > kMaxPoints)
    return Error{{}, "a way has at most 10000 waypoints"};
  std::size_t in_all = order.points.size();
  for (const ScriptedObject& other : moving_) in_all += other.points.size();
  if (in_all > kMaxPointsInAll)
    return Error{{}, "all ways of a world together have at most 100000 waypoints"};
  if (!std::all_of(order.points.begin(), order.points.end(), is_reasonable))
    return Error{{}, "a waypoint is not a place in this world"};
  if (thing.points.empty()) thing.home = state.world_from_model(instance);
  start_again(state, thing);
  thing.points.insert(thing.points.end(), order.points.begin(), order.points.end());
  return {};
}

std::optional<Pose> ScriptedObjects::clear_points(const State& state, InstanceId instance) {
  ScriptedObject& thing = of(state, instance);
  const bool goes_back = thing.goes_back_when_cleared && !thing.points.empty();
  thing.points.clear();
  thing.next = 0;
  thing.is_moving = false;
  if (goes_back) return thing.home;
  return std::nullopt;
}

Result<void> ScriptedObjects::follow(const State& state, InstanceId instance,
                                     const FollowWaypoints& order) {
  const auto is_positive = [](const std::optional<double>& value) {
    return !value || (std::isfinite(*value) && *value > 0.0);
  };
  if (!is_positive(order.speed) || !is_positive(order.time))
    return Error{{}, "speed and time of a way are positive numbers"};
  ScriptedObject& thing = of(state, instance);
  start_again(state, thing);
  if (order.speed) thing.speed = std::min(*order.speed, kMaxSpeed);
  if (order.speed) thing.time.reset();
  if (order.time) thing.time = *order.time;
  if (order.is_looping) thing.is_looping = *order.is_looping;
  if (order.goes_back_when_cleared) thing.goes_back_when_cleared = *order.goes_back_when_cleared;
  if (order.is_moving) thing.is_moving = *order.is_moving;
  if (thing.is_moving && thing.next >= thing.points.size()) thing.next = 0;
  if (thing.time) thing.speed = std::clamp(length_of_way(thing) / *thing.time, 1e-6, kMaxSpeed);
  return {};
}

void ScriptedObjects::spin(const State& state, InstanceId instance, const Vec3& rate) {
  ScriptedObject& thing = of(state, instance);
  thing.spin = rate;
  thing.spin_since = state.tick;
  thing.spin_from = state.world_from_model(instance).rotation;
}

void ScriptedObjects::run_belt(const State& state, InstanceId instance, double speed) {
  ScriptedObject& thing = of(state, instance);
  thing.belt = speed;
  thing.has_belt_order = true;
}

void ScriptedObjects::was_moved(const State& state, InstanceId instance, const Pose& to) {
  for (ScriptedObject& thing : moving_) {
    if (thing.instance != instance) continue;
    start_again(state, thing);
    thing.from = to.position;
    thing.spin_from = to.rotation;
    thing.spin_since = state.tick;
  }
}

double ScriptedObjects::length_of_way(const ScriptedObject& thing) {
  double length = 0.0;
  Vec3 from = thing.from;
  for (std::size_t i = thing.next; i < thing.points.size(); ++i) {
    length += (thing.points[i] - from).norm();
    from = thing.points[i];
  }
  return length;
}

void ScriptedObjects::start_again(const State& state, ScriptedObject& thing) {
  if (thing.is_moving && !thing.points.empty()) thing.next = where(thing, state.tick).next;
  thing.from = state.world_from_model(thing.instance).position;
  thing.since = state.tick;
}

ScriptedObjects::OnTheWay ScriptedObjects::where(const ScriptedObject& thing, Tick tick) {
  const std::size_t count = thing.points.size();
  double left = thing.speed * seconds_at(tick - thing.since);
  Vec3 from = thing.from;
  std::size_t next = thing.next;
  bool has_been_round = false;
  while (true) {
    if (next == count) {
      if (!thing.is_looping || count < 2) return {from, next, true};
      next = 0;
      if (!has_been_round) {
        double round = (thing.points.front() - thing.points.back()).norm();
        for (std::size_t i = 1; i < count; ++i)
          round += (thing.points[i] - thing.points[i - 1]).norm();
        if (round <= 0.0) return {from, next, true};
        left = std::fmod(left, round);
        has_been_round = true;
      }
    }
    const Vec3 way = thing.points[next] - from;
    const double length = way.norm();
    if (left < length) return {from + way * (left / length), next, false};
    left -= length;
    from = thing.points[next++];
  }
}

Quat ScriptedObjects::turned(const ScriptedObject& thing, Tick tick) {
  const double rate = thing.spin.norm();
  if (rate == 0.0) return thing.spin_from;
  const double angle = std::fmod(rate * seconds_at(tick - thing.spin_since), 2.0 * kPi);
  return Quat(Eigen::AngleAxisd(angle, thing.spin / rate)) * thing.spin_from;
}

void ScriptedObjects::actuate(const State& state, physics::Targets& targets) {
  const Tick after = state.tick + 1;
  for (ScriptedObject& thing : moving_) {
    const bool is_on_its_way = thing.is_moving && !thing.points.empty();
    const bool is_spinning = thing.spin != Vec3::Zero();
    if (is_on_its_way || is_spinning) {
      Pose pose = state.world_from_model(thing.instance);
      if (is_on_its_way) {
        const OnTheWay way = where(thing, after);
        pose.position = way.place;
        if (way.has_arrived) {
          thing.is_moving = false;
          thing.next = way.next;
        }
      }
      if (is_spinning) pose.rotation = turned(thing, after);
      targets.moves.push_back({thing.instance, pose, true});
    }
    if (!thing.has_belt_order) continue;
    const auto links = static_cast<int>(state.instances[thing.instance.index()].links.size());
    for (int link = 0; link < links; ++link)
      targets.belts.push_back({thing.instance, link, thing.belt});
    if (thing.belt == 0.0) thing.has_belt_order = false;
  }
}

void ScriptedObjects::serialize(Archive& archive, const State& state) {
  archive.section("things");
  archive(balls_, made_, count_ever_, moving_);
  const auto is_known = [&](InstanceId id) {
    return id.is_valid() && id.index() < state.instances.size();
  };
  for (const InstanceId id : made_)
    if (!is_known(id)) archive.fail("a thing that is not there");
  for (const ScriptedObject& thing : moving_)
    if (!is_known(thing.instance) || thing.next > thing.points.size())
      archive.fail("a thing on a way that is not there");
}

}  // namespace rubble::sim
