// SPDX-License-Identifier: Apache-2.0
// Smoke that is created, changed and removed in a run.
#include <algorithm>

#include "rubble/sim/commands/commands.h"
#include "rubble/sim/commands/targets.h"

namespace rubble::sim {
namespace {

constexpr std::size_t kMaxSmokes = 64;

// What is wrong with smoke that is to be placed; empty: nothing.
std::string flaw_of(const PlaceSmoke& order) {
  if (!is_placeable({order.middle})) return kNoPlace;
  if (!(order.radius >= 0.05 && order.radius <= 20.0))
    return "a ball of smoke has a radius from 0.05 to 20 m";
  if (!(order.density >= 0.0 && order.density <= 1.0)) return "smoke has a density from 0 to 1";
  return {};
}

bool is_in_file(const RunContext& run, const std::string& name) {
  const auto& smokes = run.population.world().smokes;
  return std::any_of(smokes.begin(), smokes.end(),
                     [&](const SmokeArea& smoke) { return smoke.name == name; });
}

// What is wrong with another area of that name; empty: nothing. Nothing else may have its name,
// also not smoke that the world's file has.
std::string flaw_of_new(const RunContext& run, const std::string& name) {
  if (is_taken(run, name) || is_in_file(run, name))
    return "there is already something called '" + name + "' in this world";
  if (run.population.state().smokes.size() >= kMaxSmokes) return "there are already 64 of these";
  return {};
}

SmokeArea area_of(const PlaceSmoke& order, const std::string& name) {
  // At its rim a ball of smoke has 9 % of the density in its middle.
  constexpr double kSigmasInRadius = 2.2;
  SmokeArea area{.name = name};
  area.pose.position = order.middle;
  area.geometry = Sphere{order.radius};
  area.density = order.density;
  area.profile = SmokeProfile::Gaussian;
  area.sigma = order.radius / kSigmasInRadius;
  return area;
}

}  // namespace

CommandResult apply(const RunContext& run, const PlaceSmoke& order) {
  std::vector<SmokeArea>& smokes = run.population.state().smokes;
  const auto known = find_smoke(run, run.name);
  const bool is_known = known != smokes.end();
  if (const std::string why = flaw_of(order); !why.empty()) return refused(why);
  if (order.density == 0.0) {
    if (!is_known) return refused("there is no smoke called '" + run.name + "' that was made here");
    remove_smoke(run, known);
    return {};
  }
  const std::string name = run.name.empty() ? free_name(run, "Smoke") : run.name;
  if (const std::string why = is_known ? "" : flaw_of_new(run, name); !why.empty())
    return refused(why);
  if (name.size() > kMaxNameLength) return refused("its name is too long");
  if (is_known) {
    *known = area_of(order, name);
    return {true, name};
  }
  run.population.tell(name, ObjectCreated{"smoke", order.middle});
  smokes.push_back(area_of(order, name));
  return {true, name};
}

}  // namespace rubble::sim
