// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rubble::usarsim {

// Compat: Classic's layout with a Time in every SEN, which every client we know of can read.
// Classic: the server of 2005 to 2010. Udk: that of 2010 to 2014.
enum class Dialect { Compat, Classic, Udk };

struct WireSettings {
  Dialect dialect = Dialect::Compat;
  int scan_limit = 0;  // most values of a laser scan on the wire, thinned evenly; 0 = all
};

}  // namespace rubble::usarsim
