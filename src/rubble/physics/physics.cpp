// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/physics.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "rubble/base/assert.h"
#include "rubble/base/tick.h"
#include "rubble/physics/bodies.h"
#include "rubble/physics/bullet_archive.h"
#include "rubble/physics/contact_log.h"
#include "rubble/physics/dynamics.h"
#include "rubble/physics/flight.h"
#include "rubble/physics/joints.h"
#include "rubble/physics/queries.h"
#include "rubble/physics/tyre_contact.h"

namespace rubble::physics {
namespace {

constexpr double kMaxSpeed = 300.0;     // m/s
constexpr double kMaxTurnRate = 500.0;  // rad/s

void enter_nothing(const char*) {}
void leave_nothing() {}

// Speed of a joint that is moved without forces: arrives without overshooting.
double moved_joint_velocity(const JointTarget& target, double position) {
  switch (target.mode) {
    case MotorMode::Velocity:
      return target.value;
    case MotorMode::Position:
      return std::clamp((target.value - position) / kTickSeconds, -target.max_velocity,
                        target.max_velocity);
    case MotorMode::Free:
    case MotorMode::Effort:
      break;
  }
  return 0.0;
}

bool is_sane(const btRigidBody& body) {
  const btVector3& place = body.getWorldTransform().getOrigin();
  const btVector3& velocity = body.getLinearVelocity();
  const btVector3& spin = body.getAngularVelocity();
  const double sum = place.length2() + velocity.length2() + spin.length2();
  return std::isfinite(sum) && velocity.length2() < kMaxSpeed * kMaxSpeed &&
         spin.length2() < kMaxTurnRate * kMaxTurnRate;
}

}  // namespace

class Physics::Engine {
 public:
  // A joint inside a body, see is_kinematic_joint.
  struct MovedJoint {
    JointId id;
    InstanceId instance;
    std::size_t index = 0;
  };

  Engine(const Settings& settings, Workers& workers)
      : dispatcher_(&configuration_),
        tyre_box_dispatch_(dispatcher_, configuration_),
        dynamics_(&dispatcher_, &broadphase_, &unused_solver_, &configuration_,
                  {settings.tolerance, settings.max_row_updates}, settings.max_contacts_per_pair,
                  workers),
        world_body_(0.0, nullptr, &world_shape_) {
    // Bullet's own profiler counts into global tables; ours is outside.
    btSetCustomEnterProfileZoneFunc(enter_nothing);
    btSetCustomLeaveProfileZoneFunc(leave_nothing);
    dynamics_.setGravity(to_bullet(settings.gravity));
    dynamics_.getPairCache()->setOverlapFilterCallback(&filter_);
    dynamics_.setForceUpdateAllAabbs(false);
    btContactSolverInfo& info = dynamics_.getSolverInfo();
    info.m_numIterations = settings.max_iterations;
    info.m_solverMode = SOLVER_USE_WARMSTARTING | SOLVER_USE_2_FRICTION_DIRECTIONS |
                        SOLVER_ENABLE_FRICTION_DIRECTION_CACHING;
    info.m_warmstartingFactor = 1.0;
    info.m_jointFeedbackInWorldSpace = true;
  }

  ~Engine() {
    for (auto& [id, joint] : joints_) dynamics_.removeConstraint(&joint->constraint());
    joints_.clear();
    for (RunningBody& body : bodies_) take_out(body);
  }

  void add(const State& state, InstanceId id) {
    const Instance& instance = state.instances[id.index()];
    for (const LinkAttachment& place : instance.links)
      if (place.body.index() == bodies_.size()) {
        bodies_.push_back(build_body(state, id, place.body, dynamics_.friction()));
        put_in(bodies_.back(), instance);
        if (bodies_.back().rigid() != nullptr) moving_.push_back(place.body);
      }
    RUBBLE_ASSERT(bodies_.size() <= state.bodies.size());
    // Instances must be added in the order of the state.
    RUBBLE_ASSERT(std::all_of(
        instance.links.begin(), instance.links.end(),
        [&](const LinkAttachment& link) { return link.body.index() < bodies_.size(); }));
    for (std::size_t j = 0; j < instance.joints.size(); ++j)
      if (instance.joints[j].is_valid()) add_joint(instance, id, j);
  }

