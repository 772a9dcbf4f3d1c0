// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rubble/server/services/line_service.h"
#include "rubble/viewer_protocol/run_status.h"

namespace rubble::server {

// The robots' port: connects the sockets of USARSim clients to their sessions.
class UsarsimPort : public LineService {
 public:
  UsarsimPort(std::unique_ptr<net::LineServer> lines, UsarsimService& sessions)
      : LineService(std::move(lines)), sessions_(sessions) {}

  void receive(bool is_late) override;
  // The messages of a tick share few writes.
  void before_tick() override { lines().cork(); }
  void after_tick() override { lines().uncork(); }
  bool wait_for_input(double seconds) override;
  void add_counts(HostCounts& counts) const override;

  // The connected clients, for pages.
  std::vector<viewer_protocol::ClientStatusEntry> client_status() const;

 private:
  struct ClientRecord {
    std::string peer;
    std::int64_t lines_in = 0;
  };

  UsarsimService& sessions_;
  std::map<net::ConnectionId, ClientRecord> records_;
  std::int64_t clients_ = 0;  // total
};

Result<std::unique_ptr<Service>> open_usarsim_port(ServiceContext& context);

}  // namespace rubble::server
