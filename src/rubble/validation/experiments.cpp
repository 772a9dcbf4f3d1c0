// SPDX-License-Identifier: Apache-2.0
#include "rubble/validation/experiment.h"
#include "rubble/validation/interleague_experiment.h"
#include "rubble/validation/radio_experiment.h"
#include "rubble/validation/smoke_experiments.h"

namespace rubble::validation {
namespace {

constexpr Experiment kExperiments[] = {
    {"smoke-room", smoke_room_experiment},
    {"smoke-field", smoke_field_experiment},
    {"radio", radio_experiment},
    {"interleague", interleague_experiment},
};

}  // namespace

std::span<const Experiment> experiments() { return kExperiments; }

const Experiment* find_experiment(const std::string& name) {
  for (const Experiment& experiment : kExperiments)
    if (name == experiment.name) return &experiment;
  return nullptr;
}

}  // namespace rubble::validation
