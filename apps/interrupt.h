// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace rubble::apps {

// Set by SIGINT and SIGTERM, once stop_when_interrupted() was called.
extern std::atomic<bool> is_interrupted;
// The first signal asks the program to finish, a second one ends it at once (exit code 128 +
// signal).
void stop_when_interrupted();

}  // namespace rubble::apps
