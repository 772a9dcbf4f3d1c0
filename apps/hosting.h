// SPDX-License-Identifier: Apache-2.0
// What commands that put a world on ports share.
#pragma once

#include <cstdint>
#include <string>

#include "rubble/base/result.h"
#include "rubble/recording/recorder.h"
#include "rubble/server/host.h"

namespace rubble::apps {

// No end by SIGPIPE, and as many open files as the system lets us have: each connection over the
// radio takes two.
void prepare_sockets();

// "3000", "0" or "off".
server::OptionalPort parse_port(const std::string& word);

// The page that comes with Rubble. At an address that others can reach it asks for a token.
server::PageSettings page_settings(const std::string& host);

// Which option chose the port that could not be had.
Error port_error(const Error& error);

// One line for programs on stdout, and the page's address for people on stderr.
void print_ready(const server::HostPorts& ports, const std::string& host,
                 const server::PageSettings& page);

}  // namespace rubble::apps
