// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "rubble/base/text.h"
#include "rubble/sdf/load_parts.h"

namespace rubble {
namespace {

constexpr double kMaxSize = 1e6;  // m; anything larger is a slip

// Reads the sizes of one shape and complains about those that are none.
class SizeReader {
 public:
  SizeReader(const XmlNode& shape, LoadContext& context) : shape_(shape), context_(context) {}

  double length(const char* name, double fallback) {
    return checked(name, numbers(name, 1, {fallback}))[0];
  }
  Vec2 area(const char* name, const Vec2& fallback) {
    const auto n = checked(name, numbers(name, 2, {fallback.x(), fallback.y()}));
    return {n[0], n[1]};
  }
  Vec3 volume(const char* name, const Vec3& fallback) {
    const auto n = checked(name, numbers(name, 3, {fallback.x(), fallback.y(), fallback.z()}));
    return {n[0], n[1], n[2]};
  }
  bool is_good() const { return is_good_; }

 private:
  std::vector<double> numbers(const char* name, std::size_t count, std::vector<double> fallback) {
    const XmlNode* node = shape_.child(name);
    if (node == nullptr || node->text.empty()) return fallback;
    if (auto found = parse_numbers(node->text, count)) return *found;
    complain(*node, name, std::to_string(count) + (count == 1 ? " number" : " numbers"));
    return fallback;
  }

  std::vector<double> checked(const char* name, std::vector<double> values) {
    const XmlNode* node = shape_.child(name);
    if (std::any_of(values.begin(), values.end(), [](double v) { return !(v > 0.0); }))
      complain(node != nullptr ? *node : shape_, name, "sizes above 0");
    if (std::any_of(values.begin(), values.end(), [](double v) { return v > kMaxSize; }))
      complain(node != nullptr ? *node : shape_, name, "sizes of at most 1000000 m");
    return values;
  }

  void complain(const XmlNode& node, const char* name, const std::string& wanted) {
    is_good_ = false;
    context_.fail(
        node.line > 0 ? node.at() : shape_.at(),
        "<" + shape_.name + "> " + name + " wants " + wanted + ", got '" + node.text + "'");
  }

