// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/description.h"
#include "rubble/usarsim/protocol/dialect.h"
#include "rubble/usarsim/protocol/line_text.h"

namespace rubble::usarsim {

// Appends the segments after {Name n} in CONF.
void append_configuration(LineText& line, const SensorDescription& sensor, Dialect dialect);

}  // namespace rubble::usarsim
