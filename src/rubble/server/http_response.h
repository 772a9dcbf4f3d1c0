// SPDX-License-Identifier: Apache-2.0
// What is answered to an HTTP request; knows no sockets.
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
  std::string host;    // empty: none, or more than one
  std::string origin;
  std::string accepted_encodings;
  std::string if_none_match;  // If-None-Match
  bool is_websocket = false;
};

struct HttpResponse {
  int status = 200;
  std::string fields;  // lines of its own, each with its end; the strict ones come with all
  std::shared_ptr<const std::string> body;
  bool has_body = true;  // else only its length is told
};

// A sentence for people.
HttpResponse text_response(int status, std::string sentence);
// Why a request is turned away, if it is. /ws is for pages of our own that bring the token.
std::optional<HttpResponse> refusal_response(const OriginPolicy& policy,
                                             const HttpRequest& request);
// A file of the page. To be asked only for what is not refused.
HttpResponse file_response(const PageFiles& files, const HttpRequest& request);
// All that goes out before the body.
std::string response_head(const HttpResponse& answer, std::string_view host, bool keep_alive);

}  // namespace rubble::server
