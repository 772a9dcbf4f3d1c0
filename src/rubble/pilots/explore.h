// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/base/result.h"
#include "rubble/pilots/explore_path_follower.h"
#include "rubble/pilots/explore_push.h"
#include "rubble/pilots/explore_route.h"
#include "rubble/pilots/explore_tracker.h"
#include "rubble/pilots/pilot.h"

namespace rubble::pilots {

struct ExploreSettings {
  PathFollowerSettings steer;
  TrackerSettings tracker;
  double margin = 0.04;             // m beside the body
  double coverage_radius = 0.60;    // m: what lies this near to the trail need not be visited
  double max_tilt = radians(30.0);  // more tilt than that and it goes back
};

// What an explorer knows of its own robot.
struct ExplorerConfig {
  std::string robot;    // name of the instance
  std::string scanner;  // a laser that looks around in a plane
  Pose base_from_scanner;
  std::string position;  // an INS, or odometry together with
  std::string attitude;  // an IMU; empty with an INS
  RobotSpec spec;
  robots::Measures measures;
};

// Covers an unknown place on its own: draws a map from its laser, keeps track of itself in it and
// goes to the nearest part of the floor where it has not been. When none is left it pushes against
// ends of corridors, which may be doors. Looks at nothing but the readings of its own sensors and
// the clock.
class Explore : public Pilot {
 public:
  Explore(ExplorerConfig config, std::uint64_t seed, const ExploreSettings& settings = {});

  std::vector<Command> decide(const PilotContext& now) override;

  // Names of the sensors whose readings it uses.
  std::vector<std::string> required_sensors() const;

  // Nothing before the first scan. The frame is the one its dead reckoning began in.
  const Grid* map() const { return tracker_ ? &tracker_->grid() : nullptr; }
  const FlatPose* pose() const { return tracker_ ? &tracker_->pose() : nullptr; }
  // Where it believes to have been.
  const std::vector<Vec2>& trail() const { return trail_; }

 private:
  enum class Behavior { Going, LookingAround, GoingToPush, Pushing, Escaping, Resting };

  // Something that was felt, and is believed for a while.
  struct DetectedObstacle {
    Obstacle obstacle;
    Tick until = 0;
  };

  void handle_reading(const Reading& reading);
  bool has_new_data() const;
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
  double last_yaw_ = 0.0;       // while it looks around
  double scanned_angle_ = 0.0;  // rad

  std::vector<DetectedObstacle> detected_obstacles_;
  int stuck_count_ = 0;
  std::optional<DoorCandidate> door_;
  bool is_door_opening_ = false;
  std::vector<Vec2> tried_doors_;
  int restart_count_ = 0;
};

// An explorer for a robot of that name and model; refused for robots that cannot turn on the spot
// or lack a level laser or something to reckon their way with.
Result<std::unique_ptr<Explore>> make_explorer(const Model& model, const std::string& name,
                                               const robots::Measures& measures, std::uint64_t seed,
                                               const ExploreSettings& settings = {});

}  // namespace rubble::pilots
