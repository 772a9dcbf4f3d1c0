// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/convex.h"

#include <cmath>

namespace rubble::smoke {
namespace {

// True if the rotation only swaps and turns round axes; then turned is the box's size in the world.
bool keeps_axes(const Mat3& rotation, const Vec3& size, Vec3& turned) {
  for (int row = 0; row < 3; ++row) {
    int axis = 0;
    rotation.row(row).cwiseAbs().maxCoeff(&axis);
    for (int column = 0; column < 3; ++column)
      if (column != axis && std::abs(rotation(row, column)) > 1e-13) return false;
    turned[row] = size[axis];
  }
  return true;
}

Bounds bounds_around(const Vec3& middle, const Vec3& half) {
  return Bounds{}.add(middle - half).add(middle + half);
}

void add_ball_to(const Vec3& middle, double radius, Balls& balls) {
  balls.x.push_back(middle.x());
  balls.y.push_back(middle.y());
  balls.z.push_back(middle.z());
  balls.square.push_back(radius * radius);
}

void add_cylinder_to(const Vec3& middle, const Vec3& axis, double radius, double half,
                     Cylinders& cylinders) {
  cylinders.x.push_back(middle.x());
  cylinders.y.push_back(middle.y());
  cylinders.z.push_back(middle.z());
  cylinders.ux.push_back(axis.x());
  cylinders.uy.push_back(axis.y());
  cylinders.uz.push_back(axis.z());
  cylinders.square.push_back(radius * radius);
  cylinders.half.push_back(half);
}

template <class Arrays, class... Members>
void clear_all(Arrays& arrays, Members... members) {
  ((arrays.*members).clear(), ...);
}

template <class Arrays, class... Members>
void copy_one(const Arrays& from, std::size_t i, Arrays& to, Members... members) {
  ((to.*members).push_back((from.*members)[i]), ...);
}

// Calls act(member pointers...) with all arrays of a kind.
template <class Act>
void with_members(const AlignedBoxes&, Act act) {
  using B = AlignedBoxes;
  act(&B::low_x, &B::low_y, &B::low_z, &B::high_x, &B::high_y, &B::high_z);
}
template <class Act>
void with_members(const OrientedBoxes&, Act act) {
  using B = OrientedBoxes;
  act(&B::x, &B::y, &B::z, &B::ux, &B::uy, &B::uz, &B::vx, &B::vy, &B::vz, &B::wx, &B::wy, &B::wz,
      &B::half_u, &B::half_v, &B::half_w);
}
template <class Act>
void with_members(const Balls&, Act act) {
  act(&Balls::x, &Balls::y, &Balls::z, &Balls::square);
}
template <class Act>
void with_members(const Cylinders&, Act act) {
  using C = Cylinders;
  act(&C::x, &C::y, &C::z, &C::ux, &C::uy, &C::uz, &C::square, &C::half);
}

template <class Arrays>
void clear_arrays(Arrays& arrays) {
  with_members(arrays, [&](auto... members) { clear_all(arrays, members...); });
}

template <class Arrays>
void copy_body(const Arrays& from, std::size_t i, Arrays& to) {
  with_members(from, [&](auto... members) { copy_one(from, i, to, members...); });
}

}  // namespace

void ConvexBodies::clear() {
  clear_arrays(aligned_boxes_);
  clear_arrays(oriented_boxes_);
  clear_arrays(balls_);
  clear_arrays(soft_balls_);
  clear_arrays(cylinders_);
  clear_arrays(capsule_cylinders_);
  clear_arrays(capsule_tops_);
  clear_arrays(capsule_bottoms_);
  ellipsoids_.clear();
  for (auto& smokes : smokes_) smokes.clear();
  for (auto& densities : densities_) densities.clear();
  for (auto& extinctions : extinctions_) extinctions.clear();
  for (auto& bounds : bounds_) bounds.clear();
}

std::size_t ConvexBodies::count() const {
  std::size_t count = 0;
  for (const auto& smokes : smokes_) count += smokes.size();
  return count;
}

bool ConvexBodies::add(const Geometry& geometry, const Pose& pose, const Smoke& smoke) {
  const Vec3& middle = pose.position;
  if (const auto* box = std::get_if<Box>(&geometry)) {
    add_box(*box, pose, smoke);
  } else if (const auto* sphere = std::get_if<Sphere>(&geometry)) {
    add_ball(middle, sphere->radius, smoke);
  } else if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
    const Vec3 axis = pose.rotation * Vec3::UnitZ();
    add_cylinder_to(middle, axis, cylinder->radius, cylinder->length / 2, cylinders_);
    add_smoke(kCylinder, smoke,
              bounds_around(middle, Vec3::Constant(cylinder->radius) +
                                        axis.cwiseAbs() * (cylinder->length / 2)));
  } else if (const auto* capsule = std::get_if<Capsule>(&geometry)) {
    const Vec3 half = pose.rotation * Vec3(0, 0, capsule->length / 2);
    add_cylinder_to(middle, pose.rotation * Vec3::UnitZ(), capsule->radius, capsule->length / 2,
                    capsule_cylinders_);
    add_ball_to(middle + half, capsule->radius, capsule_tops_);
    add_ball_to(middle - half, capsule->radius, capsule_bottoms_);
    add_smoke(kCapsule, smoke,
              bounds_around(middle, half.cwiseAbs() + Vec3::Constant(capsule->radius)));
  } else if (const auto* ellipsoid = std::get_if<Ellipsoid>(&geometry)) {
    const Mat3 turn = pose.rotation.toRotationMatrix();
    ellipsoids_.push_back(
        {ellipsoid->radii.cwiseInverse().asDiagonal() * turn.transpose(), middle});
    add_smoke(kEllipsoid, smoke, bounds_around(middle, turn.cwiseAbs() * ellipsoid->radii));
  } else {
    return false;
  }
  return true;
}

