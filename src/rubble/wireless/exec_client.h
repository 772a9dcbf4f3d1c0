// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "rubble/base/result.h"

namespace rubble::wireless {

// A robot as the switchboard of a running server knows it.
struct ExecStation {
  int radio_port = 0;
  std::string name;
  std::string address;
};

// Asks the server of this machine that has the radio at that port.
Result<ExecStation> find_exec_station(int radio_port, const std::string& robot);

// What has to be set in the environment of a program so that it runs on that robot. library: the
// file that is loaded into it.
std::map<std::string, std::string> exec_environment(const ExecStation& station,
                                                    const std::string& library);

}  // namespace rubble::wireless
