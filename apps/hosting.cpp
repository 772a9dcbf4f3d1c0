// SPDX-License-Identifier: Apache-2.0
#include "apps/hosting.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/server/web_server.h"

namespace rubble::apps {

void prepare_sockets() {
  std::signal(SIGPIPE, SIG_IGN);  // a closed connection is reported by the write
  constexpr rlim_t kFileLimit = 16384;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= kFileLimit) return;
  limit.rlim_cur = std::min(limit.rlim_max, kFileLimit);
  setrlimit(RLIMIT_NOFILE, &limit);
}

server::OptionalPort parse_port(const std::string& word) {
  if (word == "off") return std::nullopt;
  return std::stoi(word);
}

usarsim::Dialect dialect_of(const std::string& word) {
  if (word == "classic") return usarsim::Dialect::Classic;
  return word == "udk" ? usarsim::Dialect::Udk : usarsim::Dialect::Compat;
}

server::PageSettings page_settings(const std::string& host) {
  server::PageSettings page;
  page.folder = RUBBLE_PAGE_FOLDER;
  if (!server::is_loopback(host)) page.token = server::make_token();
  page.program = "rubble " RUBBLE_VERSION;
  page.classes = robot_classes();
  return page;
}

Error port_error(const Error& error) {
  static const std::map<std::string, std::string> kOptions{
      {"usarsim", "--port"},     {"image", "--image-port"}, {"com", "--com-port"},
      {"truth", "--truth-port"}, {"radio", "--radio-port"}, {"web", "--web-port"}};
  const auto option = kOptions.find(error.at.file);
  if (option == kOptions.end()) return error;
  return {{}, error.message + "; choose another with " + option->second + ", or 0 for a free one"};
}

void print_ready(const server::HostPorts& ports, const std::string& host,
                 const server::PageSettings& page) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  const auto add = [&](const char* name, server::OptionalPort port) {
    if (port) json[name] = *port;
  };
  add("usarsim", ports.usarsim);
  add("image", ports.image);
  add("com", ports.com);
  add("truth", ports.truth);
  add("radio", ports.radio);
  add("web", ports.web);
  fmt::print("ready {}\n", json.dump());
  std::fflush(stdout);
  if (!ports.web) return;
  const bool is_everywhere = host == "0.0.0.0" || host == "::";
  log_info("page at http://{}:{}/{}", is_everywhere ? "THIS-MACHINE" : host, *ports.web,
           page.token.empty() ? "" : "#token=" + page.token);
}

}  // namespace rubble::apps
