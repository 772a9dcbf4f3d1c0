// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rubble::usarsim {

// Format of messages. Compat: as Classic, with a Time in every SEN; readable by all known clients.
// Classic: the server of 2005 to 2010. Udk: the server of 2010 to 2014.
enum class Dialect { Compat, Classic, Udk };

struct WireSettings {
  Dialect dialect = Dialect::Compat;
  int scan_limit = 0;  // maximum number of ranges per scan, downsampled evenly; 0 = all
};

}  // namespace rubble::usarsim
