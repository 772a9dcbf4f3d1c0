// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/mechanism.h"

#include <algorithm>
#include <cmath>

#include "rubble/physics/contact_rules.h"
#include "rubble/physics/joint_constraint.h"
#include "rubble/physics/solver.h"

namespace rubble::physics {
namespace {

// A row that may carry more than this, N·s, in both directions holds whatever it takes.
constexpr double kUnlimited = 1e9;
// Of a joint's own response: what it gives, so that joints that hold the same twice can be solved.
constexpr double kRegularisation = 1e-9;
// Numbers that the responses of limited rows may take.
constexpr std::size_t kMaxResponses = 200000;

bool is_unlimited(const Row& row) {
  return row.contact < 0 && row.lower < -kUnlimited && row.upper > kUnlimited;
}

// Velocity per impulse of the row alone, what it gives way included.
double compliance_of(const Row& row) { return row.softness / row.velocity_to_impulse; }

// What the row still lacks of the velocity it wants.
double missing_velocity(const Row& row, std::span<const BodyVelocity> velocities) {
  return (row.error - row.impulse * row.softness) / row.velocity_to_impulse -
         row.velocity(velocities);
}

// Velocity of one row per impulse of another, through one body.
double coupling(const Row& row, const Row& other, int body) {
  const BodyVelocity& direction = row.body_a == body ? row.direction_a : row.direction_b;
  const BodyVelocity& response = other.body_a == body ? other.response_a : other.response_b;
  return dot(direction, response);
}

template <class Use>
void for_each_body(const Row& row, const Use& use) {
  if (row.body_a >= 0) use(row.body_a);
  if (row.body_b >= 0) use(row.body_b);
}

template <class Use>
void for_each_impulse(const Island& island, const Use& use) {
  for (btPersistentManifold* manifold : island.manifolds)
    for (int i = 0; i < manifold->getNumContacts(); ++i) {
      btManifoldPoint& point = manifold->getContactPoint(i);
      use(point.m_appliedImpulse);
      use(point.m_appliedImpulseLateral1);
      use(point.m_appliedImpulseLateral2);
    }
  for (btTypedConstraint* constraint : island.constraints)
    if (auto* memory = static_cast<JointMemory*>(constraint->getUserConstraintPtr()))
      for (double& impulse : memory->impulses) use(impulse);
}

template <class Use>
void for_each_load(const Island& island, const Use& use) {
  for (btTypedConstraint* constraint : island.constraints)
    if (btJointFeedback* feedback = constraint->getJointFeedback()) {
      use(feedback->m_appliedForceBodyB);
      use(feedback->m_appliedTorqueBodyB);
    }
}

void follow_bodies(btPersistentManifold& manifold) {
  const btTransform& world_from_a = manifold.getBody0()->getWorldTransform();
  const btTransform& world_from_b = manifold.getBody1()->getWorldTransform();
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    btManifoldPoint& point = manifold.getContactPoint(i);
    point.m_positionWorldOnA = world_from_a * point.m_localPointA;
    point.m_positionWorldOnB = world_from_b * point.m_localPointB;
    point.m_distance1 =
        (point.m_positionWorldOnA - point.m_positionWorldOnB).dot(point.m_normalWorldOnB);
  }
}

}  // namespace

bool is_mechanism(const Island& island) {
  const bool has_joint =
      std::any_of(island.constraints.begin(), island.constraints.end(), [](const auto* joint) {
        return joint->getRigidBodyA().getInvMass() > 0.0 &&
               joint->getRigidBodyB().getInvMass() > 0.0;
      });
  return has_joint && std::none_of(island.bodies.begin(), island.bodies.end(),
                                   [](const auto* body) { return traits_of(*body).is_vehicle; });
}

