// SPDX-License-Identifier: Apache-2.0
#include "rubble/robots/drive.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace rubble::robots {
namespace {

using physics::JointTarget;
using physics::MotorMode;
using physics::Targets;

// A wheel's joint and which way about its axis is forward.
struct Wheel {
  std::size_t joint = 0;
  Side side = Side::Left;
  bool is_driven = true;
  double forward = 1.0;  // +1 or -1
  Vec2 place = Vec2::Zero();
};

std::vector<Wheel> wheels_of(const Model& model) {
  std::vector<Wheel> wheels;
  for (const WheelSpec& spec : model.robot->wheels) {
    const auto joint = static_cast<std::size_t>(model.find_joint(spec.joint));
    const Joint& axle = model.joints[joint];
    const Link& link = model.links[static_cast<std::size_t>(axle.child)];
    const Vec3 axis_model = link.model_from_link.rotation *
                            (axle.child_from_joint.rotation * axle.axis.direction_joint);
    wheels.push_back({joint, spec.side, spec.is_driven, axis_model.y() >= 0.0 ? 1.0 : -1.0,
                      link.model_from_link.position.head<2>()});
  }
  return wheels;
}

void turn_wheel(const Chassis& chassis, const Wheel& wheel, double speed, Targets& targets) {
  if (!wheel.is_driven || !chassis.placed.joints[wheel.joint].is_valid()) return;
  targets.joints.push_back({chassis.placed.joints[wheel.joint], MotorMode::Velocity,
                            wheel.forward * speed, chassis.spec.torque});
}

// Left and right sides at their own speeds: skid steering, differential, and the speeds of belts.
class SideSpeeds {
 public:
  bool take(const CommandData& order) {
    const auto* sides = std::get_if<DriveSides>(&order);
    if (sides == nullptr) return false;
    sides_ = *sides;
    return true;
  }
  void stop() { sides_ = {}; }
  double of(Side side, double max_speed) const {
    return std::clamp(side == Side::Left ? sides_.left : sides_.right, -max_speed, max_speed);
  }
  void serialize(Archive& archive) { archive(sides_); }

 private:
  DriveSides sides_;
};

// Wheels that were commanded one by one; a command for all of them takes over again.
class SingleWheels {
 public:
  explicit SingleWheels(std::size_t count) : told_(count) {}

  bool take(const CommandData& order) {
    const auto* one = std::get_if<DriveWheel>(&order);
    if (one == nullptr || one->wheel < 1 || static_cast<std::size_t>(one->wheel) > told_.size())
      return false;
    told_[static_cast<std::size_t>(one->wheel) - 1] = *one;
    return true;
  }
  void forget() { std::fill(told_.begin(), told_.end(), std::nullopt); }
  const std::optional<DriveWheel>& of(std::size_t wheel) const { return told_[wheel]; }
  void serialize(Archive& archive) {
    const std::size_t count = told_.size();
    archive(told_);
    if (told_.size() != count) archive.fail("a robot has no such wheels");
  }

 private:
  std::vector<std::optional<DriveWheel>> told_;
};

class WheelSides : public Drive {
 public:
  explicit WheelSides(const Model& model) : wheels_(wheels_of(model)), singles_(wheels_.size()) {}
  bool take(const CommandData& order) override {
    if (singles_.take(order)) return true;
    if (!speeds_.take(order)) return false;
    singles_.forget();
    return true;
  }
  void stop() override {
    speeds_.stop();
    singles_.forget();
  }
  void actuate(const Chassis& chassis, Targets& targets) const override {
    const double limit = chassis.spec.max_speed;
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
      const auto& single = singles_.of(i);
      turn_wheel(
          chassis, wheels_[i],
          single ? std::clamp(single->speed, -limit, limit) : speeds_.of(wheels_[i].side, limit),
          targets);
    }
  }
  void serialize(Archive& archive) override { archive(singles_, speeds_); }

 private:
  std::vector<Wheel> wheels_;
  SingleWheels singles_;
  SideSpeeds speeds_;
};

