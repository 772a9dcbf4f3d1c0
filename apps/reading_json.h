// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "rubble/messages/reading.h"

namespace rubble::apps {

// What a sensor read, as the command line prints it: SI units; a scan's ranges and codes are null
// where the other stands; pictures only say their size.
nlohmann::ordered_json reading_json(const ReadingData& data);

}  // namespace rubble::apps
