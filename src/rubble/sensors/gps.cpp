// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/gps.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "rubble/sensors/self_occlusion_mask.h"
#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

constexpr int kSatellites = 10;
constexpr int kMinForFix = 4;

// USARSim's origin and its flat earth; x is north, and east is to the right of it.
constexpr double kOriginLatitude = 39.0 + 8.0273 / 60.0;      // deg
constexpr double kOriginLongitude = -(77.0 + 12.998 / 60.0);  // deg
constexpr double kMetresPerLatitude = 111200.0;
constexpr double kMetresPerLongitude = 71670.0;

struct GpsSettings {
  bool is_usarsim = false;
  double horizontal = 2.0;  // m, sigma of the slow error, each axis
  double vertical = 4.0;    // m
  double slow_time = 60.0;  // s
  double white = 0.3;       // m
  bool has_noise = true;
  double multipath = 1.0;  // m more for each satellite that something hides
};

class Gps : public Sensor {
 public:
  Gps(const GpsSettings& settings, const SensorBuildContext& context)
      : settings_(settings), mount_(context.mount), tick_(context.state.tick) {
    Random random(context.seed, "gps");
    for (double& error : slow_) error = random.normal();
  }

  ReadingData sample(const SampleContext& now, Random noise) override {
    drift(now.state.tick, noise);
    GpsReading reading;
    const Vec3 antenna = mount_.world_from_sensor(now.state).position;
    reading.satellites = visible_satellites(now, antenna);
    reading.has_fix = reading.satellites >= kMinForFix;
    if (!reading.has_fix) return reading;
    reading.position = antenna + error(reading.satellites, noise);
    reading.latitude_deg = kOriginLatitude + reading.position.x() / kMetresPerLatitude;
    reading.longitude_deg = kOriginLongitude - reading.position.y() / kMetresPerLongitude;
    reading.altitude = reading.position.z();
    return reading;
  }
  void serialize(Archive& archive) override { archive(tick_, slow_, robot_); }

 private:
  // Moves the slow error on to this moment, whether or not there is a fix.
  void drift(Tick tick, Random& noise) {
    const double dt = static_cast<double>(tick - tick_) * kTickSeconds;
    tick_ = tick;
    const double kept = std::exp(-dt / settings_.slow_time);
    for (double& error : slow_)
      error = kept * error + std::sqrt(1.0 - kept * kept) * noise.normal();
  }

  Vec3 error(int satellites, Random& noise) const {
    if (!settings_.has_noise) return Vec3::Zero();
    const double x = noise.normal(), y = noise.normal(), z = noise.normal();
    const Vec3 white(x, y, z);
    if (settings_.is_usarsim) {
      // 2.5 m with 4 satellites to 0.75 m with 12; a third of that is one sigma.
      const double share = std::clamp((satellites - 4) / 8.0, 0.0, 1.0);
      return (2.5 + share * (0.75 - 2.5)) / 3.0 * white;
    }
    const double reflected = settings_.multipath * (kSatellites - satellites);
    const Vec3 sigma(settings_.horizontal + reflected, settings_.horizontal + reflected,
                     settings_.vertical + reflected);
    return sigma.cwiseProduct(slow_) + settings_.white * white;
  }

  int visible_satellites(const SampleContext& now, const Vec3& antenna) {
    std::vector<rays::Ray> rays;
    for (const Vec3& direction : satellite_directions())
      rays.push_back({.origin = antenna.cast<float>(), .direction = direction.cast<float>()});
    std::vector<std::uint8_t> blocked(rays.size(), 0);
    now.scene.find_occluded(rays, blocked, robot_.filter(now, mount_));
    return static_cast<int>(std::count(blocked.begin(), blocked.end(), std::uint8_t{0}));
  }

  GpsSettings settings_;
  Mount mount_;
  Tick tick_;
  Vec3 slow_;                           // in sigmas
  SelfOcclusionMask robot_{kInfinity};  // antennas stand where the robot does not shade them
};

// Spread over the sky above 15 degrees, evenly by area, from a fixed almanac.
std::vector<Vec3> make_almanac() {
  constexpr double kLowest = radians(15.0);
  Random random(2005, "almanac");
  std::vector<Vec3> directions;
  for (int i = 0; i < kSatellites; ++i) {
    const double share = (i + 0.5) / kSatellites;
    const double height = std::sin(kLowest) + share * (1.0 - std::sin(kLowest));
    const double azimuth = 2.399963 * i + random.uniform(-0.3, 0.3);  // golden angle
    const double flat = std::sqrt(1.0 - height * height);
    directions.emplace_back(flat * std::cos(azimuth), flat * std::sin(azimuth), height);
  }
  return directions;
}

}  // namespace

const std::vector<Vec3>& satellite_directions() {
  static const std::vector<Vec3> directions = make_almanac();
  return directions;
}

Result<std::unique_ptr<Sensor>> make_gps(const SensorSpec& spec,
                                         const SensorBuildContext& context) {
  SettingReader reader(spec);
  GpsSettings settings;
  settings.is_usarsim = reader.word("rubble:gps/mode", {"receiver", "usarsim"}) == 1;
  const std::string noise = "navsat/position_sensing/";
  reader.read(noise + "horizontal/noise/stddev", settings.horizontal, {0.0, 1e4});
  reader.read(noise + "vertical/noise/stddev", settings.vertical, {0.0, 1e4});
  reader.read("rubble:gps/noise", settings.has_noise);
  reader.read("rubble:gps/multipath", settings.multipath, {0.0, 100.0});
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Gps>(settings, context));
}

}  // namespace rubble::sensors
