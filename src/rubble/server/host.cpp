// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/host.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <thread>

#include "rubble/base/log.h"

namespace rubble::server {
namespace {

constexpr double kSecondsBetweenReports = 10.0;

Result<std::unique_ptr<net::LineServer>> open_line_port(net::Network& network,
                                                        const HostSettings& settings,
                                                        const std::string& name,
                                                        OptionalPort port) {
  if (!port) return std::unique_ptr<net::LineServer>();
  auto server =
      net::LineServer::listen(network, {.name = name, .host = settings.host, .port = *port});
  if (!server) return Error{{name}, server.error().message};
  return server;
}

template <class Server>
OptionalPort port_of(const std::unique_ptr<Server>& server) {
  return server ? OptionalPort(server->port()) : std::nullopt;
}

template <class Answer>
void answer_lines(net::LineServer* server, std::size_t max_lines_each, const Answer& answer) {
  if (server == nullptr) return;
  for (const net::LineEvent& event : server->drain(max_lines_each)) {
    if (event.kind != net::LineEvent::Kind::Line) continue;
    std::string lines = answer(event.text);
    if (!lines.empty()) server->send(event.connection, std::move(lines), net::Delivery::Reliable);
  }
}

// Replaces characters that are unsafe in a file name.
std::string file_stem(std::string name) {
  constexpr std::size_t kMaxLength = 40;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name.empty() ? "run" : name.substr(0, kMaxLength);
}

// Adds the CPU time of this thread during its lifetime to a sum; no effect for a null sum.
class ScopedThreadCpuTimer {
 public:
  explicit ScopedThreadCpuTimer(double* sum) : sum_(sum), began_(sum == nullptr ? 0.0 : now()) {}
  ~ScopedThreadCpuTimer() {
    if (sum_ != nullptr) *sum_ += now() - began_;
  }
  ScopedThreadCpuTimer(const ScopedThreadCpuTimer&) = delete;
  ScopedThreadCpuTimer& operator=(const ScopedThreadCpuTimer&) = delete;

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  double* sum_;
  double began_;
};

Work work_of(sim::Phase phase) {
  switch (phase) {
    case sim::Phase::Orders:
      return Work::Orders;
    case sim::Phase::Pilots:
      return Work::Pilots;
    case sim::Phase::Physics:
      return Work::Physics;
    case sim::Phase::Sensing:
      return Work::Sensing;
  }
  return Work::Orders;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

Host::Host(sim::Simulation& simulation, const HostSettings& settings)
    : simulation_(simulation),
      settings_(settings),
      stage_(simulation, stage_settings(),
             [this](net::ConnectionId connection, std::string lines, net::Delivery delivery) {
               usarsim_->send(connection, std::move(lines), delivery);
             }),
      pacer_(settings.pace, wall_seconds()),
      time_profile_(wall_seconds()),
      first_tick_(simulation.state().tick) {
  stage_.remember(settings_.first_commands);
}

Host::~Host() { simulation_.set_phase_listener(nullptr); }

StageSettings Host::stage_settings() {
  StageSettings stage = settings_.stage;
  stage.keeps_command_history = settings_.ports.web.has_value();
  if (settings_.measures_delays) stage.after_tick = [this] { usarsim_->count_delays_from_now(); };
  return stage;
}

Result<std::unique_ptr<Host>> Host::open(sim::Simulation& simulation,
                                         const HostSettings& settings) {
  std::unique_ptr<Host> host(new Host(simulation, settings));
  if (const auto opened = host->open_ports(); !opened) return opened.error();
  if (const auto opened = host->open_radio(); !opened) return opened.error();
  if (const auto opened = host->open_web(); !opened) return opened.error();
  return host;
}

Result<void> Host::open_ports() {
  const HostPorts& wanted = settings_.ports;
  auto usarsim = open_line_port(network_, settings_, "usarsim", wanted.usarsim);
  if (!usarsim) return usarsim.error();
  auto com = open_line_port(network_, settings_, "com", wanted.com);
  if (!com) return com.error();
  auto truth = open_line_port(network_, settings_, "truth", wanted.truth);
  if (!truth) return truth.error();
  usarsim_ = *std::move(usarsim);
  com_ = *std::move(com);
  truth_ = *std::move(truth);
  if (!wanted.image) return {};
  auto image = ImageServer::listen(network_,
                                   {.host = settings_.host,
                                    .port = *wanted.image,
                                    .type = settings_.image_type,
                                    .pushes_first_frame = settings_.pushes_first_frame,
                                    .grid = settings_.stage.tiles},
                                   simulation_);
  if (!image) return Error{{"image"}, image.error().message};
  image_ = *std::move(image);
  return {};
}

// Pages also show links, but these are only computed while a page subscribes to them.
Result<void> Host::open_radio() {
  RadioServiceSettings radio_settings = settings_.radio;
  radio_settings.host = settings_.host;
  radio_settings.port = settings_.ports.radio;
  if (!radio_settings.port && !settings_.ports.web && radio_settings.log.empty()) return {};
  auto radio = RadioService::open(network_, simulation_, radio_settings);
  if (!radio) return radio.error();
  radio_ = *std::move(radio);
  return {};
}

Result<void> Host::open_web() {
  if (!settings_.ports.web) return {};
  auto web = WebServer::listen(network_, {.host = settings_.host,
                                          .port = *settings_.ports.web,
                                          .folder = settings_.page.folder,
                                          .token = settings_.page.token});
  if (!web) return Error{{"web"}, web.error().message};
  web_ = *std::move(web);
  page_server_ = std::make_unique<PageServer>(*web_, simulation_, stage_, pacer_, time_profile_,
                                              page_server_settings());
  simulation_.set_phase_listener([this](sim::Phase phase) { record_time(work_of(phase)); });
  return {};
}

PageServerSettings Host::page_server_settings() {
  PageServerSettings page_server;
  const HostPorts open = ports();
  viewer_protocol::HelloInfo& greeting = page_server.greeting;
  greeting.program = settings_.page.program;
  greeting.is_demo = settings_.page.is_demo;
  greeting.seed = simulation_.settings().seed;
  greeting.classes = settings_.page.classes;
  greeting.can_drive = greeting.can_change = true;
  greeting.can_pace = settings_.pace.kind != Pace::Kind::Lockstep;
  greeting.can_record = static_cast<bool>(settings_.page.open_recorder);
  const std::pair<const char*, OptionalPort> named[] = {
      {"usarsim", open.usarsim}, {"image", open.image}, {"com", open.com}, {"truth", open.truth}};
  for (const auto& [name, port] : named)
    if (port) greeting.ports[name] = *port;
  page_server.recordings_folder = settings_.page.recordings_folder;
  page_server.clients = [this] { return client_lines(); };
  page_server.begin_recording = [this] { return begin_recording(); };
  return page_server;
}

std::vector<viewer_protocol::ClientStatusEntry> Host::client_lines() const {
  std::vector<viewer_protocol::ClientStatusEntry> lines;
  for (const auto& [connection, record] : client_records_)
    lines.push_back({connection, record.peer, stage_.robot_of(connection), record.lines_in,
                     usarsim_->queued_bytes(connection)});
  return lines;
}

Result<void> Host::record(std::unique_ptr<recording::Recorder> recorder, const std::string& name) {
  return stage_.begin_recording(std::move(recorder), name);
}

// Records to a new file named after the world and the current UTC time.
Result<void> Host::begin_recording() {
  if (!settings_.page.open_recorder) return Error{{}, "This run cannot be recorded."};
  if (stage_.is_recording()) return Error{{}, "The run is being recorded already."};
  const std::string& folder = settings_.page.recordings_folder;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::string name = fmt::format("{}-{:%Y%m%d-%H%M%S}.mcap",
                                       file_stem(simulation_.world().name), fmt::gmtime(now));
  if (std::filesystem::exists(folder + "/" + name, error))
    return Error{{}, "The last recording has just begun; wait a second."};
  auto recorder = settings_.page.open_recorder(folder + "/" + name);
  if (!recorder) return recorder.error();
  return stage_.begin_recording(*std::move(recorder), name);
}

HostPorts Host::ports() const {
  return {port_of(usarsim_),
          port_of(image_),
          port_of(com_),
          port_of(truth_),
          radio_ ? radio_->port() : std::nullopt,
          port_of(web_)};
}

void Host::run(const std::atomic<bool>& wants_stop) {
  pacer_.set_pace(settings_.pace, wall_seconds());
  last_logged_ = waiting_since_ = wall_seconds();
  if (settings_.pace.kind == Pace::Kind::Lockstep)
    run_in_lockstep(wants_stop);
  else
    run_at_rate(wants_stop);
}

bool Host::is_over() const {
  return settings_.duration > 0.0 &&
         simulation_.state().tick - first_tick_ >= tick_at(settings_.duration);
}

void Host::receive() {
  const std::size_t most = max_lines_per_client();
  if (usarsim_) receive_client_lines(most);
  answer_lines(com_.get(), most,
               [this](const std::string& line) { return stage_.answer_com(line); });
  answer_lines(truth_.get(), most,
               [this](const std::string& line) { return stage_.answer_truth(line); });
  record_time(Work::Clients);
  receive_page_requests();
}

// While the simulation is late, pages get one request each per 50 ms of simulated time.
void Host::receive_page_requests() {
  constexpr Tick kTicksPerRequest = 12;
  if (!page_server_) return;
  const ScopedThreadCpuTimer spent(page_seconds_sum());
  const bool is_late = pacer_.is_late(wall_seconds());
  if (!is_late || simulation_.state().tick % kTicksPerRequest == 0)
    page_server_->receive(is_late ? 1 : kMaxRequestsPerDrain);
  record_time(Work::Page);
}

void Host::receive_client_lines(std::size_t max_lines_each) {
  for (const net::LineEvent& event : usarsim_->drain(max_lines_each)) {
    if (event.kind == net::LineEvent::Kind::Opened) {
      ++clients_;
      client_records_[event.connection].peer = event.text;
      stage_.open(event.connection);
    } else if (event.kind == net::LineEvent::Kind::Line) {
      ++client_records_[event.connection].lines_in;
      stage_.receive(event.connection, event.text);
    } else {
      client_records_.erase(event.connection);
      stage_.close(event.connection);
    }
  }
}

// While the simulation is late, fewer lines are read per client, so that a flooding client delays
// only itself.
std::size_t Host::max_lines_per_client() const {
  constexpr std::size_t kMaxLinesWhenLate = 2;
  return pacer_.is_late(wall_seconds()) ? kMaxLinesWhenLate : net::kMaxLinesPerDrain;
}

void Host::update_image_server() {
  if (image_ && image_->wants_snapshot()) image_->show(stage_.camera_snapshot());
}

void Host::update_radio() {
  if (!radio_) return;
  const auto before = radio_->links();
  radio_->update_if_due({.is_watched = page_server_ && page_server_->needs_links(),
                         .is_run_stopped = pacer_.is_stopped()});
  if (page_server_ && radio_->links() != before) page_server_->publish_links(radio_->links());
  record_time(Work::Radio);
}

void Host::publish_tick() {
  if (!page_server_) return;
  const ScopedThreadCpuTimer spent(page_seconds_sum());
  page_server_->publish_tick();
}

void Host::publish_status() {
  if (!page_server_) return;
  const ScopedThreadCpuTimer spent(page_seconds_sum());
  page_server_->publish_status();
  record_time(Work::Page);
}

void Host::tick() {
  if (usarsim_) usarsim_->cork();
  stage_.step();
  if (usarsim_) usarsim_->uncork();
  record_time(Work::Clients);
  pacer_.on_tick(wall_seconds());
  update_radio();
  update_image_server();
  publish_tick();
  publish_status();
}

// --- fixed rate ------------------------------------------------------------------------------

void Host::run_at_rate(const std::atomic<bool>& wants_stop) {
  while (!is_over()) {
    wait_for_tick(wants_stop);
    if (wants_stop) return;
    receive();
    if (pacer_.seconds_left(wall_seconds()) > 0.0) continue;  // a page has paused the run
    tick();
    log_if_late();
  }
}

// Sleeps in short intervals, so that queries are answered even when ticks are far apart.
void Host::wait_for_tick(const std::atomic<bool>& wants_stop) {
  constexpr double kMaxSleep = 0.01;  // s
  for (;;) {
    const double left = pacer_.seconds_left(wall_seconds());
    if (left <= 0.0 || wants_stop) return;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(left, kMaxSleep)));
    record_time(Work::Idle);
    if (left <= kMaxSleep) return;
    receive();
    update_radio();
    update_image_server();
    publish_status();
  }
}

void Host::log_if_late() {
  const double now = wall_seconds();
  if (now < last_logged_ + kSecondsBetweenReports) return;
  const double skipped = pacer_.skipped_seconds() - skipped_when_logged_;
  if (skipped > 0.1)
    log_warning(
        "the machine is too slow for this rate: skipped {:.1f} s in the last {:.0f} s, real-time "
        "factor {:.2f}",
        skipped, now - last_logged_, pacer_.real_time_factor());
  skipped_when_logged_ = pacer_.skipped_seconds();
  last_logged_ = now;
}

// --- lockstep --------------------------------------------------------------------------------

bool Host::all_clients_are_ready() const {
  const bool has_begun = simulation_.state().tick > first_tick_;
  if (!has_begun && stage_.present_and_pending_robots() < settings_.wait_for) return false;
  return !stage_.has_no_clients() && stage_.pending_clients().empty();
}

// No input is read within a step (one status period), so that a run does not depend on the arrival
// time of commands within a step.
void Host::run_in_lockstep(const std::atomic<bool>& wants_stop) {
  constexpr double kMaxSleep = 0.005;  // s
  while (!is_over() && !wants_stop) {
    receive();
    update_radio();
    update_image_server();
    publish_status();
    if (!all_clients_are_ready()) {
      log_pending_clients();
      usarsim_->wait(kMaxSleep);
      record_time(Work::Idle);
      continue;
    }
    stage_.begin_round();
    do {
      tick();
    } while (simulation_.state().tick % settings_.stage.status_period != 0 && !is_over() &&
             !wants_stop);
    waiting_since_ = last_logged_ = wall_seconds();
  }
}

void Host::log_pending_clients() {
  const double now = wall_seconds();
  if (now < last_logged_ + kSecondsBetweenReports) return;
  last_logged_ = now;
  const std::vector<std::string> thinking = stage_.pending_clients();
  log_info("lockstep: waiting for {:.0f} s for {}", now - waiting_since_,
           thinking.empty() ? "a robot to spawn" : joined(thinking));
}

HostCounts Host::counts() const {
  HostCounts counts;
  counts.ticks = simulation_.state().tick - first_tick_;
  counts.clients = clients_;
  for (const net::LineServer* server : {usarsim_.get(), com_.get(), truth_.get()}) {
    if (server == nullptr) continue;
    const net::LineServerCounts part = server->counts();
    counts.lines_in += part.lines_in;
    counts.bytes_out += part.bytes_out;
    counts.sensor_messages_dropped += part.sensor_messages_dropped;
    counts.lines_too_long += part.lines_too_long;
    counts.refused += part.refused;
  }
  if (image_) counts.frames = image_->frames_sent();
  counts.real_time_factor = pacer_.real_time_factor();
  counts.page_seconds = page_seconds_;
  return counts;
}

}  // namespace rubble::server
