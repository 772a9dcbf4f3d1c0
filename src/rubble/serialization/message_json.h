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

// Messages as one JSON object each, in SI units, restored to the same bits. Numbers are written
// with the fewest digits that round-trip; infinity becomes the largest finite double, NaN null. In
// a scan a beam without a range has null in ranges, a beam without a code null in codes. Of an
// image only the size is written.
std::string to_json(const Reading& reading);
std::string to_json(const Event& event);
std::string to_json(const RobotStatus& status);
std::string to_json(const RobotDescription& robot, Tick tick);
std::string to_json(const Truth& truth);
// A command in the format of command files.
std::string to_json(const TimedCommand& command);

// Only the measured data, without tick, robot and sensor.
std::string data_to_json(const ReadingData& data);
// Only what is particular to the kind of event.
std::string data_to_json(const EventData& data);

Result<Reading> reading_from_json(std::string_view text);
// Also takes events of recordings that have a text in place of typed members.
Result<Event> event_from_json(std::string_view text);
Result<RobotStatus> status_from_json(std::string_view text);
Result<RobotDescription> description_from_json(std::string_view text);
Result<Truth> truth_from_json(std::string_view text);
// Unlike parse_command_line it takes whatever was once a command, also with numbers that are none.
Result<TimedCommand> command_from_json(std::string_view text);

// Cuts all texts of an event to that many bytes.
void limit_texts(Event& event, std::size_t max_length);

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
