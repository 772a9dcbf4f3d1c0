// SPDX-License-Identifier: Apache-2.0
#include "apps/interrupt.h"

#include <csignal>
#include <cstdlib>

namespace rubble::apps {

std::atomic<bool> is_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void stop_when_interrupted() {
  const auto stop = [](int signal) {
    if (is_interrupted.exchange(true)) std::_Exit(128 + signal);
  };
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
}

}  // namespace rubble::apps
