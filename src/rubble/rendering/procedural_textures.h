// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/rays/scene.h"
#include "rubble/rendering/texture.h"

namespace rubble::rendering {

// How a pattern is laid on a surface.
enum class PatternAlignment {
  Upright,      // rows stay level
  AlongLength,  // grain runs along the longer edge of the piece
};

// A pattern that stands for a material, painted by us: its edge in metres, how it lies.
struct ProceduralTexture {
  const char* name;
  float size;
  PatternAlignment lay;
  TexelGrid (*generate)();
};

// The pattern for what a surface is made of, null where it is plain. Colour and size help where one
// material has several faces: a white plywood wall is painted, a broad piece of wood is boards.
const ProceduralTexture* procedural_texture_for(const rays::SurfaceInfo& surface);

// All patterns there are.
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
