// SPDX-License-Identifier: Apache-2.0
// Any bytes as two clients in a small running world: nothing may break, the world stays sound and
// every line that goes out is one.
//
// Lines go to the first client, those that begin with '2' to the second. A line "." lets a tenth of
// a second pass, "x" closes the first client and opens another.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rubble/base/assert.h"
#include "rubble/base/log.h"
#include "rubble/net/line_splitter.h"
#include "rubble/sdf/load.h"
#include "rubble/server/stage.h"
#include "rubble/usarsim/protocol/line.h"

namespace rubble::server {
namespace {

constexpr std::size_t kMaxLines = 48;
constexpr int kMaxTicks = 240;

const World& small_world() {
  static const World world = [] {
    set_log_level(LogLevel::Quiet);
    auto loaded = load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf",
                             {.resource_folders = {RUBBLE_SOURCE_DIR "/models"}});
    RUBBLE_ASSERT(loaded.ok());
    return *std::move(loaded);
  }();
  return world;
}

void check_spoken(const std::string& text) {
  RUBBLE_ASSERT(text.ends_with("\r\n"));
  for (const char letter : text)
    RUBBLE_ASSERT((letter >= ' ' && letter <= '~') || letter == '\r' || letter == '\n');
}

class Play {
 public:
  explicit Play(usarsim::Dialect dialect)
      : simulation_(small_world(), {.load = {.resource_folders = {RUBBLE_SOURCE_DIR "/models"}}}),
        stage_(simulation_, {.wire = {.dialect = dialect}},
               [](ConnectionId, const std::string& text, Delivery) { check_spoken(text); }) {
    stage_.open(first_);
    stage_.open(2);
  }

  void take(const std::string& line) {
    if (line == ".") return pass(24);
    if (line == "x") return reopen();
    if (line[0] == '2')
      stage_.receive(2, std::string_view(line).substr(1));
    else
      stage_.receive(first_, line);
    stage_.answer_com(line);
    stage_.answer_truth(line);
    pass(1);
  }

  // Everybody goes, and so does what they had.
  void end() {
    stage_.close(first_);
    stage_.close(2);
    stage_.step();
    for (const BodyState& body : simulation_.state().bodies)
      RUBBLE_ASSERT(body.pose.position.allFinite() && body.velocity.allFinite());
  }

 private:
  void pass(int ticks) {
    for (int i = 0; i < ticks && ticks_ < kMaxTicks; ++i, ++ticks_) stage_.step();
  }
  void reopen() {
    stage_.close(first_);
    stage_.open(first_ += 2);
  }

  sim::Simulation simulation_;
  Stage stage_;
  ConnectionId first_ = 1;
  int ticks_ = 0;
};

}  // namespace
}  // namespace rubble::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using rubble::usarsim::Dialect;
  constexpr std::size_t kMaxLineLength = 1024;
  constexpr Dialect kDialects[] = {Dialect::Compat, Dialect::Classic, Dialect::Udk};
  rubble::net::LineSplitter splitter(kMaxLineLength);
  std::vector<std::string> lines;
  splitter.feed({reinterpret_cast<const char*>(data), size}, lines);
  if (lines.size() > rubble::server::kMaxLines) return -1;
  rubble::server::Play play(kDialects[size % 3]);
  for (const std::string& line : lines) play.take(line);
  play.end();
  return 0;
}
