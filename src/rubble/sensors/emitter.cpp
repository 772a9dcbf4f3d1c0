// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/emitter.h"

namespace rubble::sensors {

void add_sources(const World& world, SourceKind kind, std::vector<Emitter>& emitters) {
  for (const Source& source : world.sources)
    if (source.kind == kind) emitters.push_back({source.pose.position, source.level, -1, ""});
}

}  // namespace rubble::sensors
