// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/origin_policy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "rubble/base/assert.h"
#include "rubble/net/web/web_server.h"

namespace rubble::net {

namespace {

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// "[::1]" for an address that has colons itself.
std::string bracketed(const std::string& host) {
  return host.find(':') == std::string::npos || host.front() == '[' ? host : "[" + host + "]";
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* const digits = text.data() + i + 1;
    const bool is_escape = text[i] == '%' && i + 2 < text.size() &&
                           std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
    decoded += is_escape ? static_cast<char>(value) : text[i];
    if (is_escape) i += 2;
  }
  return decoded;
}

}  // namespace

const WebSocketEndpoint* find_endpoint(const OriginPolicy& policy, std::string_view path) {
  const auto found = std::find_if(policy.endpoints.begin(), policy.endpoints.end(),
                                  [&](const WebSocketEndpoint& each) { return each.path == path; });
  return found == policy.endpoints.end() ? nullptr : &*found;
}

bool is_valid_host(std::string_view host) {
  return !host.empty() && host.size() <= 255 && std::all_of(host.begin(), host.end(), [](char c) {
    return is_letter_or_digit(c) || std::string_view(".-_:[]").find(c) != std::string_view::npos;
  });
}

bool names_this_server(const OriginPolicy& policy, std::string_view host) {
  if (!is_valid_host(host)) return false;
  if (!is_loopback(policy.host)) return true;
  const std::string named = lower_case(host);
  for (const std::string& name : {std::string("127.0.0.1"), std::string("localhost"),
                                  std::string("[::1]"), bracketed(lower_case(policy.host))})
    if (named == name + ":" + std::to_string(policy.port) || (policy.port == 80 && named == name))
      return true;
  return false;
}

bool is_own_origin(std::string_view origin, std::string_view host) {
  return is_valid_host(host) && lower_case(origin) == "http://" + lower_case(host);
}

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

std::string query_value(std::string_view target, std::string_view name) {
  const std::size_t begin = target.find('?');
  if (begin == std::string_view::npos) return {};
  std::string_view query = target.substr(begin + 1);
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name)
      return percent_decoded(pair.substr(equals + 1));
  }
  return {};
}

bool equals_secret(std::string_view offered, std::string_view secret) {
  if (offered.size() != secret.size()) return false;
  volatile unsigned char difference = 0;
  for (std::size_t i = 0; i < secret.size(); ++i)
    difference = static_cast<unsigned char>(difference | (static_cast<unsigned char>(offered[i]) ^
                                                          static_cast<unsigned char>(secret[i])));
  return difference == 0;
}

std::vector<std::pair<std::string, std::string>> security_headers(std::string_view host) {
  const std::string own_socket = is_valid_host(host) ? " ws://" + std::string(host) : "";
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
           "connect-src 'self'" +
               own_socket +
               "; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

std::string make_token() {
  std::array<unsigned char, 16> bytes{};
  // So few bytes come all at once or, before the system has gathered any, after a wait.
  ssize_t filled = -1;
  do filled = getrandom(bytes.data(), bytes.size(), 0);
  while (filled < 0 && errno == EINTR);
  RUBBLE_ASSERT(filled == static_cast<ssize_t>(bytes.size()));
  std::string token;
  for (const unsigned char byte : bytes)
    for (const int digit : {byte >> 4, byte & 15}) token += "0123456789abcdef"[digit];
  return token;
}

bool is_loopback(const std::string& host) {
  if (lower_case(host) == "localhost") return true;
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  const bool has_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  const std::string inner = has_brackets ? host.substr(1, host.size() - 2) : host;
  in6_addr six{};
  return inet_pton(AF_INET6, inner.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

}  // namespace rubble::net
