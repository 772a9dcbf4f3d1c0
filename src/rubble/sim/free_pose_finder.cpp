// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/free_pose_finder.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "rubble/sim/position_text.h"

namespace rubble::sim {
namespace {

// Less is ordinary contact, which the solver eases apart without a jolt.
constexpr double kWallTolerance = 0.002;          // m
constexpr double kFloorTolerance = 0.005;         // m, for what carries the robot
constexpr double kGap = 0.003;                    // m, over the floor where a robot is put
constexpr double kFloorLike = 0.6;                // of a normal: up to 53 degrees
constexpr double kTop = 500.0, kBottom = -500.0;  // m
constexpr double kStep = 0.02;                    // m, between rings of candidates
constexpr int kPointsWanted = 4;                  // of five below a robot that have a floor
constexpr double kFromMiddle = 0.7;               // where these are, of half its size
constexpr double kRubble = 0.1;                   // m, that a surface may be uneven
constexpr double kSteepest = 0.6;                 // of a surface to stand on: 31 degrees
// In sixteenths of a turn from straight back: of places that are equally far the ones straight
// behind, ahead and beside come first.
constexpr int kDirections[] = {0, 8, 4, 12, 2, 6, 10, 14, 1, 3, 5, 7, 9, 11, 13, 15};

// A state in which a model stands alone, so that its shapes can be built.
struct Alone {
  explicit Alone(const std::shared_ptr<const Model>& model)
      : instance(state.add(model, model->name, {})) {}
  State state;
  InstanceId instance;
};

// Heights of the surfaces that look up at x, y, from the highest down.
std::vector<double> floors_at(const physics::Physics& physics, double x, double y, double top,
                              double bottom, InstanceId not_counted) {
  constexpr double kBelow = 0.005;  // m
  constexpr int kMaxFloors = 64;
  std::vector<double> floors;
  double from = top;
  while (from > bottom && floors.size() < kMaxFloors) {
    const auto hit = physics.first_hit({x, y, from}, {x, y, bottom}, not_counted);
    if (!hit) break;
    const double height = from - hit->distance;
    if (hit->normal_world.z() > 0.5) floors.push_back(height);
    from = std::min(height, from - kBelow) - kBelow;
  }
  return floors;
}

// Where the shapes are that stand higher than rubble does.
std::vector<Vec3> held_out_parts(const Model& model, const Bounds& bounds) {
  constexpr double kOverRubble = 0.2;  // m
  std::vector<Vec3> parts;
  for (const Link& link : model.links)
    for (const Collision& collision : link.collisions) {
      const Vec3 middle = link.model_from_link * collision.link_from_shape.position;
      if (middle.z() > bounds.low.z() + kOverRubble) parts.push_back(middle);
    }
  return parts;
}

// For a person who points at it.
std::string ground_text(const Vec3& ground) {
  return fmt::format("({:.2f}, {:.2f}, {:.2f})", ground.x(), ground.y(), ground.z());
}

bool flies(const Model& model) { return model.robot && model.robot->drive == DriveKind::Quadrotor; }

}  // namespace

FreePoseFinder::FreePoseFinder(const World& world, const physics::Physics& physics,
                               const State& state, InstanceId instance)
    : world_(world),
      physics_(physics),
      state_(state),
      own_(instance),
      probe_(state, instance),
      bounds_(robots::measure(*state.instances[instance.index()].model).bounds),
      held_out_(held_out_parts(*state.instances[instance.index()].model, bounds_)),
      needs_floor_(world.gravity.z() < 0.0 && !flies(*state.instances[instance.index()].model)) {}

FreePoseFinder::FreePoseFinder(const World& world, const physics::Physics& physics,
                               const State& state, const std::shared_ptr<const Model>& model)
    : world_(world),
      physics_(physics),
      state_(state),
      probe_([&](const Alone& alone) {
        return physics::CollisionProbe(alone.state, alone.instance);
      }(Alone(model))),
      bounds_(robots::measure(*model).bounds),
      held_out_(held_out_parts(*model, bounds_)),
      needs_floor_(world.gravity.z() < 0.0 && !flies(*model)) {}

Result<FreePose> FreePoseFinder::find(const std::string& robot, const Pose& wanted) const {
  const Pose base = lifted_over_all(wanted);
  std::optional<Pose> free = settled(base);
  if (!free) free = nearest_free(base);
  if (!free)
    return Error{{},
                 fmt::format("'{}' would stand in '{}' at {}, and no floor is free within {} m "
                             "on this side of the walls{}",
                             robot, in_the_way(base), position_text(base.position),
                             kMaxDisplacement, free_starts_text())};
  if (needs_floor_ && !has_floor(*free))
    return Error{{},
                 fmt::format("there is no floor under '{}' at {}{}", robot,
                             position_text(wanted.position), free_starts_text())};
  constexpr double kWorthSaying = 0.02;  // m
  const double moved = (free->position - wanted.position).norm();
  if (moved < kWorthSaying) return FreePose{*free, {}};
  const std::string other = in_the_way(base.position == wanted.position ? base : wanted);
  return FreePose{*free, fmt::format("stands {:.2f} m from where it was wanted, at {}: {}", moved,
                                     position_text(free->position),
                                     other.empty() ? "that was under the floor"
                                                   : "'" + other + "' was in the way")};
}

Pose FreePoseFinder::standing_on(const Vec3& ground, double yaw) const {
  return make_pose(ground.x(), ground.y(), ground.z() - bounds_.low.z() + kGap, 0.0, 0.0, yaw);
}

Result<FreePose> FreePoseFinder::find_on(const std::string& robot, const Vec3& ground,
                                         double yaw) const {
  const Pose wanted = standing_on(ground, yaw);
  std::optional<Pose> free = settled(wanted);
  if (!free) free = nearest_free_on(wanted, ground.z());
  if (!free)
    return Error{{},
                 fmt::format("'{}' would stand in '{}' at {}, and nothing is free within {} m at "
                             "this height",
                             robot, in_the_way(wanted), ground_text(ground), kMaxDisplacement)};
  if (!is_carried(*free, ground.z()))
    return Error{{},
                 fmt::format("'{}' cannot stand at {}: most of it would hang in the air", robot,
                             ground_text(ground))};
  return FreePose{*free, {}};
}

const Start* FreePoseFinder::free_start() const {
  for (const Start& start : world_.starts) {
    const Pose pose = lifted_over_all(start.pose);
    const auto settles = settled(pose);
    if (settles && (!needs_floor_ || has_floor(*settles))) return &start;
  }
  return nullptr;
}

std::string FreePoseFinder::free_starts_text() const {
  constexpr int kMaxNamed = 5;
  std::string named;
  int count = 0;
  for (const Start& start : world_.starts) {
    if (!settled(lifted_over_all(start.pose))) continue;
    if (++count > kMaxNamed) continue;
    const Vec3& place = start.pose.position;
    named += fmt::format("{}{} ({:.2f}, {:.2f}, {:.2f})", named.empty() ? "" : ", ", start.name,
                         place.x(), place.y(), place.z());
  }
  if (count == 0)
    return world_.starts.empty() ? "; this world names no starts"
                                 : "; no start of this world is free";
  if (count > kMaxNamed) named += fmt::format(" and {} more", count - kMaxNamed);
  return "; free starts: " + named;
}

Pose FreePoseFinder::lifted_over_all(const Pose& wanted) const {
  constexpr double kUnder = 0.04;  // m
  const Vec3& place = wanted.position;
  const std::vector<double> floors = floors_at(physics_, place.x(), place.y(), kTop, kBottom, own_);
  if (floors.empty() || floors.back() <= place.z() + kUnder) return wanted;
  Pose lifted = wanted;
  for (auto floor = floors.rbegin(); floor != floors.rend(); ++floor) {
    lifted.position.z() = *floor + kGap;
    if (settled(lifted)) return lifted;
  }
  lifted.position.z() = floors.back() + kGap;
  return lifted;
}

std::optional<Pose> FreePoseFinder::settled(const Pose& pose) const {
  constexpr int kRounds = 10;
  constexpr double kBeyond = 0.0005, kSmallLift = 0.03;  // m
  Pose raised = pose;
  for (int round = 0; round < kRounds; ++round) {
    const auto overlaps = true_overlaps(raised);
    const double lift = raised.position.z() - pose.position.z();
    if (lift > kMaxDisplacement) return std::nullopt;
    if (overlaps.empty()) {
      if (is_in_matter(raised) || reaches_through_a_wall(raised) || robot_over_or_under(raised) ||
          (lift > kSmallLift && !rests_at_an_end(raised)))
        return std::nullopt;
      return raised;
    }
    double sunk = 0.0;
    for (const physics::Overlap& overlap : overlaps) {
      if (overlap.normal_world.z() < kFloorLike || is_robot(overlap.with)) return std::nullopt;
      sunk = std::max(sunk, overlap.depth / overlap.normal_world.z());
    }
    raised.position.z() += sunk + kBeyond;
  }
  return std::nullopt;
}

std::vector<physics::Overlap> FreePoseFinder::true_overlaps(const Pose& pose) const {
  std::vector<physics::Overlap> overlaps = physics_.overlaps(probe_, pose, kWallTolerance, own_);
  std::erase_if(overlaps, [](const physics::Overlap& overlap) {
    return overlap.normal_world.z() >= kFloorLike && overlap.depth <= kFloorTolerance;
  });
  return overlaps;
}

std::optional<Pose> FreePoseFinder::nearest_free(const Pose& wanted) const {
  for (const Candidate& candidate : candidates_around(wanted)) {
    const auto free = settled(candidate.pose);
    if (!free || (free->position - wanted.position).norm() > kMaxDisplacement) continue;
    if (needs_floor_ && !stands_on_floor(*free)) continue;
    if (!crosses_wall(wanted, *free)) return free;
  }
  return std::nullopt;
}

// Few places, since a person waits for them: rings around the wanted one, on the surface that is
// there.
std::optional<Pose> FreePoseFinder::nearest_free_on(const Pose& wanted, double ground) const {
  constexpr double kRings[] = {0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5};  // m
  bool is_blocked[std::size(kDirections)] = {};
  const double yaw = yaw_of(wanted.rotation);
  for (const double ring : kRings)
    for (std::size_t i = 0; i < std::size(kDirections); ++i) {
      if (is_blocked[i]) continue;
      const double angle =
          yaw + kPi + 2.0 * kPi * kDirections[i] / static_cast<double>(std::size(kDirections));
      Pose there = wanted;
      there.position += ring * Vec3(std::cos(angle), std::sin(angle), 0.0);
      is_blocked[i] = crosses_wall(wanted, there);
      if (is_blocked[i]) continue;
      if (const auto below = floor_below(there, 0.0, 0.0);
          below && std::abs(*below) < kRubble + kSteepest * ring)
        there.position.z() += kGap - *below;
      const auto free = settled(there);
      if (free && is_carried(*free, ground)) return free;
    }
  return std::nullopt;
}

// The nearest first: rings around the place, on the floors that are there. A direction ends at the
// first wall.
std::vector<FreePoseFinder::Candidate> FreePoseFinder::candidates_around(const Pose& wanted) const {
  const double yaw = yaw_of(wanted.rotation);
  std::vector<Candidate> candidates;
  const auto add = [&](const Vec3& place) {
    const double distance = (place - wanted.position).norm();
    // To a tenth of a millimetre, so that rounding decides nothing.
    if (distance <= kMaxDisplacement)
      candidates.push_back({{place, wanted.rotation}, std::round(distance * 1e4) / 1e4});
  };
  const auto add_heights = [&](double x, double y) {
    const double z = wanted.position.z();
    add({x, y, z});
    for (const double floor :
         floors_at(physics_, x, y, z + kMaxDisplacement, z - kMaxDisplacement, own_))
      add({x, y, floor + kGap});
  };
  add_heights(wanted.position.x(), wanted.position.y());
  for (const int direction : kDirections) {
    const double angle =
        yaw + kPi + 2.0 * kPi * direction / static_cast<double>(std::size(kDirections));
    for (int ring = 1; ring * kStep <= kMaxDisplacement; ++ring) {
      Pose there = wanted;
      there.position += ring * kStep * Vec3(std::cos(angle), std::sin(angle), 0.0);
      if (crosses_wall(wanted, there)) break;
      add_heights(there.position.x(), there.position.y());
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
  return candidates;
}

// Along lines near the ground, through the middle and at the top.
bool FreePoseFinder::crosses_wall(const Pose& from, const Pose& to) const {
  constexpr double kOverGround = 0.03;  // m
  const bool starts_in_matter = is_in_matter(from);
  for (const double height : {bounds_.low.z() + kOverGround,
                              (bounds_.low.z() + bounds_.high.z()) / 2, bounds_.high.z()}) {
    const Vec3 point(0.0, 0.0, height);
    if (crosses_wall(from * point, to * point, starts_in_matter)) return true;
  }
  return false;
}

// Solid shapes are not hit from inside, sheets are from both sides. Who starts inside a closed mesh
// may leave it.
bool FreePoseFinder::crosses_wall(const Vec3& from, const Vec3& to, bool starts_in_matter) const {
  constexpr int kMaxHits = 16;
  constexpr double kPast = 1e-4;     // m
  constexpr double kOnSheet = 1e-3;  // m: who stands on a sheet is on neither side of it
  const double length = (to - from).norm();
  if (length < kPast) return false;
  const Vec3 direction = (to - from) / length;
  double gone = 0.0;
  for (int hits = 0; hits < kMaxHits && gone < length; ++hits) {
    const auto hit = physics_.first_hit(from + gone * direction, to, own_);
    if (!hit) return false;
    const bool is_wall = gone + hit->distance > kOnSheet &&
                         std::abs(hit->normal_world.z()) < kFloorLike &&
                         !is_robot(hit->part.instance);
    const bool leaves = hit->is_from_behind && starts_in_matter;
    if (is_wall && !leaves) return true;
    if (is_wall) starts_in_matter = false;
    gone += hit->distance + kPast;
  }
  return gone < length;
}

// Inside a closed mesh, none of whose triangles it need touch: out of it to all sides and upward.
// Downward it may end where the floor begins.
bool FreePoseFinder::is_in_matter(const Pose& pose) const {
  constexpr double kFar = 100.0;  // m
  const Vec3 middle = pose * Vec3((bounds_.low + bounds_.high) / 2);
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  for (const Vec3& direction : {z, x, y, Vec3(-x), Vec3(-y)}) {
    const auto hit = physics_.first_hit(middle, middle + kFar * direction, own_);
    if (!hit || !hit->is_from_behind) return false;
  }
  return true;
}

bool FreePoseFinder::reaches_through_a_wall(const Pose& pose) const {
  return std::any_of(held_out_.begin(), held_out_.end(), [&](const Vec3& part) {
    return crosses_wall(pose * Vec3(0.0, 0.0, part.z()), pose * part, false);
  });
}

// Starts hang a little over the floor: who is put under a robot there gets it on its head.
std::optional<InstanceId> FreePoseFinder::robot_over_or_under(const Pose& pose) const {
  constexpr double kNearby = 4.0, kReach = 0.6, kSlice = 0.05;  // m
  if (!needs_floor_) return std::nullopt;
  const auto is_near = [&](InstanceId id) {
    const Vec3 away = state_.world_from_model(id).position - pose.position;
    return id != own_ && is_robot(id) && away.head<2>().norm() < kNearby;
  };
  bool is_alone = true;
  for (std::uint32_t i = 0; i < state_.instances.size(); ++i)
    is_alone = is_alone && !(state_.instances[i].is_present && is_near(InstanceId(i)));
  if (is_alone) return std::nullopt;
  for (double up = -kReach; up <= kReach; up += kSlice) {
    const Pose there{pose.position + Vec3(0, 0, up), pose.rotation};
    for (const physics::Overlap& overlap : physics_.overlaps(probe_, there, kWallTolerance, own_))
      if (is_robot(overlap.with)) return overlap.with;
  }
  return std::nullopt;
}

// How far the floor is below the robot's lowest point, at a point of its box from its middle (0) to
// its edges (1); nothing: there is none, or another robot stands there.
std::optional<double> FreePoseFinder::floor_below(const Pose& pose, double along,
                                                  double across) const {
  const Vec3 half = (bounds_.high - bounds_.low) / 2;
  const Vec3 middle = (bounds_.low + bounds_.high) / 2;
  const Vec3 point = pose * Vec3(middle + Vec3(along * half.x(), across * half.y(), 0.0));
  const auto floor = physics_.first_hit(point, {point.x(), point.y(), kBottom}, own_);
  if (!floor || is_robot(floor->part.instance)) return std::nullopt;
  return pose.position.z() + bounds_.low.z() - (point.z() - floor->distance);
}

bool FreePoseFinder::has_floor(const Pose& pose) const {
  for (const double along : {0.0, -0.9, 0.9})
    for (const double across : {0.0, -0.9, 0.9})
      if (floor_below(pose, along, across)) return true;
  return false;
}

// Not on the edge of a wall or a hole: most of what it stands on is near.
bool FreePoseFinder::stands_on_floor(const Pose& pose) const {
  constexpr double kDeepest = 0.2;  // m
  int found = floor_below(pose, 0.0, 0.0).value_or(kTop) < kDeepest ? 1 : 0;
  for (const double along : {-kFromMiddle, kFromMiddle})
    for (const double across : {-kFromMiddle, kFromMiddle})
      found += floor_below(pose, along, across).value_or(kTop) < kDeepest;
  return found >= kPointsWanted;
}

// The floors below it lie on one surface, level or sloped, at the height that was meant.
bool FreePoseFinder::is_carried(const Pose& pose, double ground) const {
  if (!needs_floor_) return true;
  const double low = pose.position.z() + bounds_.low.z();
  const Vec3 half = (bounds_.high - bounds_.low) / 2;
  const auto is_on_surface = [&](double along, double across) {
    const auto below = floor_below(pose, along, across);
    const double away = std::hypot(along * half.x(), across * half.y());
    return below && std::abs(low - *below - ground) < kRubble + kSteepest * away;
  };
  int found = is_on_surface(0.0, 0.0) ? 1 : 0;
  for (const double along : {-kFromMiddle, kFromMiddle})
    for (const double across : {-kFromMiddle, kFromMiddle}) found += is_on_surface(along, across);
  return found >= kPointsWanted;
}

// As on a floor or a ramp, and unlike on a low wall under its belly.
bool FreePoseFinder::rests_at_an_end(const Pose& pose) const {
  constexpr double kNearEdge = 0.9, kNear = 0.03;  // of half its size; m
  for (const double along : {-kNearEdge, kNearEdge})
    for (const double across : {-kNearEdge, kNearEdge})
      if (floor_below(pose, along, across).value_or(kTop) < kNear) return true;
  return false;
}

// The name of what the robot would overlap deepest; empty: nothing.
std::string FreePoseFinder::in_the_way(const Pose& pose) const {
  const auto overlaps = true_overlaps(pose);
  const auto deepest =
      std::max_element(overlaps.begin(), overlaps.end(),
                       [](const auto& a, const auto& b) { return a.depth < b.depth; });
  if (deepest != overlaps.end()) return state_.instances[deepest->with.index()].name;
  if (const auto robot = robot_over_or_under(pose)) return state_.instances[robot->index()].name;
  const Vec3 middle = pose * Vec3((bounds_.low + bounds_.high) / 2);
  if (!is_in_matter(pose)) return {};
  const auto shell = physics_.first_hit(middle, middle + 100.0 * Vec3::UnitZ(), own_);
  return shell ? state_.instances[shell->part.instance.index()].name : std::string();
}

}  // namespace rubble::sim
