// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include "rubble/base/result.h"

namespace rubble::bench {

// Prints the error on stderr; returns the exit code.
inline int fail(const Error& error) {
  fmt::print(stderr, "bench: {}\n", error.to_string());
  return 1;
}

}  // namespace rubble::bench
