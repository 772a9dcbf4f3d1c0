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
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::radio {

// Somebody with a radio: every robot, base station and relay in the world whose battery is not
// empty.
struct Station {
  std::string name;
  Vec3 position;          // of the model: distances are between these, as the com port tells them
  Vec3 antenna;           // the middle of the body: walls are counted between these
  bool is_relay = false;  // passes on what others send
};

struct Link {
  double distance = 0.0;  // m
  int walls = 0;
  double wall_loss = 0.0;  // dB
  double dbm = 0.0;
  bool is_up = false;
  double loss = 1.0;  // of packets of 1000 bytes, 0..1
  double rate = 0.0;  // Mb/s
};

// Who hears whom at one moment. A plain value: copied, kept, read by other threads.
struct Links {
  double time = 0.0;  // simulated s
  RadioPreset preset = RadioPreset::Multiwall;
  double sensitivity = -92.0;     // dBm
  std::vector<Station> stations;  // by name
  std::vector<Link> links;        // of every pair; see between()

  int find(std::string_view name) const;    // -1: none
  const Link& between(int a, int b) const;  // not the same
  Link& between(int a, int b);
};

// Keeps the links of a running world. Walls are looked up again once an end has moved by the
// preset's bound or anything that may be a wall has moved; distances are always those of now.
class LinkKeeper {
 public:
  LinkKeeper(const RadioSettings& settings, const State& state, std::uint64_t seed);
  ~LinkKeeper();

  // Ticks between two looks: ten a second, and one for wss.
  Tick period() const;
  // The links at the state's moment.
  std::shared_ptr<const Links> look(const State& state);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Stations as they stand in a state, by name.
std::vector<Station> stations_of(const State& state);

// --- ways over several hops ------------------------------------------------------------------

struct Route {
  std::vector<int> stations;  // from the first to the last; empty: hardly anything would arrive
  bool is_up = false;         // every hop is
  double success = 0.0;       // of a packet of 1000 bytes over all hops, 0..1
  double rate = 0.0;          // Mb/s; hops take turns on the same air
  bool exists() const { return stations.size() >= 2; }
};

// Mb/s that is tried over a link, also where it is hardly one.
double hop_rate(const Link& link);

// The way that most likely works, over relays only; the direct one if it is as good.
Route find_route(const Links& links, int from, int to);

}  // namespace rubble::radio
