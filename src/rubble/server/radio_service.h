// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/radio/link_log.h"
#include "rubble/radio/links.h"
#include "rubble/server/real_time_pacer.h"
#include "rubble/server/service.h"
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

struct ServiceContext;

// Radio links of a running simulation: updates them when due and passes them to the wireless
// server, the log and the pages.
class RadioService : public Service {
 public:
  // Who shows links to people.
  struct Viewer {
    std::function<bool()> needs_links;
    std::function<void(std::shared_ptr<const radio::Links>)> show;  // after each update
  };

  // The simulation and the pacer must outlive it.
  static Result<std::unique_ptr<RadioService>> open(net::Network& network,
                                                    const sim::Simulation& simulation,
                                                    const RealTimePacer& pacer,
                                                    const RadioServiceSettings& settings);
  // At most one; empty functions: none.
  void set_viewer(Viewer viewer) { viewer_ = std::move(viewer); }

  OptionalPort port() const override;
  Work work() const override { return Work::Radio; }
  // Updates the links if an update is due.
  void idle() override;

 private:
  RadioService(const sim::Simulation& simulation, const RealTimePacer& pacer,
               const RadioSettings& settings);
  bool is_due() const;
  void update();

  const sim::Simulation& simulation_;
  const RealTimePacer& pacer_;
  Viewer viewer_;
  radio::LinkTracker tracker_;
  std::unique_ptr<wireless::Wireless> wireless_;
  std::optional<radio::LinkLog> log_;
  std::shared_ptr<const radio::Links> links_;  // of the last update
  Tick updated_at_ = 0;
  std::vector<RobotId> last_robots_;  // present at the last update
};

Result<std::unique_ptr<Service>> open_radio_service(ServiceContext& context);

}  // namespace rubble::server