  void remove(State& state, InstanceId id) {
    const Instance& instance = state.instances[id.index()];
    for (const JointId joint : instance.joints) erase_joint(joint);
    std::erase_if(moved_joints_, [&](const MovedJoint& joint) { return joint.instance == id; });
    wake_neighbours([&](const ObjectTraits& traits) { return traits.instance == id; });
    for (const BodyId body : bodies_of(instance)) {
      take_out(bodies_[body.index()]);
      std::erase(moving_, body);
    }
    contact_log_.forget(id);
    state.set_present(id, false);
  }

  void move(State& state, InstanceId id, const Pose& world_from_model) {
    const Pose shift = world_from_model * state.world_from_model(id).inverse();
    wake_neighbours([&](const ObjectTraits& traits) { return traits.instance == id; });
    for (const BodyId body_id : bodies_of(state.instances[id.index()])) {
      RunningBody& body = bodies_[body_id.index()];
      if (body.rigid() == nullptr) continue;
      BodyState& target = state.bodies[body_id.index()];
      target.pose = shift * target.pose;
      target.pose.rotation.normalize();
      place_at_rest(body, target.pose);
      target.velocity.setZero();
      target.angular_velocity.setZero();
    }
  }

  void push(const State& state, InstanceId id, int link, const Vec3& point_link,
            const Vec3& force_world) {
    const LinkAttachment& place = state.instances[id.index()].links[static_cast<std::size_t>(link)];
    btRigidBody* rigid = bodies_[place.body.index()].rigid();
    if (rigid == nullptr) return;
    const Vec3 point_world = state.world_from_link(id, link) * point_link;
    rigid->activate(true);
    rigid->applyForce(to_bullet(force_world),
                      to_bullet(point_world) - rigid->getCenterOfMassPosition());
  }

  StepReport advance(const Targets& targets, State& state) {
    RUBBLE_ASSERT(bodies_.size() == state.bodies.size());
    StepReport report;
    rest_what_was_put();
    for (const MoveTarget& target : targets.moves) {
      if (target.is_motion && state.instances[target.instance.index()].model->is_put)
        put(state, target.instance, target.world_from_model);
      else
        move(state, target.instance, target.world_from_model);
    }
    if (!going_.empty())
      wake_neighbours([](const ObjectTraits& traits) { return traits.is_kinematic; });
    set_motors(targets, state);
    move_joints(state);
    set_belts(targets, state);
    for (const FlightTarget& flight : targets.flights) {
      RunningBody& body = bodies_[flight.body.index()];
      if (body.rigid() != nullptr) fly(*body.rigid(), body.body_from_mass, flight);
    }
    dynamics_.stepSimulation(kTickSeconds, 0);
    report.contacts_dropped = dynamics_.effort().contacts_dropped;
    report.islands_cut_short = dynamics_.effort().islands_cut_short;
    report.solver_iterations = dynamics_.effort().iterations;
    contact_log_.update(dispatcher_.touching(), report);
    remember_rolling_loads();
    read_bodies(state, report);
    read_joints(state, report);
    ++state.tick;
    return report;
  }

  void serialize(Archive& archive, State& state) {
    archive.section("physics");
    if (archive.is_reading()) remove_absent(state);
    serialize_joints(archive, state);
    for (const BodyId body : bodies_in_engine()) archive(bodies_[body.index()]);
    archive(going_);
    for (const BodyId body : going_)
      if (!body.is_valid() || body.index() >= bodies_.size()) return archive.fail("no such body");
    if (archive.is_reading()) find_contacts(state);
    serialize_contacts(archive, dispatcher_,
                       [this](const btCollisionObject& object) { return key_of(object); });
    archive(contact_log_);
    for (const BodyId body : moving_) serialize_activation(archive, *bodies_[body.index()].rigid());
  }

