// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/radio_service.h"

#include "rubble/base/log.h"

namespace rubble::server {
namespace {

RadioSettings radio_of(const World& world, const RadioServiceSettings& settings) {
  RadioSettings radio = world.radio;
  if (settings.preset) radio.preset = *settings.preset;
  return radio;
}

}  // namespace

RadioService::RadioService(const sim::Simulation& simulation, const RadioSettings& settings)
    : simulation_(simulation),
      tracker_(settings, simulation.state(), simulation.settings().seed,
               simulation.static_scene()) {}

Result<std::unique_ptr<RadioService>> RadioService::open(net::Network& network,
                                                         const sim::Simulation& simulation,
                                                         const RadioServiceSettings& settings) {
  std::unique_ptr<RadioService> service(
      new RadioService(simulation, radio_of(simulation.world(), settings)));
  if (!settings.log.empty()) {
    auto log = radio::LinkLog::open(settings.log);
    if (!log) return log.error();
    service->log_ = *std::move(log);
  }
  if (settings.port) {
    auto wireless = wireless::Wireless::open(network, {.host = settings.host,
                                                       .port = *settings.port,
                                                       .is_shaped = settings.is_shaped,
                                                       .seed = simulation.settings().seed});
    if (!wireless) return Error{{"radio"}, wireless.error().message};
    service->wireless_ = *std::move(wireless);
  }
  service->update();
  return service;
}

std::optional<int> RadioService::port() const {
  if (!wireless_) return std::nullopt;
  return wireless_->port();
}

// While the radio is unused, one update per second suffices, but new robots are registered at once.
bool RadioService::is_due(const UpdateReason& reason) const {
  const Tick tick = simulation_.state().tick;
  if (wireless_ && simulation_.state().present_robots != last_robots_) return true;
  if (reason.is_watched && reason.is_run_stopped && tick != updated_at_) return true;
  if (tick < updated_at_ + tracker_.period()) return false;
  if (reason.is_watched || log_) return true;
  if (!wireless_) return false;
  const wireless::WirelessCounts counts = wireless_->counts();
  return counts.stations > 0 || counts.programs > 0 || tick >= updated_at_ + kTicksPerSecond;
}

void RadioService::update_if_due(const UpdateReason& reason) {
  if (is_due(reason)) update();
}

void RadioService::update() {
  links_ = tracker_.update(simulation_.state());
  updated_at_ = simulation_.state().tick;
  last_robots_ = simulation_.state().present_robots;
  if (wireless_) wireless_->set_links(links_);
  if (!log_) return;
  if (const auto written = log_->write(*links_); !written)
    log_warning("radio: {}", written.error().to_string());
}

}  // namespace rubble::server
