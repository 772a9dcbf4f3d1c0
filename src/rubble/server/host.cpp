// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/host.h"

#include "rubble/base/assert.h"
#include "rubble/server/services/usarsim_port.h"

namespace rubble::server {

Host::Host(sim::Simulation& simulation, const HostSettings& settings)
    : settings_(settings),
      live_(simulation, run_settings(),
            [this](net::ConnectionId connection, std::string lines, net::Delivery delivery) {
              usarsim().send(connection, std::move(lines), delivery);
            }),
      pacer_(settings.pace, wall_seconds()),
      time_profile_(wall_seconds()),
      context_{network_, simulation, live_, pacer_, time_profile_, settings_},
      loop_(live_, pacer_, time_profile_, services_,
            {.pace = settings.pace,
             .duration = settings.duration,
             .wait_for = settings.wait_for,
             .ticks_per_round = settings.run.status_period}) {
  live_.recording().add_first_commands(settings_.first_commands);
}

// Services use those opened before them.
Host::~Host() {
  while (!services_.empty()) services_.pop_back();
}

LiveRunSettings Host::run_settings() {
  LiveRunSettings run = settings_.run;
  run.keeps_command_history = settings_.ports.web.has_value();
  if (settings_.measures_delays) run.after_tick = [this] { usarsim().count_delays_from_now(); };
  return run;
}

Result<std::unique_ptr<Host>> Host::open(sim::Simulation& simulation,
                                         const HostSettings& settings) {
  std::unique_ptr<Host> host(new Host(simulation, settings));
  if (const auto opened = host->open_services(); !opened) return opened.error();
  return host;
}

Result<void> Host::open_services() {
  for (const ServiceKind& kind : service_kinds()) {
    auto service = kind.open(context_);
    if (!service) return service.error();
    if (*service == nullptr) continue;
    context_.ports.*kind.port = (*service)->port();
    services_.push_back(*std::move(service));
  }
  return {};
}

net::LineServer& Host::usarsim() {
  RUBBLE_ASSERT(context_.usarsim != nullptr);
  return context_.usarsim->lines();
}

Result<void> Host::record(std::unique_ptr<recording::Recorder> recorder, const std::string& name) {
  return live_.recording().begin(std::move(recorder), name);
}

HostCounts Host::counts() const {
  HostCounts counts;
  counts.ticks = loop_.ticks();
  counts.real_time_factor = pacer_.real_time_factor();
  for (const auto& service : services_) service->add_counts(counts);
  return counts;
}

}  // namespace rubble::server
