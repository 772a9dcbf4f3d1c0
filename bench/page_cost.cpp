// SPDX-License-Identifier: Apache-2.0
// What an open page costs a run: 3,000 boxes, 10 robots that wander with a laser of 181 beams each,
// with and without a page that watches everything in turn; the page is another process. Prints
// simulated seconds a CPU-second of the program alone, and bytes a second to the page; and what the
// page costs: by the difference of the runs, which is noisy on a busy machine, and counted on the
// threads that work for it, which is not.
//   bench_page_cost [SECONDS] [RATE] [ROUNDS]
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "bench/fail.h"
#include "rubble/base/cpu_time.h"
#include "rubble/net/web/web_test_client.h"
#include "rubble/scenario/scenario.h"
#include "rubble/server/host.h"

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
  net::TestWebSocket page(port);
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

// CPU time, s.
struct Clocks {
  double all = 0.0;
  double other_threads = 0.0;  // than the simulation's: above all the network's
  double page_here = 0.0;      // for pages on the simulation's thread

  Clocks operator-(const Clocks& earlier) const {
    return {all - earlier.all, other_threads - earlier.other_threads,
            page_here - earlier.page_here};
  }
};

double other_threads_seconds() {
  double sum = 0.0;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    if (thread.path().filename() == std::to_string(::getpid())) continue;
    double nanoseconds = 0.0;
    std::ifstream(thread.path() / "schedstat") >> nanoseconds;
    sum += 1e-9 * nanoseconds;
  }
  return sum;
}

Clocks clocks(const server::Host& host) {
  return {cpu_seconds(), other_threads_seconds(), host.counts().page_seconds};
}

struct Cost {
  Clocks spent;  // from the second simulated second on: by then the page has the scene
  std::uint64_t hash = 0;
};

Cost run_once(const World& world, double seconds, const std::string& rate,
              const std::function<void(int port)>& tell_page) {
  constexpr Tick kBegin = kTicksPerSecond;
  const auto opened = scenario::open_run({.world = world,
                                          .robots = scenario::parse_robots(robots()),
                                          .sensors = {"lms200"},
                                          .pilot = "wander",
                                          .seed = 3});
  if (!opened) std::exit(bench::fail(opened.error()));
  sim::Simulation& simulation = (*opened)->simulation();
  server::HostSettings settings;
  settings.ports = {.usarsim = 0, .image = {}, .com = {}, .truth = {}, .web = 0};
  settings.pace = *server::parse_pace(rate);
  settings.duration = seconds + seconds_at(kBegin);
  settings.measures_page = true;
  const server::Host* running = nullptr;
  Clocks before;
  settings.run.after_tick = [&] {
    if (simulation.state().tick == kBegin) before = clocks(*running);
  };
  auto host = server::Host::open(simulation, settings);
  if (!host) std::exit(bench::fail(host.error()));
  running = host->get();
  tell_page(*(*host)->ports().web);
  const std::atomic<bool> never{false};
  (*host)->run(never);
  return {clocks(**host) - before, simulation.state().hash()};
}

struct Settings {
  double seconds = 5.0;
  std::string rate = "1";
  int rounds = 12;
};

// A page's part in the CPU time of a run, of each round.
struct Shares {
  std::vector<double> fall;       // how much slower a simulated second was
  std::vector<double> simulator;  // counted on the simulation's thread
  std::vector<double> network;    // counted on all others
};

void print_mean(const char* what, const std::vector<double>& shares) {
  const auto count = static_cast<double>(shares.size());
  const double mean = std::accumulate(shares.begin(), shares.end(), 0.0) / count;
  double squares = 0.0;
  for (const double share : shares) squares += (share - mean) * (share - mean);
  const double error = shares.size() > 1 ? std::sqrt(squares / (count - 1.0) / count) : 0.0;
  fmt::print("{}: {:.2f} +- {:.2f} % of the CPU time of the run alone\n", what, 100.0 * mean,
             100.0 * error);
}

int measure(const Settings& settings, int ports, int reports) {
  const auto world = load_world_text(world_text(), "boxes.sdf", scenario::load_settings({}));
  if (!world) return bench::fail(world.error());
  const auto run = [&](const std::function<void(int port)>& tell_page) {
    return run_once(*world, settings.seconds, settings.rate, tell_page);
  };
  Shares shares;
  for (int round = 0; round < settings.rounds; ++round) {
    // In turn, so that a machine that gets warm or busy favours nobody.
    Cost alone, watched;
    for (const bool is_watched : {round % 2 == 1, round % 2 == 0}) {
      if (!is_watched) alone = run([](int) {});
      if (is_watched)
        watched = run([&](int port) {
          if (::write(ports, &port, sizeof port) != sizeof port) std::exit(1);
        });
    }
    Received received;
    if (::read(reports, &received, sizeof received) != sizeof received) return 1;
    const double whole = alone.spent.all;
    const Clocks more = watched.spent - alone.spent;
    shares.fall.push_back(more.all / whole);
    shares.simulator.push_back(more.page_here / whole);
    shares.network.push_back(more.other_threads / whole);
    fmt::print(
        "simulated s a CPU-s: {:.2f} without, {:.2f} with a page; {:.0f} kB/s, {} frames to it; "
        "hash {:016x} {:016x}\n",
        settings.seconds / whole, settings.seconds / watched.spent.all,
        1e-3 * received.bytes_per_second, received.frames, alone.hash, watched.hash);
  }
  print_mean("a page, by the difference of the runs", shares.fall);
  print_mean("a page, counted on the simulation's thread", shares.simulator);
  print_mean("a page, counted on the network's thread", shares.network);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  if (argc > 1) settings.seconds = std::atof(argv[1]);
  if (argc > 2) settings.rate = argv[2];
  if (argc > 3) settings.rounds = std::atoi(argv[3]);
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
  const int code = measure(settings, ports[1], reports[0]);
  ::close(ports[1]);
  ::wait(nullptr);
  return code;
}
