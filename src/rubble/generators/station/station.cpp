// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/station/station.h"

#include "rubble/base/hash.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/station/parts.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {

World station_world(const StationSettings& settings) {
  World world = new_world("station", {.name = "station",
                                      .seed = settings.seed,
                                      .options = "size=120x60",
                                      .hash = hash_text(Hash().add(settings.seed).value())});
  world.scene.background = {0.62F, 0.74F, 0.88F};
  add_tracks(world);
  add_platforms(world);
  add_station_hall(world);
  const std::vector<Wreck> wrecks = add_train(world, settings.seed);
  add_disaster(world, wrecks, settings.seed);
  return world;
}

Result<std::string> station_sdf(const StationSettings& settings) {
  return sdf_text(station_world(settings));
}

}  // namespace rubble::generators
