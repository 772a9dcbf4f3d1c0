// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/truth_session.h"

#include <array>
#include <ctime>

namespace rubble::server {

namespace {

// Matching and optimization take a while: limits how long one page can delay others.
constexpr std::size_t kMaxTruthRequestsPerDrain = 4;

}  // namespace

bool TruthSession::process_events() {
  const std::vector<net::WebEvent> events = web_.drain(kMaxTruthRequestsPerDrain);
  for (const net::WebEvent& event : events) {
    if (event.kind == net::WebEvent::Kind::Closed) pages_.erase(event.session);
    if (event.kind == net::WebEvent::Kind::Message) handle_message(event.session, event.text);
    if (event.kind == net::WebEvent::Kind::Opened) {
      pages_.insert(event.session);
      web_.send(event.session, editor_.greeting());
    }
  }
  return !events.empty();
}

void TruthSession::handle_message(PageId page, const std::string& text) {
  const TruthReply reply = editor_.handle_message(text);
  if (!reply.broadcast.empty())
    for (const PageId each : pages_) web_.send(each, reply.broadcast);
  if (!reply.to_sender.empty()) web_.send(page, reply.to_sender);
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

}  // namespace rubble::server
