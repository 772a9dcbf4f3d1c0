// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/validation/experiment.h"

namespace rubble::validation {

// The Interleague Challenge of 2009, in generated mazes with exact truth.
Result<ExperimentResult> interleague_experiment(const std::string& folder,
                                                const ShowProgress& progress);

}  // namespace rubble::validation
