// SPDX-License-Identifier: Apache-2.0
// A run follows from what is there and what touches, not from the engine's history.
#include <gtest/gtest.h>

#include "rubble/physics/lab.h"

namespace rubble::physics {
namespace {

// A trolley of five bodies with four hinges: heavy enough on its wheels that the solver's order
// shows in the last bits.
Model trolley(const std::string& name) {
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

// Stands over other things without touching them: its box in the broad phase holds them all.
Model gate() {
  Model model{.name = "gate"};
  Link link{.name = "link", .inertial = box_inertial(80.0, {12, 4, 3})};
  for (const double x : {-6.0, 6.0})
    link.collisions.push_back(
        {.link_from_shape = {Vec3(x, 0, 0)}, .geometry = Box{{0.3, 4.0, 3.0}}});
  link.collisions.push_back(
      {.link_from_shape = {Vec3(0, 0, 1.6)}, .geometry = Box{{12.3, 4, 0.2}}});
  model.links.push_back(std::move(link));
  return model;
}

struct Visitors {
  bool far_away = false;  // come and go, out of reach
  bool around = false;    // a gate over everything
};

// Where everything of a small heap ends, beside visitors that never touch it.
std::vector<BodyState> heap_beside(const Visitors& visitors) {
  Lab lab;
  lab.add(ground());
  std::vector<InstanceId> early;
  if (visitors.far_away)
    for (int i = 0; i < 3; ++i)
      early.push_back(lab.add(trolley("early" + std::to_string(i)), {Vec3(50.0 + 3 * i, 0, 0.2)}));
  std::vector<InstanceId> heap;
  for (int i = 0; i < 2; ++i)
    heap.push_back(lab.add(trolley("trolley" + std::to_string(i)),
                           make_pose(0.5 * i, 0.1 * i, 0.16 + 0.5 * i, 0, 0, 0.3 * i)));
  for (int i = 0; i < 6; ++i)
    heap.push_back(
        lab.add(loose_box("box" + std::to_string(i), {0.2, 0.3, 0.15}, 1.0 + 0.3 * i, 0.6),
                make_pose(0.07 * i, -0.02 * i, 1.2 + 0.2 * i, 0.1 * i, 0, 0.4 * i)));
  if (visitors.around) lab.add(gate(), {Vec3(0, 0, 1.5)});
  for (Tick tick = 0; tick < 600; ++tick) {
    if (visitors.far_away && tick == 100) lab.physics.remove(lab.state, early[0]);
    if (visitors.far_away && tick == 150)
      early.push_back(lab.add(trolley("late"), {Vec3(70, 0, 1)}));
    if (visitors.far_away && tick == 300) lab.physics.remove(lab.state, early[1]);
    if (visitors.far_away && tick == 310) lab.physics.remove(lab.state, early[3]);
    lab.step();
  }
  std::vector<BodyState> ends;
  for (const InstanceId id : heap)
    for (std::size_t link = 0; link < lab.state.instances[id.index()].links.size(); ++link)
      ends.push_back(lab.body(id, link));
  return ends;
}

void expect_same_bits(const std::vector<BodyState>& a, const std::vector<BodyState>& b) {
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(a.size(), 16U);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].pose.position, b[i].pose.position) << i;
    EXPECT_EQ(a[i].pose.rotation.coeffs(), b[i].pose.rotation.coeffs()) << i;
    EXPECT_EQ(a[i].velocity, b[i].velocity) << i;
    EXPECT_EQ(a[i].angular_velocity, b[i].angular_velocity) << i;
  }
}

TEST(Order, WhoComesAndGoesFarAwayLeavesNoTrace) {
  expect_same_bits(heap_beside({}), heap_beside({.far_away = true}));
}

TEST(Order, WhatStandsAroundWithoutTouchingLeavesNoTrace) {
  expect_same_bits(heap_beside({}), heap_beside({.around = true}));
}

TEST(Order, BothTogetherLeaveNoTrace) {
  expect_same_bits(heap_beside({}), heap_beside({.far_away = true, .around = true}));
}

}  // namespace
}  // namespace rubble::physics
