// SPDX-License-Identifier: Apache-2.0
// Who may speak to the page's port: a browser sends along from whose page a request comes, and any
// page in the world may try ours. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rubble::server {

struct OriginPolicy {
  std::string host;  // it listens at
  int port = 0;
  std::string token;  // empty: none is needed
};

// A name or address with or without a port, of letters that may stand in a header.
bool is_valid_host(std::string_view host);
// Whether a Host header means this server. A page elsewhere whose name was made to point here (DNS
// rebinding) sends its own name. Reachable from elsewhere it goes by names nobody knows here; there
// the token protects.
bool names_this_server(const OriginPolicy& policy, std::string_view host);
// Whether an Origin header is that of the pages served under a Host header.
bool is_own_origin(std::string_view origin, std::string_view host);

std::string_view path_of(std::string_view target);
// Of the first parameter of that name, decoded; empty if there is none.
std::string query_value(std::string_view target, std::string_view name);
// Takes as long whichever letter differs, so that time tells nothing of the secret.
bool equals_secret(std::string_view offered, std::string_view secret);

// Header fields of every answer: what a page from here may do and what others may do with it.
std::vector<std::pair<std::string, std::string>> security_headers(std::string_view host);

}  // namespace rubble::server
