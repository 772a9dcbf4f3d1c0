// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/propagation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace rubble::radio {
namespace {

// P(d) = at_reference - 10 exponent log10(d / reference) - walls * wall_loss
struct LogDistance {
  double at_reference;  // dBm
  double reference;     // m
  double exponent;
  double wall_loss;  // dB
  int max_walls;     // further walls add no loss
  double sensitivity;
};
constexpr LogDistance kSeed{-50.0, 2.0, 1.0, 7.0, 4, -92.0};
// Its setting "max obstacles 5" is never applied by its formula.
constexpr LogDistance kWss{-49.67, 2.0, 1.0, 6.325, 1'000'000, -93.0};

const LogDistance* formula_of(RadioPreset preset) {
  if (preset == RadioPreset::Seed) return &kSeed;
  return preset == RadioPreset::Wss ? &kWss : nullptr;
}

// In free space, dB.
double loss_at_1_m(double frequency) {
  return 20.0 * std::log10(4.0 * std::numbers::pi * frequency / kLightSpeed);
}

// Loss of a slab narrower than a wavelength: only that share of the field is attenuated.
double partial_blocking_loss(double loss, double breadth_in_waves) {
  const double share = std::min(breadth_in_waves, 1.0);
  return -20.0 * std::log10((1.0 - share) + share * std::pow(10.0, -loss / 20.0));
}

// COST 231: the loss grows less than linearly with the number of floors.
double floor_loss(int floors) {
  if (floors == 0) return 0.0;
  const double count = floors;
  return 18.3 * std::pow(count, (count + 2.0) / (count + 1.0) - 0.46);
}

double from_decibels(double decibels) { return std::pow(10.0, decibels / 10.0); }

// Power also finds its way around.
double with_leakage(double loss) {
  if (loss <= 0.0) return 0.0;
  return -10.0 * std::log10(from_decibels(-loss) + from_decibels(-kLeakageLoss)) +
         10.0 * std::log10(1.0 + from_decibels(-kLeakageLoss));
}

}  // namespace

Propagation::Propagation(const RadioSettings& settings)
    : settings_(settings), sensitivity_(settings.sensitivity_dbm) {
  if (const LogDistance* formula = formula_of(settings.preset)) sensitivity_ = formula->sensitivity;
}

int count_walls(const std::vector<Wall>& walls) {
  return static_cast<int>(
      std::count_if(walls.begin(), walls.end(), [](const Wall& wall) { return !wall.continues; }));
}

double Propagation::power_without_walls(double distance) const {
  const double clamped_distance = std::max(distance, kMinDistance);
  if (const LogDistance* formula = formula_of(settings_.preset))
    return formula->at_reference -
           10.0 * formula->exponent * std::log10(clamped_distance / formula->reference);
  return settings_.transmit_power_dbm + 2.0 * settings_.gain_dbi -
         loss_at_1_m(settings_.frequency) -
         10.0 * settings_.exponent * std::log10(clamped_distance);
}

double Propagation::power(const Path& path) const {
  return power_without_walls(path.distance) - wall_loss(path.walls);
}

double Propagation::power(double distance, int walls) const {
  return power_without_walls(distance) - wall_loss(walls);
}

double Propagation::wall_loss(const std::vector<Wall>& walls) const {
  if (formula_of(settings_.preset) != nullptr) return wall_loss(count_walls(walls));
  std::vector<double> losses;
  int floors = 0;
  for (const Wall& wall : walls) {
    if (wall.is_floor)
      ++floors;
    else
      losses.push_back(loss_of(wall));
  }
  // Summed in ascending order, so that both directions give the same bits.
  std::sort(losses.begin(), losses.end());
  return with_leakage(std::accumulate(losses.begin(), losses.end(), 0.0) + floor_loss(floors));
}

double Propagation::loss_of(const Wall& wall) const {
  if (const LogDistance* formula = formula_of(settings_.preset)) return formula->wall_loss;
  if (wall.is_floor) return floor_loss(1);
  return partial_blocking_loss(
      slab_loss(wall.material, wall.thickness, settings_.frequency, wall.cosine),
      wall.breadth * settings_.frequency / kLightSpeed);
}

double Propagation::wall_loss(int walls) const {
  if (const LogDistance* formula = formula_of(settings_.preset))
    return formula->wall_loss * std::min(walls, formula->max_walls);
  const Wall brick{.material = material_or_brick("brick"), .thickness = kDefaultWallThickness};
  return with_leakage(walls * loss_of(brick));
}

bool Propagation::is_up(double dbm) const {
  return settings_.preset == RadioPreset::Wss ? dbm >= sensitivity_ : dbm > sensitivity_;
}

namespace {
constexpr std::array<std::string_view, 3> kPresetNames{"seed", "wss", "multiwall"};
}

std::string_view name_of(RadioPreset preset) {
  return kPresetNames[static_cast<std::size_t>(preset)];
}

std::optional<RadioPreset> find_preset(std::string_view word) {
  for (std::size_t i = 0; i < kPresetNames.size(); ++i)
    if (kPresetNames[i] == word) return static_cast<RadioPreset>(i);
  return std::nullopt;
}

double cost231_loss(double distance, int light_walls, int heavy_walls, int floors,
                    double frequency) {
  constexpr double kLight = 3.4, kHeavy = 6.9;  // dB
  return loss_at_1_m(frequency) + 20.0 * std::log10(std::max(distance, kMinDistance)) +
         kLight * light_walls + kHeavy * heavy_walls + floor_loss(floors);
}

double packet_error_rate(double dbm, double sensitivity, double bytes) {
  constexpr double kWidth = 0.75;  // dB
  const double middle = sensitivity - kWidth * std::log(9.0);
  const double of_1000 = 1.0 / (1.0 + std::exp((dbm - middle) / kWidth));
  return 1.0 - std::pow(1.0 - of_1000, bytes / 1000.0);
}

double data_rate(double dbm, double sensitivity) {
  // Mb/s, and dB above the sensitivity at 1 Mb/s; of a typical card.
  struct RateStep {
    double rate;
    double above;
  };
  static constexpr RateStep kRateSteps[] = {{54, 20}, {48, 18}, {36, 14}, {24, 10}, {12, 6},
                                            {11, 7},  {6, 3},   {5.5, 4}, {2, 2},   {1, 0}};
  for (const RateStep& step : kRateSteps)
    if (dbm >= sensitivity + step.above) return step.rate;
  return 0.0;
}

}  // namespace rubble::radio
