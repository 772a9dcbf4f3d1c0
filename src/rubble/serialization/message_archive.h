// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/base/archive.h"
#include "rubble/messages/command.h"
#include "rubble/messages/event.h"
#include "rubble/messages/reading.h"

// Messages as bytes of a snapshot, every number to the bit. Pictures of cameras are left out.
namespace rubble {

void serialize(Archive& archive, Reading& reading);
void serialize(Archive& archive, Event& event);
void serialize(Archive& archive, CommandData& order);
void serialize(Archive& archive, TimedCommand& command);

}  // namespace rubble
