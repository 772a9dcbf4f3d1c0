// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "rubble/radio/material.h"
#include "rubble/world/scenario_elements.h"

namespace rubble::radio {

// One solid between two antennas, however many faces of it are met.
struct Wall {
  Material material;
  double thickness = 0.0;  // m, along its normal
  double cosine = 1.0;     // of the angle between the way and its normal, 0..1
  // m, the middle one of the solid's sizes: waves go around posts.
  double breadth = std::numeric_limits<double>::infinity();
  bool is_floor = false;   // a storey's floor of unknown make
  bool continues = false;  // lies against the one before: another layer of the same wall
  double at = 0.0;         // m from the first end, its middle
};

// Layers of one wall count once.
int count_walls(const std::vector<Wall>& walls);

struct Path {
  double distance = 0.0;  // m
  std::vector<Wall> walls;
};

// How strong a signal arrives, by one of three presets:
//   seed       equation 2 of the USARSim paper with its Table I
//   wss        what the Wireless Simulation Server of the same project ships
//   multiwall  free space, slabs of material, floors, a way around all walls
class Propagation {
 public:
  explicit Propagation(const RadioSettings& settings);

  // dBm, without shadowing and fading. Only the number of walls matters to seed and wss.
  double power(const Path& path) const;
  double power(double distance, int walls) const;  // multiwall: brick walls of 0.1 m
  // What all walls of a path take, dB.
  double wall_loss(const std::vector<Wall>& walls) const;
  double wall_loss(int walls) const;
  double loss_of(const Wall& wall) const;  // alone

  bool is_up(double dbm) const;
  double sensitivity() const { return sensitivity_; }  // dBm
  const RadioSettings& settings() const { return settings_; }

 private:
  double power_without_walls(double distance) const;

  RadioSettings settings_;
  double sensitivity_;
};

constexpr double kNearest = 0.1;         // m, shorter ways count as this
constexpr double kUsualThickness = 0.1;  // m, of walls of which only the number is known
constexpr double kLeakLoss = 50.0;       // dB, the way around walls: doors, gaps, corridors

// "seed", "wss", "multiwall".
std::string_view word_of(RadioPreset preset);
std::optional<RadioPreset> find_preset(std::string_view word);

// COST 231's multi-wall model in dB, with its own losses for light and heavy walls.
double cost231_loss(double distance, int light_walls, int heavy_walls, int floors,
                    double frequency);

// --- packets ---------------------------------------------------------------------------------

// The chance that a packet of so many bytes is lost, where the sensitivity (dBm) is given for 10 %
// of 1000 bytes.
double packet_error(double dbm, double sensitivity, double bytes = 1000.0);

// Mb/s: the fastest rate of 802.11b/g whose packets of 1000 bytes are lost by at most 10 %, for a
// card that hears 1 Mb/s at that sensitivity. 0 if even that is too much.
double data_rate(double dbm, double sensitivity);

// How much of a rate is left for what is sent, once waits, headers and answers are paid.
constexpr double kUsefulShare = 0.5;

}  // namespace rubble::radio