  Dynamics& dynamics() { return dynamics_; }
  const btDbvtBroadphase& broadphase() const { return broadphase_; }
  EngineCounts counts() {
    return {.objects = dynamics_.getNumCollisionObjects(),
            .constraints = dynamics_.getNumConstraints(),
            .moving_bodies = static_cast<int>(moving_.size()),
            .joints = static_cast<int>(joints_.size() + moved_joints_.size())};
  }

 private:
  // In their order, each once.
  static std::vector<BodyId> bodies_of(const Instance& instance) {
    std::vector<BodyId> bodies;
    for (const LinkAttachment& place : instance.links) bodies.push_back(place.body);
    std::sort(bodies.begin(), bodies.end());
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
    return bodies;
  }

  void remove_absent(State& state) {
    for (std::size_t i = 0; i < state.instances.size(); ++i)
      if (!state.instances[i].is_present) remove(state, InstanceId(i));
  }

  // Joints that broke are not there.
  void serialize_joints(Archive& archive, const State& state) {
    if (archive.is_reading())
      for (std::size_t i = 0; i < state.joints.size(); ++i)
        if (state.joints[i].is_broken) erase_joint(JointId(i));
    if (!archive.expect("joints", joints_.size())) return;
    for (auto& [id, joint] : joints_) archive(*joint);
  }

  std::vector<BodyId> bodies_in_engine() const {
    std::vector<BodyId> ids;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      if (!bodies_[i].objects.empty()) ids.push_back(BodyId(i));
    return ids;
  }

  ObjectKey key_of(const btCollisionObject& object) const {
    const BodyId body = traits_of(object).body;
    const auto& objects = bodies_[body.index()].objects;
    const auto found = std::find_if(objects.begin(), objects.end(),
                                    [&](const auto& own) { return own.get() == &object; });
    return {body, static_cast<int>(found - objects.begin())};
  }

  // Makes the manifolds of everything that is near each other, also of what sleeps.
  void find_contacts(const State& state) {
    for (const MovedJoint& joint : moved_joints_) {
      const Instance& instance = state.instances[joint.instance.index()];
      for (std::size_t link = 0; link < instance.links.size(); ++link)
        place_shapes(bodies_[instance.links[link].body.index()], instance, static_cast<int>(link));
    }
    for (const BodyId body : moving_) {
      bodies_[body.index()].rigid()->forceActivationState(ACTIVE_TAG);
      dynamics_.updateSingleAabb(bodies_[body.index()].rigid());
    }
    dynamics_.performDiscreteCollisionDetection();
  }

  void put_in(RunningBody& body, const Instance& instance) {
    for (auto& object : body.objects) {
      if (btRigidBody* rigid = body.rigid()) {
        dynamics_.addRigidBody(rigid);
        const bool floats = !instance.model->links[0].has_gravity;
        if (floats) rigid->setGravity({0, 0, 0});
      } else {
        dynamics_.addCollisionObject(object.get());
      }
    }
  }

  void take_out(RunningBody& body) {
    for (auto& object : body.objects) {
      if (btRigidBody* rigid = body.rigid())
        dynamics_.removeRigidBody(rigid);
      else
        dynamics_.removeCollisionObject(object.get());
    }
    body.objects.clear();
    body.traits.clear();
    body.compound.reset();
    body.shapes.clear();
    body.link_from_shape.clear();
  }

