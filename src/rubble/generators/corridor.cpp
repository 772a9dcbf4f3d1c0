// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/corridor.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {
namespace {

constexpr std::string_view kCourses[] = {"straight", "complex"};
constexpr std::string_view kFloors[] = {"wood", "paper", "rock"};
constexpr std::string_view kRobots[] = {"PER", "P2AT"};

constexpr double kCorridorLength = 5.0;
constexpr double kCorridorHalfWidth = 0.8;
constexpr double kCorridorStartX = 0.6;
constexpr double kConeX = 4.2;
constexpr double kStartPad = 0.95;  // m, stones begin behind the robot's place

template <class Enum, std::size_t N>
std::optional<Enum> value_of(const std::string_view (&words)[N], std::string_view word) {
  for (std::size_t i = 0; i < N; ++i)
    if (words[i] == word) return static_cast<Enum>(i);
  return std::nullopt;
}

template <class Enum, std::size_t N>
std::string word_of(const std::string_view (&words)[N], Enum value) {
  return std::string(words[static_cast<std::size_t>(value)]);
}

std::string options_of(const CorridorSettings& settings) {
  return "course=" + word_of(kCourses, settings.course) +
         " floor=" + word_of(kFloors, settings.floor) +
         " robot=" + word_of(kRobots, settings.robot);
}

// Bare floor: paper lies on boards that people have walked on, 0.6 without a table's name.
MaterialPreset floor_preset(CorridorFloor floor) {
  if (floor == CorridorFloor::Rock) return material_preset("rock");
  MaterialPreset boards = material_preset("wood");
  if (floor == CorridorFloor::Paper) {
    boards.material = "";
    boards.friction = 0.6;
  }
  return boards;
}

Model room_model(CorridorFloor floor) {
  constexpr double kThickness = 0.05, kHeight = 1.2;
  Model model = static_model("corridor_shell");
  model.links.push_back(block_link("floor", {-1.0, -2.0, -0.1}, {kCorridorLength + 1.0, 2.0, 0.0},
                                   floor_preset(floor), "Floor"));
  const double y = kCorridorHalfWidth + kThickness / 2;
  const double x = kThickness / 2;
  const auto add = [&](const std::string& name, const Vec2& from, const Vec2& to) {
    model.links.push_back(wall_link({.name = name,
                                     .from = from,
                                     .to = to,
                                     .height = kHeight,
                                     .thickness = kThickness,
                                     .preset = material_preset("osb")}));
  };
  add("wall_right", {-kThickness, -y}, {kCorridorLength + kThickness, -y});
  add("wall_left", {-kThickness, y}, {kCorridorLength + kThickness, y});
  add("wall_back", {-x, -kCorridorHalfWidth}, {-x, kCorridorHalfWidth});
  add("wall_front", {kCorridorLength + x, -kCorridorHalfWidth},
      {kCorridorLength + x, kCorridorHalfWidth});
  return model;
}

// A traffic cone of 0.45 m on a base of 0.28 m, as a stack of discs.
Model cone_model() {
  constexpr double kHeight = 0.45, kBase = 0.28, kPlate = 0.02;
  constexpr int kDiscs = 8;
  Model model = static_model("cone");
  model.semantic.label = "Cone";
  Link link = make_link("cone", at(kConeX, 0.0, 0.0));
  add_block(link, "base", {-kBase / 2, -kBase / 2, 0.0}, {kBase / 2, kBase / 2, kPlate},
            material_preset("orange_plastic"));
  const double height = (kHeight - kPlate) / kDiscs;
  for (int i = 0; i < kDiscs; ++i) {
    const double share = (i + 0.5) / kDiscs;
    const bool is_stripe = i == 3 || i == 4;
    add_solid(link, "disc_" + std::to_string(i + 1), at(0.0, 0.0, kPlate + (i + 0.5) * height),
              Cylinder{.radius = 0.11 * (1.0 - share) + 0.025 * share, .length = height},
              material_preset(is_stripe ? "white_paint" : "orange_plastic"));
  }
  model.links.push_back(std::move(link));
  return model;
}

struct Rectangle {
  Vec2 low;
  Vec2 high;
  bool is_near(const Vec2& point, double margin) const {
    return point.x() > low.x() - margin && point.x() < high.x() + margin &&
           point.y() > low.y() - margin && point.y() < high.y() + margin;
  }
};

// Three boxes against alternating walls at 1.2, 2.0 and 2.8 m from the start.
std::vector<Rectangle> obstacles(const CorridorSettings& settings) {
  if (settings.course == Course::Straight) return {};
  const double reach = settings.robot == CorridorRobot::PER ? 0.85 : 0.65;
  std::vector<Rectangle> boxes;
  for (int i = 0; i < 3; ++i) {
    const double x = kCorridorStartX + 1.2 + 0.8 * i;
    const bool is_left = i % 2 == 0;
    boxes.push_back({{x - 0.2, is_left ? kCorridorHalfWidth - reach : -kCorridorHalfWidth},
                     {x + 0.2, is_left ? kCorridorHalfWidth : -kCorridorHalfWidth + reach}});
  }
  return boxes;
}

Model obstacles_model(const std::vector<Rectangle>& boxes) {
  Model model = static_model("obstacles");
  for (const Rectangle& box : boxes)
    model.links.push_back(
        block_link(numbered("obstacle", model.links.size() + 1), {box.low.x(), box.low.y(), 0.0},
                   {box.high.x(), box.high.y(), 0.5}, material_preset("plywood"), "Obstacle"));
  return model;
}

// Sheets on 30 % of the floor, thin enough to lie flat, thick enough to be what a wheel touches.
Model papers_model(std::uint64_t seed) {
  constexpr double kLong = 0.297, kShort = 0.21, kPaperSheet = 0.0005;
  const auto count =
      static_cast<std::size_t>(0.30 * kCorridorLength * 2 * kCorridorHalfWidth / (kLong * kShort));
  Random random(seed, "papers");
  Link link = make_link("sheets", {}, "Paper");
  std::vector<Vec2> places;
  while (places.size() < count) {
    const double y = random.uniform(0.18 - kCorridorHalfWidth, kCorridorHalfWidth - 0.18);
    const double x = random.uniform(0.18, kCorridorLength - 0.18);
    const Vec2 place(x, y);
    const double yaw = random.uniform(0.0, kPi);
    const bool is_crowded = std::any_of(places.begin(), places.end(), [&](const Vec2& other) {
      return (other - place).norm() < 0.26;
    });
    if (is_crowded) continue;
    places.push_back(place);
    add_solid(link, numbered("sheet", places.size()),
              at(place.x(), place.y(), kPaperSheet / 2, yaw), Box{{kLong, kShort, kPaperSheet}},
              material_preset("paper"));
  }
  Model model = static_model("papers");
  model.links.push_back(std::move(link));
  return model;
}

// Stones as balls sunk into the floor: caps 0.09 to 0.13 m wide that stand out 1 to 4 cm, on a
// shaken hexagonal raster, which covers 60 %.
Model stones_model(const CorridorSettings& settings) {
  constexpr double kSpacing = 0.135;
  const std::vector<Rectangle> boxes = obstacles(settings);
  const Rectangle cone{{kConeX - 0.14, -0.14}, {kConeX + 0.14, 0.14}};
  Random random(settings.seed, "stones");
  Link link = make_link("stones", {}, "Rock");
  const double row_step = kSpacing * std::sqrt(0.75);
  int row = 0;
  for (double y = -kCorridorHalfWidth + 0.07; y < kCorridorHalfWidth - 0.06; y += row_step, ++row)
    for (double x = kStartPad + (row % 2) * kSpacing / 2; x < kCorridorLength - 0.06;
         x += kSpacing) {
      const double cap = random.uniform(0.045, 0.065);
      const double height = random.uniform(0.01, 0.04);
      const double off_y = random.uniform(-1, 1), off_x = random.uniform(-1, 1);
      const Vec2 place = Vec2(x, y) + 0.012 * Vec2(off_x, off_y);
      const bool is_taken = cone.is_near(place, cap) ||
                            std::any_of(boxes.begin(), boxes.end(),
                                        [&](const auto& box) { return box.is_near(place, cap); });
      if (is_taken) continue;
      const double radius = (cap * cap + height * height) / (2 * height);
      add_solid(link, numbered("stone", link.collisions.size() + 1),
                at(place.x(), place.y(), height - radius), Sphere{radius}, material_preset("rock"));
    }
  Model model = static_model("stones");
  model.links.push_back(std::move(link));
  return model;
}

}  // namespace

std::optional<Course> course_of(std::string_view word) { return value_of<Course>(kCourses, word); }
std::optional<CorridorFloor> corridor_floor_of(std::string_view word) {
  return value_of<CorridorFloor>(kFloors, word);
}
std::optional<CorridorRobot> corridor_robot_of(std::string_view word) {
  return value_of<CorridorRobot>(kRobots, word);
}

World corridor_world(const CorridorSettings& settings) {
  const std::string options = options_of(settings);
  World world =
      new_world("corridor", {.name = "corridor",
                             .seed = settings.seed,
                             .options = options,
                             .hash = hash_text(Hash().add(settings.seed).add(options).value())});
  world.starts.push_back({"RobotStart1", at(kCorridorStartX, 0.0, 0.2)});
  add_model(world, room_model(settings.floor));
  add_model(world, cone_model());
  add_model(world, obstacles_model(obstacles(settings)));
  if (settings.floor == CorridorFloor::Paper) add_model(world, papers_model(settings.seed));
  if (settings.floor == CorridorFloor::Rock) add_model(world, stones_model(settings));
  return world;
}

Result<std::string> corridor_sdf(const CorridorSettings& settings) {
  return sdf_text(corridor_world(settings));
}

}  // namespace rubble::generators
