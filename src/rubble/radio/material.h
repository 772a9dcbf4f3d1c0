// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace rubble::radio {

// What a wall is made of, as ITU-R P.2040-1 (07/2015) tells it: relative permittivity a f^b and
// conductivity c f^d S/m, f in GHz.
struct Material {
  std::string_view name;
  double a = 1.0;
  double b = 0.0;
  double c = 0.0;
  double d = 0.0;
  bool is_metal = false;  // nothing goes through
};

// By a name of the world format (osb, drywall, steel, ... are of one of P.2040's kinds); nothing if
// it is not known. What has no name is brick.
std::optional<Material> find_material(std::string_view name);
Material material_or_brick(std::string_view name);
// Those of P.2040, for lists.
const std::vector<Material>& materials();

constexpr double kLightSpeed = 299'792'458.0;  // m/s
constexpr double kMostSlabLoss = 60.0;         // dB, metal

// What a slab takes from a wave that comes in at an angle to its normal, mean of both
// polarisations' powers; dB.
double slab_loss(const Material& material, double thickness, double frequency,
                 double cosine_incidence = 1.0);

}  // namespace rubble::radio