  JointEnd end_at(const Instance& instance, int link, const Pose& model_from_joint,
                  const Pose& world_from_model) {
    if (link < 0) return {&world_body_, world_from_model * model_from_joint};
    const auto index = static_cast<std::size_t>(link);
    RunningBody& body = bodies_[instance.links[index].body.index()];
    const Pose body_from_model = instance.links[index].body_from_link *
                                 instance.model->links[index].model_from_link.inverse();
    return {body.rigid(), body.mass_from_body * body_from_model * model_from_joint};
  }

  void add_joint(const Instance& instance, InstanceId id, std::size_t index) {
    const Joint& plan = instance.model->joints[index];
    const Link& child = instance.model->links[static_cast<std::size_t>(plan.child)];
    const Pose model_from_joint = child.model_from_link * plan.child_from_joint;
    const Pose world_from_model =
        from_bullet(bodies_[instance.links[0].body.index()].rigid()->getWorldTransform()) *
        bodies_[instance.links[0].body.index()].mass_from_body * instance.links[0].body_from_link *
        instance.model->links[0].model_from_link.inverse();
    const JointEnd parent_end = end_at(instance, plan.parent, model_from_joint, world_from_model);
    const JointEnd child_end = end_at(instance, plan.child, model_from_joint, world_from_model);
    if (parent_end.body == child_end.body) {
      moved_joints_.push_back({instance.joints[index], id, index});
      return;
    }
    auto joint =
        std::make_unique<RunningJoint>(plan, id, static_cast<int>(index), parent_end, child_end);
    dynamics_.addConstraint(&joint->constraint(), true);
    joints_.emplace(instance.joints[index], std::move(joint));
  }

  void erase_joint(JointId id) {
    const auto found = joints_.find(id);
    if (found == joints_.end()) return;
    dynamics_.removeConstraint(&found->second->constraint());
    joints_.erase(found);
  }

  void place_at_rest(RunningBody& body, const Pose& world_from_body) {
    btRigidBody& rigid = *body.rigid();
    const btTransform place = to_bullet(world_from_body * body.body_from_mass);
    rigid.setWorldTransform(place);
    rigid.setInterpolationWorldTransform(place);
    rigid.setLinearVelocity({0, 0, 0});
    rigid.setAngularVelocity({0, 0, 0});
    rigid.clearForces();
    rigid.activate(true);
    dynamics_.updateSingleAabb(&rigid);
  }

  // Every joint gets an order: its target, or none.
  void set_motors(const Targets& targets, const State& state) {
    target_of_joint_.resize(state.joints.size());
    for (const auto& [id, joint] : joints_) target_of_joint_[id.index()] = {};
    for (const MovedJoint& joint : moved_joints_) target_of_joint_[joint.id.index()] = {};
    for (const JointTarget& target : targets.joints)
      target_of_joint_[target.joint.index()] = target;
    for (auto& [id, joint] : joints_) {
      const auto& child = traits_of(joint->child_body());
      const double drag = bodies_[child.body.index()].rolling_impulse / kTickSeconds;
      joint->drive(target_of_joint_[id.index()], state.joints[id.index()], drag);
    }
  }

  // Joints that are moved without forces go where they are told at their own speed.
  void move_joints(State& state) {
    for (const MovedJoint& moved : moved_joints_) {
      JointState& joint = state.joints[moved.id.index()];
      const JointTarget& target = target_of_joint_[moved.id.index()];
      const Instance& instance = state.instances[moved.instance.index()];
      const Joint& plan = instance.model->joints[moved.index];
      joint.velocity = moved_joint_velocity(target, joint.position);
      if (joint.velocity == 0.0) continue;
      joint.position = std::clamp(joint.position + joint.velocity * kTickSeconds, plan.axis.lower,
                                  plan.axis.upper);
      state.update_kinematic_links(moved.instance);
      const LinkAttachment& root = instance.links[static_cast<std::size_t>(plan.child)];
      for (std::size_t link = 0; link < instance.links.size(); ++link)
        if (instance.links[link].body == root.body)
          place_shapes(bodies_[root.body.index()], instance, static_cast<int>(link));
    }
  }

