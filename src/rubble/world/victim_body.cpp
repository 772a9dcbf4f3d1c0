// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/victim_body.h"

namespace rubble {
namespace {

using Rgb = std::array<float, 3>;
constexpr Rgb kSkin{0.85F, 0.62F, 0.50F};
constexpr Rgb kShirt{0.80F, 0.22F, 0.16F};
constexpr Rgb kTrousers{0.20F, 0.26F, 0.42F};
constexpr Rgb kShoes{0.13F, 0.12F, 0.12F};

Appearance look_of(const Rgb& color) {
  Appearance appearance;
  appearance.color = {color[0], color[1], color[2], 1.0F};
  appearance.color_is_given = true;
  return appearance;
}

BodyPart ball(const char* name, const Vec3& middle, const Vec3& radii, const Rgb& color) {
  return {name, {middle}, Ellipsoid{radii}, look_of(color)};
}

// A limb between two joints.
BodyPart limb(const char* name, const Vec3& from, const Vec3& to, double radius, const Rgb& color) {
  const Vec3 along = to - from;
  const Pose pose{(from + to) / 2, Quat::FromTwoVectors(Vec3::UnitZ(), along)};
  return {name, pose, Capsule{radius, along.norm()}, look_of(color)};
}

std::vector<BodyPart> sitting(bool waves) {
  std::vector<BodyPart> parts{
      ball("head", {-0.07, 0, 0.60}, {0.095, 0.08, 0.115}, kSkin),
      ball("chest", {-0.08, 0, 0.34}, {0.11, 0.16, 0.19}, kShirt),
      ball("pelvis", {-0.06, 0, 0.11}, {0.13, 0.15, 0.11}, kTrousers),
  };
  for (const double side : {1.0, -1.0}) {
    const bool is_raised = waves && side < 0;
    const Vec3 shoulder(-0.08, side * 0.17, 0.46);
    const Vec3 elbow = is_raised ? Vec3(0.02, side * 0.30, 0.58) : Vec3(0.02, side * 0.24, 0.28);
    const Vec3 wrist = is_raised ? Vec3(0.06, side * 0.26, 0.78) : Vec3(0.18, side * 0.17, 0.27);
    const Vec3 hip(-0.02, side * 0.08, 0.10), knee(0.24, side * 0.11, 0.28);
    const Vec3 ankle(0.36, side * 0.11, 0.06);
    parts.push_back(limb("arm", shoulder, elbow, 0.045, kShirt));
    parts.push_back(limb("arm", elbow, wrist, 0.038, kSkin));
    parts.push_back(
        ball("hand", wrist + (wrist - elbow).normalized() * 0.06, {0.045, 0.04, 0.05}, kSkin));
    parts.push_back(limb("leg", hip, knee, 0.068, kTrousers));
    parts.push_back(limb("leg", knee, ankle, 0.052, kTrousers));
    parts.push_back(ball("foot", ankle + Vec3(0.05, 0, -0.02), {0.095, 0.042, 0.04}, kShoes));
  }
  return parts;
}

std::vector<BodyPart> lying() {
  std::vector<BodyPart> parts{
      ball("head", {0, 0.42, 0.09}, {0.08, 0.115, 0.09}, kSkin),
      ball("chest", {0, 0.18, 0.10}, {0.15, 0.17, 0.10}, kShirt),
      ball("pelvis", {0, -0.04, 0.09}, {0.14, 0.12, 0.09}, kTrousers),
  };
  for (const double side : {1.0, -1.0}) {
    const Vec3 shoulder(side * 0.16, 0.28, 0.08), elbow(side * 0.24, 0.10, 0.05);
    const Vec3 wrist(side * 0.21, -0.06, 0.045), hip(side * 0.08, -0.06, 0.075);
    const Vec3 knee(side * 0.11, -0.27, 0.07), ankle(side * 0.10, -0.46, 0.055);
    parts.push_back(limb("arm", shoulder, elbow, 0.045, kShirt));
    parts.push_back(limb("arm", elbow, wrist, 0.038, kSkin));
    parts.push_back(ball("hand", wrist + Vec3(0, -0.06, 0), {0.04, 0.05, 0.03}, kSkin));
    parts.push_back(limb("leg", hip, knee, 0.066, kTrousers));
    parts.push_back(limb("leg", knee, ankle, 0.05, kTrousers));
    parts.push_back(ball("foot", ankle + Vec3(0, -0.03, 0.03), {0.042, 0.04, 0.09}, kShoes));
  }
  return parts;
}

}  // namespace

std::vector<BodyPart> body_of(const Victim& victim) {
  const bool is_awake =
      victim.state == VictimState::Conscious || victim.state == VictimState::Semiconscious;
  return is_awake ? sitting(victim.motion == VictimMotion::Wave) : lying();
}

}  // namespace rubble
