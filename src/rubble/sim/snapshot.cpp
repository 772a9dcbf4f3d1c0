// SPDX-License-Identifier: Apache-2.0
// Saving a run between two ticks, and going on from there to the bit (docs/snapshots.md).
//
// All instances that ever entered are added again where they entered, in their order: so every id,
// and every order that follows from ids, is the same. Then each part reads what has changed since.
#include <algorithm>

#include "rubble/base/hash.h"
#include "rubble/pilots/pilot_archive.h"
#include "rubble/serialization/message_archive.h"
#include "rubble/sim/simulation_parts.h"

namespace rubble::sim {
namespace {

constexpr int kSnapshotVersion = 2;
constexpr std::size_t kMaxInstances = 1'000'000;

enum class ModelSource : std::uint8_t { World, Library, Created };

// Where an instance comes from and where it entered.
struct Entry {
  ModelSource source = ModelSource::World;
  std::size_t index = 0;           // of World::models
  std::vector<std::string> words;  // name of the model and presets on it, from the library
  CommandData order = CreateObject{};
  std::string name;
  Pose spawn_pose;

  void serialize(Archive& archive) { archive(source, index, words, order, name, spawn_pose); }
};

Error not_saved(const Instance& instance) {
  return {{},
          "the run cannot be saved: the model of '" + instance.name +
              "' came neither with the world nor from the folders of models"};
}

// What must be alike for ids and bits to be.
std::uint64_t fingerprint(const World& world, std::uint64_t seed) {
  Hash hash;
  hash.add(world.name).add(seed).add(static_cast<std::uint64_t>(world.models.size()));
  for (const auto& model : world.models)
    hash.add(model->name)
        .add(static_cast<std::uint64_t>(model->links.size()))
        .add(static_cast<std::uint64_t>(model->joints.size()));
  return hash.value();
}

}  // namespace

void Simulation::Parts::save_instances(Archive& archive) {
  const World& world = population.world();
  std::vector<Entry> entries;
  for (const Instance& instance : population.state().instances) {
    Entry entry{.name = instance.name, .spawn_pose = instance.spawn_pose};
    const auto own = std::find(world.models.begin(), world.models.end(), instance.model);
    entry.words = population.model_library().words_for(*instance.model);
    if (own != world.models.end()) {
      entry.index = static_cast<std::size_t>(own - world.models.begin());
    } else if (const auto order = population.scripted_objects().order_for(*instance.model)) {
      entry.source = ModelSource::Created;
      entry.order = *order;
    } else if (!entry.words.empty()) {
      entry.source = ModelSource::Library;
    } else {
      return archive.fail(not_saved(instance).message);
    }
    entries.push_back(std::move(entry));
  }
  archive(entries);
}

void Simulation::Parts::restore_instances(Archive& archive, const PathOf& path_of) {
  const World& world = population.world();
  std::vector<Entry> entries;
  archive(entries);
  if (entries.size() > kMaxInstances) archive.fail("it holds too many models");
  for (const Entry& entry : entries) {
    if (archive.has_failed()) return;
    std::shared_ptr<const Model> model;
    if (entry.source == ModelSource::World) {
      if (entry.index >= world.models.size()) return archive.fail("a model of another world");
      model = world.models[entry.index];
    } else {
      const auto* order = std::get_if<CreateObject>(&entry.order);
      if (entry.words.empty() && entry.source == ModelSource::Library)
        return archive.fail("a model without a name");
      if (order == nullptr && entry.source == ModelSource::Created)
        return archive.fail("a model that nobody ordered");
      auto found =
          entry.source == ModelSource::Created
              ? population.scripted_objects().model_for(*order)
              : population.model_library().find(path_of ? path_of(entry.words[0]) : entry.words[0],
                                                {entry.words.begin() + 1, entry.words.end()});
      if (!found) return archive.fail(found.error().to_string());
      model = *std::move(found);
    }
    if (!is_finite(entry.spawn_pose)) return archive.fail("a model at no place");
    population.enter(std::move(model), entry.name, entry.spawn_pose);
  }
}

void Simulation::Parts::serialize(Archive& archive) {
  State& state = population.state();
  archive(state);
  if (archive.has_failed()) return;
  population.physics().serialize(archive, state);
  if (archive.is_reading())
    for (std::size_t i = 0; i < state.instances.size(); ++i)
      if (!state.instances[i].is_present) scene.remove(InstanceId(i));
  archive(population.robots());
  population.scripted_objects().serialize(archive, state);
  population.sensors().serialize(archive, state);
  pilots::serialize_pilots(archive, state, population.settings().seed, pilots);
  archive.section("messages");
  archive(readings, events, population.events());
}

Result<std::string> Simulation::save() {
  Archive archive;
  archive.section("rubble snapshot");
  int version = kSnapshotVersion;
  const Population& population = parts_->population;
  std::uint64_t world = fingerprint(population.world(), population.settings().seed);
  archive(version, world);
  parts_->save_instances(archive);
  if (!archive.has_failed()) parts_->serialize(archive);
  if (const auto written = archive.finish(); !written) return written.error();
  return archive.take_bytes();
}

Result<std::unique_ptr<Simulation>> Simulation::restore(World world, const Settings& settings,
                                                        std::string snapshot,
                                                        const PathOf& path_of) {
  auto parts = std::make_unique<Parts>(std::move(world), settings);
  Archive archive(std::move(snapshot));
  archive.section("rubble snapshot");
  int version = 0;
  std::uint64_t saved_world = 0;
  archive(version, saved_world);
  if (!archive.has_failed() && version != kSnapshotVersion)
    archive.fail("it is of version " + std::to_string(version) + "; this program reads version " +
                 std::to_string(kSnapshotVersion));
  if (!archive.has_failed() && saved_world != fingerprint(parts->population.world(), settings.seed))
    archive.fail("it was saved in another world, or with another seed");
  if (!archive.has_failed()) parts->restore_instances(archive, path_of);
  if (!archive.has_failed()) parts->serialize(archive);
  if (const auto read = archive.finish(); !read)
    return Error{{}, "the snapshot cannot be restored: " + read.error().message};
  return std::unique_ptr<Simulation>(new Simulation(std::move(parts)));
}

}  // namespace rubble::sim
