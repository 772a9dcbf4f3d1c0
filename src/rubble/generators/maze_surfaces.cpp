// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/maze_surfaces.h"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/generators/builder.h"

namespace rubble::generators {
namespace {

// From where to where along one axis, m.
struct Stretch {
  double low;
  double high;
};

// Cut at the lines of a grid; what is thinner than a wall stays with its neighbour.
std::vector<Stretch> cut_at_lines(const Stretch& whole, double pitch) {
  std::vector<Stretch> pieces;
  double from = whole.low;
  const double first = (std::floor((whole.low + kWallThickness) / pitch) + 1.0) * pitch;
  for (double line = first; line < whole.high - kWallThickness; line += pitch) {
    pieces.push_back({from, line});
    from = line;
  }
  pieces.push_back({from, whole.high});
  return pieces;
}

// The part of a wall between two places along one axis.
Link piece_of(const Link& wall, int axis, const Stretch& stretch) {
  Link piece = wall;
  piece.model_from_link.position[axis] = (stretch.low + stretch.high) / 2;
  Box box = std::get<Box>(wall.collisions.front().geometry);
  box.size[axis] = stretch.high - stretch.low;
  piece.collisions.front().geometry = box;
  piece.visuals.front().geometry = box;
  return piece;
}

std::vector<Link> pieces_of(const Link& wall, const GridFrame& frame) {
  const Vec3 size = std::get<Box>(wall.collisions.front().geometry).size;
  const int axis = size.x() > size.y() ? 0 : 1;
  const double middle = wall.model_from_link.position[axis];
  const Stretch whole{middle - size[axis] / 2, middle + size[axis] / 2};
  std::vector<Link> pieces;
  for (const Stretch& stretch : cut_at_lines(whole, axis == 0 ? frame.pitch_x : frame.pitch_y))
    pieces.push_back(piece_of(wall, axis, stretch));
  return pieces;
}

Link pane_of(const Link& piece) {
  return box_link(piece.name, piece.model_from_link,
                  std::get<Box>(piece.collisions.front().geometry).size, material_preset("glass"),
                  "Wall");
}

bool is_driven_on(const Link& link) {
  return link.semantic.label == "Floor" || link.semantic.label == "Ramp";
}

}  // namespace

Model glazed(const Model& walls, const GridFrame& frame, double share, std::uint64_t seed) {
  Model model = walls;
  model.links.clear();
  for (const Link& wall : walls.links)
    for (Link& piece : pieces_of(wall, frame)) {
      piece.name = numbered("wall", model.links.size() + 1);
      model.links.push_back(std::move(piece));
    }
  std::vector<std::size_t> order(model.links.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  Random(seed, "glass walls").shuffle(order);
  order.resize(static_cast<std::size_t>(std::lround(share * static_cast<double>(order.size()))));
  for (const std::size_t i : order) model.links[i] = pane_of(model.links[i]);
  return model;
}

void make_slippery(World& world, double friction) {
  for (auto& shared : world.models) {
    Model model = *shared;
    for (Link& link : model.links)
      for (Collision& collision : link.collisions)
        if (is_driven_on(link)) {
          collision.surface.material.clear();  // that of a table would win
          collision.contact.friction = friction;
        }
    shared = std::make_shared<const Model>(std::move(model));
  }
}

}  // namespace rubble::generators
