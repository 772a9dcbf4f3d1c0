// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/wireless.h"

#include "rubble/net/network_loop.h"
#include "rubble/wireless/channel/radio_channel.h"
#include "rubble/wireless/exec/broker.h"
#include "rubble/wireless/wss/wss_server.h"

namespace rubble::wireless {

struct Wireless::Parts {
  Parts(net::Network::Loop& network_loop, std::uint64_t seed)
      : loop(network_loop), channel(std::make_shared<RadioChannel>(seed)) {}

  // On the network thread.
  void start() { wss->start(); }
  void stop() { wss->stop(); }

  net::Network::Loop& loop;
  std::shared_ptr<RadioChannel> channel;  // outlives what uses it
  std::shared_ptr<WssServer> wss;
  std::unique_ptr<ExecBroker> broker;
};

Result<std::unique_ptr<Wireless>> Wireless::open(net::Network& network,
                                                 const WirelessSettings& settings) {
  auto parts = std::make_unique<Parts>(network.loop(), settings.seed);
  auto wss = WssServer::open(network.loop(), *parts->channel, settings);
  if (!wss) return wss.error();
  parts->wss = *std::move(wss);
  auto broker = ExecBroker::open(network, *parts->channel, parts->wss->port());
  if (!broker) return broker.error();
  parts->broker = *std::move(broker);
  parts->loop.run_and_wait([&] { parts->start(); });
  return std::unique_ptr<Wireless>(new Wireless(std::move(parts)));
}

Wireless::Wireless(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Wireless::~Wireless() {
  parts_->broker.reset();
  parts_->loop.run_and_wait([this] { parts_->stop(); });
}

int Wireless::port() const { return parts_->wss->port(); }

void Wireless::set_links(std::shared_ptr<const radio::Links> links) {
  net::asio::post(parts_->loop.context(),
                  [channel = parts_->channel, links = std::move(links)]() mutable {
                    channel->set_links(std::move(links));
                  });
}

WirelessCounts Wireless::counts() const {
  return {.stations = parts_->wss->station_count(),
          .relays = parts_->wss->relay_count(),
          .programs = parts_->broker->request_count()};
}

}  // namespace rubble::wireless
