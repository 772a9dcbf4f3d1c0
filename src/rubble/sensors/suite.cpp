// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/suite.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

std::uint64_t sensor_seed(std::uint64_t run_seed, const std::string& robot,
                          const std::string& sensor) {
  return Hash().add(run_seed).add(robot).add("/").add(sensor).value();
}

// The n-th reading comes with the first tick that ends at or after n / rate.
bool Suite::Running::is_due(Tick tick) const {
  if (is_asked || is_on_request) return is_asked;
  if (rate <= 0.0 || rate >= kTicksPerSecond) return true;
  const auto count_at = [&](Tick t) {
    return std::floor(static_cast<double>(t) * rate / kTicksPerSecond + 1e-9);
  };
  return count_at(tick) > count_at(tick - 1);
}

Result<void> Suite::add(const State& state, InstanceId robot, int link, const SensorSpec& spec,
                        bool is_on_request) {
  const Instance& instance = state.instances[robot.index()];
  for (const Running& running : running_)
    if (running.instance == robot && running.spec.name == spec.name) return {};
  Running running{.robot = instance.name,
                  .spec = spec,
                  .link = link,
                  .instance = robot,
                  .power = instance.robot,
                  .rate = update_rate_of(spec),
                  .seed = sensor_seed(seed_, instance.name, spec.name),
                  .is_on_request = is_on_request};
  auto sensor = make_sensor(
      spec, {{robot, link, spec.link_from_sensor}, *instance.model, state, running.seed});
  if (!sensor) return sensor.error();
  if (*sensor == nullptr)
    return Error{spec.at, "sensor '" + spec.name + "' is a " + spec.type +
                              ", which is not simulated; './rubble sensors' lists what is"};
  running.sensor = *std::move(sensor);
  running_.push_back(std::move(running));
  return {};
}

void Suite::remove(InstanceId robot) {
  std::erase_if(running_, [&](const Running& running) { return running.instance == robot; });
}

std::vector<Suite::Listed> Suite::on(InstanceId robot) const {
  std::vector<Listed> listed;
  for (const Running& running : running_)
    if (running.instance == robot)
      listed.push_back({&running.spec, running.link, running.is_on_request});
  return listed;
}

bool Suite::apply(InstanceId robot, const std::string& sensor, const CommandData& order,
                  const State& now) {
  bool was_taken = false;
  for (Running& running : running_) {
    if (running.instance != robot || (!sensor.empty() && running.spec.name != sensor)) continue;
    if (std::holds_alternative<ScanNow>(order))
      was_taken = running.is_asked = true;
    else
      was_taken = running.sensor->apply(order, now) || was_taken;
  }
  return was_taken;
}

bool Suite::has_reader(InstanceId robot) const {
  return std::any_of(running_.begin(), running_.end(), [&](const Running& running) {
    return running.instance == robot && running.sensor->reads_tags();
  });
}

bool Suite::reaches(InstanceId robot, const Tag& tag, const SampleContext& now) const {
  return std::any_of(running_.begin(), running_.end(), [&](const Running& running) {
    return running.instance == robot && running.sensor->reads_tags() &&
           running.sensor->reaches(tag, now);
  });
}

bool Suite::needs_scene(Tick tick) const {
  return std::any_of(running_.begin(), running_.end(), [&](const Running& running) {
    return running.is_due(tick) && running.sensor->needs_scene();
  });
}

std::vector<Reading> Suite::sample_due(const SampleContext& now, Workers& workers) {
  const Tick tick = now.state.tick;
  std::vector<Running*> active;
  for (Running& running : running_)
    if ((running.sensor->updates_every_tick() || running.is_due(tick)) &&
        running.has_power(now.state))
      active.push_back(&running);
  std::vector<Reading> readings(active.size());
  workers.parallel_for(active.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      Running& running = *active[i];
      running.sensor->update(now);
      if (!running.is_due(tick)) continue;
      running.is_asked = false;
      readings[i] = {tick, running.robot, running.spec.name,
                     running.sensor->sample(
                         now, Random(running.seed, "noise", static_cast<std::uint64_t>(tick)))};
    }
  });
  std::erase_if(readings, [](const Reading& reading) { return reading.sensor.empty(); });
  return readings;
}

void Suite::serialize(Archive& archive, const State& state) {
  archive.section("sensors");
  std::size_t count = running_.size();
  archive(count);
  for (std::size_t i = 0; i < count && !archive.has_failed(); ++i) {
    InstanceId robot = archive.is_reading() ? InstanceId() : running_[i].instance;
    int link = archive.is_reading() ? 0 : running_[i].link;
    bool is_on_request = !archive.is_reading() && running_[i].is_on_request;
    SensorSpec spec = archive.is_reading() ? SensorSpec() : running_[i].spec;
    archive(robot, link, is_on_request, spec);
    if (archive.is_reading()) {
      if (!robot.is_valid() || robot.index() >= state.instances.size() || link < 0 ||
          static_cast<std::size_t>(link) >= state.instances[robot.index()].links.size())
        return archive.fail("a sensor sits on no robot");
      if (const auto added = add(state, robot, link, spec, is_on_request); !added)
        return archive.fail(added.error().message);
      if (running_.size() != i + 1) return archive.fail("a sensor is there twice");
    }
    archive(running_[i].is_asked, *running_[i].sensor);
  }
}

}  // namespace rubble::sensors
