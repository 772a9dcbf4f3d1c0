// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/level_cut.h"

#include "rubble/rays/surfaces.h"

namespace rubble::rays {
namespace {

void visit_mesh(const SurfaceMesh& mesh, const Pose& world_from_mesh,
                const std::function<void(const Corners&)>& visit) {
  for (const auto& triangle : mesh.triangles) {
    Corners corners;
    for (std::size_t i = 0; i < 3; ++i)
      corners[i] = world_from_mesh * mesh.vertices[triangle[i]].cast<double>();
    visit(corners);
  }
}

// Where a triangle crosses the height, if it does in a line.
void cut_triangle(const Corners& corners, double height, std::vector<CutLine>& lines) {
  std::array<Vec2, 3> crossings;
  std::size_t count = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3& a = corners[i];
    const Vec3& b = corners[(i + 1) % 3];
    if ((a.z() < height) == (b.z() < height)) continue;
    const double share = (height - a.z()) / (b.z() - a.z());
    crossings[count++] = (a + share * (b - a)).head<2>();
  }
  if (count == 2) lines.push_back({crossings[0], crossings[1]});
}

}  // namespace

void visit_triangles(const World& world, const std::function<void(const Corners&)>& visit) {
  for (const auto& model : world.models) {
    if (model->robot) continue;
    for (std::size_t link = 0; link < model->links.size(); ++link) {
      const Pose world_from_link = model->world_from_model * model->links[link].model_from_link;
      for (const SurfaceInfo& surface : surfaces_of_link(*model, static_cast<int>(link)))
        visit_mesh(*surface.mesh, world_from_link * surface.link_from_mesh, visit);
    }
  }
  for (std::size_t i = 0; i < world.victims.size(); ++i)
    for (const SurfaceInfo& surface : surfaces_of_victim(world.victims[i], static_cast<int>(i)))
      visit_mesh(*surface.mesh, surface.link_from_mesh, visit);
}

std::vector<CutLine> cut_lines(const World& world, double height) {
  std::vector<CutLine> lines;
  visit_triangles(world, [&](const Corners& corners) { cut_triangle(corners, height, lines); });
  return lines;
}

}  // namespace rubble::rays
