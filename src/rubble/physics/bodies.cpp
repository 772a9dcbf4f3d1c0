// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/bodies.h"

#include <Eigen/Eigenvalues>

#include "rubble/physics/bullet_archive.h"

namespace rubble::physics {
namespace {

bool is_diagonal(const Mat3& m) {
  const double scale = m.diagonal().cwiseAbs().maxCoeff();
  const double off = std::max({std::abs(m(0, 1)), std::abs(m(0, 2)), std::abs(m(1, 2))});
  return off <= 1e-9 * scale;
}

// Rotates to principal axes. The preferred axes are taken if they are principal: a wheel whose mass
// frame is its shape's needs no compound shape around it.
void set_principal_axes(const Mat3& inertia, const Quat& preferred, MassProperties& mass) {
  for (const Quat& axes : {preferred, Quat::Identity()}) {
    const Mat3 turn = axes.toRotationMatrix();
    const Mat3 turned = turn.transpose() * inertia * turn;
    if (!is_diagonal(turned)) continue;
    mass.body_from_mass.rotation = axes;
    mass.moments = turned.diagonal();
    return;
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia);
  Mat3 axes = solver.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(2) = -axes.col(2);
  mass.body_from_mass.rotation = Quat(axes).normalized();
  mass.moments = solver.eigenvalues();
}

// How the only collision of a body is turned; no turn if it has none or several.
Quat only_shape_rotation(const Instance& instance, BodyId body) {
  Quat rotation = Quat::Identity();
  int count = 0;
  for (std::size_t i = 0; i < instance.links.size(); ++i) {
    if (instance.links[i].body != body) continue;
    for (const Collision& collision : instance.model->links[i].collisions) {
      rotation = instance.links[i].body_from_link.rotation * collision.link_from_shape.rotation;
      ++count;
    }
  }
  return count == 1 ? rotation : Quat::Identity();
}

// What the robot element says about a link, as contact traits.
void add_robot_traits(const Model& model, int link, const Mat3& body_from_link,
                      ShapeTraits& traits) {
  if (!model.robot) return;
  const RobotSpec& robot = *model.robot;
  const std::string& name = model.links[static_cast<std::size_t>(link)].name;
  const auto belt = [&] {
    traits.has_belt = true;
    traits.axis_body = to_bullet(body_from_link * Vec3::UnitY());
  };
  for (const TrackSpec& track : robot.tracks)
    if (track.link == name) belt();
  for (const FlipperSpec& flipper : robot.flippers) {
    const int joint = model.find_joint(flipper.joint);
    if (flipper.has_belt && joint >= 0 &&
        model.joints[static_cast<std::size_t>(joint)].child == link)
      belt();
  }
  for (const WheelSpec& wheel : robot.wheels) {
    const int joint = model.find_joint(wheel.joint);
    if (!wheel.is_omni || joint < 0) continue;
    const Joint& axle = model.joints[static_cast<std::size_t>(joint)];
    if (axle.child != link) continue;
    traits.is_omni = true;
    traits.axis_body =
        to_bullet(body_from_link * (axle.child_from_joint.rotation * axle.axis.direction_joint));
  }
}

// A pipe or a ball that nobody holds comes to rest: it takes some torque to roll it.
double loose_rolling(const Model& model, const Geometry& geometry) {
  constexpr double kResistance = 0.02;  // of its weight, at its radius
  if (model.robot || model.is_static) return 0.0;
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry))
    return kResistance * cylinder->radius;
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) return kResistance * sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&geometry)) return kResistance * capsule->radius;
  return 0.0;
}

struct PlacedShape {
  BuiltShape built;
  btTransform mass_from_shape;
  Pose link_from_shape;
  ShapeTraits traits;
};

std::vector<PlacedShape> placed_shapes(const State& state, InstanceId id, BodyId body,
                                       const Pose& mass_from_body, FrictionTable& friction) {
  const Instance& instance = state.instances[id.index()];
  const Model& model = *instance.model;
  std::vector<PlacedShape> placed;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    if (instance.links[i].body != body) continue;
    const Pose mass_from_link = mass_from_body * instance.links[i].body_from_link;
    for (const Collision& collision : model.links[i].collisions) {
      ShapeTraits traits{
          .part = {id, static_cast<int>(i)},
          .material = friction.number_of(collision.surface.material, collision.contact.friction),
          .restitution = collision.contact.restitution,
          .rolling_friction = collision.contact.rolling_friction,
          .loose_rolling = loose_rolling(model, collision.geometry)};
      add_robot_traits(model, static_cast<int>(i), mass_from_link.rotation.toRotationMatrix(),
                       traits);
      for (BuiltShape& built : build_shapes(collision.geometry, model.is_static)) {
        traits.is_tyre = is_tyre(*built.shape);
        const Pose link_from_shape = collision.link_from_shape * from_bullet(built.shape_offset);
        placed.push_back({std::move(built), to_bullet(mass_from_link * link_from_shape),
                          link_from_shape, traits});
      }
    }
  }
  return placed;
}

std::unique_ptr<ObjectTraits> object_traits(const Instance& instance, InstanceId id, BodyId body) {
  auto traits = std::make_unique<ObjectTraits>();
  traits->instance = id;
  traits->body = body;
  traits->collides_with_own_instance = instance.model->collides_with_itself;
  return traits;
}

