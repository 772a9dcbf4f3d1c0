// SPDX-License-Identifier: Apache-2.0
// HTTP responses to requests. Pure functions, no sockets.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "rubble/server/origin_policy.h"
#include "rubble/server/page_files.h"

namespace rubble::server {

struct HttpRequest {
  std::string method;
  std::string target;  // path and query
  std::string host;    // empty: absent or repeated
  std::string origin;
  std::string accepted_encodings;
  std::string if_none_match;  // If-None-Match
  bool is_websocket = false;
};

struct HttpResponse {
  int status = 200;
  std::string fields;  // header lines with CR LF; the security headers are added to all
  std::shared_ptr<const std::string> body;
  bool has_body = true;  // false for HEAD: only Content-Length
};

// A plain-text response with a sentence for the user.
HttpResponse text_response(int status, std::string sentence);
// The response to a request that is refused; nothing if it is allowed. /ws requires own origin and
// token.
std::optional<HttpResponse> refusal_response(const OriginPolicy& policy,
                                             const HttpRequest& request);
// Response with a file of the page. For requests that are not refused.
HttpResponse file_response(const PageFiles& files, const HttpRequest& request);
// Status line and header fields, up to the body.
std::string response_head(const HttpResponse& answer, std::string_view host, bool keep_alive);

}  // namespace rubble::server