  void set_belts(const Targets& targets, const State& state) {
    for (const BeltTarget& belt : targets.belts) {
      const Instance& instance = state.instances[belt.instance.index()];
      RunningBody& body = bodies_[instance.links[static_cast<std::size_t>(belt.link)].body.index()];
      for (std::size_t i = 0; i < body.traits.size(); ++i)
        for (ShapeTraits& shape : body.traits[i]->shapes) {
          if (shape.part.link != belt.link) continue;
          if (!shape.has_belt) lay_belt(state, *body.objects[i], shape);
          if (!instance.model->robot && shape.belt_speed != belt.speed)
            wake_neighbours(
                [&](const ObjectTraits& near) { return near.instance == belt.instance; });
          shape.belt_speed = belt.speed;
        }
    }
  }

  // Around the link's y axis.
  static void lay_belt(const State& state, const btCollisionObject& object, ShapeTraits& shape) {
    const Pose world_from_link = state.world_from_link(shape.part.instance, shape.part.link);
    shape.has_belt = true;
    shape.axis_body = object.getWorldTransform().getBasis().transpose() *
                      to_bullet(Vec3(world_from_link.rotation * Vec3::UnitY()));
  }

  template <class IsMeant>
  void wake_neighbours(const IsMeant& is_meant) {
    for (int m = 0; m < dispatcher_.getNumManifolds(); ++m) {
      const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(m);
      const auto* first = manifold.getBody0();
      const auto* second = manifold.getBody1();
      if (is_meant(traits_of(*first))) second->activate();
      if (is_meant(traits_of(*second))) first->activate();
    }
  }

  // Goes to a place within the coming step; what it touches feels its speed.
  void put(State& state, InstanceId id, const Pose& world_from_model) {
    const BodyId root = state.instances[id.index()].links[0].body;
    RunningBody& body = bodies_[root.index()];
    btRigidBody* rigid = body.rigid();
    if (rigid == nullptr) return;
    const Pose shift = world_from_model * state.world_from_model(id).inverse();
    const Pose before = state.bodies[root.index()].pose;
    Pose& after = state.bodies[root.index()].pose;
    after = shift * before;
    after.rotation.normalize();
    place_at_rest(body, after);
    const Eigen::AngleAxisd turn(after.rotation * before.rotation.conjugate());
    rigid->setLinearVelocity(to_bullet(Vec3((after.position - before.position) / kTickSeconds)));
    rigid->setAngularVelocity(
        to_bullet(Vec3(turn.axis() * (wrap_angle(turn.angle()) / kTickSeconds))));
    rigid->forceActivationState(DISABLE_DEACTIVATION);
    body.traits[0]->is_kinematic = true;
    going_.push_back(root);
  }

  void rest_what_was_put() {
    for (const BodyId id : going_) {
      RunningBody& body = bodies_[id.index()];
      if (body.rigid() == nullptr) continue;  // gone
      body.rigid()->setLinearVelocity({0, 0, 0});
      body.rigid()->setAngularVelocity({0, 0, 0});
      body.rigid()->forceActivationState(ISLAND_SLEEPING);
      body.traits[0]->is_kinematic = false;
    }
    going_.clear();
  }

  void remember_rolling_loads() {
    for (const BodyId body : moving_) bodies_[body.index()].rolling_impulse = 0.0;
    for (const btPersistentManifold* touching : dispatcher_.touching()) {
      const btPersistentManifold& manifold = *touching;
      for (const btCollisionObject* object : {manifold.getBody0(), manifold.getBody1()}) {
        if (object->isStaticObject()) continue;
        const ObjectTraits& traits = traits_of(*object);
        for (int i = 0; i < manifold.getNumContacts(); ++i) {
          const btManifoldPoint& point = manifold.getContactPoint(i);
          const int child = object == manifold.getBody0() ? point.m_index0 : point.m_index1;
          bodies_[traits.body.index()].rolling_impulse +=
              traits.shape(child).rolling_friction * point.m_appliedImpulse;
        }
      }
    }
  }

