// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/services/reply_port.h"

#include "rubble/server/com_port.h"
#include "rubble/server/truth_port.h"

namespace rubble::server {
namespace {

Result<std::unique_ptr<Service>> open_reply_port(const ServiceContext& context,
                                                 const std::string& name, OptionalPort port,
                                                 ReplyPort::Answer answer) {
  if (!port) return std::unique_ptr<Service>();
  auto lines = open_line_server(context, name, *port);
  if (!lines) return lines.error();
  return std::unique_ptr<Service>(
      std::make_unique<ReplyPort>(*std::move(lines), context.simulation, answer));
}

}  // namespace

void ReplyPort::receive(bool is_late) {
  for (const net::LineEvent& event : drain(is_late)) {
    if (event.kind != net::LineEvent::Kind::Line) continue;
    std::string reply = answer_(simulation_, event.text);
    if (!reply.empty()) lines().send(event.connection, std::move(reply), net::Delivery::Reliable);
  }
}

Result<std::unique_ptr<Service>> open_com_port(ServiceContext& context) {
  return open_reply_port(context, "com", context.settings.ports.com, answer_com);
}

Result<std::unique_ptr<Service>> open_truth_port(ServiceContext& context) {
  return open_reply_port(context, "truth", context.settings.ports.truth, answer_truth);
}

}  // namespace rubble::server
