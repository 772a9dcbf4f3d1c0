// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/command.h"
#include "rubble/pilots/go_to.h"
#include "rubble/sim/simulation.h"
#include "rubble/viewer_protocol/request.h"

namespace rubble::server {

// Manual control of robots by pages. It overrides client and pilot: while a page controls a robot,
// their drive commands are overridden. Dead-man principle: control must be renewed within 0.5 s,
// else the robot stops; 1.5 s later it is released to its own driver. All times are wall clock, s.
// Single-threaded.
class TeleopOverride {
 public:
  // Result of go_to(), with a sentence for the user.
  using Done = std::function<void(bool has_arrived, const std::string& text)>;

  explicit TeleopOverride(const sim::Simulation& simulation) : simulation_(simulation) {}

  Result<void> drive(const viewer_protocol::Drive& request, double now);
  Result<void> go_to(const viewer_protocol::GoTo& request, double now, Done done);
  Result<void> stop(const std::string& robot, double now);
  // Moves a joint at a fraction of its maximum speed (request.speed in [-1, 1]).
  Result<void> move_joint(const viewer_protocol::MoveJointRequest& request, double now);

  // Commands for the next tick, to be executed after those of others.
  std::vector<Command> decide(std::span<const Command> others, double now);

  // "page", "go_to", or empty if no page controls the robot.
  std::string driver_of(const std::string& robot) const;
  std::optional<Vec2> target_of(const std::string& robot) const;

 private:
  // Control of one robot.
  struct HeldControl {
    InstanceId instance;
    pilots::JoystickCommand stick;
    double until = 0.0;        // joystick command is valid
    double released_at = 0.0;  // until then other drivers are overridden
    std::optional<pilots::GoTo> way;
    Done done;                    // callback of the route
    std::optional<Command> last;  // last command sent
    bool is_new = true;           // not yet sent
  };
  struct HeldJoint {
    double until = 0.0;
    double speed = 0.0;  // rad/s or m/s
    bool is_new = true;
  };
  using JointKey = std::pair<std::string, std::string>;  // robot, joint

  Result<InstanceId> find(const std::string& robot) const;
  const Model& model_of(InstanceId instance) const;
  HeldControl& take(const std::string& robot, InstanceId instance);
  void steer(const std::string& robot, HeldControl& control, std::span<const Command> others,
             double now, std::vector<Command>& commands);
  void turn(const JointKey& key, HeldJoint& held, double now, std::vector<Command>& commands);
  static void end_route(HeldControl& control, bool has_arrived, const std::string& text);

  const sim::Simulation& simulation_;
  std::map<std::string, HeldControl> controls_;
  std::map<JointKey, HeldJoint> joints_;
};

}  // namespace rubble::server
