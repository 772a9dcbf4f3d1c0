// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/furnished_room/furnished_room.h"

#include <algorithm>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/furnished_room/parts.h"
#include "rubble/generators/victim_places.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {
namespace {

constexpr double kTableX = 4.1, kTableY = 1.65;  // m, its middle
constexpr double kTableHalf = 0.80;

// Two at each long side; one of the four has been pushed back.
void add_chairs(Model& model, std::uint64_t seed) {
  Random random(seed, "chairs");
  const int pushed = random.integer(0, 3);
  for (int i = 0; i < 4; ++i) {
    const double side = i < 2 ? -1.0 : 1.0;
    const double x = (i % 2 == 0 ? -0.38 : 0.38) + random.uniform(-0.04, 0.04);
    const double away = 0.56 + random.uniform(0.0, 0.10);
    const double turn = i == pushed ? random.uniform(-0.7, 0.7) : random.uniform(-0.12, 0.12);
    const double y = side * (away + (i == pushed ? 0.16 : 0.0));
    model.links.push_back(room_chair(numbered("chair", static_cast<std::size_t>(i + 1)),
                                     at(kTableX + x, kTableY + y, 0.0, -side * kPi / 2 + turn)));
  }
}

Model furniture_model(std::uint64_t seed) {
  Model model = static_model("furniture");
  Link table = room_table(at(kTableX, kTableY, 0.0));
  add_table_ware(table, seed);
  const auto before = [](CellSide wall, double along, double distance) {
    return on_wall(wall, along, 0.0) * at(distance, 0.0, 0.0);
  };
  model.links = {std::move(table),
                 room_sofa(before(CellSide::East, 2.5, 0.45)),
                 room_cupboard(before(CellSide::West, 4.25, 0.24)),
                 room_desk(before(CellSide::North, 3.2, 0.48)),
                 room_shelf(before(CellSide::North, 5.65, 0.175), seed),
                 room_plant(at(6.6, 4.6, 0.0)),
                 room_floor_lamp(at(6.72, 0.28, 0.0)),
                 room_extinguisher(on_wall(CellSide::West, 1.95, 0.65)),
                 room_rug(at(kTableX, kTableY, 0.0, kPi / 2))};
  add_chairs(model, seed);
  Random random(seed, "desk chair");
  const double x = 3.2 + random.uniform(-0.15, 0.15);
  const double turn = random.uniform(-0.5, 0.5);
  model.links.push_back(room_chair("desk_chair", at(x, 3.82, 0.0, kPi / 2 + turn)));
  return model;
}

// They can be pushed about.
void add_loose_things(World& world, std::uint64_t seed) {
  constexpr double kBall = 0.11, kBinRadius = 0.14, kBinHeight = 0.32;
  Random random(seed, "loose things");
  const double x = random.uniform(0.9, 1.7);
  const double y = random.uniform(3.7, 4.4);
  add_model(world, loose_model("ball", at(x, y, kBall), Sphere{kBall}, 0.4,
                               colored("orange_plastic", 0.86F, 0.20F, 0.16F), "Ball"));
  const double side = random.chance(0.5) ? 2.1 : 4.3;
  add_model(world,
            loose_model("bin", at(side, 4.55, kBinHeight / 2), Cylinder{kBinRadius, kBinHeight},
                        1.2, colored("plastic", 0.30F, 0.34F, 0.38F), "Bin"));
}

// On the floor with the legs under one end of the table.
void add_fallen_reader(World& world, std::uint64_t seed) {
  Random random(seed, "reader");
  const bool is_west = random.chance(0.5);
  const double turn = random.uniform(-0.35, 0.35);
  const double side = is_west ? -1.0 : 1.0;
  const Pose pose = at(kTableX + side * (kTableHalf + 0.12), kTableY, 0.0, -side * kPi / 2 + turn);
  Victim victim = draw_victim(seed, 1, pose);
  victim.state = VictimState::Unconscious;
  victim.temperature = std::max(victim.temperature, 35.0);
  victim.co2 = std::max(victim.co2, 1000.0);
  victim.sound = VictimSound::None;
  victim.motion = VictimMotion::None;
  world.victims.push_back(victim);
}

void add_room_starts(World& world) {
  const Pose poses[] = {at(1.1, 2.6, 0.2), at(2.2, 0.9, 0.2, kPi / 2), at(5.2, 3.5, 0.2, kPi),
                        at(-1.1, 3.5, 0.2, -kPi / 2)};
  for (const Pose& pose : poses)
    world.starts.push_back({"RobotStart" + std::to_string(world.starts.size() + 1), pose});
}

}  // namespace

World furnished_room_world(const FurnishedRoomSettings& settings) {
  World world = new_world("furnished_room", {.name = "furnished_room",
                                             .seed = settings.seed,
                                             .hash = hash_text(Hash().add(settings.seed).value())});
  add_room_shell(world);
  add_room_lining(world);
  add_wall_pictures(world, settings.seed);
  add_model(world, furniture_model(settings.seed));
  add_loose_things(world, settings.seed);
  add_fallen_reader(world, settings.seed);
  add_room_starts(world);
  return world;
}

Result<std::string> furnished_room_sdf(const FurnishedRoomSettings& settings) {
  return sdf_text(furnished_room_world(settings));
}

}  // namespace rubble::generators
