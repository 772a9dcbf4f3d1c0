// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace rubble {

void assertion_failed(const char* claim, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: this should hold but does not: %s\n", file, line, claim);
  std::abort();
}

}  // namespace rubble