int substeps_of(const Island& island, double step) {
  constexpr int kMinSubsteps = 4, kMaxSubsteps = 32;
  constexpr double kMaxTurn = 0.02;  // rad in a substep
  constexpr double kMinArm = 1e-3;   // m: a rotor on its own axis may be as fast as it likes
  double fastest = 0.0;              // rad/s
  for (btTypedConstraint* joint : island.constraints) {
    const auto* memory = static_cast<const JointMemory*>(joint->getUserConstraintPtr());
    if (memory == nullptr) continue;
    for (const btRigidBody* body : {&joint->getRigidBodyA(), &joint->getRigidBodyB()}) {
      const btVector3& turning = body->getAngularVelocity();
      const btVector3 arm = memory->axis->anchor_world() - body->getCenterOfMassPosition();
      const double speed = turning.length();
      if (body->getInvMass() > 0.0 && turning.cross(arm).length() > kMinArm * speed)
        fastest = std::max(fastest, speed);
    }
  }
  return std::clamp(static_cast<int>(std::ceil(std::min(fastest * step / kMaxTurn, 1e3))),
                    kMinSubsteps, kMaxSubsteps);
}

void move_bodies(const Island& island, double seconds) {
  for (btCollisionObject* object : island.bodies) {
    btRigidBody& body = *btRigidBody::upcast(object);
    btTransform after;
    body.predictIntegratedTransform(seconds, after);
    body.setCenterOfMassTransform(after);
  }
  for (btPersistentManifold* manifold : island.manifolds) follow_bodies(*manifold);
}

SubstepSums::SubstepSums(const Island& island, int substeps) : substeps_(substeps) {
  for_each_impulse(island, [&](double& impulse) {
    impulse /= substeps_;
    impulses_.push_back(0.0);
  });
  for_each_load(island, [&](btVector3&) { loads_.emplace_back(0, 0, 0); });
}

void SubstepSums::add(const Island& island) {
  auto impulse_sum = impulses_.begin();
  for_each_impulse(island, [&](double impulse) { *impulse_sum++ += impulse; });
  auto load_sum = loads_.begin();
  for_each_load(island, [&](const btVector3& load) { *load_sum++ += load; });
}

void SubstepSums::write_back(const Island& island) const {
  auto impulse_sum = impulses_.begin();
  for_each_impulse(island, [&](double& impulse) { impulse = *impulse_sum++; });
  auto load_sum = loads_.begin();
  for_each_load(island, [&](btVector3& load) { load = *load_sum++ / substeps_; });
}

bool DirectSolver::eliminate_joints(RowSolver& solver) {
  const std::size_t body_count = solver.velocities().size();
  sort_rows(solver.rows());
  if (joints_.empty() || limited_.size() * body_count * 6 > kMaxResponses) return false;
  joints_at_body_.assign(body_count, {});
  for (std::size_t i = 0; i < joints_.size(); ++i)
    for_each_body(*joints_[i], [&](int body) {
      joints_at_body_[static_cast<std::size_t>(body)].push_back(static_cast<int>(i));
    });
  return factorise();
}

void DirectSolver::sort_rows(std::span<Row> rows) {
  joints_.clear();
  limited_.clear();
  for (Row& row : rows) {
    if (row.velocity_to_impulse <= 0.0) continue;  // nothing it could move
    if (is_unlimited(row))
      joints_.push_back(&row);
    else
      limited_.push_back({&row, 0, 0.0, compliance_of(row)});
  }
}

// J M^-1 J^T, row by row over the joints that share a body.
bool DirectSolver::factorise() {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Row& row = *joints_[i];
    double own = 0.0;
    for_each_body(row, [&](int body) {
      own += coupling(row, row, body);
      for (const int other : joints_at_body_[static_cast<std::size_t>(body)])
        if (other <= static_cast<int>(i))
          entries.emplace_back(static_cast<int>(i), other,
                               coupling(row, *joints_[static_cast<std::size_t>(other)], body));
    });
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i),
                         compliance_of(row) + kRegularisation * own);
  }
  const auto size = static_cast<Eigen::Index>(joints_.size());
  matrix_.resize(size, size);
  matrix_.setFromTriplets(entries.begin(), entries.end());
  factors_.compute(matrix_);
  return factors_.info() == Eigen::Success;
}

