// SPDX-License-Identifier: Apache-2.0
// Access policy of a web port. Any web page may send requests to it; browsers send the Host
// and Origin headers that tell them apart. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rubble::net {

// A protocol that WebSockets speak, by the path of their request.
struct WebSocketEndpoint {
  std::string path = "/ws";
  std::string subprotocol;  // that the client must offer (RFC 6455, 1.9); empty: none
  bool accepts_binary = false;
};

struct OriginPolicy {
  std::string host;  // address it listens on
  int port = 0;
  std::string token;  // empty: not required
  std::vector<WebSocketEndpoint> endpoints{{}};
};

// Null: there is no such endpoint.
const WebSocketEndpoint* find_endpoint(const OriginPolicy& policy, std::string_view path);

// A host name or address with optional port, of characters that are safe in a header.
bool is_valid_host(std::string_view host);
// Whether a Host header names this server. Protects against DNS rebinding: a foreign page whose
// name resolves to this machine sends that name. When bound to a public address any name is
// accepted, because the names are unknown; there the token protects.
bool names_this_server(const OriginPolicy& policy, std::string_view host);
// Whether an Origin header equals the origin of pages served under this Host header.
bool is_own_origin(std::string_view origin, std::string_view host);

std::string_view path_of(std::string_view target);
// Decoded value of the first query parameter of that name; empty if absent.
std::string query_value(std::string_view target, std::string_view name);
// Constant-time comparison, against timing attacks.
bool equals_secret(std::string_view offered, std::string_view secret);

// Security headers of every response: content security policy and related fields.
std::vector<std::pair<std::string, std::string>> security_headers(std::string_view host);

}  // namespace rubble::net
