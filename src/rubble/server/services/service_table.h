// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "rubble/base/result.h"
#include "rubble/net/line_server.h"
#include "rubble/server/host_settings.h"
#include "rubble/server/service.h"

namespace rubble::server {

class UsarsimPort;

// What services are opened with. All references outlive them.
struct ServiceContext {
  net::Network& network;
  sim::Simulation& simulation;
  LiveRun& live;
  RealTimePacer& pacer;
  TimeProfile& time_profile;
  const HostSettings& settings;
  // Set by services that others use; null: not open, or not yet.
  UsarsimPort* usarsim = nullptr;
  RadioService* radio = nullptr;
  HostPorts ports = {{}, {}, {}, {}, {}, {}};  // open already
};

// A kind of service: a new port is a row here, its number in HostPorts, and its file.
struct ServiceKind {
  // Of its port: in the ready line, as the file of an error, and in the greeting of pages.
  const char* name;
  OptionalPort HostPorts::*port;
  bool is_for_robots;  // pages show the ports that robots' programs use
  // Null if the settings do not ask for it.
  Result<std::unique_ptr<Service>> (*open)(ServiceContext& context);
};

// In the order in which they are opened and called: UsarsimPort first, so that its output leaves
// first; those that show the links of the radio after it.
std::span<const ServiceKind> service_kinds();

}  // namespace rubble::server
