// SPDX-License-Identifier: Apache-2.0
// HTTP responses to requests. Pure functions, no sockets.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "rubble/net/web/origin_policy.h"
#include "rubble/net/web/web_files.h"

namespace rubble::net {

struct HttpRequest {
  std::string method;
  std::string target;  // path and query
  std::string host;    // empty: absent or repeated
  std::string origin;
  std::string accepted_encodings;
  std::string if_none_match;  // If-None-Match
  bool is_websocket = false;
  std::string subprotocols;  // Sec-WebSocket-Protocol: offered by the client
};

struct HttpResponse {
  int status = 200;
  std::string fields;  // header lines with CR LF; the security headers are added to all
  std::shared_ptr<const std::string> body;
  bool has_body = true;  // false for HEAD: only Content-Length
};

// A plain-text response with a sentence for the user.
HttpResponse text_response(int status, std::string sentence);
// The response to a request that is refused; nothing if it is allowed. WebSockets require own
// origin, token and the subprotocol of their endpoint.
std::optional<HttpResponse> refusal_response(const OriginPolicy& policy,
                                             const HttpRequest& request);
// Response with a file. For requests that are not refused.
HttpResponse file_response(const WebFiles& files, const HttpRequest& request);
// Status line and header fields, up to the body.
std::string response_head(const HttpResponse& answer, std::string_view host, bool keep_alive);

}  // namespace rubble::net
