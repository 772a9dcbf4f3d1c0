// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/http_response.h"

#include <fmt/format.h>

namespace rubble::net {

namespace {

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 421:
      return "Misdirected Request";
    case 426:
      return "Upgrade Required";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Unknown";
  }
}

std::string_view trimmed_item(std::string_view item) {
  while (!item.empty() && (item.front() == ' ' || item.front() == '\t')) item.remove_prefix(1);
  while (!item.empty() && (item.back() == ' ' || item.back() == '\t')) item.remove_suffix(1);
  return item;
}

// Whether a predicate holds for any item of a comma-separated list.
template <class Claim>
bool any_item(std::string_view list, Claim claim) {
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    if (claim(trimmed_item(item))) return true;
  }
  return false;
}

bool accepts_gzip(std::string_view encodings) {
  return any_item(encodings, [](std::string_view item) {
    if (trimmed_item(item.substr(0, item.find(';'))) != "gzip") return false;
    const std::size_t quality = item.find("q=");
    if (quality == std::string_view::npos) return true;
    return item.find_first_not_of("0.", quality + 2) != std::string_view::npos;
  });
}

bool matches_etag(std::string_view if_none_match, std::string_view tag) {
  return any_item(if_none_match, [&](std::string_view item) {
    if (item.starts_with("W/")) item.remove_prefix(2);
    return item == "*" || item == tag;
  });
}

std::string paths_of(const OriginPolicy& policy) {
  std::string paths;
  for (const WebSocketEndpoint& each : policy.endpoints)
    paths += (paths.empty() ? "" : " and ") + each.path;
  return paths;
}

std::optional<HttpResponse> websocket_refusal(const OriginPolicy& policy,
                                              const HttpRequest& request) {
  const WebSocketEndpoint* const endpoint = find_endpoint(policy, path_of(request.target));
  if (endpoint == nullptr)
    return text_response(403, "WebSockets are only available at " + paths_of(policy) + ".");
  if (!is_own_origin(request.origin, request.host))
    return text_response(
        403, "Only pages served from here may open a WebSocket; the Origin must be http://" +
                 request.host + ".");
  if (!policy.token.empty() && !equals_secret(query_value(request.target, "token"), policy.token))
    return text_response(
        403, "The token is missing or wrong; open the address that was printed at the start.");
  const auto is_spoken = [&](std::string_view offered) { return offered == endpoint->subprotocol; };
  if (!endpoint->subprotocol.empty() && !any_item(request.subprotocols, is_spoken))
    return text_response(
        400, "This WebSocket speaks only the subprotocol " + endpoint->subprotocol + ".");
  return {};
}

HttpResponse missing_page_response() {
  return text_response(
      503,
      "The program runs, but its page was not built or was not found.\n"
      "Start the program with ./rubble from the project's folder: that builds the page too.");
}

}  // namespace

HttpResponse text_response(int status, std::string sentence) {
  return {status, "Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\n",
          std::make_shared<const std::string>(std::move(sentence) + "\n")};
}

std::optional<HttpResponse> refusal_response(const OriginPolicy& policy,
                                             const HttpRequest& request) {
  if (!names_this_server(policy, request.host))
    return text_response(421,
                         "This server does not have that host name; open it as http://localhost:" +
                             std::to_string(policy.port) + "/.");
  if (request.method != "GET" && request.method != "HEAD") {
    HttpResponse answer = text_response(405, "Only GET and HEAD are supported.");
    answer.fields += "Allow: GET, HEAD\r\n";
    return answer;
  }
  if (request.is_websocket) return websocket_refusal(policy, request);
  if (find_endpoint(policy, path_of(request.target)) != nullptr) {
    HttpResponse answer = text_response(426, "This is a WebSocket, not a file.");
    answer.fields += "Upgrade: websocket\r\n";
    return answer;
  }
  return {};
}

HttpResponse file_response(const WebFiles& files, const HttpRequest& request) {
  const std::string_view path = path_of(request.target);
  const std::string_view name = path == "/" ? "/index.html" : path;
  const auto found = files.find(name);
  const bool has_body = request.method != "HEAD";
  if (found == files.end()) {
    HttpResponse answer =
        name == "/index.html" ? missing_page_response() : text_response(404, "File not found.");
    answer.has_body = has_body;
    return answer;
  }
  const WebFile& file = found->second;
  const bool is_gzipped = file.gzipped && accepts_gzip(request.accepted_encodings);
  const std::string tag = fmt::format("\"{}{}\"", file.tag, is_gzipped ? "-gz" : "");
  HttpResponse answer;
  answer.fields =
      fmt::format("ETag: {}\r\nCache-Control: {}\r\n{}", tag,
                  file.is_immutable ? "public, max-age=31536000, immutable" : "no-cache",
                  file.gzipped ? "Vary: Accept-Encoding\r\n" : "");
  if (matches_etag(request.if_none_match, tag)) {
    answer.status = 304;
    return answer;
  }
  answer.fields += "Content-Type: " + file.type + "\r\n";
  if (is_gzipped) answer.fields += "Content-Encoding: gzip\r\n";
  answer.body = is_gzipped ? file.gzipped : file.bytes;
  answer.has_body = has_body;
  return answer;
}

std::string response_head(const HttpResponse& answer, std::string_view host, bool keep_alive) {
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\nServer: rubble\r\nConnection: {}\r\n{}", answer.status,
                  reason_of(answer.status), keep_alive ? "keep-alive" : "close", answer.fields);
  if (answer.body) head += fmt::format("Content-Length: {}\r\n", answer.body->size());
  for (const auto& [name, value] : security_headers(host)) head += name + ": " + value + "\r\n";
  return head + "\r\n";
}

}  // namespace rubble::net
