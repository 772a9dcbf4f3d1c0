// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble::viewer_protocol {

// Kinds of binary frames.
enum class FrameKind : std::uint8_t {
  Models = 1,
  Poses = 2,
  Scan = 3,
  Depth = 4,
  Picture = 5,
  Particles = 6,
  Links = 7,
  Coverage = 8
};

// Writes a binary frame, little-endian.
class ByteWriter {
 public:
  static_assert(std::endian::native == std::endian::little);

  ByteWriter() = default;
  ByteWriter(FrameKind kind, std::uint8_t flag) {
    u8(static_cast<std::uint8_t>(kind));
    u8(flag);
  }
  void reserve(std::size_t size) { bytes_.reserve(size); }

  void u8(std::uint8_t value) { append(&value, 1); }
  void u16(std::uint16_t value) { append(&value, sizeof value); }
  void i16(std::int16_t value) { append(&value, sizeof value); }
  void u32(std::uint32_t value) { append(&value, sizeof value); }
  void f64(double value) { append(&value, sizeof value); }
  void f32(double value) {
    const auto narrow = static_cast<float>(value);
    append(&narrow, sizeof narrow);
  }
  void position(const Vec3& place) {
    for (const double x : place) f32(x);
  }
  void pose(const Pose& pose) {
    position(pose.position);
    for (const double x : pose.rotation.coeffs()) f32(x);
  }
  void raw(std::string_view bytes) { bytes_ += bytes; }
  template <class Item>
  void raw(const std::vector<Item>& items) {
    append(items.data(), items.size() * sizeof(Item));
  }
  void pad_to_four() { bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0'); }

  std::size_t size() const { return bytes_.size(); }
  std::string take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    bytes_.append(static_cast<const char*>(data), size);
  }

  std::string bytes_;
};

}  // namespace rubble::viewer_protocol
