// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rubble {

// Prints the broken claim and ends the program: the state of the run can no longer be trusted.
[[noreturn]] void assertion_failed(const char* claim, const char* file, int line);

}  // namespace rubble

#if RUBBLE_ASSERTIONS
#define RUBBLE_ASSERT(claim) \
  ((claim) ? static_cast<void>(0) : ::rubble::assertion_failed(#claim, __FILE__, __LINE__))
#else
#define RUBBLE_ASSERT(claim) static_cast<void>(0)
#endif
