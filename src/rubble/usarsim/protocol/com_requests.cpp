// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/com_lines.h"
#include "rubble/usarsim/protocol/line.h"
#include "rubble/usarsim/protocol/wire_conversion.h"

namespace rubble::usarsim {
namespace {

constexpr std::size_t kMaxPointText = 256;  // characters; the text is repeated in the reply

}  // namespace

std::optional<ComRequest> parse_com_request(std::string_view text) {
  const Line line = parse_line(text);
  if (line.is("GETPOS")) return GetPositions{};
  if (!line.is("GETOBS")) return std::nullopt;
  if (line.find("From") && line.find("To"))
    return CountBetweenRobots{sanitize(*line.find("From")), sanitize(*line.find("To"))};
  const std::optional<std::string_view> start = line.find("Start");
  const std::optional<std::string_view> end = line.find("End");
  if (!start || !end) return EmptyCount{};
  return CountBetweenPoints{sanitize(*start, kMaxPointText), sanitize(*end, kMaxPointText),
                            position_from_wire(*start), position_from_wire(*end)};
}

// The line consists of arguments only; a keyword before them is ignored.
TruthRequest parse_truth_request(std::string_view text) {
  const Line line = parse_line(text);
  return {.robot_class = sanitize_class(line.find("class").value_or("")),
          .name = sanitize(line.find("name").value_or(""))};
}

}  // namespace rubble::usarsim
