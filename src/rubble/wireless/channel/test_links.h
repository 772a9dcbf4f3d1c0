// SPDX-License-Identifier: Apache-2.0
// Links for tests.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "rubble/radio/links.h"

namespace rubble::wireless {

constexpr double kDeadLinkDbm = -150.0;  // dBm, nothing arrives

// All links are up and have this rate, in Mb/s.
inline std::shared_ptr<radio::Links> links_among(std::vector<std::string> names,
                                                 double rate = 54.0) {
  std::sort(names.begin(), names.end());
  auto links = std::make_shared<radio::Links>();
  for (const std::string& name : names)
    links->stations.push_back({.name = name, .position = Vec3::Zero(), .antenna = Vec3::Zero()});
  links->links.resize(names.size() * (names.size() - 1) / 2);
  for (radio::Link& link : links->links)
    link = {.distance = 3.0, .dbm = -50.0, .is_up = true, .loss = 0.0, .rate = rate};
  return links;
}

// Sets the strength of one link, and the values that follow from it.
inline void set_strength(radio::Links& links, const std::string& first, const std::string& second,
                         double dbm) {
  radio::Link& link = links.between(links.find(first), links.find(second));
  link.dbm = dbm;
  link.is_up = dbm > links.sensitivity;
  link.loss = radio::packet_error_rate(dbm, links.sensitivity);
  link.rate = link.is_up ? 1.0 : 0.0;
}

}  // namespace rubble::wireless