  void read_bodies(State& state, StepReport& report) {
    for (const BodyId id : moving_) {
      RunningBody& body = bodies_[id.index()];
      btRigidBody* rigid = body.rigid();
      if (!is_sane(*rigid)) {
        place_at_rest(body, body.last_good_pose);
        ++report.bodies_reset;
      }
      BodyState& target = state.bodies[id.index()];
      target.pose = from_bullet(rigid->getWorldTransform()) * body.mass_from_body;
      target.velocity = from_bullet(rigid->getLinearVelocity());
      target.angular_velocity = from_bullet(rigid->getAngularVelocity());
      body.last_good_pose = target.pose;
    }
  }

  void read_joints(State& state, StepReport& report) {
    std::vector<JointId> broken;
    for (auto& [id, joint] : joints_) {
      joint->read(state.joints[id.index()]);
      if (!joint->can_break()) continue;
      const RunningJoint::Load load = joint->load();
      if (!joint->breaks_under(load)) continue;
      state.joints[id.index()].is_broken = true;
      report.broken_joints.push_back({joint->instance(), joint->index(), load.force, load.torque});
      broken.push_back(id);
    }
    for (const JointId id : broken) erase_joint(id);
  }

  btDefaultCollisionConfiguration configuration_;
  Dispatcher dispatcher_;
  TyreBoxDispatch tyre_box_dispatch_;
  Broadphase broadphase_;
  btSequentialImpulseConstraintSolver unused_solver_;
  OwnPartsFilter filter_;
  Dynamics dynamics_;
  btEmptyShape world_shape_;
  btRigidBody world_body_;           // what joints to the world hold on to
  std::vector<RunningBody> bodies_;  // by BodyId; empty shells of those that are gone
  std::vector<BodyId> moving_;       // those that are in Bullet and not static, in their order
  std::map<JointId, std::unique_ptr<RunningJoint>> joints_;
  std::vector<MovedJoint> moved_joints_;
  std::vector<BodyId> going_;  // bodies that were put somewhere in the last step
  std::vector<JointTarget> target_of_joint_;
  ContactLog contact_log_;
};

Physics::Physics(const Settings& settings, Workers& workers)
    : engine_(std::make_unique<Engine>(settings, workers)) {}
Physics::~Physics() = default;

void Physics::add(const State& state, InstanceId instance) { engine_->add(state, instance); }

void Physics::remove(State& state, InstanceId instance) { engine_->remove(state, instance); }

void Physics::move(State& state, InstanceId instance, const Pose& world_from_model) {
  engine_->move(state, instance, world_from_model);
}

std::vector<InstanceId> Physics::touched_by_box(const Vec3& size,
                                                const Pose& world_from_box) const {
  return instances_at(engine_->dynamics(), size, world_from_box);
}

std::vector<Overlap> Physics::overlaps(const CollisionProbe& probe, const Pose& world_from_model,
                                       double deeper_than, InstanceId not_counted) const {
  return overlaps_of(engine_->dynamics(), probe.shapes_->objects, world_from_model, deeper_than,
                     not_counted);
}

void Physics::push(const State& state, InstanceId instance, int link, const Vec3& point_link,
                   const Vec3& force_world) {
  engine_->push(state, instance, link, point_link, force_world);
}

StepReport Physics::advance(const Targets& targets, State& state) {
  return engine_->advance(targets, state);
}

void Physics::serialize(Archive& archive, State& state) { engine_->serialize(archive, state); }

EngineCounts Physics::counts() const { return engine_->counts(); }

std::optional<RayHit> Physics::first_hit(const Vec3& from, const Vec3& to,
                                         InstanceId not_counted) const {
  return nearest_hit(engine_->broadphase(), from, to, not_counted);
}

}  // namespace rubble::physics
