// SPDX-License-Identifier: Apache-2.0
#include "apps/world_cut.h"

#include "rubble/rays/surfaces.h"

namespace rubble::apps {
namespace {

// Where a triangle crosses the height, if it does in a line.
void cut_triangle(const std::array<Vec3, 3>& corners, double height, std::vector<CutLine>& lines) {
  std::vector<Vec2> crossings;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3& a = corners[i];
    const Vec3& b = corners[(i + 1) % 3];
    if ((a.z() < height) == (b.z() < height)) continue;
    const double share = (height - a.z()) / (b.z() - a.z());
    crossings.push_back((a + share * (b - a)).head<2>());
  }
  if (crossings.size() == 2) lines.push_back({crossings[0], crossings[1]});
}

}  // namespace

std::vector<CutLine> cut_lines(const World& world, double height) {
  std::vector<CutLine> lines;
  for (const auto& model : world.models) {
    if (model->robot) continue;
    for (std::size_t link = 0; link < model->links.size(); ++link)
      for (const rays::SurfaceInfo& surface :
           rays::surfaces_of_link(*model, static_cast<int>(link))) {
        const Pose pose =
            model->world_from_model * model->links[link].model_from_link * surface.link_from_mesh;
        for (const auto& triangle : surface.mesh->triangles) {
          std::array<Vec3, 3> corners;
          for (std::size_t i = 0; i < 3; ++i)
            corners[i] = pose * surface.mesh->vertices[triangle[i]].cast<double>();
          cut_triangle(corners, height, lines);
        }
      }
  }
  return lines;
}

}  // namespace rubble::apps
