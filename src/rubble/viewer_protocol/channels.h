// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"

namespace rubble::viewer_protocol {

// "range_scanner"
const char* name_of(SensorKind kind);
// scan, depth, picture or values
const char* encoding_of(SensorKind kind);

// Channel names of a sensor kind, with units. Empty if only a reading defines them
// (has_own_channels): the number of wheels, or of zones.
std::vector<std::string> channels_of(SensorKind kind);
bool has_own_channels(SensorKind kind);
std::vector<std::string> channels_of(const ReadingData& data);

// A reading as one value per channel, NaN where there is none, and a text for non-numeric content.
struct ChannelValues {
  std::vector<double> values;
  std::string text;
};
ChannelValues values_of(const ReadingData& data);

}  // namespace rubble::viewer_protocol
