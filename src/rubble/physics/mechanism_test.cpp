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
  double start_speed = 0.0;     // rad/s, of all bars about z
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
  const InstanceId id = lab.add(chain_model(chain), {hook});
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

}  // namespace
}  // namespace rubble::physics
