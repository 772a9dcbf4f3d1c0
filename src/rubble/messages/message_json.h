// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rubble/base/result.h"
#include "rubble/messages/command.h"
#include "rubble/messages/description.h"
#include "rubble/messages/event.h"
#include "rubble/messages/reading.h"
#include "rubble/messages/status.h"
#include "rubble/messages/truth.h"

namespace rubble {

// Messages as one JSON object each, in SI units, and back to the same bits. Numbers have the fewest
// digits that keep them; an infinite number is the largest finite one, NaN is null. Of a scan,
// ranges are null where a code stands and codes where a range stands. Of a picture only the size is
// said.
std::string to_json(const Reading& reading);
std::string to_json(const Event& event);
std::string to_json(const RobotStatus& status);
std::string to_json(const RobotDescription& robot, Tick tick);
std::string to_json(const Truth& truth);
// A command as files of commands have it.
std::string to_json(const TimedCommand& command);

// Only what was measured, without when and by whom.
std::string data_to_json(const ReadingData& data);

Result<Reading> reading_from_json(std::string_view text);
Result<Event> event_from_json(std::string_view text);
Result<RobotStatus> status_from_json(std::string_view text);
Result<RobotDescription> description_from_json(std::string_view text);
Result<Truth> truth_from_json(std::string_view text);
// Unlike parse_command_line it takes whatever was once a command, also with numbers that are none.
Result<TimedCommand> command_from_json(std::string_view text);

// What a message looks like: its name ("rubble.RangeScan") and JSON Schema.
struct MessageSchema {
  std::string name;
  std::string json;
};
MessageSchema schema_of(const ReadingData& kind);
MessageSchema schema_of_commands();
MessageSchema schema_of_events();
MessageSchema schema_of_statuses();
MessageSchema schema_of_descriptions();
MessageSchema schema_of_truths();

}  // namespace rubble
