// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/services/page_service.h"

#include <ctime>

#include "rubble/server/radio_service.h"
#include "rubble/server/services/usarsim_port.h"

namespace rubble::server {
namespace {

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

viewer_protocol::HelloInfo greeting_of(const ServiceContext& context) {
  const PageSettings& page = context.settings.page;
  viewer_protocol::HelloInfo greeting;
  greeting.program = page.program;
  greeting.is_demo = page.is_demo;
  greeting.seed = context.simulation.settings().seed;
  greeting.classes = page.classes;
  greeting.can_drive = greeting.can_change = true;
  greeting.can_pace = context.settings.pace.kind != Pace::Kind::Lockstep;
  greeting.can_record = static_cast<bool>(page.open_recorder);
  for (const ServiceKind& kind : service_kinds())
    if (const OptionalPort port = context.ports.*kind.port; kind.is_for_robots && port)
      greeting.ports[kind.name] = *port;
  return greeting;
}

}  // namespace

PageService::PageService(std::unique_ptr<net::WebServer> web, const ServiceContext& context)
    : context_(context),
      recordings_(context.settings.page.recordings_folder),
      web_(std::move(web)),
      pages_(*web_, context.simulation, context.live, context.pacer, context.time_profile,
             page_server_settings()) {
  context.simulation.set_phase_listener([&context](sim::Phase phase) {
    context.time_profile.record_time(work_of(phase), wall_seconds());
  });
  if (context.radio == nullptr) return;
  context.radio->set_viewer({[this] { return pages_.needs_links(); },
                             [this](std::shared_ptr<const radio::Links> links) {
                               pages_.publish_links(std::move(links));
                             }});
}

PageService::~PageService() {
  if (context_.radio != nullptr) context_.radio->set_viewer({});
  context_.simulation.set_phase_listener(nullptr);
}

PageServerSettings PageService::page_server_settings() {
  PageServerSettings settings;
  settings.greeting = greeting_of(context_);
  settings.recordings = recordings_;
  if (context_.usarsim != nullptr)
    settings.clients = [usarsim = context_.usarsim] { return usarsim->client_status(); };
  settings.begin_recording = [this] { return begin_recording(); };
  return settings;
}

Result<void> PageService::begin_recording() {
  const PageSettings& page = context_.settings.page;
  RecordingControl& recording = context_.live.recording();
  if (!page.open_recorder) return Error{{}, "This run cannot be recorded."};
  if (recording.is_active()) return Error{{}, "The run is being recorded already."};
  const auto name = recordings_.new_name(context_.simulation.world().name);
  if (!name) return name.error();
  auto recorder = page.open_recorder(recordings_.path_of(*name));
  if (!recorder) return recorder.error();
  return recording.begin(*std::move(recorder), *name);
}

void PageService::receive(bool is_late) {
  constexpr Tick kTicksPerRequest = 12;
  const ScopedThreadCpuTimer timer(cpu_seconds_sum());
  if (!is_late || context_.simulation.state().tick % kTicksPerRequest == 0)
    pages_.receive(is_late ? 1 : kMaxRequestsPerDrain);
}

void PageService::after_tick() {
  const ScopedThreadCpuTimer timer(cpu_seconds_sum());
  pages_.publish_tick();
  pages_.publish_status();
}

void PageService::idle() {
  const ScopedThreadCpuTimer timer(cpu_seconds_sum());
  pages_.publish_status();
}

Result<std::unique_ptr<Service>> open_page_service(ServiceContext& context) {
  const HostSettings& settings = context.settings;
  if (!settings.ports.web) return std::unique_ptr<Service>();
  auto web = net::WebServer::listen(context.network, {.host = settings.host,
                                                      .port = *settings.ports.web,
                                                      .folder = settings.page.folder,
                                                      .token = settings.page.token});
  if (!web) return Error{{"web"}, web.error().message};
  return std::unique_ptr<Service>(std::make_unique<PageService>(*std::move(web), context));
}

}  // namespace rubble::server
