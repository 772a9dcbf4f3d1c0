// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/world_lines.h"

#include "rubble/usarsim/protocol/frames.h"
#include "rubble/usarsim/protocol/line_text.h"
#include "rubble/usarsim/protocol/udk_names.h"

namespace rubble::usarsim {

std::string greeting(const Arena& arena, Dialect dialect) {
  std::string text;
  LineText line(text, "NFO");
  line.segment("Gametype", dialect == Dialect::Udk ? "USARBotAPI.BotDeathMatch" : "BotDeathMatch");
  line.segment("Level", arena.level);
  line.open("TimeLimit").integer(arena.time_limit).close();
  line.end();
  return text;
}

// All poses are in one segment; its name is that of the first start.
std::string start_poses_line(const Arena& arena, Dialect dialect) {
  std::string text;
  LineText line(text, "NFO");
  line.open("StartPoses").integer(static_cast<std::int64_t>(arena.starts.size())).close();
  bool is_first = true;
  for (const NamedPose& start : arena.starts) {
    const std::string name = start_name(start, dialect);
    is_first ? line.open(name) : line.next(name);
    line.truncated(flipped(start.pose.position))
        .blank()
        .truncated(wire_rotation(start.pose.rotation));
    is_first = false;
  }
  if (!is_first) line.close();
  line.end();
  return text;
}

std::string death_line(const std::string& killer, const std::string& cause) {
  std::string text;
  LineText line(text, "DIE");
  line.segment("Killer", killer).segment("DamageType", cause).end();
  return text;
}

}  // namespace rubble::usarsim
