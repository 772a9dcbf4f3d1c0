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
  std::optional<int> port;  // of the wireless server; 0 = a free one, nothing = no server
  bool is_shaped = false;   // traffic shaping: relays limit rate and delay as the radio does
  std::optional<RadioPreset> preset;  // overrides that of the world
  std::string log;                    // log file of all links; empty = none
};

// Radio links of a running simulation: updates them when due and passes them to the wireless server
// and the log. Called by the thread that owns the simulation.
class RadioService {
 public:
  static Result<std::unique_ptr<RadioService>> open(net::Network& network,
                                                    const sim::Simulation& simulation,
                                                    const RadioServiceSettings& settings);

  struct UpdateReason {
    bool is_watched = false;      // pages subscribe to links
    bool is_run_stopped = false;  // the run is paused: links must be those of the last tick
  };
  // Updates the links if an update is due.
  void update_if_due(const UpdateReason& reason);
  // Result of the last update; null before the first.
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
  std::vector<RobotId> last_robots_;  // present at the last update
};

}  // namespace rubble::server
