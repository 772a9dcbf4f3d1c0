// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/reading_frames.h"

#include <algorithm>
#include <cmath>

#include "rubble/rendering/picture_file.h"
#include "rubble/viewer_protocol/byte_writer.h"
#include "rubble/viewer_protocol/channels.h"
#include "rubble/viewer_protocol/json_text.h"
#include "rubble/viewer_protocol/subscription.h"

namespace rubble::viewer_protocol {
namespace {

constexpr std::uint16_t kFirstCode = 0xFF00;
constexpr std::size_t kMaxCodes = 0x100;  // distinct codes per frame
constexpr double kMinUnit = 0.001;        // m
constexpr int kPictureQuality = 80;

// Resolution in m at which the maximum range still fits into 16 bits.
double unit_for(double max_range, double largest) {
  const double fitting = max_range * 1.01 / largest;
  return std::isfinite(fitting) ? std::max(kMinUnit, fitting) : 1.0;
}

struct Thinning {
  int every_column = 1;
  int every_row = 1;
  int columns = 0;
  int rows = 0;
};

int kept(int count, int every) { return (count + every - 1) / every; }

Thinning thinned(int columns, int rows) {
  Thinning thinning{1, 1, columns, rows};
  while (static_cast<std::int64_t>(thinning.columns) * thinning.rows > kMaxScanValues) {
    if (thinning.columns >= thinning.rows)
      thinning.columns = kept(columns, ++thinning.every_column);
    else
      thinning.rows = kept(rows, ++thinning.every_row);
  }
  return thinning;
}

// The codes of a frame, in order of first occurrence.
class CodeList {
 public:
  explicit CodeList(int no_return_code) : no_return_code_(no_return_code) {}

  // Codes beyond the limit share the last number.
  std::uint16_t value_of(int code) {
    auto found = std::find(codes_.begin(), codes_.end(), code);
    if (found == codes_.end() && codes_.size() == kMaxCodes) --found;
    if (found == codes_.end()) found = codes_.insert(found, code);
    return static_cast<std::uint16_t>(kFirstCode + (found - codes_.begin()));
  }
  // A beam without range and code has no return.
  bool is_error(int code) const { return code != no_return_code_ && code != kNoCode; }
  const std::vector<int>& codes() const { return codes_; }

