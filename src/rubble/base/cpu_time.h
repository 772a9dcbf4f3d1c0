// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rubble {

// CPU time of all threads of this process so far, s. A measure of cost: nothing that a run computes
// may depend on it.
double cpu_seconds();

}  // namespace rubble
