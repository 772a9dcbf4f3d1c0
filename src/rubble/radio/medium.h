// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "rubble/radio/links.h"

namespace rubble::radio {

// The air as something that only one at a time can use: a packet keeps everybody quiet who hears
// its sender, for as long as its hops take. No clock of its own: times are given, in s.
class Medium {
 public:
  // From now on. Waits that began go on.
  void set_links(std::shared_ptr<const Links> links) { links_ = std::move(links); }
  const Links* links() const { return links_.get(); }

  // When a packet that is ready now will have arrived; everybody around has to wait till then.
  // Nothing if there is no way. tries: how often it is sent, for what is sent until it arrives.
  struct Passage {
    double begin = 0.0;  // s, when it is its turn
    double end = 0.0;    // s
  };
  std::optional<Passage> send(double now, const std::string& from, const std::string& to,
                              std::size_t bytes, double tries = 1.0);

 private:
  double begin_of(double now, int sender) const;
  void occupy(int sender, double until);

  std::shared_ptr<const Links> links_;
  std::map<std::string, double> busy_until_;  // s, a station
};

}  // namespace rubble::radio
