// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/model.h"

namespace rubble {
namespace {

template <class Thing>
int find_by_name(const std::vector<Thing>& things, const std::string& name) {
  for (std::size_t i = 0; i < things.size(); ++i)
    if (things[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace

int Model::find_link(const std::string& link_name) const { return find_by_name(links, link_name); }

int Model::find_joint(const std::string& joint_name) const {
  return find_by_name(joints, joint_name);
}

}  // namespace rubble
