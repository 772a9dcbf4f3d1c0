// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/radio_service.h"

#include "rubble/base/log.h"
#include "rubble/server/services/service_table.h"

namespace rubble::server {
namespace {

RadioSettings radio_of(const World& world, const RadioServiceSettings& settings) {
  RadioSettings radio = world.radio;
  if (settings.preset) radio.preset = *settings.preset;
  return radio;
}

}  // namespace

RadioService::RadioService(const sim::Simulation& simulation, const RealTimePacer& pacer,
                           const RadioSettings& settings)
    : simulation_(simulation),
      pacer_(pacer),
      tracker_(settings, simulation.state(), simulation.settings().seed,
               simulation.static_scene()) {}

Result<std::unique_ptr<RadioService>> RadioService::open(net::Network& network,
                                                         const sim::Simulation& simulation,
                                                         const RealTimePacer& pacer,
                                                         const RadioServiceSettings& settings) {
  std::unique_ptr<RadioService> service(
      new RadioService(simulation, pacer, radio_of(simulation.world(), settings)));
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

OptionalPort RadioService::port() const {
  if (!wireless_) return std::nullopt;
  return wireless_->port();
}

// While the radio is unused, one update per second suffices, but new robots are registered at once.
bool RadioService::is_due() const {
  const Tick tick = simulation_.state().tick;
  const bool is_watched = viewer_.needs_links && viewer_.needs_links();
  if (wireless_ && simulation_.state().present_robots != last_robots_) return true;
  // While the run is paused, links must be those of the last tick.
  if (is_watched && pacer_.is_stopped() && tick != updated_at_) return true;
  if (tick < updated_at_ + tracker_.period()) return false;
  if (is_watched || log_) return true;
  if (!wireless_) return false;
  const wireless::WirelessCounts counts = wireless_->counts();
  return counts.stations > 0 || counts.programs > 0 || tick >= updated_at_ + kTicksPerSecond;
}

void RadioService::idle() {
  if (!is_due()) return;
  update();
  if (viewer_.show) viewer_.show(links_);
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

// Pages also show links, but these are only computed while a page subscribes to them.
Result<std::unique_ptr<Service>> open_radio_service(ServiceContext& context) {
  RadioServiceSettings settings = context.settings.radio;
  settings.host = context.settings.host;
  settings.port = context.settings.ports.radio;
  if (!settings.port && !context.settings.ports.web && settings.log.empty())
    return std::unique_ptr<Service>();
  auto service = RadioService::open(context.network, context.simulation, context.pacer, settings);
  if (!service) return service.error();
  context.radio = service->get();
  return std::unique_ptr<Service>(*std::move(service));
}

}  // namespace rubble::server
