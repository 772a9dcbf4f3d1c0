// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/station_book.h"

#include <algorithm>

#include "rubble/base/assert.h"
#include "rubble/wireless/exec_protocol.h"

namespace rubble::wireless {

namespace {

bool is_alike_but_for_case(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return small(x) == small(y); });
}

}  // namespace

bool StationBook::note(const radio::Links& links) {
  bool has_room = true;
  for (const radio::Station& station : links.stations) {
    if (std::find(names_.begin(), names_.end(), station.name) != names_.end()) continue;
    has_room = names_.size() < kMostExecStations;
    if (!has_room) break;
    names_.push_back(station.name);
  }
  return has_room;
}

int StationBook::find(std::string_view name) const {
  if (const auto exact = std::find(names_.begin(), names_.end(), name); exact != names_.end())
    return static_cast<int>(exact - names_.begin()) + 1;
  const auto is_alike = [&](const std::string& known) {
    return is_alike_but_for_case(known, name);
  };
  const auto alike = std::find_if(names_.begin(), names_.end(), is_alike);
  if (alike == names_.end() || std::any_of(alike + 1, names_.end(), is_alike)) return 0;
  return static_cast<int>(alike - names_.begin()) + 1;
}

bool StationBook::has(int station) const {
  return station >= 1 && station <= static_cast<int>(names_.size());
}

const std::string& StationBook::name(int station) const {
  RUBBLE_ASSERT(has(station));
  return names_[static_cast<std::size_t>(station - 1)];
}

std::string StationBook::list() const {
  constexpr std::size_t kMostListed = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(names_.size(), kMostListed); ++i)
    text += (i > 0 ? ", " : "") + names_[i];
  if (names_.size() > kMostListed) text += ", ...";
  return text;
}

}  // namespace rubble::wireless
