// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "rubble/base/result.h"

namespace rubble::wireless {

// A robot as the exec broker of a running server knows it.
struct ExecStation {
  int radio_port = 0;
  std::string name;
  std::string address;
};

// Asks the server of this machine whose radio has this port. Blocks.
Result<ExecStation> find_exec_station(int radio_port, const std::string& robot);

// The environment variables with which a program runs on that robot. library: path of the shared
// library to preload.
std::map<std::string, std::string> exec_environment(const ExecStation& station,
                                                    const std::string& library);

}  // namespace rubble::wireless
