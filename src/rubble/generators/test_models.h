// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "rubble/world/world.h"

namespace rubble::generators {

inline const Model& model_named(const World& world, const std::string& name) {
  for (const auto& model : world.models)
    if (model->name == name) return *model;
  ADD_FAILURE() << "no model " << name;
  return *world.models.front();
}

}  // namespace rubble::generators
