// SPDX-License-Identifier: Apache-2.0
// The exact truth of a recording, or of a simulated robot's messages, as a trajectory.
#include <algorithm>
#include <set>

#include "rubble/logs/usarsim_sensor_decoder.h"
#include "rubble/mcap/reader.h"
#include "rubble/serialization/message_json.h"
#include "rubble/serialization/text_lines.h"
#include "rubble/trajectory/readers.h"

namespace rubble::trajectory {
namespace {

class TruthCollector {
 public:
  explicit TruthCollector(std::string robot) : robot_(std::move(robot)) {}

  void take(const Truth& truth) {
    for (const TruePose& pose : truth.poses) {
      if (pose.robot_class.empty()) continue;
      if (robot_.empty()) robot_ = pose.name;
      robots_.insert(pose.name);
      if (pose.name == robot_) poses.push_back({seconds_at(truth.tick), pose.world_from_model});
    }
  }

  const std::string& robot() const { return robot_; }
  std::string names() const {
    std::string list;
    for (const std::string& name : robots_) list += (list.empty() ? "" : ", ") + name;
    return list;
  }
  std::size_t robots() const { return robots_.size(); }

  std::vector<StampedPose> poses;

 private:
  std::string robot_;
  std::set<std::string> robots_;
};

// Where the sensor of truth sits must be known before it speaks.
Result<void> decode_lines(const std::string& path, bool are_of_sensors,
                          logs::UsarsimSensorDecoder& decoder, std::vector<StampedPose>& poses) {
  auto lines = TextLines::open(path);
  if (!lines) return lines.error();
  while (const auto line = lines->next()) {
    if ((line->find("SEN") != std::string_view::npos) != are_of_sensors) continue;
    for (const logs::SensorSample& event : decoder.decode(*line))
      if (const auto* pose = std::get_if<StampedPose>(&event)) poses.push_back(*pose);
  }
  if (lines->problem()) return *lines->problem();
  return {};
}

}  // namespace

Result<RawTrajectory> read_told_truth(const std::string& path) {
  RawTrajectory raw;
  logs::UsarsimSensorDecoder decoder;
  for (const bool are_of_sensors : {false, true}) {
    const auto heard = decode_lines(path, are_of_sensors, decoder, raw.trajectory.poses);
    if (!heard) return heard.error();
  }
  if (raw.trajectory.poses.empty())
    return Error{{path},
                 "no GroundTruth message is in this log, so that it says no poses; 'rubble slam' "
                 "finds them"};
  return raw;
}

Result<RawTrajectory> read_recorded_truth(const std::string& path, const std::string& robot) {
  auto reader = mcap::McapReader::open(path);
  if (!reader) return reader.error();
  TruthCollector truth(robot);
  while (true) {
    const auto record = (*reader)->next();
    if (!record) return record.error();
    if (!*record) break;
    const auto* message = std::get_if<mcap::McapMessage>(&**record);
    if (message == nullptr || message->channel->schema_name != "rubble.Truth") continue;
    const auto moment = truth_from_json(message->data);
    if (!moment) return Error{{path}, "its truth cannot be read: " + moment.error().message};
    truth.take(*moment);
    if (truth.poses.size() > kMaxPoses)
      return Error{{path}, "there are more than 25 million poses"};
  }
  if (truth.robots() == 0)
    return Error{{path}, "this recording holds no truth of a robot (rubble.Truth)"};
  if (truth.poses.empty())
    return Error{{path}, "there is no robot '" + robot + "' in it, only " + truth.names()};
  RawTrajectory raw;
  raw.trajectory.poses = std::move(truth.poses);
  if (robot.empty() && truth.robots() > 1)
    raw.trajectory.remarks.push_back("Its robots are " + truth.names() + "; this is " +
                                     truth.robot() + ".");
  if (!(*reader)->is_complete())
    raw.trajectory.remarks.emplace_back("The recording is cut off; this is what is whole of it.");
  return raw;
}

}  // namespace rubble::trajectory
