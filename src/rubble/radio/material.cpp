// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/material.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace rubble::radio {
namespace {

// Names of the world format that are not in P.2040.
struct MaterialAlias {
  std::string_view name;
  std::string_view material;
};
constexpr MaterialAlias kMaterialAliases[] = {
    {"steel", "metal"},         {"wet_steel", "metal"},  {"aluminium", "metal"},
    {"aluminum", "metal"},      {"iron", "metal"},       {"osb", "chipboard"},
    {"plywood", "wood"},        {"nosing", "wood"},      {"rock", "concrete"},
    {"stone", "concrete"},      {"ballast", "concrete"}, {"drywall", "plasterboard"},
    {"gypsum", "plasterboard"}, {"window", "glass"},     {"tile", "ceiling_board"},
    {"masonry", "brick"},
};

// Transmitted power of a slab for one polarisation, from the reflection coefficient of its face and
// the propagation factor of one pass.
double transmitted_power(std::complex<double> reflection, std::complex<double> propagation) {
  const std::complex<double> squared = reflection * reflection;
  return std::norm((1.0 - squared) * propagation / (1.0 - squared * propagation * propagation));
}

}  // namespace

const std::vector<Material>& materials() {
  static const std::vector<Material> all{
      {"concrete", 5.31, 0.0, 0.0326, 0.8095},     {"brick", 3.75, 0.0, 0.038, 0.0},
      {"plasterboard", 2.94, 0.0, 0.0116, 0.7076}, {"wood", 1.99, 0.0, 0.0047, 1.0718},
      {"glass", 6.27, 0.0, 0.0043, 1.1925},        {"ceiling_board", 1.50, 0.0, 0.0005, 1.1634},
      {"chipboard", 2.58, 0.0, 0.0217, 0.7800},    {"floorboard", 3.66, 0.0, 0.0044, 1.3515},
      {"metal", 1.0, 0.0, 1e7, 0.0, true},
  };
  return all;
}

std::optional<Material> find_material(std::string_view name) {
  for (const MaterialAlias& other : kMaterialAliases)
    if (other.name == name) name = other.material;
  const auto found = std::find_if(materials().begin(), materials().end(),
                                  [&](const Material& material) { return material.name == name; });
  if (found == materials().end()) return std::nullopt;
  return *found;
}

Material material_or_brick(std::string_view name) {
  const auto found = find_material(name);
  return found ? *found : *find_material("brick");
}

double slab_loss(const Material& material, double thickness, double frequency,
                 double cosine_incidence) {
  if (material.is_metal) return kMaxSlabLoss;
  if (!(thickness > 0.0)) return 0.0;
  constexpr double kMinCosine = 0.05;  // beyond 87 degrees the slab model does not hold
  const double cosine = std::clamp(cosine_incidence, kMinCosine, 1.0);
  const double gigahertz = frequency / 1e9;
  const std::complex<double> eta(
      material.b == 0.0 ? material.a : material.a * std::pow(gigahertz, material.b),
      -17.98 * material.c * std::pow(gigahertz, material.d) / gigahertz);
  const std::complex<double> inside = std::sqrt(eta - (1.0 - cosine * cosine));
  const std::complex<double> propagation = std::exp(
      std::complex<double>(0.0, -2.0 * std::numbers::pi * thickness * frequency / kLightSpeed) *
      inside);
  const std::complex<double> perpendicular = (cosine - inside) / (cosine + inside);
  const std::complex<double> parallel = (eta * cosine - inside) / (eta * cosine + inside);
  const double power =
      (transmitted_power(perpendicular, propagation) + transmitted_power(parallel, propagation)) /
      2;
  return std::clamp(-10.0 * std::log10(std::max(power, 1e-12)), 0.0, kMaxSlabLoss);
}

}  // namespace rubble::radio
