// SPDX-License-Identifier: Apache-2.0
// Lasers on one thread. In the standard maze with 682 beams: million rays per CPU-second, bare and
// through a sensor with noise to readings. Then scans through 100 overlapping areas of smoke. The
// hash of the readings shows a faster wrong answer.
//   bench_laser ../shared/data/bench/standard-maze.json [REPETITIONS]
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "bench/maze.h"
#include "rubble/base/hash.h"
#include "rubble/sensors/sensor_factory.h"

namespace {

using namespace rubble;

constexpr int kPosesARound = 200;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The least of several rounds: others share the machine.
template <class Work>
double least_seconds(int rounds, Work work) {
  double least = 1e300;
  for (int i = 0; i < rounds; ++i) {
    const double start = cpu_seconds();
    work();
    least = std::min(least, cpu_seconds() - start);
  }
  return least;
}

// A sensor that is carried from place to place in a world.
class Walk {
 public:
  explicit Walk(World world)
      : world_(std::move(world)), scene_(world_), smoke_field_(world_, 1), renderer_(world_) {
    for (const auto& model : world_.models)
      scene_.add(state_, state_.add(model, model->name, model->world_from_model));
    Model carrier{.name = "carrier"};
    carrier.links.push_back({.name = "link"});
    carrier_ = state_.add(std::make_shared<const Model>(carrier), "carrier", {});
    scene_.add(state_, carrier_);
    scene_.update(state_);
    smoke_field_.advance(0.0);
  }

  std::unique_ptr<sensors::Sensor> sensor(const std::string& preset, int samples) {
    SensorSpec spec = *sensors::spec_of_preset(preset);
    if (samples > 0) spec.settings["lidar/scan/horizontal/samples"] = std::to_string(samples);
    auto made =
        sensors::make_sensor(spec, {{carrier_, 0, {}}, *state_.instances.back().model, state_, 1});
    return std::move(*made);
  }

  Pose pose_of(int i) const {
    if (world_.starts.empty()) return make_pose(0, 0, 0.3, 0, 0, 0.01 * i);
    const Pose& start = world_.starts[static_cast<std::size_t>(i) % world_.starts.size()].pose;
    return make_pose(start.position.x() + 0.1 * std::sin(i), start.position.y() + 0.1 * std::cos(i),
                     0.3, 0, 0, 0.7 * i);
  }

  void stand(int i) { state_.bodies.back().pose = pose_of(i); }

  RangeScan scan(sensors::Sensor& sensor, int i) {
    stand(i);
    const sensors::SampleContext now{world_, state_, scene_, smoke_field_, renderer_, robots_, {}};
    return std::get<RangeScan>(sensor.sample(now, Random(1, "noise", static_cast<unsigned>(i))));
  }

  const rays::Scene& scene() const { return scene_; }

 private:
  World world_;
  State state_;
  rays::Scene scene_;
  smoke::SmokeField smoke_field_;
  rendering::Renderer renderer_;
  robots::Robots robots_;
  InstanceId carrier_;
};

std::vector<rays::Ray> rays_of(const RangeScan& scan, const Pose& pose) {
  std::vector<rays::Ray> rays;
  for (int i = 0; i < scan.columns; ++i)
    rays.push_back({pose.position.cast<float>(), 0.0F,
                    (pose.rotation * beam_direction(scan, 0, i)).cast<float>(),
                    static_cast<float>(scan.max_range)});
  return rays;
}

void measure_maze(World maze, int rounds) {
  Walk walk(std::move(maze));
  const auto sensor = walk.sensor("urg04lx", 0);
  const RangeScan example = walk.scan(*sensor, 0);
  std::vector<std::vector<rays::Ray>> fans;
  for (int i = 0; i < kPosesARound; ++i) fans.push_back(rays_of(example, walk.pose_of(i)));
  std::vector<rays::Hit> hits(example.ranges.size());
  Hash hash;
  const double bare = least_seconds(rounds, [&] {
    for (const auto& fan : fans) walk.scene().cast(fan, hits);
  });
  const double whole = least_seconds(rounds, [&] {
    for (int i = 0; i < kPosesARound; ++i) walk.scan(*sensor, i);
  });
  for (int i = 0; i < kPosesARound; ++i)
    for (const float range : walk.scan(*sensor, i).ranges)
      hash.add(static_cast<double>(std::isnan(range) ? -1.0F : range));
  const double rays = 1e-6 * kPosesARound * static_cast<double>(example.ranges.size());
  fmt::print(
      "laser_maze     {:6.2f} M rays per CPU-s bare, {:6.2f} as readings, ratio {:.2f}, "
      "{:.1f} ns a beam beside rays  hash {:016x}\n",
      rays / bare, rays / whole, bare / whole, 1e3 * (whole - bare) / rays, hash.value());
}

// As dense as makes every kind of answer: wall, failure, solid smoke.
World smoky_room(double density) {
  World world;
  world.models.push_back(bench::static_box("ahead", {Vec3(5, 0, 0)}, {0.1, 12, 3}));
  world.models.push_back(bench::static_box("left", {Vec3(0, 5, 0)}, {12, 0.1, 3}));
  world.models.push_back(bench::static_box("right", {Vec3(0, -5, 0)}, {12, 0.1, 3}));
  Random random(3, "bench areas");
  for (int i = 0; i < 100; ++i) {
    SmokeArea area;
    const double yaw = random.uniform(0, 3), y = random.uniform(-4, 4), x = random.uniform(-4, 4);
    area.pose = make_pose(x, y, 0.2, 0, 0, yaw);
    if (i % 3 == 0) area.geometry = Box{Vec3(2, 2, 2)};
    if (i % 3 == 1) area.geometry = Sphere{1.0};
    if (i % 3 == 2) area.geometry = Cylinder{.radius = 1.0, .length = 2.0};
    area.density = density * (1 + i % 7);
    world.smokes.push_back(area);
  }
  return world;
}

void measure_smoke(const char* preset, double density, int rounds) {
  Walk walk(smoky_room(density));
  const auto sensor = walk.sensor(preset, 682);
  constexpr int kScans = 20;
  const double seconds = least_seconds(rounds, [&] {
    for (int i = 0; i < kScans; ++i) walk.scan(*sensor, i);
  });
  Hash hash;
  int codes = 0;
  for (int i = 0; i < kScans; ++i) {
    const RangeScan scan = walk.scan(*sensor, i);
    for (std::size_t beam = 0; beam < scan.ranges.size(); ++beam) {
      codes += scan.codes[beam] != kNoCode ? 1 : 0;
      hash.add(static_cast<double>(scan.codes[beam] != kNoCode ? -1.0F : scan.ranges[beam]));
    }
  }
  fmt::print(
      "laser_smoke    {:<14} density {:.5f}  {:6.3f} ms a scan of 682 beams, {:.0f} % codes  "
      "hash {:016x}\n",
      preset, density, 1e3 * seconds / kScans, codes / 6.82 / kScans, hash.value());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "../shared/data/bench/standard-maze.json";
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
  std::ifstream file(path);
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (json.is_discarded()) {
    fmt::print(stderr, "{} is not there or no JSON; expected the standard maze\n", path);
    return 1;
  }
  measure_maze(bench::maze_from(json), rounds);
  for (const double density : {0.0001, 0.001}) {
    measure_smoke("urg04lx", density, rounds);
    measure_smoke("urg04lx_thick", density, rounds);
    measure_smoke("lms200", density, rounds);
  }
  return 0;
}
