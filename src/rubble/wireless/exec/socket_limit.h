// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <sys/resource.h>

#include <cstddef>

namespace rubble::wireless {

// The limit on file descriptors of this process (RLIMIT_NOFILE). It is shared by all parts of the
// server: each part that opens sockets on behalf of clients limits itself to a share.
inline std::size_t socket_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 65536;
  return static_cast<std::size_t>(limit.rlim_cur);
}

}  // namespace rubble::wireless
