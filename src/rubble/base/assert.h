// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rubble {

// Prints the failed condition with its file and line and aborts: after a broken invariant the state
// of the run can no longer be trusted.
[[noreturn]] void assertion_failed(const char* claim, const char* file, int line);

}  // namespace rubble

// Checks an invariant of our own code. Bad input from outside is a Result, not an assertion.
// Compiled out unless RUBBLE_ASSERTIONS is set; the condition must not have side effects.
#if RUBBLE_ASSERTIONS
#define RUBBLE_ASSERT(claim) \
  ((claim) ? static_cast<void>(0) : ::rubble::assertion_failed(#claim, __FILE_NAME__, __LINE__))
#else
#define RUBBLE_ASSERT(claim) static_cast<void>(0)
#endif
