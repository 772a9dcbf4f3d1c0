// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/experiment.h"

namespace rubble::apps {

// The Interleague Challenge of 2009, in generated mazes with exact truth.
Result<Section> interleague_experiment(const std::string& folder, const ShowProgress& progress);

}  // namespace rubble::apps
