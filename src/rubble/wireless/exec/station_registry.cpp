// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/station_registry.h"

#include <algorithm>

#include "rubble/base/assert.h"
#include "rubble/wireless/exec/protocol.h"

namespace rubble::wireless {

namespace {

bool is_equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

bool StationRegistry::add_stations(const radio::Links& links) {
  bool has_room = true;
  for (const radio::Station& station : links.stations) {
    if (std::find(names_.begin(), names_.end(), station.name) != names_.end()) continue;
    has_room = names_.size() < kMaxExecStations;
    if (!has_room) break;
    names_.push_back(station.name);
  }
  return has_room;
}

int StationRegistry::find(std::string_view name) const {
  if (const auto exact = std::find(names_.begin(), names_.end(), name); exact != names_.end())
    return static_cast<int>(exact - names_.begin()) + 1;
  const auto is_alike = [&](const std::string& known) {
    return is_equal_ignoring_case(known, name);
  };
  const auto alike = std::find_if(names_.begin(), names_.end(), is_alike);
  if (alike == names_.end() || std::any_of(alike + 1, names_.end(), is_alike)) return 0;
  return static_cast<int>(alike - names_.begin()) + 1;
}

bool StationRegistry::has(int station) const {
  return station >= 1 && station <= static_cast<int>(names_.size());
}

const std::string& StationRegistry::name(int station) const {
  RUBBLE_ASSERT(has(station));
  return names_[static_cast<std::size_t>(station - 1)];
}

std::string StationRegistry::list() const {
  constexpr std::size_t kMaxListed = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(names_.size(), kMaxListed); ++i)
    text += (i > 0 ? ", " : "") + names_[i];
  if (names_.size() > kMaxListed) text += ", ...";
  return text;
}

}  // namespace rubble::wireless
