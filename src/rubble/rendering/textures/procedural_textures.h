// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/rays/scene.h"
#include "rubble/rendering/textures/texture.h"

namespace rubble::rendering {

// Orientation of a texture on a surface.
enum class PatternAlignment {
  Upright,      // rows are horizontal
  AlongLength,  // the grain follows the longer edge of the surface
};

// A generated, repeating texture of a material. `size` is the edge of one period, m.
struct ProceduralTexture {
  const char* name;
  float size;
  PatternAlignment lay;
  TexelGrid (*generate)();
};

// The texture for the material of a surface, null for a plain surface. Colour and size select among
// variants: white plywood is painted, a wide piece of wood consists of boards.
const ProceduralTexture* procedural_texture_for(const rays::SurfaceInfo& surface);

// All procedural textures.
std::vector<const ProceduralTexture*> all_procedural_textures();

TexelGrid paint_osb();
TexelGrid paint_plywood();
TexelGrid paint_timber();
TexelGrid paint_boards();
TexelGrid paint_concrete();
TexelGrid paint_asphalt();
TexelGrid paint_brick();
TexelGrid paint_plaster();
TexelGrid paint_ballast();
TexelGrid paint_rock();
TexelGrid paint_grass();
TexelGrid paint_carpet();
TexelGrid paint_paper();
TexelGrid paint_metal();
TexelGrid paint_rust();
TexelGrid paint_rubber();

}  // namespace rubble::rendering
