// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#include <utility>

#include "rubble/base/text.h"
#include "rubble/geometry/extrusion.h"
#include "rubble/sdf/load_parts.h"
#include "rubble/sdf/resources.h"

namespace rubble {
namespace {

constexpr int kMaxTerrainEdge = 4097;
constexpr std::size_t kMaxTerrainBytes = 256UL << 20;
constexpr std::size_t kMaxOutlinePoints = 1000;
constexpr double kMaxExtent = 1e6;  // m; anything larger is a slip

// OpenCV talks to the console; the app decides what is shown.
class QuietOpenCv {
 public:
  QuietOpenCv() : before_(cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT)) {}
  ~QuietOpenCv() { cv::utils::logging::setLogLevel(before_); }
  QuietOpenCv(const QuietOpenCv&) = delete;
  QuietOpenCv& operator=(const QuietOpenCv&) = delete;

 private:
  cv::utils::logging::LogLevel before_;
};

// One channel of floats, the brightest value of the picture's type at 1; empty if unreadable.
cv::Mat read_grey(const std::string& path) {
  const QuietOpenCv quiet;
  try {
    cv::Mat picture = cv::imread(path, cv::IMREAD_GRAYSCALE | cv::IMREAD_ANYDEPTH);
    const double full = picture.depth() == CV_8U    ? 255.0
                        : picture.depth() == CV_16U ? 65535.0
                                                    : 1.0;
    cv::Mat grey;
    if (!picture.empty()) picture.convertTo(grey, CV_32F, 1.0 / full);
    return grey;
  } catch (const cv::Exception&) {
    return {};
  }
}

// Pictures start at the top, heightfields at the lowest y.
std::shared_ptr<const Heightfield> heightfield_of(const cv::Mat& grey, const Vec3& size) {
  Heightfield field;
  field.columns = grey.cols;
  field.rows = grey.rows;
  field.width = size.x();
  field.depth = size.y();
  for (int row = grey.rows - 1; row >= 0; --row)
    for (int column = 0; column < grey.cols; ++column)
      field.heights.push_back(grey.at<float>(row, column) * static_cast<float>(size.z()));
  return std::make_shared<const Heightfield>(std::move(field));
}

std::optional<std::vector<Vec2>> outline_of(const XmlNode& polyline) {
  std::vector<Vec2> outline;
  for (const XmlNode* point : polyline.all("point")) {
    const auto numbers = parse_numbers(point->text, 2);
    if (!numbers) return std::nullopt;
    outline.emplace_back((*numbers)[0], (*numbers)[1]);
  }
  return outline;
}

}  // namespace

std::optional<PlacedGeometry> load_heightmap(const XmlNode& node, LoadContext& context) {
  const std::string uri = text_at(node, "uri");
  const auto path = context.find(uri, node);
  if (!path) {
    context.fail_unless_lenient("missing heightmap", node.at(),
                                "no heightmap picture found for '" + uri + "'");
    return std::nullopt;
  }
  const auto text = read_text_file(*path, kMaxTerrainBytes);
  const cv::Mat grey = text.ok() ? read_grey(*path) : cv::Mat();
  if (grey.empty()) {
    context.warn("unreadable heightmap", node.at(),
                 "'" + *path + "' is no picture (PNG, TIFF, JPEG) we can read; elevation models " +
                     "are not supported and the terrain is left out");
    return std::nullopt;
  }
  const Vec3 size = vector_at(node, "size").value_or(Vec3::Ones());
  const bool is_small = grey.cols <= kMaxTerrainEdge && grey.rows <= kMaxTerrainEdge;
  const bool has_size =
      size.x() > 0.0 && size.y() > 0.0 && size.cwiseAbs().maxCoeff() <= kMaxExtent;
  if (!is_small || grey.cols < 2 || grey.rows < 2 || !has_size) {
    context.fail(node.at(),
                 "a heightmap wants a picture of 2 to 4097 points an edge and sizes above 0");
    return std::nullopt;
  }
  if (!cv::checkRange(grey)) {
    context.fail(node.at(), "the heightmap picture '" + *path + "' holds values not finite");
    return std::nullopt;
  }
  const Vec3 position = vector_at(node, "pos").value_or(Vec3::Zero());
  return PlacedGeometry{heightfield_of(grey, size), Pose{position, Quat::Identity()}};
}

std::optional<PlacedGeometry> load_polylines(const XmlNode& geometry, LoadContext& context) {
  Extrusion extrusion;
  std::size_t point_count = 0;
  const auto polylines = geometry.all("polyline");
  const SourceLine at = polylines.front()->at();
  for (const XmlNode* polyline : polylines) {
    auto outline = outline_of(*polyline);
    const bool is_near =
        outline && std::all_of(outline->begin(), outline->end(),
                               [](const Vec2& p) { return p.cwiseAbs().maxCoeff() <= kMaxExtent; });
    if (!is_near) {
      context.fail(at, "<polyline> point wants two finite numbers within 1000 km");
      return std::nullopt;
    }
    point_count += outline->size();
    extrusion.outlines.push_back(std::move(*outline));
  }
  extrusion.height = number_at(*polylines.front(), "height").value_or(1.0);
  if (!(extrusion.height > 0.0) || extrusion.height > kMaxExtent ||
      point_count > kMaxOutlinePoints) {
    context.fail(at, "<polyline> wants a height above 0 and at most " +
                         std::to_string(kMaxOutlinePoints) + " points");
    return std::nullopt;
  }
  auto mesh = extrude(extrusion.outlines, extrusion.height);
  if (!mesh) {
    context.fail(at, mesh.error().message);
    return std::nullopt;
  }
  extrusion.mesh = std::make_shared<const Mesh>(std::move(*mesh));
  return PlacedGeometry{std::move(extrusion), Pose{}};
}

}  // namespace rubble
