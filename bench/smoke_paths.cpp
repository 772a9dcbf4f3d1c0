// SPDX-License-Identifier: Apache-2.0
// CPU time of one 682-beam fan through 100 overlapping areas of smoke (boxes, spheres, cylinders):
// totals, and paths with all their knots; and of a 640x480 camera looking at plumes. The hash of
// the results shows a faster wrong answer.
//   bench_smoke_paths [REPETITIONS]
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <ctime>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/smoke/smoke_field.h"

namespace {

using namespace rubble;
using smoke::Line;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The least of several repetitions: others share the machine.
template <class Work>
double min_seconds(int repetitions, Work work) {
  double least = 1e300;
  for (int i = 0; i < repetitions; ++i) {
    const double start = cpu_seconds();
    work();
    least = std::min(least, cpu_seconds() - start);
  }
  return least;
}

// Turned boxes, spheres and upright cylinders; reach is how far their middles lie apart.
World areas(double reach, double size, bool is_turbulent) {
  World world;
  Random random(3, "bench areas");
  for (int i = 0; i < 100; ++i) {
    SmokeArea area;
    const double x = random.uniform(-reach, reach), y = random.uniform(-reach, reach);
    area.pose = make_pose(x, y, 0.2, 0, 0, i % 2 == 0 ? 0.0 : random.uniform(0, 3));
    if (i % 3 == 0) area.geometry = Box{Vec3(size, size, size)};
    if (i % 3 == 1) area.geometry = Sphere{0.5 * size};
    if (i % 3 == 2) area.geometry = Cylinder{.radius = 0.5 * size, .length = size};
    area.density = 0.0001 * (1 + i % 7);
    if (is_turbulent && i == 0) area.turbulence = 0.3;
    world.smokes.push_back(area);
  }
  return world;
}

std::vector<Line> laser_fan() {
  std::vector<Line> fan;
  for (int i = 0; i < 682; ++i) {
    const double angle = radians(-119.885 + 0.3515625 * i);
    fan.push_back({Vec3::Zero(), Vec3(std::cos(angle), std::sin(angle), 0), 5.6});
  }
  return fan;
}

std::vector<Line> camera_lines(int width, int height) {
  std::vector<Line> lines;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const Vec3 towards(1.0, (width / 2 - column) / (0.9 * width),
                         (height / 2 - row) / (0.9 * width));
      lines.push_back({Vec3(-4, 0, 1), towards.normalized(), 10.0});
    }
  return lines;
}

void measure_fan(const char* name, const World& world, int repetitions) {
  const smoke::SmokeField smoke_field(world, 1);
  const std::vector<Line> fan = laser_fan();
  std::vector<double> totals(fan.size());
  smoke::Path path;
  Hash totals_hash, paths_hash;
  std::size_t knots = 0;
  const double totals_time = min_seconds(repetitions, [&] { smoke_field.integrals(fan, totals); });
  const double paths_time = min_seconds(repetitions, [&] {
    for (const Line& line : fan) smoke_field.path(line, path);
  });
  for (const double total : totals) totals_hash.add(total);
  for (const Line& line : fan) {
    smoke_field.path(line, path);
    knots += path.knots().size();
    for (const double knot : path.knots()) paths_hash.add(knot).add(path.integral(knot));
  }
  fmt::print(
      "{:<24} totals {:7.1f} us/fan  hash {:016x}   paths {:7.1f} us/fan  hash {:016x}  "
      "{:.1f} knots/path\n",
      name, 1e6 * totals_time, totals_hash.value(), 1e6 * paths_time, paths_hash.value(),
      static_cast<double>(knots) / static_cast<double>(fan.size()));
}

void measure_camera(const char* name, const World& world) {
  smoke::SmokeField smoke_field(world, 1);
  const std::vector<Line> lines = camera_lines(640, 480);
  std::vector<smoke::SmokeAttenuation> attenuations(lines.size());
  double time = 20.0;
  const double moment_time = min_seconds(5, [&] {
    smoke_field.advance(time += 0.1);
    static_cast<void>(smoke_field.is_clear());
  });
  const double image_time = min_seconds(
      2, [&] { smoke_field.attenuations(lines, Eigen::Vector3f::Ones(), attenuations); });
  Hash hash;
  for (const smoke::SmokeAttenuation& attenuation : attenuations)
    hash.add(double{attenuation.transmittance}).add(double{attenuation.inscattered.sum()});
  fmt::print("{:<24} 640x480 {:7.1f} ms/image  moment {:6.2f} ms  hash {:016x}\n", name,
             1e3 * image_time, 1e3 * moment_time, hash.value());
}

World plume(double rate, double glow) {
  World world;
  Plume plume;
  plume.rate = rate;
  plume.density = 1.0 / rate;
  plume.glow = glow;
  world.plumes.push_back(plume);
  return world;
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 30;
  measure_fan("100 areas around", areas(1.0, 4.0, false), repetitions);
  measure_fan("100 areas spread", areas(4.0, 2.0, false), repetitions);
  measure_fan("one of them turbulent", areas(4.0, 2.0, true), repetitions);
  measure_camera("plume of 120", plume(20, 0));
  measure_camera("plume of 3000", plume(500, 0));
  measure_camera("burning plume of 300", plume(50, 1));
  measure_camera("100 areas spread", areas(4.0, 2.0, false));
  return 0;
}
