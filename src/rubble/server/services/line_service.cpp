// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/services/line_service.h"

namespace rubble::server {

Result<std::unique_ptr<net::LineServer>> open_line_server(const ServiceContext& context,
                                                          const std::string& name, int port) {
  auto server = net::LineServer::listen(
      context.network, {.name = name, .host = context.settings.host, .port = port});
  if (!server) return Error{{name}, server.error().message};
  return server;
}

void LineService::add_counts(HostCounts& counts) const {
  const net::LineServerCounts part = lines_->counts();
  counts.lines_in += part.lines_in;
  counts.bytes_out += part.bytes_out;
  counts.sensor_messages_dropped += part.sensor_messages_dropped;
  counts.lines_too_long += part.lines_too_long;
  counts.refused += part.refused;
}

std::vector<net::LineEvent> LineService::drain(bool is_late) {
  constexpr std::size_t kMaxLinesWhenLate = 2;
  return lines_->drain(is_late ? kMaxLinesWhenLate : net::kMaxLinesPerDrain);
}

}  // namespace rubble::server
