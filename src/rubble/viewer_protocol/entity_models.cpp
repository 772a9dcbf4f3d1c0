// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/entity_models.h"

#include "rubble/world/victim_body.h"

namespace rubble::viewer_protocol {

std::shared_ptr<const Model> model_of_victim(const Victim& victim) {
  auto model = std::make_shared<Model>();
  model->name = victim.name;
  model->is_static = true;
  Link& link = model->links.emplace_back();
  link.name = "body";
  for (const BodyPart& part : body_of(victim)) {
    Visual& visual = link.visuals.emplace_back();
    visual.name = part.name;
    visual.link_from_shape = part.victim_from_part;
    visual.geometry = part.geometry;
    visual.appearance = part.appearance;
  }
  return model;
}

std::shared_ptr<const Model> model_of_tag() {
  auto model = std::make_shared<Model>();
  model->name = "tag";
  model->is_static = true;
  Link& link = model->links.emplace_back();
  link.name = "tag";
  Visual& visual = link.visuals.emplace_back();
  visual.name = "tag";
  visual.geometry = Box{Vec3(0.1, 0.1, 0.01)};
  visual.appearance.color = {0.95F, 0.55F, 0.1F, 1.0F};
  return model;
}

const char* name_of(VictimState state) {
  switch (state) {
    case VictimState::Conscious:
      return "conscious";
    case VictimState::Semiconscious:
      return "semiconscious";
    case VictimState::Unconscious:
      return "unconscious";
    case VictimState::Dead:
      return "dead";
  }
  return "";
}

}  // namespace rubble::viewer_protocol
