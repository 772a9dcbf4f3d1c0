// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/base/result.h"
#include "rubble/pilots/explore/path_follower.h"
#include "rubble/pilots/explore/push.h"
#include "rubble/pilots/explore/route.h"
#include "rubble/pilots/explore/tracker.h"
#include "rubble/pilots/pilot.h"

namespace rubble::pilots {

struct ExploreSettings {
  PathFollowerSettings steer;
  TrackerSettings tracker;
  double margin = 0.04;             // m, clearance beside the body
  double coverage_radius = 0.60;    // m: positions this close to the trail count as covered
  double max_tilt = radians(30.0);  // the robot backs off at a larger tilt
};

// Robot and sensor names, geometry and limits that an explorer needs.
struct ExplorerConfig {
  std::string robot;    // name of the instance
  std::string scanner;  // name of a level laser
  Pose base_from_scanner;
  std::string position;  // name of an INS, or of odometry combined with `attitude`
  std::string attitude;  // name of an IMU; empty with an INS
  RobotSpec spec;
  robots::Measures measures;
};

// Autonomous coverage of an unknown environment: occupancy grid mapping by scan matching,
// navigation to the nearest uncovered free cell, and, when none is left, pushing against ends of
// corridors that may be doors. Frontier-based exploration (Yamauchi 1997) drives to the border of
// the unknown; this one to the nearest free cell that is not within coverage_radius of the trail.
// Uses only the readings of its own sensors and the tick.
class Explore : public Pilot {
 public:
  Explore(ExplorerConfig config, std::uint64_t seed, const ExploreSettings& settings = {});

  std::vector<Command> decide(const PilotContext& now) override;

  // Names of the sensors that must be switched on.
  std::vector<std::string> required_sensors() const;

  // Null before the first scan. Map frame: the frame in which dead reckoning started.
  const Grid* map() const { return tracker_ ? &tracker_->grid() : nullptr; }
  const FlatPose* pose() const { return tracker_ ? &tracker_->pose() : nullptr; }
  // Estimated positions so far, map frame, m.
  const std::vector<Vec2>& trail() const { return trail_; }
  void serialize(Archive& archive) override;
  const std::string& robot() const { return config_.robot; }

 private:
  enum class Behavior { Going, LookingAround, GoingToPush, Pushing, Escaping, Resting };

  // An obstacle detected by being stuck. It expires, since it may be a false detection.
  struct DetectedObstacle {
    Obstacle obstacle;
    Tick until = 0;
    void serialize(auto& archive) { archive(obstacle, until); }
  };

  void handle_reading(const Reading& reading);
  bool has_new_data() const;
  void start_map();
  void record_trail();

  VelocityCommand next_velocity(Tick tick);
  VelocityCommand velocity_for_behavior(Tick tick);
  VelocityCommand go(Tick tick);
  VelocityCommand look_around(Tick tick);
  VelocityCommand go_to_push(Tick tick);
  VelocityCommand push(Tick tick);
  void update_door_state();
  void end_push();
  VelocityCommand escape(Tick tick);
  void handle_no_targets(Tick tick);
  void begin(Behavior behavior, Tick until);

  ShortestPaths paths_from_here() const;
  void plan(Tick tick);
  bool needs_plan(Tick tick) const;
  bool is_tilted() const;
  bool has_more_room_ahead() const;
  void add_obstacle_ahead(Tick tick);

  ExplorerConfig config_;
  ExploreSettings settings_;
  Random random_;
  std::optional<Tracker> tracker_;
  std::optional<Coverage> coverage_;
  PathFollower path_follower_;
  StuckDetector stuck_detector_;
  std::vector<Vec2> trail_;

  RangeScan scan_;
  Tick scan_tick_ = -1;
  DeadReckoning reckoning_;
  Tick reckoning_tick_ = -1;
  Tick used_tick_ = -1;

  Behavior behavior_ = Behavior::Going;
  Tick behavior_until_ = 0;
  VelocityCommand last_command_;
  std::optional<Vec2> target_;
  std::vector<Vec2> path_;
  Tick planned_at_ = -1;
  double last_yaw_ = 0.0;       // rad, of the last scan during LookingAround
  double scanned_angle_ = 0.0;  // rad

  std::vector<DetectedObstacle> detected_obstacles_;
  int stuck_count_ = 0;
  std::optional<DoorCandidate> door_;
  bool is_door_opening_ = false;
  std::vector<Vec2> tried_doors_;
  int restart_count_ = 0;
};

// Creates an explorer for a robot. An error if the robot cannot turn in place, or lacks a level
// laser or a source of dead reckoning.
Result<std::unique_ptr<Explore>> make_explorer(const Model& model, const std::string& name,
                                               const robots::Measures& measures, std::uint64_t seed,
                                               const ExploreSettings& settings = {});

}  // namespace rubble::pilots
