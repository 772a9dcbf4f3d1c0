// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace rubble::radio {

// Electrical properties of a building material after ITU-R P.2040-1 (07/2015): relative
// permittivity a f^b and conductivity c f^d S/m, f in GHz.
struct Material {
  std::string_view name;
  double a = 1.0;
  double b = 0.0;
  double c = 0.0;
  double d = 0.0;
  bool is_metal = false;  // opaque
};

// By a name of P.2040 or an alias of the world format (osb, drywall, steel, ...); nothing if it is
// unknown. An empty name is brick in material_or_brick().
std::optional<Material> find_material(std::string_view name);
Material material_or_brick(std::string_view name);
// The materials of P.2040.
const std::vector<Material>& materials();

constexpr double kLightSpeed = 299'792'458.0;  // m/s
constexpr double kMaxSlabLoss = 60.0;          // dB, metal

// Transmission loss of a slab in dB, P.2040-1 section 2.2, mean power of both polarisations.
// thickness: m; frequency: Hz; cosine_incidence: of the angle to the normal.
double slab_loss(const Material& material, double thickness, double frequency,
                 double cosine_incidence = 1.0);

}  // namespace rubble::radio
