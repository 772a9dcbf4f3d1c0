// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/services/usarsim_port.h"

namespace rubble::server {

void UsarsimPort::receive(bool is_late) {
  for (const net::LineEvent& event : drain(is_late)) {
    if (event.kind == net::LineEvent::Kind::Opened) {
      ++clients_;
      records_[event.connection].peer = event.text;
      sessions_.open(event.connection);
    } else if (event.kind == net::LineEvent::Kind::Line) {
      ++records_[event.connection].lines_in;
      sessions_.receive(event.connection, event.text);
    } else {
      records_.erase(event.connection);
      sessions_.close(event.connection);
    }
  }
}

bool UsarsimPort::wait_for_input(double seconds) {
  lines().wait(seconds);
  return true;
}

void UsarsimPort::add_counts(HostCounts& counts) const {
  LineService::add_counts(counts);
  counts.clients += clients_;
}

std::vector<viewer_protocol::ClientStatusEntry> UsarsimPort::client_status() const {
  std::vector<viewer_protocol::ClientStatusEntry> entries;
  for (const auto& [connection, record] : records_)
    entries.push_back({connection, record.peer, sessions_.robot_of(connection), record.lines_in,
                       lines().queued_bytes(connection)});
  return entries;
}

Result<std::unique_ptr<Service>> open_usarsim_port(ServiceContext& context) {
  const OptionalPort port = context.settings.ports.usarsim;
  if (!port) return std::unique_ptr<Service>();
  auto lines = open_line_server(context, "usarsim", *port);
  if (!lines) return lines.error();
  auto service = std::make_unique<UsarsimPort>(*std::move(lines), context.live.clients());
  context.usarsim = service.get();
  return std::unique_ptr<Service>(std::move(service));
}

}  // namespace rubble::server
