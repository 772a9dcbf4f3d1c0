// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/sdf_text.h"

#include <cmath>

#include "rubble/base/assert.h"
#include "rubble/base/text.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble {
namespace {

std::string element(const std::string& tag, const std::string& content) {
  return "<" + tag + ">" + content + "</" + tag + ">";
}

std::string round_element(const std::string& tag, double radius, double length) {
  return element(tag,
                 element("radius", short_number(radius)) + element("length", short_number(length)));
}

struct ShapeText {
  std::string operator()(const Box& box) const {
    return element("box", element("size", vector_text(box.size)));
  }
  std::string operator()(const Sphere& sphere) const {
    return element("sphere", element("radius", short_number(sphere.radius)));
  }
  std::string operator()(const Cylinder& cylinder) const {
    return round_element("cylinder", cylinder.radius, cylinder.length);
  }
  std::string operator()(const Capsule& capsule) const {
    return round_element("capsule", capsule.radius, capsule.length);
  }
  std::string operator()(const Ellipsoid& ellipsoid) const {
    return element("ellipsoid", element("radii", vector_text(ellipsoid.radii)));
  }
  std::string operator()(const Plane& plane) const {
    return element("plane", element("normal", vector_text(plane.normal)) +
                                element("size", short_number(plane.size.x()) + " " +
                                                    short_number(plane.size.y())));
  }
  std::string operator()(const MeshShape& shape) const {
    std::string content = element("uri", shape.mesh->source);
    if (shape.scale != Vec3::Ones()) content += element("scale", vector_text(shape.scale));
    return element("mesh", content);
  }
  std::string operator()(const std::shared_ptr<const Heightfield>&) const {
    RUBBLE_ASSERT(false && "a heightfield needs an image beside the file");
    return {};
  }
  std::string operator()(const Extrusion& extrusion) const {
    std::string content;
    for (const auto& outline : extrusion.outlines) {
      std::string points;
      for (const Vec2& point : outline)
        points += element("point", short_number(point.x()) + " " + short_number(point.y()));
      content += element("polyline", points + element("height", short_number(extrusion.height)));
    }
    return content;
  }
};

}  // namespace

std::string short_number(double value) { return number_text(std::round(value * 1e6) / 1e6); }

std::string vector_text(const Vec3& vector) {
  return short_number(vector.x()) + " " + short_number(vector.y()) + " " + short_number(vector.z());
}

std::string pose_text(const Pose& pose) {
  const RollPitchYaw angles = roll_pitch_yaw_of(pose.rotation);
  return vector_text(pose.position) + " " + vector_text({angles.roll, angles.pitch, angles.yaw});
}

std::string color_text(const std::array<float, 4>& color) {
  std::string text;
  for (const float part : color) {
    if (!text.empty()) text += ' ';
    text += short_number(static_cast<double>(part));
  }
  return text;
}

std::string geometry_text(const Geometry& geometry) {
  return element("geometry", std::visit(ShapeText{}, geometry));
}

std::string appearance_text(const Appearance& look) {
  const std::array<float, 4> opaque{look.color[0], look.color[1], look.color[2], 1.0F};
  const std::string color = color_text(opaque);
  std::string content = element("ambient", color) + element("diffuse", color);
  const auto& glow = look.emissive;
  if (glow != std::array<float, 3>{})
    content += element("emissive", color_text({glow[0], glow[1], glow[2], 1.0F}));
  if (!look.texture.empty())
    content +=
        element("pbr", element("metal", element("albedo_map", look.texture) +
                                            element("roughness", "1") + element("metalness", "0")));
  return element("material", content);
}

}  // namespace rubble
