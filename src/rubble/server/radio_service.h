// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/radio/link_log.h"
#include "rubble/radio/links.h"
#include "rubble/sim/simulation.h"
#include "rubble/wireless/wireless.h"

namespace rubble::server {

struct RadioServiceSettings {
  std::string host = "127.0.0.1";
  std::optional<int> port;            // of the wireless server; 0 = a free one, nothing = none
  bool is_shaped = false;             // its relays lose time as the radio does
  std::optional<RadioPreset> preset;  // instead of the world's
  std::string log;                    // a file for all links, empty = none
};

// The radio of a running world: looks who hears whom, and tells those who want to know.
class RadioService {
 public:
  static Result<std::unique_ptr<RadioService>> open(net::Network& network,
                                                    const sim::Simulation& simulation,
                                                    const RadioServiceSettings& settings);

  struct UpdateReason {
    bool is_watched = false;      // by pages
    bool is_run_stopped = false;  // the run does: what is seen is to be of its last tick
  };
  // Looks if it is time to.
  void update_if_due(const UpdateReason& reason);
  // Of the last look; null before the first.
  const std::shared_ptr<const radio::Links>& links() const { return links_; }
  std::optional<int> port() const;

 private:
  RadioService(const sim::Simulation& simulation, const RadioSettings& settings);
  bool is_due(const UpdateReason& reason) const;
  void update();

  const sim::Simulation& simulation_;
  radio::LinkTracker tracker_;
  std::unique_ptr<wireless::Wireless> wireless_;
  std::optional<radio::LinkLog> log_;
  std::shared_ptr<const radio::Links> links_;
  Tick updated_at_ = 0;
  std::vector<RobotId> last_robots_;  // that were there then
};

}  // namespace rubble::server
