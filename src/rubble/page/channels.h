// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"

namespace rubble::page {

// "range_scanner"
const char* name_of(SensorKind kind);
// scan, depth, picture or values
const char* encoding_of(SensorKind kind);

// What the numbers of a sensor are called, with units. Empty where only a reading can say it
// (has_own_channels): how many wheels, how many zones.
std::vector<std::string> channels_of(SensorKind kind);
bool has_own_channels(SensorKind kind);
std::vector<std::string> channels_of(const ReadingData& data);

// A reading as one number for each channel, NaN where there is none, and what numbers cannot say.
struct ChannelValues {
  std::vector<double> values;
  std::string text;
};
ChannelValues values_of(const ReadingData& data);

}  // namespace rubble::page
