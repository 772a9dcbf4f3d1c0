// SPDX-License-Identifier: Apache-2.0
// The two experiments of "Realistic simulation of laser range finder behavior in a smoky
// environment", again: a puff that dissolves before a URG-04LX and a camera, and clouds that drift
// across the view of an LMS200.
#pragma once

#include "rubble/validation/experiment.h"

namespace rubble::validation {

Result<ExperimentResult> smoke_room_experiment(const std::string& folder,
                                               const ShowProgress& progress);
Result<ExperimentResult> smoke_field_experiment(const std::string& folder,
                                                const ShowProgress& progress);

}  // namespace rubble::validation
