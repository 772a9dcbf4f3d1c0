// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/playback_room.h"

#include "rubble/page/run_status.h"

namespace rubble::server {

class PlaybackRoom::Projector {};

PlaybackRoom::PlaybackRoom(WebServer& web, PageId page, std::string path, std::optional<int> asked)
    : projector_(std::make_unique<Projector>()) {
  if (asked) web.send(page, page::answer(*asked, false, "cannot open " + path + " yet"));
}
PlaybackRoom::~PlaybackRoom() = default;
void PlaybackRoom::leave() {}
bool PlaybackRoom::is_over() const { return projector_ != nullptr; }
void PlaybackRoom::hear(page::Request) {}

}  // namespace rubble::server
