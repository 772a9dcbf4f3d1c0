// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/radio_frames.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/assert.h"
#include "rubble/viewer_protocol/byte_writer.h"
#include "rubble/viewer_protocol/json_text.h"

namespace rubble::viewer_protocol {
namespace {

std::uint8_t number_of(RadioPreset preset) {
  switch (preset) {
    case RadioPreset::Seed:
      return 0;
    case RadioPreset::Wss:
      return 1;
    case RadioPreset::Multiwall:
      return 2;
  }
  return 2;
}

// In units of 0.01 dBm, clamped to the range of 16 bits.
std::int16_t hundredths(double dbm) {
  constexpr double kMaxDbm = 327.0;
  if (std::isnan(dbm)) return static_cast<std::int16_t>(-100.0 * kMaxDbm);
  return static_cast<std::int16_t>(std::lround(100.0 * std::clamp(dbm, -kMaxDbm, kMaxDbm)));
}

void put_pair(ByteWriter& frame, const radio::Link& link) {
  frame.i16(hundredths(link.dbm));
  frame.u8(static_cast<std::uint8_t>(std::clamp(link.walls, 0, 255)));
  frame.u8(link.is_up ? 1 : 0);
  frame.u16(static_cast<std::uint16_t>(std::lround(65535.0 * std::clamp(link.loss, 0.0, 1.0))));
  frame.u16(static_cast<std::uint16_t>(std::lround(100.0 * std::clamp(link.rate, 0.0, 655.0))));
}

void put_hop(JsonText& text, const radio::Links& links, int from, int to) {
  const radio::Link& link = links.between(from, to);
  const auto name = [&](int index) { return links.stations[static_cast<std::size_t>(index)].name; };
  text.open_object().field("from", name(from)).field("to", name(to));
  text.field("distance", link.distance).field("walls", link.walls).field("dbm", link.dbm);
  text.field("rate", link.rate).field("loss", link.loss).field("is_up", link.is_up).close_object();
}

}  // namespace

Frame links_frame(const radio::Links& links) {
  const std::size_t count = std::min(links.stations.size(), kMaxStations);
  JsonText names;
  names.open_list();
  for (std::size_t i = 0; i < count; ++i) names.put(links.stations[i].name);
  const std::string named = names.close_list().take();

  ByteWriter frame(FrameKind::Links, number_of(links.preset));
  frame.reserve(24 + 16 * count + named.size() + 4 + 4 * count * count);
  frame.u16(static_cast<std::uint16_t>(count));
  frame.u32(static_cast<std::uint32_t>(named.size()));
  frame.f64(links.time);
  frame.f32(links.sensitivity);
  frame.f32(0.0);
  for (std::size_t i = 0; i < count; ++i) {
    frame.position(links.stations[i].antenna);
    frame.u32(links.stations[i].is_relay ? 1 : 0);
  }
  frame.raw(std::string_view(named));
  frame.pad_to_four();
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b)
      put_pair(frame, links.between(static_cast<int>(a), static_cast<int>(b)));
  return binary_frame(frame.take());
}

Frame route_message(const radio::Links& links, int from, int to) {
  const radio::Route route = radio::find_route(links, from, to);
  JsonText text;
  text.open_object().field("type", "route");
  text.field("from", links.stations[static_cast<std::size_t>(from)].name);
  text.field("to", links.stations[static_cast<std::size_t>(to)].name);
  text.time_field("time", links.time).field("is_up", route.is_up);
  text.field("success", route.success).field("rate", route.rate).key("hops").open_list();
  for (std::size_t i = 0; i + 1 < route.stations.size(); ++i)
    put_hop(text, links, route.stations[i], route.stations[i + 1]);
  text.close_list().close_object();
  return text_frame(text.take());
}

Frame coverage_frame(const CoverageGrid& coverage) {
  RUBBLE_ASSERT(coverage.dbm.size() == static_cast<std::size_t>(coverage.columns) *
                                           static_cast<std::size_t>(coverage.rows));
  RUBBLE_ASSERT(coverage.columns <= 65535 && coverage.rows <= 65535);
  ByteWriter frame(FrameKind::Coverage, 0);
  frame.reserve(64 + coverage.station.size() + 2 * coverage.dbm.size());
  frame.u16(static_cast<std::uint16_t>(coverage.columns));
  frame.u16(static_cast<std::uint16_t>(coverage.rows));
  frame.u16(static_cast<std::uint16_t>(coverage.station.size()));
  frame.f64(coverage.time);
  frame.position(coverage.antenna);
  frame.f32(coverage.first.x());
  frame.f32(coverage.first.y());
  frame.f32(coverage.height);
  frame.f32(coverage.cell);
  frame.f32(coverage.sensitivity);
  frame.raw(std::string_view(coverage.station));
  if (frame.size() % 2 == 1) frame.u8(0);
  for (const double dbm : coverage.dbm) frame.i16(hundredths(dbm));
  return binary_frame(frame.take());
}

}  // namespace rubble::viewer_protocol
