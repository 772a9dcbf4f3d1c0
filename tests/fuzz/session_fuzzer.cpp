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
#include "rubble/server/com_port.h"
#include "rubble/server/live_run.h"
#include "rubble/server/truth_port.h"
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
        live_(simulation_, {.wire = {.dialect = dialect}},
              [](ConnectionId, const std::string& text, Delivery) { check_spoken(text); }) {
    live_.clients().open(first_);
    live_.clients().open(2);
  }

  void take(const std::string& line) {
    if (line == ".") return pass(24);
    if (line == "x") return reopen();
    if (line[0] == '2')
      live_.clients().receive(2, std::string_view(line).substr(1));
    else
      live_.clients().receive(first_, line);
    answer_com(simulation_, line);
    answer_truth(simulation_, line);
    pass(1);
  }

  // Everybody goes, and so does what they had.
  void end() {
    live_.clients().close(first_);
    live_.clients().close(2);
    live_.step();
    for (const BodyState& body : simulation_.state().bodies)
      RUBBLE_ASSERT(body.pose.position.allFinite() && body.velocity.allFinite());
  }

 private:
  void pass(int ticks) {
    for (int i = 0; i < ticks && ticks_ < kMaxTicks; ++i, ++ticks_) live_.step();
  }
  void reopen() {
    live_.clients().close(first_);
    live_.clients().open(first_ += 2);
  }

  sim::Simulation simulation_;
  LiveRun live_;
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
