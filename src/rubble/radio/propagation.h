// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "rubble/radio/material.h"
#include "rubble/world/scenario_elements.h"

namespace rubble::radio {

// One solid between two antennas, whatever the number of its faces on the path.
struct Wall {
  Material material;
  double thickness = 0.0;  // m, along its normal
  double cosine = 1.0;     // of the angle of incidence, 0..1
  // m, the median of the solid's three extents; waves pass around posts.
  double breadth = std::numeric_limits<double>::infinity();
  bool is_floor = false;   // a storey's floor without a material
  bool continues = false;  // another layer of the same wall as the one before
  double at = 0.0;         // m from the first end, to its centre
};

// Counts walls; layers of one wall count once.
int count_walls(const std::vector<Wall>& walls);

struct Path {
  double distance = 0.0;  // m
  std::vector<Wall> walls;
};

// Received power, by one of three presets (docs/radio.md):
//   seed       equation 2 of the USARSim paper with its Table I
//   wss        the model of the Wireless Simulation Server of the same project
//   multiwall  log-distance path loss, slabs after ITU-R P.2040-1, floors after COST 231, and a
//              leakage path around all walls
class Propagation {
 public:
  explicit Propagation(const RadioSettings& settings);

  // dBm, without shadowing and fading. seed and wss use only the number of walls.
  double power(const Path& path) const;
  double power(double distance, int walls) const;  // multiwall: brick walls of 0.1 m
  // Loss of all walls of a path, dB.
  double wall_loss(const std::vector<Wall>& walls) const;
  double wall_loss(int walls) const;
  double loss_of(const Wall& wall) const;  // dB, of this wall alone

  bool is_up(double dbm) const;
  double sensitivity() const { return sensitivity_; }  // dBm
  const RadioSettings& settings() const { return settings_; }

 private:
  double power_without_walls(double distance) const;

  RadioSettings settings_;
  double sensitivity_;
};

constexpr double kMinDistance = 0.1;           // m, shorter distances count as this
constexpr double kDefaultWallThickness = 0.1;  // m, where only the number of walls is known
constexpr double kLeakageLoss = 50.0;          // dB, the path around walls: doors, gaps, corridors

// "seed", "wss", "multiwall".
std::string_view name_of(RadioPreset preset);
std::optional<RadioPreset> find_preset(std::string_view word);

// Path loss of the COST 231 multi-wall model, dB, with its losses for light and heavy walls.
// distance: m; frequency: Hz.
double cost231_loss(double distance, int light_walls, int heavy_walls, int floors,
                    double frequency);

// --- packets ---------------------------------------------------------------------------------

// Probability that a packet is lost. sensitivity: dBm at which 10 % of packets of 1000 bytes are
// lost.
double packet_error_rate(double dbm, double sensitivity, double bytes = 1000.0);

// The fastest rate of 802.11b/g, in Mb/s, that loses at most 10 % of packets of 1000 bytes, for a
// card with this sensitivity (dBm) at 1 Mb/s. 0 if there is none.
double data_rate(double dbm, double sensitivity);

// Share of the data rate left for payload after backoff, headers and acknowledgements.
constexpr double kMacEfficiency = 0.5;

}  // namespace rubble::radio
