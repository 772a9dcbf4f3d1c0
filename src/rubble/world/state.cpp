// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/state.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "rubble/base/hash.h"

namespace rubble {
namespace {

// A fixed joint that cannot break adds nothing but cost to the solver: its links become one body.
bool lumps_links(const Model& model, std::size_t index) {
  const Joint& joint = model.joints[index];
  const bool is_rigid = joint.kind == JointKind::Fixed && !joint.break_limit.is_given();
  return joint.parent >= 0 && (is_rigid || is_kinematic_joint(model, index));
}

// How a joint at a position turns or shifts its child, in the joint's frame.
Pose motion_of(const Joint& joint, double position) {
  const Vec3& axis = joint.axis.direction_joint;
  if (joint.kind == JointKind::Prismatic) return {axis * position};
  return {Vec3::Zero(), Quat(Eigen::AngleAxisd(position, axis))};
}

// For each link the first link of its body.
std::vector<std::size_t> body_roots(const Model& model) {
  std::vector<std::size_t> root(model.links.size());
  std::iota(root.begin(), root.end(), std::size_t{0});
  const auto find = [&](std::size_t link) {
    while (root[link] != link) link = root[link];
    return link;
  };
  if (model.is_static || model.is_put) return std::vector<std::size_t>(model.links.size(), 0);
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    if (!lumps_links(model, i)) continue;
    const Joint& joint = model.joints[i];
    const std::size_t a = find(static_cast<std::size_t>(joint.parent));
    const std::size_t b = find(static_cast<std::size_t>(joint.child));
    root[std::max(a, b)] = std::min(a, b);
  }
  for (std::size_t link = 0; link < root.size(); ++link) root[link] = find(link);
  return root;
}

// Puts an id into a list that is in order.
template <class Any>
void list(Any id, std::vector<Any>& ids) {
  ids.insert(std::lower_bound(ids.begin(), ids.end(), id), id);
}

// Only balls of smoke are made in a run.
void serialize_smoke(Archive& archive, SmokeArea& area) {
  if (archive.is_reading()) area.geometry = Sphere{};
  RUBBLE_ASSERT(std::holds_alternative<Sphere>(area.geometry) && area.schedule.empty());
  archive(area.name, area.pose, std::get<Sphere>(area.geometry).radius, area.density, area.profile,
          area.sigma);
}

void add_pose(Hash& hash, const Pose& pose) {
  for (const double x : pose.position) hash.add(x);
  for (const double x : pose.rotation.coeffs()) hash.add(x);
}

}  // namespace

bool is_kinematic_joint(const Model& model, std::size_t index) {
  const Joint& joint = model.joints[index];
  const bool can_turn = joint.kind == JointKind::Revolute || joint.kind == JointKind::Prismatic;
  if (!model.robot || !can_turn || joint.parent < 0 || joint.break_limit.is_given()) return false;
  for (const JointGroupSpec& group : model.robot->groups)
    if (group.is_mission_package)
      for (const std::string& name : group.joints)
        if (name == joint.name) return true;
  return false;
}

InstanceId State::add(std::shared_ptr<const Model> model, std::string name,
                      const Pose& world_from_model) {
  RUBBLE_ASSERT(model != nullptr && !model->links.empty());
  RUBBLE_ASSERT(is_finite(world_from_model));
  Instance instance{
      .name = std::move(name), .model = std::move(model), .spawn_pose = world_from_model};
  const Model& plan = *instance.model;
  const std::vector<std::size_t> roots = body_roots(plan);
  for (std::size_t link = 0; link < plan.links.size(); ++link) {
    const std::size_t root = roots[link];
    if (root == link) {
      instance.links.push_back({BodyId(bodies.size()), Pose{}});
      bodies.push_back({.pose = world_from_model * plan.links[link].model_from_link,
                        .is_static = plan.is_static});
    } else {
      const Pose body_from_link =
          plan.links[root].model_from_link.inverse() * plan.links[link].model_from_link;
      instance.links.push_back({instance.links[root].body, body_from_link});
    }
  }
  for (std::size_t i = 0; i < plan.joints.size(); ++i) {
    const bool can_move = !lumps_links(plan, i) || is_kinematic_joint(plan, i);
    const bool is_kept = !plan.is_static && !plan.is_put && can_move;
    instance.joints.push_back(is_kept ? JointId(joints.size()) : JointId());
    if (is_kept) joints.emplace_back();
  }
  instances.push_back(std::move(instance));
  present.push_back(InstanceId(instances.size() - 1));
  return present.back();
}

RobotId State::add_robot(InstanceId instance, double battery) {
  const RobotId id(robots.size());
  RUBBLE_ASSERT(instance.index() < instances.size());
  RUBBLE_ASSERT(!instances[instance.index()].robot.is_valid());
  instances[instance.index()].robot = id;
  robots.push_back({.instance = instance, .battery = battery});
  if (instances[instance.index()].is_present) list(id, present_robots);
  return id;
}

void State::set_present(InstanceId id, bool is_present) {
  RUBBLE_ASSERT(id.index() < instances.size());
  Instance& instance = instances[id.index()];
  if (std::exchange(instance.is_present, is_present) == is_present) return;
  if (is_present) {
    list(id, present);
    if (instance.robot.is_valid()) list(instance.robot, present_robots);
  } else {
    std::erase(present, id);
    std::erase(present_robots, instance.robot);
  }
}

