// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/doors.h"

#include <algorithm>

#include "rubble/base/log.h"
#include "rubble/wireless/door.h"

namespace rubble::wireless {

namespace {

constexpr std::size_t kMostDoors = 256;
constexpr std::size_t kMostPipes = 2048;

}  // namespace

Doors::Doors(const ExecBoard& board) : board_(board) {}
Doors::~Doors() { close(); }

void Doors::close() {
  for (const auto& [where, door] : std::exchange(doors_, {})) door->close();
  for (const auto& pipe : std::exchange(pipes_, {})) pipe->close();
}

void Doors::prepare(const PairPort& where, WhenReady when_ready) {
  if (pipes_.size() >= kMostPipes)
    return when_ready("there are already " + std::to_string(kMostPipes) + " connections", 0);
  auto found = doors_.find(where);
  if (found == doors_.end()) {
    make_room();
    found = doors_.emplace(where, std::make_shared<Door>(*this, board_, where)).first;
  }
  const auto door = found->second;  // may leave the map meanwhile
  door->prepare(std::move(when_ready));
}

void Doors::make_room() {
  if (doors_.size() < kMostDoors) return;
  const auto oldest = std::min_element(
      doors_.begin(), doors_.end(),
      [](const auto& a, const auto& b) { return a.second->last_asked() < b.second->last_asked(); });
  oldest->second->close();
  doors_.erase(oldest);
}

void Doors::follow_links() {
  const auto doors = doors_;
  for (const auto& [where, door] : doors) door->follow_links();
}

void Doors::sweep(double now) {
  const auto doors = doors_;
  for (const auto& [where, door] : doors) door->sweep(now);
}

void Doors::join(StationPair pair, net::tcp::socket near, net::tcp::socket far) {
  net::make_ready(near);
  net::make_ready(far);
  const auto is_over = std::make_shared<std::weak_ptr<Pipe>>();
  auto pipe = Pipe::join(board_.air, {std::move(near), board_.book.name(pair.viewer)},
                         {std::move(far), board_.book.name(pair.seen)}, {.is_shaped = true},
                         [this, is_over] { pipes_.erase(is_over->lock()); });
  *is_over = pipe;
  pipes_.insert(std::move(pipe));
}

}  // namespace rubble::wireless
