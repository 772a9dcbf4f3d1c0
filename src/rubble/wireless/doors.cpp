// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/doors.h"

#include <fmt/format.h>

#include <algorithm>

#include "rubble/base/log.h"
#include "rubble/wireless/door.h"
#include "rubble/wireless/socket_limit.h"

namespace rubble::wireless {

namespace {

constexpr std::size_t kMostDoors = 256;
constexpr std::size_t kMostPipes = 2048;  // of two sockets each

}  // namespace

Doors::Doors(const ExecBoard& board)
    : board_(board),
      most_doors_(std::clamp<std::size_t>(socket_limit() / 64, 1, kMostDoors)),
      most_pipes_(std::clamp<std::size_t>(socket_limit() / 8, 1, kMostPipes)) {}
Doors::~Doors() { close(); }

void Doors::close() {
  for (const auto& [where, door] : std::exchange(doors_, {})) door->close();
  for (const auto& pipe : std::exchange(pipes_, {})) pipe->close();
}

void Doors::prepare(const PairPort& where, WhenReady when_ready) {
  const auto own = pipes_of_.find(where.pair.viewer);
  const std::size_t own_count = own == pipes_of_.end() ? 0 : own->second;
  if (pipes_.size() >= most_pipes_ || own_count >= (most_pipes_ + 1) / 2)  // others want some too
    return when_ready(fmt::format("{} of {} connections of this server are the robot's own",
                                  own_count, most_pipes_),
                      0);
  auto found = doors_.find(where);
  if (found == doors_.end()) {
    make_room();
    found = doors_.emplace(where, std::make_shared<Door>(*this, board_, where)).first;
  }
  const auto door = found->second;  // may leave the map meanwhile
  door->prepare(std::move(when_ready));
}

void Doors::make_room() {
  if (doors_.size() < most_doors_) return;
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
                         [this, is_over, viewer = pair.viewer] {
                           if (--pipes_of_[viewer] == 0) pipes_of_.erase(viewer);
                           pipes_.erase(is_over->lock());
                         });
  ++pipes_of_[pair.viewer];
  *is_over = pipe;
  pipes_.insert(std::move(pipe));
}

}  // namespace rubble::wireless
