// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/world/shape.h"

namespace rubble {

// The rubble: elements of a <world>. docs/world-format.md describes them; densities are in d.

using Color = std::array<double, 3>;  // sRGB, 0..255

enum class SmokeProfile { Uniform, Gaussian };

struct DensityAt {
  double time = 0.0;  // s
  double density = 0.0;
  bool operator==(const DensityAt&) const = default;
};

struct SmokeArea {
  std::string name;
  Pose pose;
  Geometry geometry;  // box, sphere, cylinder or closed mesh
  double density = 0.0;
  SmokeProfile profile = SmokeProfile::Uniform;
  double sigma = 0.0;               // m, standard deviation of the Gaussian profile
  double turbulence = 0.0;          // standard deviation relative to the density
  double correlation_length = 0.2;  // m
  Vec3 drift = Vec3::Zero();        // m/s, of the turbulence field
  Vec3 velocity = Vec3::Zero();     // m/s, of the area
  Color color{214, 214, 214};
  double visible_ratio = 1.0;
  std::vector<DensityAt> schedule;  // sorted by time, linear between; empty: constant density
  bool operator==(const SmokeArea&) const = default;
};

struct Haze {
  double density = 0.0;
  Color color{214, 214, 214};
  double visible_ratio = 1.0;
};

struct Plume {
  std::string name;
  Pose pose;
  double rate = 20.0;     // particles per second
  double lifetime = 6.0;  // s
  double density = 0.05;  // d, of a new particle
  double radius = 0.3;    // m
  double growth = 0.1;    // m/s
  Vec3 velocity{0.0, 0.0, 0.8};
  double spread = 0.1;  // m/s, standard deviation
  Vec3 wind = Vec3::Zero();
  double start = 0.0;  // s
  double stop = std::numeric_limits<double>::infinity();
  double glow = 0.0;
  double heat = 0.0;         // heat dose per second within heat_radius
  double heat_radius = 0.6;  // m
  Color color{214, 214, 214};
  double visible_ratio = 1.0;
  std::uint64_t seed = 0;
};

enum class VictimState { Conscious, Semiconscious, Unconscious, Dead };
enum class VictimSound { None, Tap, Moan, Speech };
enum class VictimMotion { None, Wave };

struct Victim {
  std::string name;
  Pose pose;
  VictimState state = VictimState::Conscious;
  double temperature = 37.0;  // degrees Celsius, as the format says
  double co2 = 1500.0;        // ppm
  VictimSound sound = VictimSound::None;
  VictimMotion motion = VictimMotion::None;
};

struct Tag {
  int id = 0;
  std::string memory = "0";
  Pose pose;

  void serialize(auto& archive) { archive(id, memory, pose); }
};

enum class SourceKind { Heat, Co2, Sound };

struct Source {
  SourceKind kind = SourceKind::Heat;
  double level = 0.0;
  Pose pose;
};

enum class RadioPreset { Seed, Wss, Multiwall };
enum class Fading { None, Rice, Rayleigh };

struct RadioSettings {
  RadioPreset preset = RadioPreset::Multiwall;
  double frequency = 2.44e9;  // Hz
  double transmit_power_dbm = 15.0;
  double gain_dbi = 0.0;
  double exponent = 2.0;
  double sensitivity_dbm = -92.0;
  double shadowing_sigma_db = 0.0;  // 0 = off
  double shadowing_distance = 2.0;  // m
  Fading fading = Fading::None;
};

}  // namespace rubble
