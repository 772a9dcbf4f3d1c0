// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/hosting.h"
#include "apps/interrupt.h"
#include "apps/option_checks.h"
#include "apps/serve_settings.h"
#include "apps/support.h"
#include "rubble/recording/recorder.h"
#include "rubble/server/host.h"

namespace rubble::apps {
namespace {

void print_counts(const server::HostCounts& counts) {
  fmt::print("{} ticks, {:.1f} simulated seconds; {} clients, {} lines in, {} kB out, {} frames\n",
             counts.ticks, seconds_at(counts.ticks), counts.clients, counts.lines_in,
             counts.bytes_out / 1000, counts.frames);
  if (counts.sensor_messages_dropped + counts.lines_too_long + counts.refused > 0)
    fmt::print("{} sensor messages dropped, {} lines too long, {} connections refused\n",
               counts.sensor_messages_dropped, counts.lines_too_long, counts.refused);
}

Result<void> record_from_the_start(server::Host& host, const server::HostSettings& settings,
                                   const std::string& path) {
  auto recorder = settings.page.open_recorder(path);
  if (!recorder) return recorder.error();
  return host.record(*std::move(recorder), path);
}

int serve(const ServeOptions& options) {
  auto settings = host_settings(options);
  if (!settings) return fail(settings.error(), kWrongUsage);
  auto world = open_world(options.world, options.load);
  if (!world) return fail(world.error());
  sim::Simulation simulation(
      *std::move(world),
      {.seed = options.seed, .threads = options.threads, .load = load_settings(options.load)});
  settings->page = page_settings(options.host);
  settings->page.open_recorder = [&](const std::string& path) {
    const World& served = simulation.world();
    return recording::Recorder::open(path, run_facts(options, served), served.file, served.files);
  };
  prepare_sockets();
  auto host = server::Host::open(simulation, *settings);
  if (!host) return fail(port_error(host.error()), kRunFailed);
  if (!options.record.empty())
    if (const auto begun = record_from_the_start(**host, *settings, options.record); !begun)
      return fail(begun.error(), kRunFailed);
  stop_when_interrupted();
  print_ready((*host)->ports(), options.host, settings->page);
  (*host)->run(is_interrupted);
  print_counts((*host)->counts());
  fmt::print("state_hash {:016x}\n", simulation.state().hash());
  if (const auto closed = (*host)->end_recording(); !closed)
    return fail(closed.error(), kRunFailed);
  print_written_files({options.record});
  return kDone;
}

void add_ports(CLI::App& serve, ServeOptions& options) {
  const auto add = [&](const char* name, std::string& port, const char* about) {
    serve.add_option(name, port, about)->check(port_word())->capture_default_str();
  };
  add("--port", options.port, "For robots; 0 = a free one, off = none");
  add("--image-port", options.image_port, "For camera images");
  add("--com-port", options.com_port, "For wireless servers: positions and obstacles");
  add("--truth-port", options.truth_port, "For scoring: ground-truth poses of robots");
  add("--radio-port", options.radio_port, "For radio communication: the wireless server");
  add("--web-port", options.web_port, "For the page to watch and drive it");
  serve.add_option("--host", options.host, "Address to listen on")
      ->check(host_word())
      ->capture_default_str();
}

void add_radio(CLI::App& serve, ServeOptions& options) {
  serve
      .add_option("--radio-preset", options.radio_preset,
                  "Instead of the world's radio model; seed is the paper's formula")
      ->check(CLI::IsMember({"seed", "wss", "multiwall"}));
  serve.add_flag("--radio-shaped", options.radio_shaped,
                 "Relays of the wireless server take the radio's time and stall without a link");
  serve
      .add_option("--radio-log", options.radio_log, "Table of all links, ten times a second (.csv)")
      ->check(file_ending_in({".csv"}));
}

void add_wire(CLI::App& serve, ServeOptions& options) {
  serve.add_option("--dialect", options.dialect, "compat, classic or udk")
      ->check(CLI::IsMember({"compat", "classic", "udk"}))
      ->capture_default_str();
  serve
      .add_option("--scan-limit", options.scan_limit, "Maximum number of values per scan; 0 = all")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  serve.add_option("--time-limit", options.time_limit, "Minutes, reported to clients; 0 = none")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  serve
      .add_option("--image-type", options.image_type,
                  "raw, or JPEG: super, good, normal, fair, bad")
      ->check(CLI::IsMember({"raw", "super", "good", "normal", "fair", "bad"}))
      ->capture_default_str();
  serve.add_flag("--push-first-frame", options.push_first_frame,
                 "Send image clients a frame before their first request, as old servers did");
  serve.add_option("--tiles", options.tiles, "Cameras in a row x rows of the picture")
      ->capture_default_str();
  serve.add_option("--tile-size", options.tile_size, "Pixels of each")->capture_default_str();
}

CLI::App* declare_serve(CLI::App& app, ServeOptions& options) {
  CLI::App* serve = app.add_subcommand("serve", "Run a world for clients that speak USARSim");
  serve->add_option("WORLD", options.world, "World or model file, SDF or URDF")->required();
  add_ports(*serve, options);
  serve
      ->add_option("--rate", options.rate,
                   "Simulated seconds a second; 'max': as fast as possible; 'lockstep': 0.1 s at a "
                   "time, when every robot's client has said what to do")
      ->capture_default_str();
  serve->add_option("--seed", options.seed, "Of everything random")
      ->check(whole_number())
      ->capture_default_str();
  serve->add_option("--threads", options.threads, "Helping threads; the result is the same for any")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  serve
      ->add_option("--wait-for", options.wait_for,
                   "In lockstep: begin once so many robots are there, so that a run repeats")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  serve->add_option("--record", options.record, "Keep the whole run in this file (.mcap)")
      ->check(file_ending_in({".mcap"}));
  serve->add_option("--duration", options.duration, "Simulated seconds; 0 = until interrupted")
      ->check(seconds_up_to(1e6))
      ->capture_default_str();
  add_radio(*serve, options);
  add_wire(*serve, options);
  add_smoke(*serve, options.load.smoke);
  add_load_options(*serve, options.load);
  serve->footer(
      "Prints 'ready' and the ports once clients may connect. Interrupt it to stop.\n"
      "Examples:\n"
      "  ./rubble serve worlds/maze.sdf --port 0 --image-port off --com-port off --truth-port off "
      "--radio-port off --web-port 0 --duration 2\n"
      "  ./rubble serve worlds/maze.sdf --port 0 --image-port 0 --com-port 0 --truth-port 0 "
      "--radio-port 0 --web-port off --rate max --duration 20 --record run.mcap");
  return serve;
}

}  // namespace

void add_serve(CLI::App& app, Action& chosen) { add_command(app, chosen, declare_serve, serve); }

}  // namespace rubble::apps