void ConvexBodies::add_ball(const Vec3& middle, double radius, const Smoke& smoke) {
  add_ball_to(middle, radius, balls_);
  add_smoke(kBall, smoke, bounds_around(middle, Vec3::Constant(radius)));
}

void ConvexBodies::add_soft_ball(const Vec3& middle, double radius, const Smoke& smoke) {
  add_ball_to(middle, radius, soft_balls_);
  add_smoke(kSoftBall, smoke, bounds_around(middle, Vec3::Constant(radius)));
}

void ConvexBodies::add_box(const Box& box, const Pose& pose, const Smoke& smoke) {
  const Mat3 turn = pose.rotation.toRotationMatrix();
  const Vec3 half = box.size / 2;
  Vec3 turned;
  if (keeps_axes(turn, half, turned)) {
    const Vec3 low = pose.position - turned, high = pose.position + turned;
    AlignedBoxes& boxes = aligned_boxes_;
    boxes.low_x.push_back(low.x());
    boxes.low_y.push_back(low.y());
    boxes.low_z.push_back(low.z());
    boxes.high_x.push_back(high.x());
    boxes.high_y.push_back(high.y());
    boxes.high_z.push_back(high.z());
    add_smoke(kAlignedBox, smoke, bounds_around(pose.position, turned));
    return;
  }
  OrientedBoxes& boxes = oriented_boxes_;
  const double numbers[] = {pose.position.x(), pose.position.y(), pose.position.z(), turn(0, 0),
                            turn(1, 0),        turn(2, 0),        turn(0, 1),        turn(1, 1),
                            turn(2, 1),        turn(0, 2),        turn(1, 2),        turn(2, 2),
                            half.x(),          half.y(),          half.z()};
  const double* number = numbers;
  with_members(boxes, [&](auto... members) { ((boxes.*members).push_back(*number++), ...); });
  add_smoke(kOrientedBox, smoke, bounds_around(pose.position, turn.cwiseAbs() * half));
}

void ConvexBodies::cross_chunk(Kind kind, KernelRange range, const KernelLine& line, double* starts,
                               double* ends) const {
  switch (kind) {
    case kAlignedBox:
      return cross(aligned_boxes_, range, line, starts, ends);
    case kOrientedBox:
      return cross(oriented_boxes_, range, line, starts, ends);
    case kBall:
      return cross(balls_, range, line, starts, ends);
    case kSoftBall:
      return cross_soft_balls(soft_balls_, range, line, starts, ends);
    case kCylinder:
      return cross(cylinders_, range, line, starts, ends);
    case kCapsule:
      return cross_capsules(range, line, starts, ends);
    default:
      return cross_ellipsoids(range, line, starts, ends);
  }
}

