// SPDX-License-Identifier: Apache-2.0
// Shared by commands that run a server.
#pragma once

#include <cstdint>
#include <string>

#include "rubble/base/result.h"
#include "rubble/recording/recorder.h"
#include "rubble/server/host.h"
#include "rubble/usarsim/protocol/dialect.h"

namespace rubble::apps {

// Ignores SIGPIPE and raises the limit of open files: each connection over the simulated radio
// needs two.
void prepare_sockets();

// "3000", "0" or "off".
server::OptionalPort parse_port(const std::string& word);

// compat, classic or udk.
usarsim::Dialect dialect_of(const std::string& word);

// Settings of the page that comes with Rubble. A token is required if `host` is not loopback.
server::PageSettings page_settings(const std::string& host);

// Adds the option that chose the port which could not be opened.
Error port_error(const Error& error);

// Prints the "ready {...}" line to stdout and the address of the page to the log.
void print_ready(const server::HostPorts& ports, const std::string& host,
                 const server::PageSettings& page);

}  // namespace rubble::apps
