// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/run.h"

#include <fmt/format.h>

#include "rubble/base/assert.h"
#include "rubble/base/cpu_time.h"
#include "rubble/rays/scene.h"

namespace rubble::scenario {
namespace {

constexpr Tick kSamplePeriod = 24;  // ticks: ten times per simulated second

std::string joint_name(const State& state, const physics::BrokenJoint& broken) {
  const Instance& instance = state.instances[broken.instance.index()];
  return instance.name + "::" + instance.model->joints[static_cast<std::size_t>(broken.joint)].name;
}

}  // namespace

Run::Totals::Totals(const sim::Simulation& simulation)
    : meter(simulation.world(), simulation.state()), rays_before(simulation.scene().ray_count()) {}

Run::Run(RunStart start, Observer observer)
    : unpacked_(std::move(start.unpacked)),
      simulation_(std::move(start.simulation)),
      first_commands_(std::move(start.first_commands)),
      settings_(std::move(start.settings)),
      observer_(std::move(observer)),
      first_tick_(simulation_->state().tick),
      totals_(*simulation_) {}

Result<void> Run::write_to(const OutputFiles& files) {
  RUBBLE_ASSERT(!writer_ && ticks_done() == 0);
  auto writer = RunWriter::open(files, *simulation_, settings_, first_commands_);
  if (!writer) return writer.error();
  writer_ = *std::move(writer);
  snapshot_path_ = files.snapshot;
  return {};
}

Result<void> Run::step() {
  const Tick tick = ticks_done();
  const std::vector<Command> commands = simulation_->pilot_commands();
  if (writer_)
    if (const auto written = writer_->write_commands(tick, commands); !written) return written;
  const physics::StepReport report = simulation_->step(commands);
  count_rejected(commands, tick);
  add_up(report, commands.size());
  if (writer_) return writer_->write_tick(*simulation_);
  return {};
}

void Run::add_up(const physics::StepReport& report, std::size_t command_count) {
  const State& state = simulation_->state();
  RunResult& result = totals_.result;
  result.contacts += report.contact_points;
  result.iterations += report.solver_iterations;
  result.contacts_dropped += report.contacts_dropped;
  result.islands_cut_short += report.islands_cut_short;
  result.bodies_reset += report.bodies_reset;
  for (const physics::BrokenJoint& broken : report.broken_joints)
    result.broken_joints.push_back(joint_name(state, broken));
  result.commands += static_cast<std::int64_t>(command_count);
  result.readings += static_cast<std::int64_t>(simulation_->readings().size());
  for (const Reading& reading : simulation_->readings())
    totals_.readings_hash.add(hash_of(reading));
  totals_.meter.add_new_robots(state);
  for (const physics::Contact& contact : report.contacts) totals_.meter.count_bump(contact, state);
  if (result.ticks % kSamplePeriod == 0) totals_.meter.sample(state);
  ++result.ticks;
}

void Run::count_rejected(const std::vector<Command>& commands, Tick tick) {
  constexpr std::size_t kMaxReported = 10;
  const std::vector<CommandResult>& answers = simulation_->command_results();
  RUBBLE_ASSERT(answers.size() == commands.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].is_done) continue;
    ++totals_.result.commands_refused;
    if (reported_.size() < kMaxReported && reported_.insert(answers[i].text).second)
      observer_.report(fmt::format("at t = {:g} s: a command for '{}' was rejected: {}",
                                   seconds_at(tick), commands[i].robot, answers[i].text));
  }
}

Result<void> Run::advance(double seconds, const std::function<void(double)>& progress) {
  const double cpu_before = cpu_seconds();
  const Tick end = tick_at(seconds);
  for (Tick tick = 0; tick < end; ++tick) {
    if (const auto done = step(); !done) return done;
    if (progress && tick % kSamplePeriod == 0)
      progress(static_cast<double>(tick) / static_cast<double>(end));
  }
  totals_.result.cpu_seconds += cpu_seconds() - cpu_before;
  return {};
}

Result<void> Run::finish() {
  if (writer_)
    if (const auto closed = writer_->close(*simulation_); !closed) return closed;
  if (snapshot_path_.empty()) return {};
  return write_snapshot(snapshot_path_, *simulation_, settings_);
}

RunResult Run::result() const {
  RobotMeter meter = totals_.meter;
  meter.sample(simulation_->state());
  RunResult result = totals_.result;
  result.state_hash = simulation_->state().hash();
  result.rays = simulation_->scene().ray_count() - totals_.rays_before;
  result.readings_hash = totals_.readings_hash.value();
  result.cells_in_all = meter.cells_in_all();
  result.trails = meter.trails();
  result.robots = meter.robots();
  return result;
}

void Run::restart_totals() { totals_ = Totals(*simulation_); }

Result<void> Run::restore(std::string snapshot) {
  if (writer_) return Error{{}, "a run with output files cannot go back to a snapshot"};
  auto restored =
      sim::Simulation::restore(simulation_->world(), simulation_->settings(), std::move(snapshot));
  if (!restored) return restored.error();
  simulation_ = *std::move(restored);
  restart_totals();
  return {};
}

}  // namespace rubble::scenario