// Belts on tracks, and on flippers at the surface speed of their side's track.
class Belts : public Drive {
 public:
  explicit Belts(const Model& model) {
    for (const TrackSpec& track : model.robot->tracks)
      belts_.push_back({model.find_link(track.link), track.side, track.radius});
    const double radius = model.robot->tracks.empty() ? 0.0 : model.robot->tracks[0].radius;
    for (const FlipperSpec& flipper : model.robot->flippers) {
      const auto joint = static_cast<std::size_t>(model.find_joint(flipper.joint));
      if (flipper.has_belt) belts_.push_back({model.joints[joint].child, flipper.side, radius});
    }
  }
  bool take(const CommandData& order) override { return speeds_.take(order); }
  void stop() override { speeds_.stop(); }
  void actuate(const Chassis& chassis, Targets& targets) const override {
    for (const Belt& belt : belts_)
      targets.belts.push_back({chassis.instance, belt.link,
                               belt.radius * speeds_.of(belt.side, chassis.spec.max_speed)});
  }
  void serialize(Archive& archive) override { archive(speeds_); }

 private:
  struct Belt {
    int link = 0;
    Side side = Side::Left;
    double radius = 0.0;  // m, of the sprocket
  };
  std::vector<Belt> belts_;
  SideSpeeds speeds_;
};

// Steered wheels, each turned square to the line from it to the centre of the turn.
class Steered : public Drive {
 public:
  explicit Steered(const Model& model) : wheels_(wheels_of(model)), singles_(wheels_.size()) {
    for (const SteerSpec& spec : model.robot->steers) {
      const auto joint = static_cast<std::size_t>(model.find_joint(spec.joint));
      const Joint& pin = model.joints[joint];
      const Link& link = model.links[static_cast<std::size_t>(pin.child)];
      const Vec3 axis_model = link.model_from_link.rotation *
                              (pin.child_from_joint.rotation * pin.axis.direction_joint);
      const Pose model_from_pin = link.model_from_link * pin.child_from_joint;
      pins_.push_back({joint, spec.axle, axis_model.z() >= 0.0 ? 1.0 : -1.0,
                       model_from_pin.position.head<2>(), pin.axis, wheel_on(model, pin.child)});
    }
    front_x_ = axle_x(Axle::Front);
    rear_x_ = axle_x(Axle::Rear);
  }

  bool take(const CommandData& order) override {
    if (singles_.take(order)) return true;
    const auto* steered = std::get_if<DriveSteered>(&order);
    if (steered == nullptr) return false;
    wanted_ = *steered;
    singles_.forget();
    return true;
  }
  void stop() override {
    wanted_.speed = 0.0;
    singles_.forget();
  }

