// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rubble::report {

// The CSS of all reports: the colours of the theme, light or dark as the reader's system has them,
// light in print.
std::string style_sheet();

}  // namespace rubble::report