// Newton's method on a linear system: a second pass takes back what rounding and regularisation
// left of the first.
void DirectSolver::solve_joints(std::span<BodyVelocity> velocities) {
  constexpr int kPasses = 2;
  right_side_.resize(static_cast<Eigen::Index>(joints_.size()));
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t i = 0; i < joints_.size(); ++i)
      right_side_[static_cast<Eigen::Index>(i)] = missing_velocity(*joints_[i], velocities);
    const Eigen::VectorXd change = factors_.solve(right_side_);
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      const double impulse = change[static_cast<Eigen::Index>(i)];
      joints_[i]->impulse += impulse;
      joints_[i]->push(velocities, impulse);
    }
  }
}

void DirectSolver::respond(LimitedRow& limited, std::size_t body_count) {
  limited.first_response = responses_.size();
  responses_.resize(responses_.size() + body_count, BodyVelocity{});
  const std::span<BodyVelocity> all =
      std::span(responses_).subspan(limited.first_response, body_count);
  const Row& row = *limited.row;
  row.push(all, 1.0);
  const double without_joints = row.velocity(all);
  right_side_.setZero(static_cast<Eigen::Index>(joints_.size()));
  for_each_body(row, [&](int body) {
    for (const int joint : joints_at_body_[static_cast<std::size_t>(body)])
      right_side_[joint] -= coupling(*joints_[static_cast<std::size_t>(joint)], row, body);
  });
  Eigen::VectorXd reaction = factors_.solve(right_side_);
  const auto react = [&](const Eigen::VectorXd& impulses) {
    for (std::size_t i = 0; i < joints_.size(); ++i)
      joints_[i]->push(all, impulses[static_cast<Eigen::Index>(i)]);
  };
  react(reaction);
  // What a light link under a heavy load has left is small beside what regularisation leaves open.
  constexpr double kRefinedBelow = 1e-3,
                   kMinResponse = 1e-12;  // of what it would be without joints
  if (row.velocity(all) < kRefinedBelow * without_joints) {
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      right_side_[at] = -joints_[i]->velocity(all) - compliance_of(*joints_[i]) * reaction[at];
    }
    reaction = factors_.solve(right_side_);
    react(reaction);
  }
  const double response = row.velocity(all);
  limited.response = response > kMinResponse * without_joints ? response : 0.0;
}

double DirectSolver::sweep(std::span<Row> rows, std::span<BodyVelocity> velocities) {
  double largest = 0.0;
  for (const LimitedRow& limited : limited_) {
    Row& row = *limited.row;
    if (limited.response == 0.0) continue;
    if (row.contact >= 0) {
      row.upper = row.friction * rows[static_cast<std::size_t>(row.contact)].impulse;
      row.lower = -row.upper;
    }
    const double wanted =
        row.impulse + missing_velocity(row, velocities) / (limited.response + limited.compliance);
    const double after = std::clamp(wanted, row.lower, row.upper);
    const double change = after - row.impulse;
    if (change == 0.0) continue;
    row.impulse = after;
    for (std::size_t body = 0; body < velocities.size(); ++body)
      for (std::size_t k = 0; k < 6; ++k)
        velocities[body][k] += responses_[limited.first_response + body][k] * change;
    largest = std::max(largest, std::abs(change) * row.error_scale);
  }
  return largest;
}

int DirectSolver::solve(RowSolver& solver, int max_iterations, double tolerance) {
  const std::span<BodyVelocity> velocities = solver.velocities();
  solve_joints(velocities);
  if (limited_.empty()) return 1;
  responses_.clear();
  for (LimitedRow& limited : limited_) respond(limited, velocities.size());

  before_.assign(velocities.begin(), velocities.end());
  impulses_before_.clear();
  for (const LimitedRow& limited : limited_) impulses_before_.push_back(limited.row->impulse);
  int iterations = 0;
  double residual = tolerance + 1.0;
  for (; iterations < max_iterations && residual > tolerance; ++iterations)
    residual = sweep(solver.rows(), velocities);

  // What the joints had to give for it: once more from the start, with those impulses as they are.
  std::copy(before_.begin(), before_.end(), velocities.begin());
  for (std::size_t i = 0; i < limited_.size(); ++i)
    limited_[i].row->push(velocities, limited_[i].row->impulse - impulses_before_[i]);
  solve_joints(velocities);
  return iterations;
}

}  // namespace rubble::physics
