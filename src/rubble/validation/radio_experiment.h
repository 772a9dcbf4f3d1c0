// SPDX-License-Identifier: Apache-2.0
// Reproduces the wireless part of "Quantitative assessment of USARSim accuracy": tables I to IV.
#pragma once

#include "rubble/validation/experiment.h"

namespace rubble::validation {

Result<ExperimentResult> radio_experiment(const std::string& folder, const ShowProgress& progress);

}  // namespace rubble::validation
