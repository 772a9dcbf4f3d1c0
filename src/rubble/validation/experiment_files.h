// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/messages/reading.h"
#include "rubble/report/chart.h"
#include "rubble/validation/experiment.h"

namespace rubble::validation {

// NAME.svg and, with its numbers, NAME.csv.
Result<FigureFile> write_charts(const std::string& folder, const std::string& name,
                                const std::string& caption,
                                const std::vector<report::Chart>& charts);
// NAME.png; with a table of its numbers also NAME.csv.
Result<FigureFile> write_image(const std::string& folder, const std::string& name,
                               const std::string& caption, const Image& image,
                               const std::string& csv = {});

}  // namespace rubble::validation
