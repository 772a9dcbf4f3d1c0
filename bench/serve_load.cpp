// SPDX-License-Identifier: Apache-2.0
// Many robots with one laser of 181 beams at 10 Hz, each with its own client on loopback in another
// process: what serving them costs, what is lost, and how long after a tick its lines are written.
// At rate 1 as clients use it; in lockstep the state's hash is the same in every run.
//   bench_serve_load [ROBOTS] [SECONDS] [RATE]
#include <fmt/core.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bench/fail.h"
#include "rubble/base/cpu_time.h"
#include "rubble/net/test_client.h"
#include "rubble/scenario/scenario.h"
#include "rubble/server/host.h"

namespace {

using namespace rubble;
using net::TestClient;

struct Load {
  int robots = 64;
  double seconds = 20.0;
  std::string rate = "1";
};

// What the clients saw.
struct Seen {
  std::int64_t scans = 0;
  std::int64_t statuses = 0;
  std::int64_t lost = 0;
  double seconds = 0.0;  // simulated
};

// --- the clients' process --------------------------------------------------------------------

struct Robot {
  explicit Robot(int port) : client(port) {}
  TestClient client;
  double last_scan = -1.0;
  double last_status = -1.0;
};

double time_of(const std::string& line) {
  const auto at = line.find("{Time ");
  return at == std::string::npos ? -1.0 : std::atof(line.c_str() + at + 6);
}

// Both come every 0.1 s: a longer step is something lost.
void take_line(const std::string& line, Robot& robot, Seen& seen) {
  const bool is_status = line.starts_with("STA");
  if (!is_status && line.find("RangeScanner") == std::string::npos) return;
  double& last = is_status ? robot.last_status : robot.last_scan;
  const double now = time_of(line);
  if (last >= 0.0) seen.lost += std::max(0, static_cast<int>((now - last) / 0.1 + 0.5) - 1);
  last = now;
  ++(is_status ? seen.statuses : seen.scans);
}

void wait_for_status(Robot& robot, Seen& seen) {
  const double before = robot.last_status;
  while (robot.last_status <= before) {
    const auto line = robot.client.line(60000);
    if (!line) std::exit(1);
    take_line(*line, robot, seen);
  }
}

void drive(Robot& robot, int number) {
  robot.client.send(fmt::format("DRIVE {{Left {}}} {{Right {}}}\r\n", 1 + number % 3, 2));
}

// One after the other, so that every run is the same: the next is heard before the others answer.
void enter_all(std::vector<Robot>& robots, int count, int port, Seen& seen) {
  for (int i = 0; i < count; ++i) {
    Robot& robot = robots.emplace_back(port);
    robot.client.send(fmt::format(
        "INIT {{ClassName LaserP3AT}} {{Name R{}}} {{Location {},{},-0.1}}\r\nGETSTARTPOSES\r\n",
        i + 1, 4 * (i % 8) - 14, 4 * (i / 8) - 14));
    for (auto line = robot.client.line(60000); line && !line->starts_with("NFO {StartPoses");)
      line = robot.client.line(60000);
    for (int j = 0; j < i; ++j) drive(robots[static_cast<std::size_t>(j)], j);
    for (Robot& each : robots) wait_for_status(each, seen);
  }
}

void take_all_lines(Robot& robot, int number, double end, Seen& seen) {
  const double before = robot.last_status;
  while (const auto line = robot.client.line(0)) take_line(*line, robot, seen);
  if (robot.last_status > before && robot.last_status < end) drive(robot, number);
}

Seen measure_from_outside(const Load& load, int port, int reports) {
  std::vector<Robot> robots;
  robots.reserve(static_cast<std::size_t>(load.robots));
  Seen seen;
  enter_all(robots, load.robots, port, seen);
  (void)!::write(reports, "b", 1);  // all are in: it begins
  seen = {};
  const double begin = robots.front().last_status;
  const double end = begin + load.seconds - 0.01;
  std::vector<pollfd> polls;
  for (const Robot& robot : robots) polls.push_back({robot.client.handle(), POLLIN, 0});
  for (std::size_t i = 0; i < robots.size(); ++i) drive(robots[i], static_cast<int>(i));
  const auto is_done = [&](const Robot& robot) { return robot.last_status >= end; };
  while (!std::all_of(robots.begin(), robots.end(), is_done)) {
    if (::poll(polls.data(), polls.size(), 60000) <= 0) std::exit(1);
    for (std::size_t i = 0; i < robots.size(); ++i)
      if (polls[i].revents != 0) take_all_lines(robots[i], static_cast<int>(i), end, seen);
  }
  seen.seconds = robots.front().last_status - begin;
  (void)!::write(reports, "e", 1);
  (void)!::write(reports, &seen, sizeof seen);
  return seen;
}

// --- the server's process --------------------------------------------------------------------

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

constexpr char kLaser[] =
    "<sensor name='Scanner1' type='gpu_lidar' rubble:preset='lms200'><pose>0.16 0 0.3 0 0 0</pose>"
    "<update_rate>10</update_rate><lidar><scan><horizontal><samples>181</samples>"
    "<min_angle>-1.570796</min_angle><max_angle>1.570796</max_angle></horizontal></scan>"
    "<range><min>0.1</min><max>20</max></range></lidar></sensor>";

// A P3AT with nothing but a laser.
void write_model(const std::filesystem::path& folder) {
  std::string model = text_of(data_folder() + "/models/P3AT/model.sdf");
  constexpr std::string_view kEnd = "</sensor>";
  for (auto at = model.find("<sensor"); at != std::string::npos; at = model.find("<sensor"))
    model.erase(at, model.find(kEnd, at) + kEnd.size() - at);
  model.replace(model.find("class=\"P3AT\""), 12, "class=\"LaserP3AT\"");
  model.insert(model.find("</link>"), kLaser);
  std::filesystem::create_directories(folder / "LaserP3AT");
  std::ofstream(folder / "LaserP3AT" / "model.sdf") << model;
}

std::string box(const std::string& name, double x, double y, double size, double height, double z) {
  const std::string shape =
      fmt::format("<geometry><box><size>{0} {0} {1}</size></box></geometry>", size, height);
  return fmt::format(
      "<model name='{}'><static>true</static><pose>{} {} {} 0 0 0</pose><link name='l'>"
      "<collision name='c'>{}</collision><visual name='v'>{}</visual></link></model>\n",
      name, x, y, z, shape, shape);
}

// A floor with a post between any four robots.
std::string write_world(const std::filesystem::path& folder) {
  std::string text =
      "<sdf version='1.9' xmlns:rubble='urn:rubble'><world name='yard'>"
      "<rubble:start name='S'><pose>0 0 0 0 0 0</pose></rubble:start>\n";
  text += box("floor", 0, 0, 60, 0.2, -0.1);
  for (int i = 0; i < 81; ++i)
    text += box(fmt::format("post_{}", i), 4 * (i % 9) - 16, 4 * (i / 9) - 16, 0.4, 1.0, 0.5);
  const std::string path = folder / "yard.sdf";
  std::ofstream(path) << text << "</world></sdf>\n";
  return path;
}

double percentile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0.0;
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

int serve_and_report(const Load& load, const std::filesystem::path& folder, int ports,
                     int reports) {
  const auto run = scenario::open_run(
      {.world = write_world(folder), .load = {.resource_folders = {folder.string()}}});
  if (!run) return bench::fail(run.error());
  sim::Simulation& simulation = (*run)->simulation();
  const auto pace = server::parse_pace(load.rate);
  if (!pace) return bench::fail(pace.error());
  auto host =
      server::Host::open(simulation, {.ports = {0, std::nullopt, std::nullopt, std::nullopt},
                                      .pace = *pace,
                                      .measures_delays = true});
  if (!host) return bench::fail(host.error());
  const int port = *(*host)->ports().usarsim;
  (void)!::write(ports, &port, sizeof port);

  std::atomic<bool> wants_stop = false;
  Seen seen;
  double cpu = 0.0;
  std::vector<double> delays;
  std::thread watcher([&] {
    char letter = 0;
    bool is_fine = ::read(reports, &letter, 1) == 1;
    (*host)->usarsim().take_delays();
    const double before = cpu_seconds();
    is_fine = is_fine && ::read(reports, &letter, 1) == 1;
    delays = (*host)->usarsim().take_delays();
    cpu = cpu_seconds() - before;
    is_fine = is_fine && ::read(reports, &seen, sizeof seen) == sizeof seen;
    wants_stop = true;
  });
  (*host)->run(wants_stop);
  watcher.join();
  std::sort(delays.begin(), delays.end());
  fmt::print(
      "serve_load {} robots, rate {}: {:.1f} simulated s in {:.2f} CPU-s; {} scans and {} statuses "
      "read, {} lost, {} dropped; tick to bytes written: p50 {:.3f} ms, p99 {:.3f} ms, most {:.3f} "
      "ms of {}; state {:016x}\n",
      load.robots, load.rate, seen.seconds, cpu, seen.scans, seen.statuses, seen.lost,
      (*host)->counts().sensor_messages_dropped, 1e3 * percentile(delays, 0.5),
      1e3 * percentile(delays, 0.99), 1e3 * percentile(delays, 1.0), delays.size(),
      simulation.state().hash());
  std::fflush(stdout);
  return seen.scans > 0 ? 0 : 1;
}

// The clients are forked off first: a process with threads is better not forked.
int run(const Load& load) {
  int ports[2];
  int reports[2];
  if (::pipe(ports) != 0 || ::pipe(reports) != 0) return 1;
  const pid_t clients = ::fork();
  if (clients == 0) {
    ::close(reports[0]);
    ::close(ports[1]);
    int port = 0;
    if (::read(ports[0], &port, sizeof port) != sizeof port) std::exit(1);
    measure_from_outside(load, port, reports[1]);
    std::_Exit(0);
  }
  ::close(reports[1]);
  ::close(ports[0]);
  const auto folder =
      std::filesystem::temp_directory_path() / ("rubble-serve-load-" + std::to_string(::getpid()));
  write_model(folder);
  const int code = serve_and_report(load, folder, ports[1], reports[0]);
  ::close(ports[1]);
  ::close(reports[0]);
  ::waitpid(clients, nullptr, 0);
  std::filesystem::remove_all(folder);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  Load load;
  if (argc > 1) load.robots = std::clamp(std::atoi(argv[1]), 1, 64);
  if (argc > 2) load.seconds = std::atof(argv[2]);
  if (argc > 3) {
    load.rate = argv[3];
    return run(load);
  }
  for (const char* rate : {"1", "lockstep"}) {
    load.rate = rate;
    if (const int code = run(load); code != 0) return code;
  }
  return 0;
}
