// SPDX-License-Identifier: Apache-2.0
// Reproduces the wireless part of "Quantitative assessment of USARSim accuracy": tables I to IV.
#pragma once

#include "apps/experiment.h"

namespace rubble::apps {

Result<Section> radio_experiment(const std::string& folder, const ShowProgress& progress);

}  // namespace rubble::apps
