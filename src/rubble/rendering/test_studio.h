// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "rubble/rendering/renderer.h"
#include "rubble/sdf/load.h"

namespace rubble::rendering {

// A small world from SDF elements, with everything a camera wants.
struct TestStudio {
  World world;
  State state;
  rays::Scene scene;
  smoke::SmokeField smoke_field;
  Renderer renderer;

  explicit TestStudio(const std::string& elements) : TestStudio(loaded(elements)) {}
  explicit TestStudio(World given)
      : world(std::move(given)),
        state(state_of(world)),
        scene(world),
        smoke_field(world, 1),
        renderer(world) {
    for (std::size_t i = 0; i < state.instances.size(); ++i) scene.add(state, InstanceId(i));
    scene.update(state);
    smoke_field.advance(0.0);
  }

  Image picture(const CameraSettings& settings, const Viewpoint& viewpoint = {}) const {
    return renderer.render(settings, viewpoint, state, scene, smoke_field, Random(7, "camera", 0));
  }

  static World loaded(const std::string& elements) {
    const std::string text =
        "<sdf version=\"1.9\" xmlns:rubble=\"urn:rubble\"><world name=\"test\">" + elements +
        "</world></sdf>";
    Result<World> result = load_world_text(text, "test.sdf", {});
    EXPECT_TRUE(result.ok()) << (result ? "" : result.error().to_string());
    return result ? std::move(*result) : World{};
  }

  static State state_of(const World& world) {
    State state;
    for (const auto& model : world.models) state.add(model, model->name, model->world_from_model);
    return state;
  }
};

// A fixed box; look is what stands beside its geometry, such as a material.
inline std::string box_model(const std::string& name, const std::string& pose,
                             const std::string& size, const std::string& look) {
  return "<model name=\"" + name + "\"><static>true</static><pose>" + pose +
         "</pose><link name=\"link\"><visual name=\"v\"><geometry><box><size>" + size +
         "</size></box></geometry>" + look + "</visual></link></model>";
}

inline std::string material(const std::string& color) {
  return "<material><diffuse>" + color + " 1</diffuse></material>";
}

// A colour of bytes that the camera shows as it is.
inline std::string unlit(int red, int green, int blue) {
  const auto part = [](int byte) { return std::to_string(byte / 255.0) + " "; };
  return material(part(red) + part(green) + part(blue)) + "<rubble:surface unlit=\"true\"/>";
}

struct Rgb {
  int red = 0;
  int green = 0;
  int blue = 0;
  bool operator==(const Rgb&) const = default;
};

inline Rgb pixel(const Image& image, int column, int row) {
  const std::size_t place = static_cast<std::size_t>(row) * static_cast<std::size_t>(image.width) +
                            static_cast<std::size_t>(column);
  const std::uint8_t* const p = &image.rgb[3 * place];
  return {p[0], p[1], p[2]};
}

inline std::ostream& operator<<(std::ostream& out, const Rgb& rgb) {
  return out << rgb.red << ' ' << rgb.green << ' ' << rgb.blue;
}

inline double saturation(const Rgb& rgb) {
  const auto [low, high] = std::minmax({rgb.red, rgb.green, rgb.blue});
  return high == 0 ? 0.0 : static_cast<double>(high - low) / high;
}

}  // namespace rubble::rendering
