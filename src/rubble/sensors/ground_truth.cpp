// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/ground_truth.h"

#include "rubble/sensors/body_motion.h"

namespace rubble::sensors {
namespace {

class GroundTruth : public Sensor {
 public:
  explicit GroundTruth(const Mount& mount) : mount_(mount) {}
  bool needs_scene() const override { return false; }
  ReadingData sample(const SampleContext& now, Random) override {
    const Pose pose = mount_.world_from_sensor(now.state);
    const PointMotion motion = motion_of(now.state, mount_.instance, mount_.link, pose.position);
    return GroundTruthReading{pose, motion.linear, motion.angular};
  }

 private:
  Mount mount_;
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_ground_truth(const SensorSpec&,
                                                  const SensorBuildContext& context) {
  return std::unique_ptr<Sensor>(std::make_unique<GroundTruth>(context.mount));
}

}  // namespace rubble::sensors