// The parts of a capsule overlap and their union is convex: from the first entry to the last exit.
void ConvexBodies::cross_capsules(KernelRange range, const KernelLine& line, double* starts,
                                  double* ends) const {
  std::array<double, kChunk> other_starts, other_ends;
  cross(capsule_cylinders_, range, line, starts, ends);
  for (const Balls* balls : {&capsule_tops_, &capsule_bottoms_}) {
    cross(*balls, range, line, other_starts.data(), other_ends.data());
    for (std::size_t i = 0; i < range.count; ++i) {
      if (!(other_starts[i] < other_ends[i])) continue;
      const bool is_first = !(starts[i] < ends[i]);
      starts[i] = is_first ? other_starts[i] : std::min(starts[i], other_starts[i]);
      ends[i] = is_first ? other_ends[i] : std::max(ends[i], other_ends[i]);
    }
  }
}

void ConvexBodies::cross_ellipsoids(KernelRange range, const KernelLine& line, double* starts,
                                    double* ends) const {
  for (std::size_t i = 0; i < range.count; ++i) {
    const EllipsoidBody& ball = ellipsoids_[range.first + i];
    const Vec3 origin = ball.unit_from_world * (Vec3(line.ox, line.oy, line.oz) - ball.middle);
    const Vec3 step = ball.unit_from_world * Vec3(line.dx, line.dy, line.dz);
    const double square = step.squaredNorm(), along = -origin.dot(step) / square;
    const double aside = (origin + along * step).squaredNorm();
    const double root = std::sqrt(std::max(0.0, (1.0 - aside) / square));
    starts[i] = std::max(0.0, along - root);
    ends[i] = std::min(line.length, along + root);
  }
}

double ConvexBodies::weighted_total(const Line& line, const Weights& weights) const {
  double sum = 0.0;
  const KernelLine kernel_line(line);
  std::array<double, kChunk> starts, ends;
  for (int kind = 0; kind < kKinds; ++kind) {
    const std::vector<double>& own = weights[static_cast<std::size_t>(kind)];
    for (std::size_t first = 0; first < own.size(); first += kChunk) {
      const KernelRange range{first, std::min(kChunk, own.size() - first)};
      cross_chunk(static_cast<Kind>(kind), range, kernel_line, starts.data(), ends.data());
      sum = add_lengths(sum, starts.data(), ends.data(), &own[first], range.count);
    }
  }
  return sum;
}

// A line too short to leave any body answers with the same rules as a long one.
double ConvexBodies::density_at(const Vec3& point) const {
  double sum = 0.0;
  const Line here{point, Vec3::UnitX(), 1e-300};
  visit(here, [&](const Span&, const Smoke& smoke) { sum += smoke.density; });
  return sum;
}

void ConvexBodies::copy(Kind kind, std::size_t i, ConvexBodies& result) const {
  switch (kind) {
    case kAlignedBox:
      copy_body(aligned_boxes_, i, result.aligned_boxes_);
      break;
    case kOrientedBox:
      copy_body(oriented_boxes_, i, result.oriented_boxes_);
      break;
    case kBall:
      copy_body(balls_, i, result.balls_);
      break;
    case kSoftBall:
      copy_body(soft_balls_, i, result.soft_balls_);
      break;
    case kCylinder:
      copy_body(cylinders_, i, result.cylinders_);
      break;
    case kCapsule:
      copy_body(capsule_cylinders_, i, result.capsule_cylinders_);
      copy_body(capsule_tops_, i, result.capsule_tops_);
      copy_body(capsule_bottoms_, i, result.capsule_bottoms_);
      break;
    default:
      result.ellipsoids_.push_back(ellipsoids_[i]);
  }
  result.add_smoke(kind, smokes_[kind][i], bounds_[kind][i]);
}

void ConvexBodies::add_smoke(Kind kind, const Smoke& smoke, const Bounds& bounds) {
  smokes_[kind].push_back(smoke);
  densities_[kind].push_back(smoke.density);
  extinctions_[kind].push_back(smoke.density * smoke.extinction);
  bounds_[kind].push_back(bounds);
}

void ConvexBodies::select(const RayConeBound& cone, ConvexBodies& result) const {
  for (int kind = 0; kind < kKinds; ++kind) {
    const auto& candidates = bounds_[static_cast<std::size_t>(kind)];
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (cone.may_touch(candidates[i])) copy(static_cast<Kind>(kind), i, result);
  }
}

bool ConvexBodies::has_only_tint(std::uint32_t tint) const {
  for (const auto& smokes : smokes_)
    for (const Smoke& smoke : smokes)
      if (smoke.tint != tint) return false;
  return true;
}

}  // namespace rubble::smoke
