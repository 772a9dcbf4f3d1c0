// SPDX-License-Identifier: Apache-2.0
#include "apps/hosting.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/net/web/web_server.h"
#include "rubble/sdf/load.h"

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

namespace {

// An installed page lies with the other data; that of a source tree is built beside it.
std::string page_folder() {
  std::error_code ignored;
  const std::string installed = data_folder() + "/page";
  return std::filesystem::is_directory(installed, ignored) ? installed
                                                           : data_folder() + "/build/page";
}

}  // namespace

server::PageSettings page_settings(const std::string& host) {
  server::PageSettings page;
  page.folder = page_folder();
  if (!net::is_loopback(host)) page.token = net::make_token();
  page.program = "rubble " RUBBLE_VERSION;
  page.classes = robot_classes();
  return page;
}

Error port_error(const Error& error) {
  for (const server::ServiceKind& kind : server::service_kinds()) {
    if (error.at.file != kind.name) continue;
    const std::string name = kind.name;
    const std::string option = name == "usarsim" ? "--port" : "--" + name + "-port";
    return {{}, error.message + "; choose another with " + option + ", or 0 for a free one"};
  }
  return error;
}

void print_ready(const server::HostPorts& ports, const std::string& host,
                 const server::PageSettings& page) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const server::ServiceKind& kind : server::service_kinds())
    if (const server::OptionalPort port = ports.*kind.port) json[kind.name] = *port;
  fmt::print("ready {}\n", json.dump());
  std::fflush(stdout);
  if (!ports.web) return;
  const bool is_everywhere = host == "0.0.0.0" || host == "::";
  log_info("page at http://{}:{}/{}", is_everywhere ? "THIS-MACHINE" : host, *ports.web,
           page.token.empty() ? "" : "#token=" + page.token);
}

}  // namespace rubble::apps
