// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/probe.h"

#include "rubble/sensors/sensor_factory.h"
#include "rubble/sensors/suite.h"

namespace rubble::sim {
namespace {

std::shared_ptr<const Model> empty_holder() {
  auto model = std::make_shared<Model>();
  model->name = "probe";
  model->links.push_back({.name = "link"});
  return model;
}

}  // namespace

Probe::Probe(const World& world) : world_(world), scene_(world), renderer_(world) {
  for (const auto& model : world.models) {
    const InstanceId id = state_.add(model, model->name, model->world_from_model);
    scene_.add(state_, id);
    if (model->robot) robots_.add(state_, id);
  }
  state_.tags = world.tags;
  holder_ = state_.add(empty_holder(), "probe", {});
  scene_.update(state_);
}

Probe::~Probe() = default;

const smoke::SmokeField& Probe::smoke_field_at(double time, std::uint64_t seed) {
  if (smoke_field_ == nullptr || smoke_seed_ != seed)
    smoke_field_ = std::make_unique<smoke::SmokeField>(world_, seed);
  smoke_seed_ = seed;
  smoke_field_->advance(time, state_.smokes);
  return *smoke_field_;
}

// Sensors that follow motion see the time from their creation to the moment asked for, standing
// still.
void Probe::stand_still(sensors::Sensor& sensor, const sensors::SampleContext& now, Tick asked) {
  for (; state_.tick < asked; ++state_.tick)
    if (sensor.updates_every_tick()) sensor.update(now);
}

Result<ReadingData> Probe::ask(const Question& question) {
  const Instance& holder = state_.instances[holder_.index()];
  state_.bodies[holder.links[0].body.index()].pose = question.world_from_sensor;
  constexpr Tick kBefore = kTicksPerSecond / 5;  // that a sensor is born before it is asked
  const Tick asked = tick_at(question.time);
  state_.tick = asked - kBefore;
  const std::uint64_t seed = sensors::sensor_seed(question.seed, holder.name, question.sensor.name);
  auto sensor =
      sensors::make_sensor(question.sensor, {{holder_, 0, {}}, *holder.model, state_, seed});
  if (!sensor) return sensor.error();
  if (*sensor == nullptr)
    return Error{question.sensor.at, "a " + question.sensor.type + " is not simulated"};
  const sensors::SampleContext now{
      world_, state_, scene_, smoke_field_at(question.time, question.seed), renderer_, robots_, {}};
  stand_still(**sensor, now, asked);
  (*sensor)->update(now);
  return (*sensor)->sample(now, Random(seed, "noise", static_cast<std::uint64_t>(state_.tick)));
}

}  // namespace rubble::sim
