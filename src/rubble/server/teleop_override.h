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
#include "rubble/page/request.h"
#include "rubble/pilots/go_to.h"
#include "rubble/sim/simulation.h"

namespace rubble::server {

// What persons at pages do with robots. They have the last word: while one holds a robot, its
// client and its pilot are not obeyed. What is held must be said again twice a second, so that a
// page that vanishes lets go; then the robot stops, and a moment later it is its own again. Time is
// the clock on the wall, s.
class TeleopOverride {
 public:
  // How a robot that was sent somewhere fared, as a sentence.
  using Done = std::function<void(bool has_arrived, const std::string& text)>;

  explicit TeleopOverride(const sim::Simulation& simulation) : simulation_(simulation) {}

  Result<void> drive(const page::Drive& request, double now);
  Result<void> go_to(const page::GoTo& request, double now, Done done);
  Result<void> stop(const std::string& robot, double now);
  // At a speed.
  Result<void> move_joint(const page::MoveJointRequest& request, double now);

  // What is to be done in the coming tick, after all that others want in it.
  std::vector<Command> decide(std::span<const Command> others, double now);

  // "page", "go_to", or nothing if nobody holds it.
  std::string driver_of(const std::string& robot) const;
  std::optional<Vec2> target_of(const std::string& robot) const;

 private:
  // On one robot.
  struct HeldControl {
    InstanceId instance;
    pilots::JoystickCommand stick;
    double until = 0.0;        // the stick is held
    double released_at = 0.0;  // until then nobody else is obeyed
    std::optional<pilots::GoTo> way;
    Done done;                    // with the way
    std::optional<Command> last;  // that was given
    bool is_new = true;           // what is wanted was not yet given
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
