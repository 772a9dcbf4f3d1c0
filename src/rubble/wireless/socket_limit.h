// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <sys/resource.h>

#include <cstddef>

namespace rubble::wireless {

// How many sockets this process may have. They are for all who use it: whoever opens some on
// others' behalf takes a share.
inline std::size_t socket_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 65536;
  return static_cast<std::size_t>(limit.rlim_cur);
}

}  // namespace rubble::wireless