const RobotState* State::robot_of(InstanceId instance) const {
  const RobotId robot = instances[instance.index()].robot;
  return robot.is_valid() ? &robots[robot.index()] : nullptr;
}

RobotState* State::robot_of(InstanceId instance) {
  return const_cast<RobotState*>(std::as_const(*this).robot_of(instance));
}

// Parents stand before children often enough, but not always: each joint carries on everything that
// is already known to hang on it, so as many rounds as there are joints in a chain are enough.
void State::update_kinematic_links(InstanceId id) {
  Instance& instance = instances[id.index()];
  const Model& model = *instance.model;
  for (std::size_t round = 0; round < model.joints.size(); ++round) {
    bool has_changed = false;
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      if (!lumps_links(model, i)) continue;
      const Joint& joint = model.joints[i];
      const auto parent = static_cast<std::size_t>(joint.parent);
      const auto child = static_cast<std::size_t>(joint.child);
      const double position =
          instance.joints[i].is_valid() ? joints[instance.joints[i].index()].position : 0.0;
      const Pose parent_from_child = model.links[parent].model_from_link.inverse() *
                                     model.links[child].model_from_link * joint.child_from_joint *
                                     motion_of(joint, position) * joint.child_from_joint.inverse();
      const Pose body_from_child = instance.links[parent].body_from_link * parent_from_child;
      if (body_from_child == instance.links[child].body_from_link) continue;
      instance.links[child].body_from_link = body_from_child;
      has_changed = true;
    }
    if (!has_changed) return;
  }
}

Pose State::world_from_link(InstanceId instance, int link) const {
  RUBBLE_ASSERT(instance.index() < instances.size());
  const std::vector<LinkAttachment>& links = instances[instance.index()].links;
  RUBBLE_ASSERT(link >= 0 && static_cast<std::size_t>(link) < links.size());
  const LinkAttachment& place = links[static_cast<std::size_t>(link)];
  return bodies[place.body.index()].pose * place.body_from_link;
}

Pose State::world_from_model(InstanceId instance) const {
  const Model& model = *instances[instance.index()].model;
  return world_from_link(instance, 0) * model.links[0].model_from_link.inverse();
}

InstanceId State::find(const std::string& instance_name) const {
  for (const InstanceId id : present)
    if (instances[id.index()].name == instance_name) return id;
  return {};
}

double State::zoom_of(InstanceId instance, const std::string& sensor) const {
  if (const RobotState* robot = robot_of(instance))
    for (const ZoomedCamera& zoom : robot->zooms)
      if (zoom.sensor == sensor) return zoom.angle;
  return 0.0;
}

void State::serialize(Archive& archive) {
  archive.section("state");
  archive(tick);
  if (!archive.expect("instances", instances.size()) || !archive.expect("bodies", bodies.size()) ||
      !archive.expect("joints", joints.size()) || !archive.expect("robots", robots.size()))
    return;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    bool is_present = instances[i].is_present;
    archive(is_present);
    set_present(InstanceId(i), is_present);
    for (LinkAttachment& link : instances[i].links) archive(link.body_from_link);
  }
  for (BodyState& body : bodies) archive(body);
  for (JointState& joint : joints) archive(joint);
  for (RobotState& robot : robots) archive(robot);
  archive(tags);
  std::size_t count = smokes.size();
  archive(count);
  for (std::size_t i = 0; i < count && !archive.has_failed(); ++i) {
    if (archive.is_reading() && i == smokes.size()) smokes.emplace_back();
    serialize_smoke(archive, smokes[i]);
  }
  smokes.resize(std::min(count, smokes.size()));
}

std::uint64_t State::hash() const {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(tick));
  for (const Instance& instance : instances)
    hash.add(instance.name).add(static_cast<std::uint64_t>(instance.is_present));
  for (const BodyState& body : bodies) {
    add_pose(hash, body.pose);
    for (const double x : body.velocity) hash.add(x);
    for (const double x : body.angular_velocity) hash.add(x);
  }
  for (const JointState& joint : joints)
    hash.add(joint.position)
        .add(joint.velocity)
        .add(joint.effort)
        .add(static_cast<std::uint64_t>(joint.is_broken));
  for (const RobotState& robot : robots) {
    hash.add(robot.battery).add(static_cast<std::uint64_t>(robot.light_is_on));
    for (const SprocketState& sprocket : robot.sprockets)
      hash.add(sprocket.angle).add(sprocket.speed);
    for (const ZoomedCamera& zoom : robot.zooms) hash.add(zoom.sensor).add(zoom.angle);
  }
  for (const Tag& tag : tags) {
    hash.add(static_cast<std::uint64_t>(tag.id)).add(tag.memory);
    add_pose(hash, tag.pose);
  }
  for (const SmokeArea& smoke : smokes) {
    hash.add(smoke.name).add(smoke.density).add(smoke.sigma);
    add_pose(hash, smoke.pose);
  }
  return hash.value();
}

}  // namespace rubble