 private:
  int no_return_code_;
  std::vector<int> codes_;
};

std::uint16_t scan_value(float range, int code, double unit, CodeList& codes) {
  if (code != kNoCode || !(range >= 0.0F)) return codes.value_of(code);
  const double steps = std::round(static_cast<double>(range) / unit);
  return static_cast<std::uint16_t>(std::min(steps, kFirstCode - 1.0));
}

// The subsampled values, row-major; missing beams count as beams without a return.
std::vector<std::uint16_t> scan_values(const RangeScan& scan, const Thinning& thinning, double unit,
                                       CodeList& codes) {
  std::vector<std::uint16_t> values;
  values.reserve(static_cast<std::size_t>(thinning.columns) *
                 static_cast<std::size_t>(thinning.rows));
  for (int row = 0; row < thinning.rows; ++row)
    for (int column = 0; column < thinning.columns; ++column) {
      const std::size_t i = static_cast<std::size_t>(row * thinning.every_row) *
                                static_cast<std::size_t>(scan.columns) +
                            static_cast<std::size_t>(column * thinning.every_column);
      const float range = i < scan.ranges.size() ? scan.ranges[i] : -1.0F;
      const int code = i < scan.codes.size() ? scan.codes[i] : kNoCode;
      values.push_back(scan_value(range, code, unit, codes));
    }
  return values;
}

// The part of an image that is sent: its centre, subsampled in blocks of this many pixels.
struct DepthBlocks {
  int size = 1;
  int width = 0;
  int height = 0;
  int left = 0;
  int top = 0;
};

DepthBlocks blocks_of(const RangeImage& image) {
  DepthBlocks blocks;
  blocks.size = std::max(
      {1, kept(image.width, kMaxDepthImageWidth), kept(image.height, kMaxDepthImageHeight)});
  blocks.width = image.width / blocks.size;
  blocks.height = image.height / blocks.size;
  blocks.left = (image.width - blocks.width * blocks.size) / 2 + blocks.size / 2;
  blocks.top = (image.height - blocks.height * blocks.size) / 2 + blocks.size / 2;
  return blocks;
}

std::uint16_t depth_value(float depth, double unit) {
  if (!(depth > 0.0F)) return 0;
  const double steps = std::round(static_cast<double>(depth) / unit);
  return steps > 65535.0 ? 0 : static_cast<std::uint16_t>(std::max(1.0, steps));
}

}  // namespace

Frame scan_frame(int stream, double time, const Pose& world_from_sensor, const RangeScan& scan,
                 int no_return_code) {
  const Thinning thinning = thinned(scan.columns, static_cast<int>(scan.row_angles.size()));
  const double unit = unit_for(scan.max_range, kFirstCode - 1.0);
  ByteWriter frame(FrameKind::Scan, scan.row_motion == RowMotion::Roll ? 1 : 0);
  frame.u16(static_cast<std::uint16_t>(stream));
  frame.u32(static_cast<std::uint32_t>(thinning.columns));
  frame.f64(time);
  frame.u32(static_cast<std::uint32_t>(thinning.rows));
  frame.pose(world_from_sensor);
  frame.f32(scan.angle_min);
  frame.f32(scan.angle_increment * thinning.every_column);
  frame.f32(scan.min_range);
  frame.f32(scan.max_range);
  frame.f32(unit);
  // Quantise with the unit rounded to float, as pages read it.
  CodeList codes(no_return_code);
  const std::vector<std::uint16_t> values =
      scan_values(scan, thinning, static_cast<double>(static_cast<float>(unit)), codes);
  frame.u32(static_cast<std::uint32_t>(codes.codes().size()));
  for (const int code : codes.codes()) {
    frame.u16(static_cast<std::uint16_t>(static_cast<std::int16_t>(code)));
    frame.u16(codes.is_error(code) ? 1 : 0);
  }
  for (int row = 0; row < thinning.rows; ++row)
    frame.f32(scan.row_angles[static_cast<std::size_t>(row * thinning.every_row)]);
  frame.raw(values);
  return binary_frame(frame.take());
}

Frame depth_frame(int stream, double time, const Pose& world_from_sensor, const RangeImage& image) {
  const DepthBlocks blocks = blocks_of(image);
  const auto unit = static_cast<double>(static_cast<float>(unit_for(image.max_range, 65535.0)));
  const double share =
      image.width > 0 ? static_cast<double>(blocks.width * blocks.size) / image.width : 1.0;
  ByteWriter frame(FrameKind::Depth, 0);
  frame.u16(static_cast<std::uint16_t>(stream));
  frame.u16(static_cast<std::uint16_t>(blocks.width));
  frame.u16(static_cast<std::uint16_t>(blocks.height));
  frame.f64(time);
  frame.pose(world_from_sensor);
  frame.f32(2.0 * std::atan(std::tan(image.horizontal_field_of_view / 2.0) * share));
  frame.f32(unit);
  for (int row = 0; row < blocks.height; ++row)
    for (int column = 0; column < blocks.width; ++column) {
      const std::size_t i = static_cast<std::size_t>(blocks.top + row * blocks.size) *
                                static_cast<std::size_t>(image.width) +
                            static_cast<std::size_t>(blocks.left + column * blocks.size);
      frame.u16(i < image.depths.size() ? depth_value(image.depths[i], unit) : 0);
    }
  return binary_frame(frame.take());
}

Frame values_message(int stream, double time, const ReadingData& data) {
  constexpr int kDigits = 9;  // latitude in degrees with a resolution below 1 cm
  const ChannelValues values = values_of(data);
  JsonText text;
  text.open_object().field("type", "values").field("stream", stream).time_field("time", time);
  text.key("values").open_list();
  for (const double value : values.values) text.put(value, kDigits);
  text.close_list().field("text", values.text).close_object();
  return text_frame(text.take());
}

Frame picture_frame(const Stream& stream, double time, const Pose& world_from_camera,
                    const Image& image) {
  const int quality = image.jpeg_quality > 0 ? image.jpeg_quality : kPictureQuality;
  const std::vector<std::uint8_t> jpeg = rendering::encode_jpeg(image, quality);
  ByteWriter frame(FrameKind::Picture, 0);
  frame.reserve(56 + jpeg.size());
  frame.u16(static_cast<std::uint16_t>(stream.id));
  frame.u32(static_cast<std::uint32_t>(jpeg.size()));
  frame.f64(time);
  frame.u16(static_cast<std::uint16_t>(image.width));
  frame.u16(static_cast<std::uint16_t>(image.height));
  frame.f32(image.horizontal_field_of_view);
  frame.pose(world_from_camera);
  frame.raw(jpeg);
  return binary_frame(frame.take());
}

}  // namespace rubble::viewer_protocol
