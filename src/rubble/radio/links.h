// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/tick.h"
#include "rubble/geometry/pose.h"
#include "rubble/radio/propagation.h"
#include "rubble/rays/static_scene.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::radio {

// A radio node: every robot, base station and relay in the world whose battery is not empty.
struct Station {
  std::string name;
  Vec3 position;  // m, world frame, of the model; distances are between these, as reported at the
                  // com port
  Vec3 antenna;   // m, world frame, centre of the body; walls are counted between these
  bool is_relay = false;  // forwards packets of others
};

struct Link {
  double distance = 0.0;  // m
  int walls = 0;
  double wall_loss = 0.0;  // dB
  double dbm = 0.0;
  bool is_up = false;
  double loss = 1.0;  // packet loss rate for 1000 bytes, 0..1
  double rate = 0.0;  // Mb/s
};

// The links between all stations at one time. A plain value; may be read by any thread.
struct Links {
  double time = 0.0;  // s, simulated
  RadioPreset preset = RadioPreset::Multiwall;
  double sensitivity = -92.0;     // dBm
  std::vector<Station> stations;  // sorted by name
  std::vector<Link> links;        // of all pairs; use between()

  int find(std::string_view name) const;    // -1: none
  const Link& between(int a, int b) const;  // a != b
  Link& between(int a, int b);
};

// Tracks the links of a running world. Walls are recounted once an end has moved by the preset's
// bound or an object that may be a wall has moved; distances are always current.
class LinkTracker {
 public:
  // static_scene: see WallFinder.
  LinkTracker(const RadioSettings& settings, const State& state, std::uint64_t seed,
              std::shared_ptr<const rays::StaticScene> static_scene = nullptr);
  ~LinkTracker();

  // Ticks between two updates: ten per second, with wss one.
  Tick period() const;
  // Computes the links at the time of this state.
  std::shared_ptr<const Links> update(const State& state);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The stations of a state, sorted by name.
std::vector<Station> stations_of(const State& state);

// --- multi-hop routes ------------------------------------------------------------------------

struct Route {
  std::vector<int> stations;  // from source to destination; empty: no route
  bool is_up = false;         // all hops are
  double success = 0.0;       // delivery probability of a packet of 1000 bytes over all hops, 0..1
  double rate = 0.0;          // Mb/s; hops share one channel
  bool exists() const { return stations.size() >= 2; }
};

// Transmission rate on a link, Mb/s; at least the lowest rate, also if the link is down.
double hop_rate(const Link& link);

// The route with the highest delivery probability over relays (Dijkstra); the direct one if that is
// as good.
Route find_route(const Links& links, int from, int to);

}  // namespace rubble::radio
