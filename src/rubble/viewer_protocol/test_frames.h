// SPDX-License-Identifier: Apache-2.0
// Takes frames apart byte by byte, as viewer/src/protocol.ts lays them out.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rubble/sdf/load.h"
#include "rubble/viewer_protocol/frame.h"
#include "rubble/world/state.h"

namespace rubble::viewer_protocol {

using Json = nlohmann::json;

class ByteReader {
 public:
  explicit ByteReader(const Frame& frame) : bytes_(*frame.bytes) { EXPECT_TRUE(frame.is_binary); }

  int u8() { return read<1>(); }
  int u16() { return read<2>(); }
  int i16() { return static_cast<std::int16_t>(read<2>()); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(read<4>()); }
  double f32() {
    const std::uint32_t bits = u32();
    float value = 0;
    std::memcpy(&value, &bits, 4);
    return static_cast<double>(value);
  }
  double f64() {
    const std::uint64_t low = u32(), bits = low | static_cast<std::uint64_t>(u32()) << 32U;
    double value = 0;
    std::memcpy(&value, &bits, 8);
    return value;
  }
  Vec3 place() {
    const double x = f32(), y = f32();
    return {x, y, f32()};
  }
  Pose pose() {
    Pose pose;
    pose.position = place();
    for (double& x : pose.rotation.coeffs()) x = f32();
    return pose;
  }
  std::string text(std::size_t length) {
    EXPECT_LE(at_ + length, bytes_.size());
    const std::string text = bytes_.substr(std::min(at_, bytes_.size()), length);
    at_ += length;
    return text;
  }
  std::size_t at() const { return at_; }
  std::size_t left() const { return bytes_.size() - std::min(at_, bytes_.size()); }

 private:
  template <int count>
  int read() {
    unsigned value = 0;
    EXPECT_LE(at_ + count, bytes_.size());
    for (unsigned i = 0; i < count && at_ < bytes_.size(); ++i)
      value |= static_cast<unsigned>(static_cast<unsigned char>(bytes_[at_++])) << (8U * i);
    return static_cast<int>(value);
  }

  const std::string bytes_;
  std::size_t at_ = 0;
};

inline Json json_of(const Frame& frame) {
  EXPECT_FALSE(frame.is_binary);
  Json json = Json::parse(*frame.bytes, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << *frame.bytes;
  return json;
}

inline int kind_of_frame(const Frame& frame) {
  return frame.is_binary ? static_cast<unsigned char>(frame.bytes->front()) : 0;
}

// The text message of a type among frames; null if there is none.
inline Json message_in(const std::vector<Frame>& frames, const std::string& type) {
  for (const Frame& frame : frames)
    if (!frame.is_binary)
      if (Json json = json_of(frame); json["type"] == type) return json;
  return {};
}

struct ModelsContent {
  Json json;
  std::string blob;
};

inline ModelsContent models_in(const Frame& frame) {
  ByteReader reader(frame);
  EXPECT_EQ(reader.u8(), 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(reader.u8(), 0);
  ModelsContent content;
  content.json = Json::parse(reader.text(reader.u32()), nullptr, false);
  EXPECT_FALSE(content.json.is_discarded());
  while (reader.at() % 4 != 0) EXPECT_EQ(reader.u8(), 0);
  content.blob = reader.text(reader.left());
  return content;
}

struct PartPose {
  std::uint32_t part = 0;
  Pose pose;
};

struct PosesContent {
  bool is_all = false;
  double time = 0.0;
  std::vector<PartPose> parts;
};

inline PosesContent poses_in(const Frame& frame) {
  ByteReader reader(frame);
  EXPECT_EQ(reader.u8(), 2);
  PosesContent content;
  content.is_all = reader.u8() == 1;
  EXPECT_EQ(reader.u16(), 0);
  const std::uint32_t count = reader.u32();
  content.time = reader.f64();
  for (std::uint32_t i = 0; i < count; ++i) {
    PartPose& part = content.parts.emplace_back();
    part.part = reader.u32();
    part.pose.position = reader.place();
    for (double& x : part.pose.rotation.coeffs()) x = reader.i16() / 32767.0;
  }
  EXPECT_EQ(reader.left(), 0U);
  return content;
}

inline World loaded(const std::string& path) {
  auto world =
      load_world(RUBBLE_SOURCE_DIR "/" + path, {.resource_folders = {RUBBLE_SOURCE_DIR "/models"}});
  EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().to_string());
  return *std::move(world);
}

// The world as it stands before the first tick.
inline State begun(const World& world) {
  State state;
  state.tags = world.tags;
  for (const auto& model : world.models) state.add(model, model->name, model->world_from_model);
  return state;
}

inline std::shared_ptr<Model> model_with_box(const std::string& name) {
  auto model = std::make_shared<Model>();
  model->name = name;
  Link& link = model->links.emplace_back();
  link.name = "body";
  Visual& visual = link.visuals.emplace_back();
  visual.name = "look";
  visual.geometry = Box{Vec3(0.1, 0.2, 0.3)};
  return model;
}

}  // namespace rubble::viewer_protocol
