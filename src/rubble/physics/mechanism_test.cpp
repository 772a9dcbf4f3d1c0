// SPDX-License-Identifier: Apache-2.0
// Chains of heavy and light links keep their energy and their joints.
#include <gtest/gtest.h>

#include "rubble/physics/lab.h"

namespace rubble::physics {
namespace {

constexpr double kFall = 9.81;  // m/s^2
constexpr double kBar = 0.5;    // m

struct Chain {
  std::vector<double> masses;
  JointKind kind = JointKind::Revolute;
  bool axes_alternate = false;  // hinges about y and, twisted, about another axis
  double lift = 0.0;            // rad over level, at the start
};

std::string words(const Chain& chain) {
  std::string text;
  for (const double mass : chain.masses) text += std::to_string(mass) + " ";
  return text + (chain.kind == JointKind::Ball ? "ball" : "hinge") +
         (chain.axes_alternate ? " alternating" : "");
}

// Hangs from the world at its first end and lies level along x.
Model chain_model(const Chain& chain) {
  Model model{.name = "chain"};
  for (std::size_t i = 0; i < chain.masses.size(); ++i) {
    Link bar{.name = "bar" + std::to_string(i),
             .model_from_link = {Vec3(kBar * (static_cast<double>(i) + 0.5), 0, 0)}};
    bar.inertial = box_inertial(chain.masses[i], {kBar, 0.04, 0.04});
    model.links.push_back(bar);
    Joint joint{.name = "joint" + std::to_string(i), .kind = chain.kind};
    joint.parent = static_cast<int>(i) - 1;
    joint.child = static_cast<int>(i);
    joint.child_from_joint.position = Vec3(-kBar / 2, 0, 0);
    joint.axis.direction_joint =
        chain.axes_alternate && i % 2 == 1 ? Vec3(Vec3(0, 1, 1).normalized()) : Vec3(Vec3::UnitY());
    model.joints.push_back(joint);
  }
  return model;
}

double energy_of(const Lab& lab, InstanceId id) {
  double sum = 0.0;
  const Instance& instance = lab.state.instances[id.index()];
  for (std::size_t i = 0; i < instance.links.size(); ++i) {
    const Inertial& inertial = instance.model->links[i].inertial;
    const BodyState& body = lab.body(id, i);
    const Mat3 turn = body.pose.rotation.toRotationMatrix();
    const Vec3& spin = body.angular_velocity;
    sum += 0.5 * inertial.mass * body.velocity.squaredNorm() +
           0.5 * spin.dot(turn * inertial.inertia * turn.transpose() * spin) +
           inertial.mass * kFall * body.pose.position.z();
  }
  return sum;
}

// How far the two ends of the worst joint are apart.
double widest_gap(const Lab& lab, InstanceId id, const Vec3& hook) {
  double widest = 0.0;
  const Instance& instance = lab.state.instances[id.index()];
  for (std::size_t i = 0; i < instance.links.size(); ++i) {
    const Vec3 near_end = lab.body(id, i).pose * Vec3(-kBar / 2, 0, 0);
    const Vec3 held_by = i == 0 ? hook : lab.body(id, i - 1).pose * Vec3(kBar / 2, 0, 0);
    widest = std::max(widest, (near_end - held_by).norm());
  }
  return widest;
}

struct ChainSwing {
  double most_gain = 0.0;  // of energy, as a share of what hanging down would set free
  double gain_at_end = 0.0;
  double widest_gap = 0.0;  // m
};

ChainSwing swing(const Chain& chain, double seconds) {
  Lab lab;
  const Vec3 hook(0, 0, 3);
  const InstanceId id =
      lab.add(chain_model(chain), make_pose(hook.x(), hook.y(), hook.z(), 0, -chain.lift, 0));
  double depth_times_weight = 0.0;
  for (std::size_t i = 0; i < chain.masses.size(); ++i)
    depth_times_weight += chain.masses[i] * kFall * kBar * (static_cast<double>(i) + 0.5);
  const double start = energy_of(lab, id);
  ChainSwing result;
  for (Tick tick = 0; tick < tick_at(seconds); ++tick) {
    lab.step();
    result.gain_at_end = (energy_of(lab, id) - start) / depth_times_weight;
    result.most_gain = std::max(result.most_gain, result.gain_at_end);
    result.widest_gap = std::max(result.widest_gap, widest_gap(lab, id, hook));
  }
  return result;
}

TEST(Mechanism, ChainsKeepTheirEnergyAndTheirJoints) {
  const std::vector<Chain> chains = {
      {.masses = {1, 1, 1}},
      {.masses = {1, 0.3, 5}},
      {.masses = {1, 0.1, 10}},
      {.masses = {10, 0.1, 1}},
      {.masses = {0.2, 4, 0.2}},
      {.masses = {2, 0.05, 20}},
      {.masses = {1, 0.3, 5, 0.1, 3}},
      {.masses = {1, 1}},
      {.masses = {1, 0.3, 5}, .kind = JointKind::Ball},
      {.masses = {1, 0.1, 10}, .axes_alternate = true},
      {.masses = {1, 0.3, 5}, .axes_alternate = true},
      {.masses = {1, 1, 1}, .axes_alternate = true},
      {.masses = {3, 0.2, 1, 6}, .axes_alternate = true},
  };
  for (const Chain& chain : chains) {
    const ChainSwing swung = swing(chain, 2.0);
    EXPECT_LT(swung.most_gain, 0.01) << words(chain);
    EXPECT_GT(swung.gain_at_end, -0.03) << words(chain);
    EXPECT_LT(swung.widest_gap, 0.002) << words(chain);
  }
}

// Far swings of a light link under a heavy one: it whirls at 60 rad/s.
TEST(Mechanism, ALightLinkThatWhirlsKeepsTheEnergy) {
  const ChainSwing swung = swing({.masses = {0.05, 5}, .lift = 0.5}, 12.0);
  EXPECT_LT(swung.most_gain, 0.01);
  EXPECT_GT(swung.gain_at_end, -0.03);
  EXPECT_LT(swung.widest_gap, 0.002);
}

// Long chains cost in proportion to their length; nothing is left out.
TEST(Mechanism, ALongChainKeepsItsEnergyAndItsJoints) {
  Chain chain;
  for (int i = 0; i < 24; ++i) chain.masses.push_back(i % 3 == 1 ? 0.05 : 1.0);
  const ChainSwing swung = swing(chain, 1.0);
  EXPECT_LT(swung.most_gain, 0.01);
  EXPECT_GT(swung.gain_at_end, -0.03);
  EXPECT_LT(swung.widest_gap, 0.002);
}

// Three bars and the ground make a closed loop: its hinges hold some directions twice.
TEST(Mechanism, AClosedLinkageKeepsItsEnergyAndItsJoints) {
  Lab lab;
  Model model{.name = "linkage"};
  const Vec3 corners[] = {{0, 0, 0}, {0, 0, kBar}, {kBar, 0, kBar}, {kBar, 0, 0}};
  const double masses[] = {1.0, 0.1, 6.0};
  for (int i = 0; i < 3; ++i) {
    const Vec3 along = corners[i + 1] - corners[i];
    Link bar{.name = "bar" + std::to_string(i)};
    bar.model_from_link = {(corners[i] + corners[i + 1]) / 2.0,
                           Quat::FromTwoVectors(Vec3::UnitX(), along)};
    bar.inertial = box_inertial(masses[i], {kBar, 0.04, 0.04});
    model.links.push_back(bar);
  }
  const auto hinge = [&](int parent, int child, double end) {
    Joint joint{.name = "hinge", .kind = JointKind::Revolute, .parent = parent, .child = child};
    joint.child_from_joint = {
        Vec3(end * kBar / 2, 0, 0),
        model.links[static_cast<std::size_t>(child)].model_from_link.rotation.conjugate()};
    joint.axis.direction_joint = Vec3::UnitY();
    model.joints.push_back(joint);
  };
  hinge(-1, 0, -1.0);
  hinge(0, 1, -1.0);
  hinge(1, 2, -1.0);
  hinge(-1, 2, 1.0);
  const InstanceId id = lab.add(std::move(model), {Vec3(0, 0, 2)});
  // A push at the top, then it swings over and back.
  lab.physics.push(lab.state, id, 0, Vec3(kBar / 2, 0, 0), Vec3(300, 0, 0));
  lab.step();
  const double start = energy_of(lab, id);
  const double scale = (1.0 + 2 * 0.1 + 6.0) * kFall * kBar;
  for (int i = 0; i < 480; ++i) {
    lab.step();
    const double gain = (energy_of(lab, id) - start) / scale;
    ASSERT_LT(gain, 0.01) << i;
    ASSERT_GT(gain, -0.03) << i;
    const auto end_of = [&](std::size_t bar, double end) {
      return Vec3(lab.body(id, bar).pose * Vec3(end * kBar / 2, 0, 0));
    };
    ASSERT_LT((end_of(0, -1) - Vec3(0, 0, 2)).norm(), 0.002);
    ASSERT_LT((end_of(0, 1) - end_of(1, -1)).norm(), 0.002);
    ASSERT_LT((end_of(1, 1) - end_of(2, -1)).norm(), 0.002);
    ASSERT_LT((end_of(2, 1) - Vec3(kBar, 0, 2)).norm(), 0.002);
  }
}

// A chain that falls onto the floor loses energy and never gains any, and comes to rest.
TEST(Mechanism, AChainThatFallsOnTheFloorComesToRest) {
  Lab lab;
  lab.add(ground(0.5));
  Chain chain{.masses = {1, 0.1, 10, 0.3, 2}};
  Model model = chain_model(chain);
  model.joints.erase(model.joints.begin());  // not hung up
  for (Link& bar : model.links) bar.collisions.push_back({.geometry = Box{{kBar, 0.04, 0.04}}});
  const InstanceId id = lab.add(std::move(model), make_pose(0, 0, 1.6, 0.2, 0.5, 0.1));
  double lowest = energy_of(lab, id);
  const double start = lowest;
  for (int i = 0; i < 1920; ++i) {
    lab.step();
    const double energy = energy_of(lab, id);
    EXPECT_LT(energy, lowest + 0.005 * start) << i;
    lowest = std::min(lowest, energy);
    for (std::size_t bar = 1; bar < 5; ++bar)
      EXPECT_LT((lab.body(id, bar).pose * Vec3(-kBar / 2, 0, 0) -
                 lab.body(id, bar - 1).pose * Vec3(kBar / 2, 0, 0))
                    .norm(),
                0.002)
          << i;
  }
  for (std::size_t bar = 0; bar < 5; ++bar) {
    EXPECT_LT(lab.body(id, bar).velocity.norm(), 0.02);
    EXPECT_NEAR(lab.body(id, bar).pose.position.z(), 0.02, 0.01);
  }
}

// A light foot, as thin as it likes, carries what stands on it.
TEST(Mechanism, ALightFootUnderAHeavyLoadStandsOnTheFloor) {
  struct Foot {
    double mass, inertia, size, load;
  };
  for (const Foot& foot : {Foot{0.01, 1e-7, 1.0, 100}, Foot{0.01, 1e-6, 0.2, 1000},
                           Foot{0.001, 1e-7, 0.5, 100}, Foot{1.0, 0.01, 0.3, 1e4}}) {
    Lab lab;
    lab.add(ground(0.5));
    Model model{.name = "statue"};
    Link below{.name = "foot", .model_from_link = {Vec3(0, 0, 0.05)}};
    below.inertial.mass = foot.mass;
    below.inertial.inertia = foot.inertia * Mat3::Identity();
    below.collisions.push_back({.geometry = Box{{foot.size, foot.size, 0.1}}});
    Link above{.name = "load", .model_from_link = {Vec3(0, 0, 0.35)}};
    above.inertial = box_inertial(foot.load, Vec3::Constant(0.4));
    model.links = {below, above};
    Joint pivot{.name = "pivot", .kind = JointKind::Revolute, .parent = 0, .child = 1};
    pivot.child_from_joint.position = Vec3(0, 0, -0.25);
    pivot.axis.direction_joint = Vec3::UnitZ();
    model.joints.push_back(pivot);
    const InstanceId id = lab.add(model, {Vec3(0, 0, 0.005)});
    for (int i = 0; i < 480; ++i) lab.step();
    EXPECT_NEAR(lab.body(id, 0).pose.position.z(), 0.05, 0.01) << foot.mass << " " << foot.load;
    EXPECT_LT(lab.body(id, 1).velocity.norm(), 0.02) << foot.mass << " " << foot.load;
  }
}

// A spring as stiff as it likes: it may not gain energy, and rests where statics says.
TEST(Mechanism, SpringsOfAnyStiffnessAreStable) {
  for (const double stiffness : {1e2, 1e4, 1e6, 1e8, 1e10}) {
    Lab lab;
    Model model{.name = "scale"};
    model.links.push_back({.name = "post", .inertial = box_inertial(3.0, Vec3::Constant(0.2))});
    model.links.push_back({.name = "pan",
                           .model_from_link = {Vec3(0, 0, 0.5)},
                           .inertial = box_inertial(0.5, Vec3::Constant(0.1))});
    Joint foot{.name = "foot", .kind = JointKind::Revolute, .parent = -1, .child = 0};
    foot.axis.direction_joint = Vec3::UnitZ();
    Joint spring{.name = "spring", .kind = JointKind::Prismatic, .parent = 0, .child = 1};
    spring.axis.spring_stiffness = stiffness;
    spring.axis.damping = 5.0;
    model.joints = {foot, spring};
    lab.add(std::move(model));
    double most = 0.0;
    for (int i = 0; i < 1200; ++i) {
      lab.step();
      most = std::max(most, std::abs(lab.state.joints[1].velocity));
    }
    const double sunk = 0.5 * kFall / stiffness;
    EXPECT_NEAR(lab.state.joints[1].position, -sunk, 0.02 * sunk + 1e-9) << stiffness;
    EXPECT_LT(most, 1.1 * kFall * std::sqrt(0.5 / stiffness) + 0.05) << stiffness;
  }
}

}  // namespace
}  // namespace rubble::physics