  void actuate(const Chassis& chassis, Targets& targets) const override {
    const double limit = chassis.spec.max_speed;
    const double speed = std::clamp(wanted_.speed, -limit, limit);
    const Turn turn = turn_for(clamped(wanted_.front_steer, Axle::Front),
                               clamped(wanted_.rear_steer, Axle::Rear));
    for (const Pin& pin : pins_) {
      const Vec2 heading = turn.heading_at(pin.place);
      double angle = std::atan2(heading.y(), heading.x());
      if (const DriveWheel* single = single_on(pin))
        angle = std::clamp(single->steer, pin.axis.lower, pin.axis.upper);
      targets.joints.push_back({chassis.placed.joints[pin.joint], MotorMode::Position,
                                pin.left * angle, std::min(pin.axis.max_effort, 1e4),
                                std::min(pin.axis.max_velocity, 10.0)});
    }
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
      const auto& single = singles_.of(i);
      turn_wheel(chassis, wheels_[i],
                 single ? std::clamp(single->speed, -limit, limit)
                        : speed * turn.heading_at(wheels_[i].place).norm(),
                 targets);
    }
  }
  void serialize(Archive& archive) override { archive(singles_, wanted_); }

 private:
  struct Pin {
    std::size_t joint = 0;
    Axle axle = Axle::Front;
    double left = 1.0;  // +1 or -1: which way about its axis is left
    Vec2 place = Vec2::Zero();
    JointAxis axis;
    int wheel = -1;  // that it steers; -1 = none
  };

  // The wheel whose axle sits on a link.
  static int wheel_on(const Model& model, int link) {
    for (std::size_t i = 0; i < model.robot->wheels.size(); ++i) {
      const int joint = model.find_joint(model.robot->wheels[i].joint);
      if (joint >= 0 && model.joints[static_cast<std::size_t>(joint)].parent == link)
        return static_cast<int>(i);
    }
    return -1;
  }
  const DriveWheel* single_on(const Pin& pin) const {
    if (pin.wheel < 0) return nullptr;
    const auto& single = singles_.of(static_cast<std::size_t>(pin.wheel));
    return single ? &*single : nullptr;
  }

  // A motion along x at unit speed with a curvature, x0 being where nothing moves sideways.
  struct Turn {
    double curvature = 0.0;
    double x0 = 0.0;
    Vec2 heading_at(const Vec2& place) const {
      return {1.0 - curvature * place.y(), curvature * (place.x() - x0)};
    }
  };

  // Where the steered pins of an axle stand; without any, where the wheels at that end stand.
  double axle_x(Axle axle) const {
    double sum = 0.0;
    int count = 0;
    for (const Pin& pin : pins_)
      if (pin.axle == axle) sum += pin.place.x(), ++count;
    if (count > 0) return sum / count;
    double end = 0.0;
    for (const Wheel& wheel : wheels_)
      end = axle == Axle::Front ? std::max(end, wheel.place.x()) : std::min(end, wheel.place.x());
    return end;
  }

  double clamped(double angle, Axle axle) const {
    for (const Pin& pin : pins_)
      if (pin.axle == axle) return std::clamp(angle, pin.axis.lower, pin.axis.upper);
    return 0.0;
  }

  Turn turn_for(double front, double rear) const {
    const double length = front_x_ - rear_x_;
    if (length < 1e-6) return {};
    const double curvature = (std::tan(front) - std::tan(rear)) / length;
    if (std::abs(curvature) < 1e-9) return {};
    return {curvature, front_x_ - std::tan(front) / curvature};
  }

  std::vector<Wheel> wheels_;
  SingleWheels singles_;
  std::vector<Pin> pins_;
  double front_x_ = 0.0;
  double rear_x_ = 0.0;
  DriveSteered wanted_;
};

class Flight : public Drive {
 public:
  bool take(const CommandData& order) override {
    const auto* flight = std::get_if<DriveFlight>(&order);
    if (flight == nullptr) return false;
    wanted_ = *flight;
    return true;
  }
  void stop() override { wanted_ = {}; }
  void actuate(const Chassis& chassis, Targets& targets) const override {
    const double limit = chassis.spec.max_speed;
    const auto within = [&](double speed) { return std::clamp(speed, -limit, limit); };
    targets.flights.push_back(
        {chassis.placed.links[0].body,
         Vec3(within(wanted_.forward), within(wanted_.left), within(wanted_.up)),
         std::clamp(wanted_.yaw_rate, -kMaxYawRate, kMaxYawRate)});
  }
  void serialize(Archive& archive) override { archive(wanted_); }

 private:
  DriveFlight wanted_;
};

class NoDrive : public Drive {
 public:
  bool take(const CommandData&) override { return false; }
  void stop() override {}
  void actuate(const Chassis&, Targets&) const override {}
  void serialize(Archive&) override {}
};

}  // namespace

std::unique_ptr<Drive> make_drive(const Model& model) {
  switch (model.robot->drive) {
    case DriveKind::Skid:
    case DriveKind::Differential:
      return std::make_unique<WheelSides>(model);
    case DriveKind::Tracks:
    case DriveKind::Flippers:
      return std::make_unique<Belts>(model);
    case DriveKind::Ackermann:
      return std::make_unique<Steered>(model);
    case DriveKind::Quadrotor:
      return std::make_unique<Flight>();
    case DriveKind::None:
      break;
  }
  return std::make_unique<NoDrive>();
}

}  // namespace rubble::robots