  const XmlNode& shape_;
  LoadContext& context_;
  bool is_good_ = true;
};

std::optional<PlacedGeometry> placed(Geometry geometry, const SizeReader& sizes) {
  if (!sizes.is_good()) return std::nullopt;
  return PlacedGeometry{std::move(geometry), Pose{}};
}

std::optional<PlacedGeometry> load_box(const XmlNode& node, LoadContext& context) {
  SizeReader sizes(node, context);
  return placed(Box{sizes.volume("size", Vec3::Ones())}, sizes);
}

std::optional<PlacedGeometry> load_sphere(const XmlNode& node, LoadContext& context) {
  SizeReader sizes(node, context);
  return placed(Sphere{sizes.length("radius", 1.0)}, sizes);
}

std::optional<PlacedGeometry> load_cylinder(const XmlNode& node, LoadContext& context) {
  SizeReader sizes(node, context);
  Cylinder cylinder{.radius = sizes.length("radius", 1.0), .length = sizes.length("length", 1.0)};
  return placed(cylinder, sizes);
}

std::optional<PlacedGeometry> load_capsule(const XmlNode& node, LoadContext& context) {
  SizeReader sizes(node, context);
  Capsule capsule{.radius = sizes.length("radius", 0.5), .length = sizes.length("length", 1.0)};
  return placed(capsule, sizes);
}

std::optional<PlacedGeometry> load_ellipsoid(const XmlNode& node, LoadContext& context) {
  SizeReader sizes(node, context);
  return placed(Ellipsoid{sizes.volume("radii", Vec3::Ones())}, sizes);
}

std::optional<PlacedGeometry> load_plane(const XmlNode& node, LoadContext& context) {
  SizeReader sizes(node, context);
  Plane plane{.size = sizes.area("size", Vec2::Ones())};
  const Vec3 normal = vector_at(node, "normal").value_or(Vec3::UnitZ());
  if (normal.norm() < 1e-9) {
    context.fail(node.at(), "<plane> normal wants a direction, got a vector of no length");
    return std::nullopt;
  }
  plane.normal = normal.normalized();
  return placed(plane, sizes);
}

// The same surface seen in a mirror, still facing outwards: what a scale with a negative factor
// means. Later code then never meets one.
std::shared_ptr<const Mesh> mirrored(const Mesh& mesh, const Vec3& signs) {
  Mesh copy = mesh;
  const Eigen::Vector3f factors = signs.cast<float>();
  for (MeshPart& part : copy.parts) {
    for (Eigen::Vector3f& vertex : part.vertices) vertex = vertex.cwiseProduct(factors);
    for (Eigen::Vector3f& normal : part.normals) normal = normal.cwiseProduct(factors);
    if (signs.prod() > 0) continue;
    for (auto& triangle : part.triangles) std::swap(triangle[1], triangle[2]);
  }
  return std::make_shared<const Mesh>(std::move(copy));
}

std::optional<PlacedGeometry> load_mesh(const XmlNode& node, LoadContext& context) {
  const std::string uri = text_at(node, "uri");
  const Vec3 scale = vector_at(node, "scale").value_or(Vec3::Ones());
  if ((scale.array() == 0.0).any() || (scale.array().abs() > kMaxSize).any()) {
    context.fail(node.at(),
                 "<mesh> scale wants factors other than 0, got '" + text_at(node, "scale") + "'");
    return std::nullopt;
  }
  MeshFileSettings settings;
  settings.submesh = text_at(node, "submesh/name");
  settings.is_centered = flag_at(node, "submesh/center", false);
  if (settings.submesh == "__default__") settings.submesh.clear();
  auto mesh = context.mesh(uri, settings, node);
  if (!mesh) return std::nullopt;
  if ((scale.array() < 0.0).any()) mesh = mirrored(*mesh, scale.array().sign());
  return PlacedGeometry{MeshShape{std::move(mesh), scale.cwiseAbs()}, Pose{}};
}

struct ShapeKind {
  const char* element;
  std::optional<PlacedGeometry> (*load)(const XmlNode&, LoadContext&);
};

constexpr ShapeKind kShapeKinds[] = {
    {"box", load_box},         {"sphere", load_sphere},       {"cylinder", load_cylinder},
    {"capsule", load_capsule}, {"ellipsoid", load_ellipsoid}, {"plane", load_plane},
    {"mesh", load_mesh},       {"heightmap", load_heightmap},
};

}  // namespace

std::optional<PlacedGeometry> load_geometry(const XmlNode& geometry, LoadContext& context) {
  for (const XmlNode& child : geometry.children) {
    if (child.name == "polyline") return load_polylines(geometry, context);
    for (const ShapeKind& kind : kShapeKinds)
      if (child.name == kind.element) return kind.load(child, context);
    if (child.name != "empty")
      context.warn("unsupported geometry", child.line > 0 ? child.at() : geometry.at(),
                   "<" + child.name + "> is no shape we know; it is left out");
  }
  return std::nullopt;
}

ContactSurface load_contact(const XmlNode& collision, LoadContext& context) {
  ContactSurface contact;
  for (const char* path : {"surface/friction/ode/mu", "surface/friction/bullet/friction"}) {
    const auto friction = number_at(collision, path);
    if (!friction) continue;
    if (*friction < 0.0) context.fail(collision.at(), "friction wants a number of at least 0");
    contact.friction = *friction;
    break;
  }
  if (const auto bounce = number_at(collision, "surface/bounce/restitution_coefficient")) {
    if (*bounce < 0.0 || *bounce > 1.0)
      context.fail(collision.at(), "restitution_coefficient wants a number from 0 to 1");
    contact.restitution = *bounce;
  }
  return contact;
}

}  // namespace rubble
