// SPDX-License-Identifier: Apache-2.0
// An engine that is built anew in the middle of a run goes on as the old one would have, to the
// bit.
#include <gtest/gtest.h>

#include "rubble/physics/lab.h"

namespace rubble::physics {
namespace {

// The same instances where they entered, and then what the archive says.
std::unique_ptr<Lab> rebuilt(const State& state, const std::string& bytes) {
  auto lab = std::make_unique<Lab>();
  for (const Instance& instance : state.instances)
    lab->physics.add(lab->state,
                     lab->state.add(instance.model, instance.name, instance.spawn_pose));
  Archive archive(bytes);
  lab->state.serialize(archive);
  lab->physics.serialize(archive, lab->state);
  const auto finished = archive.finish();
  EXPECT_TRUE(finished.ok()) << (finished ? "" : finished.error().message);
  return lab;
}

std::string saved(Lab& lab) {
  Archive archive;
  lab.state.serialize(archive);
  lab.physics.serialize(archive, lab.state);
  return archive.take_bytes();
}

// A vehicle with four wheels on hinges; with a door on a hinge to the world that can break; boxes
// that come to rest and sleep; a belt; a ball.
struct Scene {
  std::vector<InstanceId> vehicles;
  InstanceId door, belt, early;
};

Model vehicle(const std::string& name) {
  Model model{.name = name};
  model.links.push_back({.name = "bed", .inertial = box_inertial(12.0, {0.8, 0.5, 0.1})});
  model.links[0].collisions.push_back({.geometry = Box{{0.8, 0.5, 0.1}}});
  for (const double x : {-0.3, 0.3})
    for (const double y : {-0.3, 0.3}) {
      Link wheel{.name = "wheel", .model_from_link = {Vec3(x, y, -0.05)}};
      wheel.inertial = sphere_inertial(0.7, 0.1);
      wheel.collisions.push_back({.geometry = Sphere{0.1}});
      Joint axle{.name = "axle", .kind = JointKind::Revolute, .parent = 0};
      axle.child = static_cast<int>(model.links.size());
      axle.axis.direction_joint = Vec3::UnitY();
      model.links.push_back(std::move(wheel));
      model.joints.push_back(axle);
    }
  return model;
}

Model door() {
  Model model = loose_box("door", {0.05, 1.0, 2.0}, 15.0, 0.5);
  Joint hinge{.name = "hinge", .kind = JointKind::Revolute, .parent = -1, .child = 0};
  hinge.child_from_joint.position = Vec3(0, -0.5, 0);
  hinge.axis.direction_joint = Vec3::UnitZ();
  hinge.break_limit.torque = 60.0;
  model.joints.push_back(hinge);
  return model;
}

Scene build(Lab& lab) {
  Scene scene;
  lab.add(ground());
  lab.add(fixed_box("step", {1.0, 3.0, 0.08}, 0.8), {Vec3(1.5, 0, 0.02)});
  scene.early = lab.add(vehicle("early"), {Vec3(20, 0, 0.2)});
  for (int i = 0; i < 2; ++i)
    scene.vehicles.push_back(lab.add(vehicle("vehicle" + std::to_string(i)),
                                     make_pose(0.2 * i, 1.2 * i, 0.3, 0, 0, 0.2 * i)));
  scene.door = lab.add(door(), {Vec3(2.4, 0.2, 1.01)});
  for (int i = 0; i < 6; ++i)
    lab.add(loose_box("box" + std::to_string(i), {0.2, 0.3, 0.15}, 1.0 + 0.3 * i, 0.6),
            make_pose(-2 + 0.05 * i, 0.03 * i, 0.2 + 0.2 * i, 0.1 * i, 0, 0.4 * i));
  scene.belt = lab.add(fixed_box("belt", {2.0, 1.0, 0.2}, 0.9), {Vec3(-5, 0, 0.1)});
  lab.add(loose_box("parcel", {0.2, 0.2, 0.2}, 2.0, 0.6), {Vec3(-5.5, 0, 0.35)});
  return scene;
}

void step(Lab& lab, const Scene& scene, Tick tick) {
  Targets targets;
  for (const InstanceId vehicle : scene.vehicles)
    for (std::size_t j = 0; j < 4; ++j)
      targets.joints.push_back({.joint = lab.joint(vehicle, j),
                                .mode = MotorMode::Velocity,
                                .value = 9.0,
                                .max_effort = 20.0});
  if (tick == 0) targets.belts.push_back({.instance = scene.belt, .link = 0, .speed = 0.4});
  if (tick == 90) lab.physics.remove(lab.state, scene.early);
  if (tick == 120) lab.physics.move(lab.state, scene.vehicles[1], make_pose(-1, 2, 0.4, 0.1, 0, 1));
  lab.step(targets);
}

TEST(Serialize, AnEngineRebuiltEveryTickGoesOnToTheBit) {
  Lab plain;
  const Scene scene = build(plain);
  auto rebuilt_lab = std::make_unique<Lab>();
  build(*rebuilt_lab);
  bool has_broken = false;
  for (Tick tick = 0; tick < 900; ++tick) {
    step(plain, scene, tick);
    step(*rebuilt_lab, scene, tick);
    ASSERT_EQ(rebuilt_lab->state.hash(), plain.state.hash()) << "after tick " << tick;
    rebuilt_lab = rebuilt(rebuilt_lab->state, saved(*rebuilt_lab));
    ASSERT_EQ(rebuilt_lab->state.hash(), plain.state.hash()) << "restored after tick " << tick;
    has_broken = has_broken || plain.state.joints[plain.joint(scene.door, 0).index()].is_broken;
  }
  EXPECT_TRUE(has_broken) << "the door must break for this test to say something";
}

TEST(Serialize, ContactsBeginAndEndAlike) {
  Lab plain;
  const Scene scene = build(plain);
  for (Tick tick = 0; tick < 300; ++tick) step(plain, scene, tick);
  const auto again = rebuilt(plain.state, saved(plain));
  for (Tick tick = 300; tick < 500; ++tick) {
    const StepReport first = plain.step();
    const StepReport second = again->step();
    ASSERT_EQ(first.contacts.size(), second.contacts.size()) << tick;
    for (std::size_t i = 0; i < first.contacts.size(); ++i) {
      EXPECT_EQ(first.contacts[i].phase, second.contacts[i].phase);
      EXPECT_EQ(first.contacts[i].impulse, second.contacts[i].impulse);
    }
    EXPECT_EQ(first.solver_iterations, second.solver_iterations);
  }
}

TEST(Serialize, EveryCutIsRefused) {
  Lab plain;
  const Scene scene = build(plain);
  for (Tick tick = 0; tick < 60; ++tick) step(plain, scene, tick);
  const std::string bytes = saved(plain);
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    Lab lab;
    build(lab);
    Archive archive(bytes.substr(0, size));
    lab.state.serialize(archive);
    if (!archive.has_failed()) lab.physics.serialize(archive, lab.state);
    EXPECT_FALSE(archive.finish().ok()) << size;
  }
}

}  // namespace
}  // namespace rubble::physics
