// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "rubble/wireless/exec_board.h"
#include "rubble/wireless/pipe.h"

namespace rubble::wireless {

class Door;

// TCP over the radio. A program that is about to connect to another station's port has a door
// prepared for it, and then connects to that: the kernel itself gives it the answer that a real
// network would.
//   they listen, in range    the door is open; whoever comes in is joined with a connection to them
//   they do not, in range    there is no door: refused
//   out of range             the door is deaf: it drops what the kernel sends to it, which tries
//                            again and again until it gives up or the range is back
// Doors live as long as somebody may still come. Network's thread only.
class Doors {
 public:
  explicit Doors(const ExecBoard& board);
  ~Doors();
  Doors(const Doors&) = delete;
  Doors& operator=(const Doors&) = delete;

  // Calls when_ready soon: with the port to connect to, or a sentence about what is short. The port
  // is another than asked for only where a program outside the radio has that on all addresses.
  using WhenReady = std::function<void(const std::string& trouble, int port)>;
  void prepare(const PairPort& where, WhenReady when_ready);
  void follow_links();
  void sweep(double now);  // lets go of what nobody came for
  void close();

  std::size_t door_count() const { return doors_.size(); }
  std::size_t pipe_count() const { return pipes_.size(); }

 private:
  friend class Door;
  void drop(const PairPort& where) { doors_.erase(where); }
  void make_room();
  void join(StationPair pair, net::tcp::socket near, net::tcp::socket far);

  ExecBoard board_;
  std::map<PairPort, std::shared_ptr<Door>> doors_;
  std::set<std::shared_ptr<Pipe>> pipes_;
  std::map<int, std::size_t> pipes_of_;  // how many, by who connected
  std::size_t most_doors_;
  std::size_t most_pipes_;
};

}  // namespace rubble::wireless
