// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "rubble/scenario/run_result.h"

namespace rubble::apps {

// The result as one object, with the keys that 'rubble run --json' documents.
nlohmann::ordered_json to_json(const scenario::RunResult& result);

// The result in a few lines on stdout.
void print_result(const scenario::RunResult& result);

}  // namespace rubble::apps