// Every shape that never moves is an object of its own: the broadphase tree then finds the few that
// are near, which one large compound would have to search again for each pair.
void build_static(const State& state, const Instance& instance, InstanceId id, BodyId body,
                  std::vector<PlacedShape> placed, RunningBody& running) {
  const btTransform world_from_body = to_bullet(state.bodies[body.index()].pose);
  for (PlacedShape& shape : placed) {
    auto traits = object_traits(instance, id, body);
    traits->shapes.push_back(shape.traits);
    auto object = std::make_unique<btCollisionObject>();
    object->setCollisionShape(shape.built.shape.get());
    object->setWorldTransform(world_from_body * shape.mass_from_shape);
    object->setUserPointer(traits.get());
    running.traits.push_back(std::move(traits));
    running.objects.push_back(std::move(object));
    running.shapes.push_back(std::move(shape.built));
  }
}

bool is_small_turn(const btQuaternion& q) {
  return q.x() * q.x() + q.y() * q.y() + q.z() * q.z() < 1e-24;
}

// One shape that sits at the centre of mass is used as it is; all else becomes a compound.
btCollisionShape* assemble(std::vector<PlacedShape>& placed, RunningBody& running) {
  const bool is_simple = placed.size() == 1 &&
                         placed[0].mass_from_shape.getOrigin().length2() < 1e-24 &&
                         is_small_turn(placed[0].mass_from_shape.getRotation());
  if (is_simple) return placed[0].built.shape.get();
  running.compound = std::make_unique<btCompoundShape>(true, static_cast<int>(placed.size()));
  for (PlacedShape& shape : placed) {
    running.compound->addChildShape(shape.mass_from_shape, shape.built.shape.get());
    running.link_from_shape.push_back(shape.link_from_shape);
  }
  return running.compound.get();
}

void build_moving(const State& state, const Instance& instance, InstanceId id, BodyId body,
                  std::vector<PlacedShape> placed, const MassProperties& mass,
                  RunningBody& running) {
  constexpr double kSleepSpeed = 0.01;     // m/s
  constexpr double kSleepTurnRate = 0.02;  // rad/s
  btCollisionShape* shape = assemble(placed, running);
  auto traits = object_traits(instance, id, body);
  for (PlacedShape& part : placed) {
    traits->shapes.push_back(part.traits);
    traits->is_vehicle |= part.traits.is_tyre || part.traits.is_omni || part.traits.has_belt;
    running.shapes.push_back(std::move(part.built));
  }
  if (const std::optional<RobotSpec>& robot = instance.model->robot)
    traits->is_vehicle |= !robot->wheels.empty() || !robot->tracks.empty();
  btRigidBody::btRigidBodyConstructionInfo info(mass.mass, nullptr, shape, to_bullet(mass.moments));
  info.m_startWorldTransform = to_bullet(state.bodies[body.index()].pose * running.body_from_mass);
  auto rigid = std::make_unique<btRigidBody>(info);
  rigid->setUserPointer(traits.get());
  rigid->setSleepingThresholds(kSleepSpeed, kSleepTurnRate);
  if (instance.model->robot) rigid->setActivationState(DISABLE_DEACTIVATION);
  running.traits.push_back(std::move(traits));
  running.objects.push_back(std::move(rigid));
}

}  // namespace

MassProperties combined_mass(const Instance& instance, BodyId body) {
  MassProperties total;
  Vec3 moment = Vec3::Zero();
  const auto each_link = [&](auto&& use) {
    for (std::size_t i = 0; i < instance.links.size(); ++i)
      if (instance.links[i].body == body)
        use(instance.model->links[i].inertial,
            instance.links[i].body_from_link * instance.model->links[i].inertial.link_from_mass);
  };
  each_link([&](const Inertial& inertial, const Pose& body_from_mass) {
    total.mass += inertial.mass;
    moment += inertial.mass * body_from_mass.position;
  });
  total.body_from_mass.position = moment / total.mass;
  Mat3 inertia = Mat3::Zero();
  each_link([&](const Inertial& inertial, const Pose& body_from_mass) {
    const Mat3 turn = body_from_mass.rotation.toRotationMatrix();
    const Vec3 arm = body_from_mass.position - total.body_from_mass.position;
    inertia += turn * inertial.inertia * turn.transpose() +
               inertial.mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
  });
  set_principal_axes(inertia, only_shape_rotation(instance, body), total);
  return total;
}

void RunningBody::serialize(Archive& archive) {
  archive(rolling_impulse, last_good_pose);
  for (auto& object : traits) {
    archive(object->is_kinematic);
    for (ShapeTraits& shape : object->shapes)
      archive(shape.has_belt, shape.axis_body, shape.belt_speed);
  }
  if (rigid() != nullptr) serialize_motion(archive, *rigid());
}

void place_shapes(RunningBody& body, const Instance& instance, int link) {
  if (body.compound == nullptr) return;
  const Pose mass_from_link =
      body.mass_from_body * instance.links[static_cast<std::size_t>(link)].body_from_link;
  const std::vector<ShapeTraits>& shapes = body.traits[0]->shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (shapes[i].part.link == link)
      body.compound->updateChildTransform(static_cast<int>(i),
                                          to_bullet(mass_from_link * body.link_from_shape[i]));
}

RunningBody build_body(const State& state, InstanceId id, BodyId body, FrictionTable& friction) {
  const Instance& instance = state.instances[id.index()];
  RunningBody running;
  running.instance = id;
  running.is_static = instance.model->is_static;
  running.last_good_pose = state.bodies[body.index()].pose;
  MassProperties mass;
  if (!running.is_static && !instance.model->is_put) mass = combined_mass(instance, body);
  running.body_from_mass = mass.body_from_mass;
  running.mass_from_body = mass.body_from_mass.inverse();
  std::vector<PlacedShape> placed =
      placed_shapes(state, id, body, running.mass_from_body, friction);
  if (running.is_static)
    build_static(state, instance, id, body, std::move(placed), running);
  else
    build_moving(state, instance, id, body, std::move(placed), mass, running);
  return running;
}

}  // namespace rubble::physics
