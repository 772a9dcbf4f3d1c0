// SPDX-License-Identifier: Apache-2.0
// The log doctor, logs of USARSim messages and recordings.
#include <fmt/format.h>

#include <map>

#include "rubble/logs/doctor/log_streams.h"
#include "rubble/logs/logged_message.h"
#include "rubble/logs/usarsim_sensor_decoder.h"
#include "rubble/mcap/reader.h"
#include "rubble/serialization/number_limits.h"
#include "rubble/serialization/text_lines.h"

namespace rubble::logs {
namespace {

constexpr std::size_t kMaxStreams = 200;

StampStream* stream_called(std::map<std::string, StampStream>& streams, const std::string& name) {
  const auto found = streams.find(name);
  if (found != streams.end()) return &found->second;
  if (streams.size() >= kMaxStreams) return nullptr;
  return &streams.try_emplace(name, StampStream(name)).first->second;
}

class MessageExaminer {
 public:
  void look_at(std::string_view line) {
    if (is_blank_or_comment(line)) return;
    const auto message = find_message(line);
    if (!message || !is_told_by_robot(message->keyword)) {
      ++others_;
      return;
    }
    decoder_.decode(line);
    if (message->keyword == "CONF" || message->keyword == "GEO") ++answers_;
    if (message->keyword != "SEN" && message->keyword != "STA") return;
    auto time = message->number("Time");
    if (time && !is_stamp(*time)) time.reset();
    ++(time ? timed_ : untimed_);
    if (time) now_ = *time;
    StampStream* const stream = stream_called(streams_, name_of_stream(*message));
    if (stream != nullptr) stream->add(now_);
  }

  LogDiagnosis finish(const std::string& path) {
    LogDiagnosis diagnosis;
    diagnosis.path = path;
    diagnosis.kind = "a log of USARSim messages";
    for (const auto& [name, stream] : streams_) {
      diagnosis.streams.push_back(stream.facts());
      if (timed_ > 0) stream.judge(true, diagnosis.findings);
    }
    const auto say = [&](Severity severity, std::string text) {
      diagnosis.findings.push_back({severity, std::move(text)});
    };
    if (timed_ == 0)
      say(Severity::Warning,
          "No line says its time; those before the messages count, or 0.02 s a line.");
    else if (untimed_ > 0)
      say(Severity::Note,
          fmt::format("{} lines say no time; each is taken to be of the moment of the line before.",
                      untimed_));
    if (answers_ == 0)
      say(Severity::Warning,
          "No CONF or GEO tells where lasers sit and how far they see; the robot's middle and the "
          "largest range are assumed. Ask GETGEO and GETCONF while logging.");
    if (decoder_.broken_lines() > 0)
      say(Severity::Warning,
          fmt::format("{} messages of sensors are not whole.", decoder_.broken_lines()));
    if (decoder_.restarts() > 0)
      say(Severity::Warning,
          fmt::format("The time starts again {} times: several runs in one file; cut it.",
                      decoder_.restarts()));
    if (others_ > 0)
      say(Severity::Note, fmt::format("{} lines are not of the robot and skipped.", others_));
    diagnose_robot_log(path, diagnosis);
    return diagnosis;
  }

 private:
  static std::string name_of_stream(const LoggedMessage& message) {
    std::string name(message.keyword);
    if (message.keyword == "STA") return name;
    for (const char* segment : {"Type", "Name"}) {
      const std::string_view value = message.value(segment);
      name += " " + std::string(value.substr(0, std::min<std::size_t>(value.find(' '), 40)));
    }
    return name;
  }

  std::map<std::string, StampStream> streams_;
  UsarsimSensorDecoder decoder_;
  double now_ = 0.0;
  std::size_t timed_ = 0;
  std::size_t untimed_ = 0;
  std::size_t answers_ = 0;
  std::size_t others_ = 0;
};

}  // namespace

Result<LogDiagnosis> diagnose_messages(const std::string& path) {
  auto lines = TextLines::open(path);
  if (!lines) return lines.error();
  MessageExaminer examiner;
  while (const auto line = lines->next()) examiner.look_at(*line);
  if (lines->problem()) return *lines->problem();
  return examiner.finish(path);
}

Result<LogDiagnosis> diagnose_recording(const std::string& path) {
  auto reader = mcap::McapReader::open(path);
  if (!reader) return reader.error();
  std::map<std::string, StampStream> streams;
  while (true) {
    const auto record = (*reader)->next();
    if (!record) return record.error();
    if (!*record) break;
    const auto* message = std::get_if<mcap::McapMessage>(&**record);
    if (message == nullptr) continue;
    StampStream* const stream = stream_called(streams, message->channel->topic);
    if (stream != nullptr) stream->add(static_cast<double>(message->log_time) * 1e-9);
  }
  LogDiagnosis diagnosis;
  diagnosis.path = path;
  diagnosis.kind = "a recording";
  for (const auto& [name, stream] : streams) diagnosis.streams.push_back(stream.facts());
  if (!(*reader)->is_complete())
    diagnosis.findings.push_back(
        {Severity::Warning, fmt::format("The recording is cut off at byte {}; what is there can be "
                                        "used.",
                                        (*reader)->cut_at())});
  diagnose_robot_log(path, diagnosis);
  return diagnosis;
}

}  // namespace rubble::logs
