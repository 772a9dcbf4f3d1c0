// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/wireless.h"

#include "rubble/net/network_loop.h"
#include "rubble/wireless/air.h"
#include "rubble/wireless/switchboard.h"
#include "rubble/wireless/wss_server.h"

namespace rubble::wireless {

struct Wireless::Parts {
  Parts(net::Network::Loop& network_loop, std::uint64_t seed)
      : loop(network_loop), air(std::make_shared<Air>(seed)) {}

  // On the network's thread.
  void start() { wss->start(); }
  void stop() { wss->stop(); }

  net::Network::Loop& loop;
  std::shared_ptr<Air> air;  // outlives what uses it
  std::shared_ptr<WssServer> wss;
  std::unique_ptr<Switchboard> switchboard;
};

Result<std::unique_ptr<Wireless>> Wireless::open(net::Network& network,
                                                 const WirelessSettings& settings) {
  auto parts = std::make_unique<Parts>(network.loop(), settings.seed);
  auto wss = WssServer::open(network.loop(), *parts->air, settings);
  if (!wss) return wss.error();
  parts->wss = *std::move(wss);
  auto switchboard = Switchboard::open(network, *parts->air, parts->wss->port());
  if (!switchboard) return switchboard.error();
  parts->switchboard = *std::move(switchboard);
  parts->loop.carry_out([&] { parts->start(); });
  return std::unique_ptr<Wireless>(new Wireless(std::move(parts)));
}

Wireless::Wireless(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Wireless::~Wireless() {
  parts_->switchboard.reset();
  parts_->loop.carry_out([this] { parts_->stop(); });
}

int Wireless::port() const { return parts_->wss->port(); }

void Wireless::tell(std::shared_ptr<const radio::Links> links) {
  net::asio::post(parts_->loop.context(), [air = parts_->air, links = std::move(links)]() mutable {
    air->set_links(std::move(links));
  });
}

WirelessCounts Wireless::counts() const {
  return {.stations = parts_->wss->station_count(),
          .relays = parts_->wss->relay_count(),
          .programs = parts_->switchboard->request_count()};
}

}  // namespace rubble::wireless
