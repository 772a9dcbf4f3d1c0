// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/base/result.h"
#include "rubble/pilots/explore_push.h"
#include "rubble/pilots/explore_route.h"
#include "rubble/pilots/explore_steer.h"
#include "rubble/pilots/explore_tracker.h"
#include "rubble/pilots/pilot.h"

namespace rubble::pilots {

struct ExploreSettings {
  SteerSettings steer;
  TrackerSettings tracker;
  double margin = 0.04;             // m beside the body
  double cover_reach = 0.60;        // m: what lies this near to the trail need not be visited
  double steepest = radians(30.0);  // more tilt than that and it goes back
};

// What an explorer knows of its own robot.
struct ExploreKit {
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
  Explore(ExploreKit kit, std::uint64_t seed, const ExploreSettings& settings = {});

  std::vector<Command> decide(const PilotContext& now) override;

  // Names of the sensors whose readings it uses.
  std::vector<std::string> wanted_sensors() const;

  // Nothing before the first scan. The frame is the one its dead reckoning began in.
  const Grid* map() const { return tracker_ ? &tracker_->grid() : nullptr; }
  const FlatPose* pose() const { return tracker_ ? &tracker_->pose() : nullptr; }
  // Where it believes to have been.
  const std::vector<Vec2>& trail() const { return trail_; }

 private:
  enum class Mood { Going, LookingAround, GoingToPush, Pushing, Escaping, Resting };

  // Something that was felt, and is believed for a while.
  struct Felt {
    Blockage blockage;
    Tick until = 0;
  };

  void take(const Reading& reading);
  bool has_news() const;
  void note_trail();

  Wish think(Tick tick);
  Wish wish_for_mood(Tick tick);
  Wish go(Tick tick);
  Wish look_around(Tick tick);
  Wish go_to_push(Tick tick);
  Wish push(Tick tick);
  void watch_the_leaf();
  void end_push();
  Wish escape(Tick tick);
  void run_out_of_targets(Tick tick);
  void begin(Mood mood, Tick until);

  Routes routes_from_here() const;
  void plan(Tick tick);
  bool needs_plan(Tick tick) const;
  bool is_tilted() const;
  bool has_more_room_ahead() const;
  void feel_something_ahead(Tick tick);

  ExploreKit kit_;
  ExploreSettings settings_;
  Random random_;
  std::optional<Tracker> tracker_;
  std::optional<Coverage> coverage_;
  Steering steering_;
  Progress progress_;
  std::vector<Vec2> trail_;

  RangeScan scan_;
  Tick scan_tick_ = -1;
  DeadReckoning reckoning_;
  Tick reckoning_tick_ = -1;
  Tick used_tick_ = -1;

  Mood mood_ = Mood::Going;
  Tick mood_until_ = 0;
  Wish last_wish_;
  std::optional<Vec2> target_;
  std::vector<Vec2> way_;
  Tick planned_ = -1;
  double yaw_before_ = 0.0;  // while it looks around
  double looked_ = 0.0;      // rad

  std::vector<Felt> felt_;
  int troubles_ = 0;
  std::optional<DoorGuess> door_;
  bool door_gives_way_ = false;
  std::vector<Vec2> tried_doors_;
  int fresh_starts_ = 0;
};

// An explorer for a robot of that name and model; refused for robots that cannot turn on the spot
// or lack a level laser or something to reckon their way with.
Result<std::unique_ptr<Explore>> make_explorer(const Model& model, const std::string& name,
                                               const robots::Measures& measures, std::uint64_t seed,
                                               const ExploreSettings& settings = {});

}  // namespace rubble::pilots
