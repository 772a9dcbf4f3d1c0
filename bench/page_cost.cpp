// SPDX-License-Identifier: Apache-2.0
// What an open page costs a run: 3,000 boxes, 10 robots that wander with a laser of 181 beams each,
// with and without a page that watches everything in turn; the page is another process. Prints
// simulated seconds a CPU-second of the program alone, and bytes a second to the page.
//   bench_page_cost [SECONDS] [RATE] [ROUNDS]
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "apps/mission.h"
#include "apps/support.h"
#include "rubble/server/host.h"
#include "rubble/server/web_test_client.h"

namespace {

using namespace rubble;

constexpr int kRobots = 10;
constexpr double kScanRate = 10.0;        // Hz, what the page asks for
constexpr int kColumns = 60, kRows = 50;  // of boxes
constexpr double kApart = 0.8;            // m
constexpr double kCornerX = -kColumns * kApart / 2, kCornerY = -kRows * kApart / 2;

// --- the page's process ----------------------------------------------------------------------

struct Received {
  double bytes_per_second = 0.0;
  std::int64_t frames = 0;
};

std::string watch_of(const nlohmann::json& robots) {
  nlohmann::json watch{{"type", "watch"}, {"poses", 20}, {"smoke", true}, {"lines", ""}};
  watch["streams"] = nlohmann::json::array();
  for (const auto& robot : robots["robots"])
    for (const auto& stream : robot["streams"])
      if (stream["encoding"] == "scan")
        watch["streams"].push_back({{"id", stream["id"]}, {"rate", kScanRate}});
  return watch.dump();
}

// Until the program closes the connection. What comes before the first second is the scene.
Received look(int port) {
  server::TestPage page(port);
  Received received;
  double began = 0.0, last = 0.0;
  std::int64_t bytes = 0;
  for (auto frame = page.next(20'000); frame && frame->kind != 8; frame = page.next(20'000)) {
    if (frame->kind == 1 && frame->bytes.find("\"type\":\"robots\"") != std::string::npos)
      page.say(watch_of(nlohmann::json::parse(frame->bytes)));
    last = server::wall_seconds();
    if (began == 0.0) began = last;
    if (last < began + 1.0) continue;
    bytes += static_cast<std::int64_t>(frame->bytes.size());
    ++received.frames;
  }
  if (last > began + 1.0)
    received.bytes_per_second = static_cast<double>(bytes) / (last - began - 1.0);
  return received;
}

// A port in, what came from it out, again and again.
void look_when_told(int ports, int reports) {
  for (int port = 0; ::read(ports, &port, sizeof port) == sizeof port;) {
    const Received received = look(port);
    if (::write(reports, &received, sizeof received) != sizeof received) return;
  }
}

// --- the program's process -------------------------------------------------------------------

std::string box(int index, double x, double y) {
  const std::string shape = "<geometry><box><size>0.3 0.3 0.4</size></box></geometry>";
  return fmt::format(
      "<link name='box{}'><pose>{} {} 0.2 0 0 0</pose><collision name='c'>{}</collision>"
      "<visual name='v'>{}</visual></link>\n",
      index, x, y, shape, shape);
}

// Boxes in rows that a robot fits between.
std::string world_text() {
  std::string text =
      "<sdf version='1.9'><world name='boxes'><model name='floor'><static>true</static><link "
      "name='l'><collision name='c'><geometry><plane><normal>0 0 1</normal><size>100 "
      "100</size></plane></geometry></collision><visual name='v'><geometry><plane><normal>0 0 "
      "1</normal><size>100 100</size></plane></geometry></visual></link></model>\n"
      "<model name='boxes'><static>true</static>\n";
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column)
      text += box(row * kColumns + column, kCornerX + column * kApart, kCornerY + row * 2 * kApart);
  return text + "</model></world></sdf>\n";
}

std::vector<std::string> robots() {
  std::vector<std::string> robots;
  for (int i = 0; i < kRobots; ++i)
    robots.push_back(
        fmt::format("P3AT@{},{},0.05,0", -20.0 + 4.0 * i, kCornerY + (2 * i + 11) * kApart));
  return robots;
}

struct Cost {
  double sim_seconds_per_cpu = 0.0;
  std::uint64_t hash = 0;
};

Cost run_once(const std::string& world_file, double seconds, const std::string& rate,
              const std::function<void(int port)>& tell_page) {
  auto world = load_world(world_file, apps::load_settings({}));
  if (!world) std::exit(apps::fail(world.error()));
  sim::Simulation simulation(*std::move(world), {.seed = 3});
  if (const auto added = apps::add_robots(simulation, robots(), {{"lms200"}}); !added)
    std::exit(apps::fail(added.error()));
  if (const auto added = apps::add_pilots(simulation, "wander"); !added)
    std::exit(apps::fail(added.error()));
  server::HostSettings settings;
  settings.ports = {0, std::nullopt, std::nullopt, std::nullopt, 0};
  settings.pace = *server::parse_pace(rate);
  settings.duration = seconds;
  auto host = server::Host::open(simulation, settings);
  if (!host) std::exit(apps::fail(host.error()));
  tell_page(*(*host)->ports().web);
  const std::atomic<bool> never{false};
  const double before = apps::cpu_seconds();
  (*host)->run(never);
  return {seconds / (apps::cpu_seconds() - before), simulation.state().hash()};
}

int measure(double seconds, const std::string& rate, int rounds, int ports, int reports) {
  const apps::TemporaryFolder folder("rubble_page_cost");
  const std::string file = folder.path() + "/boxes.sdf";
  std::ofstream(file) << world_text();
  double without = 0.0, with = 0.0;
  for (int round = 0; round < rounds; ++round) {
    const Cost alone = run_once(file, seconds, rate, [](int) {});
    const Cost watched = run_once(file, seconds, rate, [&](int port) {
      if (::write(ports, &port, sizeof port) != sizeof port) std::exit(1);
    });
    Received received;
    if (::read(reports, &received, sizeof received) != sizeof received) return 1;
    without += alone.sim_seconds_per_cpu;
    with += watched.sim_seconds_per_cpu;
    fmt::print(
        "simulated s a CPU-s: {:.2f} without, {:.2f} with a page; {:.0f} kB/s, {} frames to it; "
        "hash {:016x} {:016x}\n",
        alone.sim_seconds_per_cpu, watched.sim_seconds_per_cpu, 1e-3 * received.bytes_per_second,
        received.frames, alone.hash, watched.hash);
  }
  fmt::print("falls by {:.1f} %\n", 100.0 * (1.0 - with / without));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 20.0;
  const std::string rate = argc > 2 ? argv[2] : "1";
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 3;
  int ports[2];
  int reports[2];
  if (::pipe(ports) != 0 || ::pipe(reports) != 0) return 1;
  if (::fork() == 0) {  // before there are threads
    ::close(ports[1]);
    ::close(reports[0]);
    look_when_told(ports[0], reports[1]);
    std::_Exit(0);
  }
  ::close(ports[0]);
  ::close(reports[1]);
  const int code = measure(seconds, rate, rounds, ports[1], reports[0]);
  ::close(ports[1]);
  ::wait(nullptr);
  return code;
}
