// SPDX-License-Identifier: Apache-2.0
// The command line: reads arguments, calls the library, returns its exit code.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>

#include "apps/assess_options.h"
#include "apps/challenge_options.h"
#include "apps/commands.h"
#include "apps/format_options.h"
#include "apps/option_checks.h"
#include "apps/signal_options.h"
#include "apps/slam_options.h"
#include "apps/truth_options.h"
#include "apps/world_options.h"
#include "rubble/base/text.h"

namespace {

using namespace rubble::apps;

using Action = std::function<int()>;

// Libraries may throw where memory or the disk runs out; nobody should see more than a sentence of
// it.
int carry_out(const Action& action) {
  try {
    const int code = action();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    std::cerr << "rubble: the output could not be written; is the disk full?\n";
  } catch (const std::bad_alloc&) {
    std::cerr << "rubble: there is not enough memory for this\n";
  } catch (const std::exception& thrown) {
    std::cerr << "rubble: " << thrown.what() << '\n';
  }
  return kRunFailed;
}

void add_load_options(CLI::App& command, LoadOptions& load) {
  auto* strict = command.add_flag("--strict", load.strict, "Every warning is an error");
  command.add_flag("--lenient", load.lenient, "A missing or empty mesh is only a warning")
      ->excludes(strict);
}

void add_smoke(CLI::App& command, double& density) {
  command
      .add_option("--smoke", density,
                  "Uniform haze: a density, or a visibility such as 3m (docs/smoke.md)")
      ->transform(smoke_level());
}

CLI::App* add_run(CLI::App& app, RunOptions& options) {
  CLI::App* run = app.add_subcommand("run", "Run a world as fast as possible, without sockets");
  auto* from = run->add_option("--from", options.from,
                               "Repeat the run of a recording (.mcap): its world, seed and "
                               "commands; exit code 1 if its state_hash is not reached");
  auto* restore =
      run->add_option(
             "--restore", options.restore,
             "Go on from a snapshot (.snap): robots, sensors, pilots and commands in force "
             "as they were, for --duration more seconds")
          ->check(file_ending_in({".snap"}))
          ->excludes(from);
  run->add_option("WORLD", options.world, "World or model file, SDF or URDF")
      ->excludes(from)
      ->excludes(restore);
  run->add_option(
         "--robot", options.robots,
         "CLASS, CLASS@START or CLASS@x,y,z,yaw; any number, called R1, R2, ... A model file "
         "(.sdf, .urdf) may stand for the class")
      ->allow_extra_args(false)
      ->excludes(from)
      ->excludes(restore);
  run->add_option("--drive", options.drive, "wander, explore, none, or a file of timed commands")
      ->capture_default_str()
      ->excludes(from)
      ->excludes(restore);
  run->add_option("--sensor", options.sensors,
                  "Switch on a sensor: 'all' sensors of a robot, one by name, or a preset to mount "
                  "on every robot; any number")
      ->allow_extra_args(false)
      ->excludes(from)
      ->excludes(restore);
  run->add_option("--duration", options.duration, "Simulated seconds")
      ->check(seconds_up_to(1e6))
      ->capture_default_str();
  run->add_option("--seed", options.seed, "Of everything random")
      ->check(whole_number())
      ->capture_default_str()
      ->excludes(from)
      ->excludes(restore);
  run->add_option("--threads", options.threads, "Helping threads; the result is the same for any")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  run->add_option("--record", options.record,
                  "Record the run to this file: everything (.mcap) or only the commands (.jsonl)")
      ->check(file_ending_in({".mcap", ".jsonl"}))
      ->excludes(restore);
  run->add_option("--save", options.save,
                  "Save a snapshot of the end of the run in this file (.snap)")
      ->check(file_ending_in({".snap"}));
  run->add_option("--readings", options.readings,
                  "Write all readings of active sensors to this file (.jsonl)")
      ->check(file_ending_in({".jsonl"}));
  run->add_option("--radio-log", options.radio_log, "Table of who hears whom (.csv)")
      ->check(file_ending_in({".csv"}));
  run->add_option("--plot", options.plot, "Draw plan and ways into this file (.svg)")
      ->check(file_ending_in({".svg"}));
  run->add_flag("--json", options.json, "Print one JSON object");
  add_smoke(*run, options.load.smoke);
  add_load_options(*run, options.load);
  run->footer(
      "Examples:\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --duration 10 --seed 7\n"
      "  ./rubble run worlds/maze.sdf --robot Element --robot Kenaf@RobotStart3 --json\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --duration 10 --record run.jsonl\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --duration 10 --drive run.jsonl\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --sensor all --duration 10 --record run.mcap\n"
      "  ./rubble run --from run.mcap\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --duration 10 --save run.snap\n"
      "  ./rubble run --restore run.snap --duration 10\n"
      "  ./rubble run worlds/maze.sdf --robot Element --drive explore --duration 60 --plot "
      "way.svg\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --sensor urg04lx --duration 10 --readings "
      "scans.jsonl");
  return run;
}

// 0..65535 in plain digits, or off.
CLI::Validator port_word() {
  return CLI::Validator(
      [](std::string& text) {
        const bool has_digits = !text.empty() && text.size() <= 5 &&
                                text.find_first_not_of("0123456789") == std::string::npos;
        const bool is_fine = text == "off" || (has_digits && std::stoi(text) <= 65535);
        return is_fine ? std::string() : std::string("wants a port, 0 for a free one, or off");
      },
      "PORT");
}

// Nothing would mean every address of the machine.
CLI::Validator host_word() {
  return CLI::Validator(
      [](std::string& text) {
        return text.empty() ? std::string("wants an address, 0.0.0.0 for all") : std::string();
      },
      "HOST");
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

CLI::App* add_serve(CLI::App& app, ServeOptions& options) {
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

CLI::App* add_probe(CLI::App& app, ProbeOptions& options) {
  CLI::App* probe = app.add_subcommand("probe", "Sample one sensor at any pose in a world");
  probe->add_option("WORLD", options.world, "World or model file, SDF or URDF")->required();
  probe
      ->add_option("--sensor", options.sensor,
                   "A preset ('rubble sensors' lists them), or a sensor of WORLD")
      ->required();
  probe
      ->add_option("--pose", options.pose,
                   "\"x y z roll pitch yaw\" of the sensor, m and rad, or the name of a start")
      ->capture_default_str();
  probe->add_option("--time", options.time, "Seconds; smoke moves and changes, bodies stand still")
      ->check(seconds_up_to(1e6))
      ->capture_default_str();
  probe->add_option("--noise", options.noise, "on or off")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  probe->add_option("--samples", options.samples, "That many independent readings")
      ->check(CLI::Range(1, 1000000));
  probe->add_option("--seed", options.seed, "Of noise and turbulence")
      ->check(whole_number())
      ->capture_default_str();
  probe->add_option("--set", options.settings, "PATH=VALUE as in SDF; any number")
      ->allow_extra_args(false);
  probe->add_option("-o,--output", options.output, "Draw what was read into this file (.png, .jpg)")
      ->check(file_ending_in({".png", ".jpg", ".jpeg"}));
  probe->add_flag("--json", options.json, "Print one JSON object");
  add_smoke(*probe, options.load.smoke);
  add_load_options(*probe, options.load);
  probe->footer(
      "Examples:\n"
      "  ./rubble probe worlds/maze.sdf --sensor urg04lx --pose \"0.6 0.6 0.3 0 0 0\"\n"
      "  ./rubble probe worlds/maze.sdf --sensor camera_vga --pose RobotStart2 -o "
      "view.png\n"
      "  ./rubble probe worlds/smoke_room.sdf --sensor lms200 --noise off --json");
  return probe;
}

CLI::App* add_sensors(CLI::App& app, SensorsOptions& options) {
  CLI::App* sensors = app.add_subcommand(
      "sensors", "List sensor presets with their data sheets and assumed values");
  sensors->add_option("NAME", options.name, "Only this one");
  sensors->add_flag("--json", options.json, "Print one JSON object");
  sensors->footer("Examples:\n  ./rubble sensors\n  ./rubble sensors urg04lx");
  return sensors;
}

// A factor, or max.
CLI::Validator replay_rate() {
  return CLI::Validator(
      [](std::string& text) {
        const auto number = rubble::parse_number(text);
        const bool is_fine = text == "max" || (number && *number >= 1e-3 && *number <= 1e6);
        return is_fine ? std::string() : std::string("wants 'max' or a factor from 0.001 to 1e6");
      },
      "RATE");
}

CLI::App* add_replay(CLI::App& app, ReplayOptions& options) {
  CLI::App* replay = app.add_subcommand(
      "replay", "Replay a recording or a log over the robot's protocol at its original rates");
  replay
      ->add_option("LOG", options.log,
                   "A recording (.mcap), a CARMEN log or a text log of USARSim messages; .xz and "
                   ".gz are unpacked")
      ->required();
  replay->add_option("--port", options.port, "0 = a free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  replay->add_option("--host", options.host, "Address to listen on")
      ->check(host_word())
      ->capture_default_str();
  replay
      ->add_option("--rate", options.rate,
                   "Factor on the original rate, or 'max': as fast as the client reads")
      ->check(replay_rate())
      ->capture_default_str();
  replay->add_option("--dialect", options.dialect, "compat, classic or udk")
      ->check(CLI::IsMember({"compat", "classic", "udk"}))
      ->capture_default_str();
  replay
      ->add_option("--scan-limit", options.scan_limit, "Maximum number of values per scan; 0 = all")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  replay->add_flag("--loop", options.loop, "Begin again at the end");
  replay->add_flag("--zero-time", options.zero_time, "Stamps begin at 0, not where the log's do");
  replay->add_option("--duration", options.duration, "Seconds until it ends; 0 = when interrupted")
      ->check(seconds_up_to(1e9))
      ->capture_default_str();
  replay->footer(
      "Each client receives the log from its beginning after it has sent INIT.\n"
      "Examples:\n"
      "  ./rubble replay clients/logs/corridor.clf --port 0 --duration 1\n"
      "  ./rubble replay clients/logs/corridor.log --port 0 --rate max --duration 1");
  return replay;
}

CLI::App* add_radio_exec(CLI::App& app, RadioExecOptions& options) {
  CLI::App* command = app.add_subcommand(
      "radio-exec", "Run a program whose sockets to other robots cross the simulated radio");
  command->add_option("--robot", options.robot, "The robot that it runs on");
  command->add_flag("--check", options.is_check, "Only say whether PROGRAM can be run so");
  command->add_option("--radio-port", options.radio_port, "Of the server, 'rubble serve'")
      ->check(CLI::Range(1, 65535))
      ->capture_default_str();
  command->add_option("PROGRAM", options.program, "After '--': the program and its arguments")
      ->required();
  command->footer(
      "Robot names are host names: connect to R2, send to R2. TCP stalls while there is "
      "no\n"
      "way and goes on when it is back; UDP loses what the radio loses. Every robot has all ports\n"
      "for itself; other hosts, files and 127.0.0.1 are as ever. The exit code is the program's.\n"
      "With a server that has the robots R1 and R2, in two terminals:\n"
      "  $ ./rubble radio-exec --robot R2 -- nc -l 7000\n"
      "  $ ./rubble radio-exec --robot R1 -- nc R2 7000\n"
      "Example:\n"
      "  ./rubble radio-exec --check -- python3");
  return command;
}

CLI::App* add_validate(CLI::App& app, ValidateOptions& options) {
  CLI::App* validate =
      app.add_subcommand("validate", "Repeat the experiments of the papers and draw their figures");
  validate->add_option("SECTION", options.sections,
                       "smoke-room, smoke-field, radio; none means all");
  validate->add_option("-o,--output", options.output, "Folder for the page and its figures")
      ->capture_default_str();
  validate->footer(
      "Examples:\n"
      "  ./rubble validate smoke-room -o smoke-room\n"
      "  ./rubble validate smoke-field -o smoke-field\n"
      "  ./rubble validate radio -o radio");
  return validate;
}

void add_output(CLI::App& command, GenerateOptions& options) {
  command.add_option("--seed", options.seed, "Same seed, same bytes")
      ->check(whole_number())
      ->capture_default_str();
  command
      .add_option("-o,--output", options.output,
                  "File to write (.sdf, .world); without it, standard output")
      ->check(file_ending_in({".sdf", ".world"}));
}

CLI::App* add_world(CLI::App& app, WorldOptions& options, WorldMapOptions& map_options,
                    GenerateOptions& generate_options, Action& action) {
  CLI::App* world =
      app.add_subcommand("world", "Inspect and make worlds: info, check, map, list, make");
  world->require_subcommand(1);
  world->footer(
      "Examples:\n"
      "  ./rubble world list\n"
      "  ./rubble world info worlds/office.sdf --plan office.svg\n"
      "  ./rubble world check worlds/maze.sdf\n"
      "  ./rubble world map worlds/maze.sdf -o maze.yaml");
  const auto add = [&](const char* name, const char* about, int (*call)(const WorldOptions&)) {
    CLI::App* command = world->add_subcommand(name, about);
    command->add_option("WORLD", options.world, "World or model file")->required();
    command->add_flag("--json", options.json, "Print one JSON object");
    add_load_options(*command, options.load);
    command->callback(
        [&options, &action, call] { action = [&options, call] { return call(options); }; });
    return command;
  };
  CLI::App* info = add("info", "Print the contents of a world", world_info);
  info->add_option("--plan", options.plan, "Draw it from above into this file (.svg)")
      ->check(file_ending_in({".svg"}));
  info->footer("Example:\n  ./rubble world info worlds/maze.sdf --plan maze.svg");
  add("check", "Load a world; for generated worlds also check geometry and settling", world_check)
      ->footer("Example:\n  ./rubble world check worlds/maze.sdf");
  CLI::App* map = add_world_map(*world, map_options);
  add_load_options(*map, map_options.load);
  map->callback([&] { action = [&] { return world_map(map_options); }; });
  CLI::App* make =
      world->add_subcommand("make", "Generate a world of a given kind with another seed");
  make->add_option("NAME", generate_options.kind, "A name from 'rubble world list'")->required();
  add_output(*make, generate_options);
  make->footer("Example:\n  ./rubble world make station --seed 5 -o station5.sdf");
  make->callback([&] { action = [&] { return generate(generate_options); }; });
  CLI::App* list = world->add_subcommand("list", "List the worlds included with Rubble");
  list->add_flag("--json", options.json, "Print one JSON object");
  list->footer("Example:\n  ./rubble world list");
  list->callback([&] { action = [&] { return world_list(options.json); }; });
  return world;
}

void add_generators(CLI::App& app, GenerateOptions& options, Action& action) {
  const auto make = [&] { action = [&] { return generate(options); }; };
  CLI::App* maze = app.add_subcommand("maze", "Generate a random maze with ramps");
  maze->add_option("--width", options.width, "m along x")
      ->check(number_from(4.6, 32.4))
      ->capture_default_str();
  maze->add_option("--height", options.height, "m along y")
      ->check(number_from(4.6, 32.4))
      ->capture_default_str();
  maze->add_flag("--crossing", options.crossing, "Crossing ramps, for tracks");
  add_smoke(*maze, options.smoke);
  add_output(*maze, options);
  maze->footer("Example:\n  ./rubble maze --seed 7 -o maze7.sdf");
  maze->callback([&options, make] {
    options.kind = "maze";
    make();
  });
  CLI::App* arena = app.add_subcommand("arena", "Generate a rescue arena");
  arena->add_option("KIND", options.kind, "yellow, orange or red")
      ->required()
      ->check(CLI::IsMember({"yellow", "orange", "red"}));
  add_output(*arena, options);
  arena->footer("Example:\n  ./rubble arena orange --seed 3 -o orange3.sdf");
  arena->callback(make);
}

CLI::App* add_demo(CLI::App& app, DemoOptions& options) {
  CLI::App* demo = app.add_subcommand("demo", "A robot explores a smoky maze autonomously");
  demo->add_option("--seed", options.seed, "Another maze")
      ->check(whole_number())
      ->capture_default_str();
  demo->add_flag("--headless", options.is_headless,
                 "No page: explore as fast as possible and write images");
  demo->add_option("--web-port", options.web_port, "Of the page; another if it is taken")
      ->check(port_word())
      ->capture_default_str();
  demo->add_option("--duration", options.duration,
                   "Simulated seconds; 0 = until interrupted (headless: 240)")
      ->check(seconds_up_to(1e5))
      ->capture_default_str();
  demo->add_option("-o,--output", options.output, "What the names of its files begin with")
      ->capture_default_str();
  demo->footer("Examples:\n  ./rubble demo\n  ./rubble demo --headless --seed 7");
  return demo;
}

std::vector<std::string> command_names(CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (app.get_parent() == nullptr) names.emplace_back("help");
  return names;
}

bool is_command(CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = command_names(app);
  return std::find(names.begin(), names.end(), word) != names.end();
}

int unknown_command(CLI::App& app, const std::string& word) {
  const auto meant = rubble::closest_word(word, command_names(app));
  const std::string of = app.get_parent() == nullptr ? "" : app.get_name() + " ";
  std::cerr << "rubble: there is no command '" << of << word << "'"
            << (meant ? "; did you mean '" + of + *meant + "'?" : "; see ./rubble " + of + "--help")
            << '\n';
  return kWrongUsage;
}

// The command that was named last: of 'world info' it is info.
CLI::App& named_command(CLI::App& app) {
  CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

// Instead of CLI11's "was not expected": which option may have been meant.
int unknown_option(CLI::App& app, const CLI::ExtrasError& error) {
  CLI::App& command = named_command(app);
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return app.exit(error) == 0 ? kDone : kWrongUsage;
  const std::string word = extras.front().substr(0, extras.front().find('='));
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const auto meant =
      word.starts_with("-") ? rubble::closest_word(word, known) : std::optional<std::string>();
  std::cerr << "rubble: '" << command.get_name() << "' takes no " << word
            << (meant ? "; did you mean " + *meant + "?"
                      : "; see ./rubble " + command.get_name() + " --help")
            << '\n';
  return kWrongUsage;
}

// 'rubble help run' is 'rubble run --help'.
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  words.push_back("--help");
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Rubble: a proving ground for rescue robots", "rubble");
  app.require_subcommand(1);
  app.set_version_flag("--version", RUBBLE_VERSION);
  app.footer(
      "Example:\n  ./rubble run worlds/maze.sdf --robot P3AT --duration 10\n\n"
      "Exit codes: 0 done, 1 the run failed, 2 wrong usage, 3 bad input.\n"
      "'rubble help COMMAND' has more.");

  Action action;
  DemoOptions demo_options;
  RunOptions run_options;
  ServeOptions serve_options;
  WorldOptions world_options;
  WorldMapOptions world_map_options;
  GenerateOptions generate_options;
  bool robots_json = false;
  ProbeOptions probe_options;
  SensorsOptions sensors_options;
  ReplayOptions replay_options;
  SignalOptions signal_options;
  SignalFitOptions signal_fit_options;
  ValidateOptions validate_options;
  ChallengeOptions challenge_options;
  SlamOptions slam_options;
  RadioExecOptions radio_exec_options;
  AssessOptions assess_options;
  LogDoctorOptions log_doctor_options;
  ConvertOptions convert_options;

  add_demo(app, demo_options)->callback([&] { action = [&] { return demo(demo_options); }; });
  add_serve(app, serve_options)->callback([&] { action = [&] { return serve(serve_options); }; });
  CLI::App* run_command = add_run(app, run_options);
  run_command->callback([&] {
    run_options.is_duration_given = run_command->count("--duration") > 0;
    action = [&] { return run(run_options); };
  });
  add_probe(app, probe_options)->callback([&] { action = [&] { return probe(probe_options); }; });
  add_sensors(app, sensors_options)->callback([&] {
    action = [&] { return list_sensors(sensors_options); };
  });
  add_replay(app, replay_options)->callback([&] {
    action = [&] { return replay(replay_options); };
  });
  add_radio_exec(app, radio_exec_options)->callback([&] {
    action = [&] { return radio_exec(radio_exec_options); };
  });
  add_signal(app, signal_options)->callback([&] {
    action = [&] { return signal_strength(signal_options); };
  });
  add_signal_fit(app, signal_fit_options)->callback([&] {
    action = [&] { return signal_fit(signal_fit_options); };
  });
  TruthOptions truth_options;
  add_truth(app, truth_options)->callback([&] { action = [&] { return truth(truth_options); }; });
  add_log_doctor(app, log_doctor_options)->callback([&] {
    action = [&] { return log_doctor(log_doctor_options); };
  });
  add_convert(app, convert_options)->callback([&] {
    action = [&] { return convert(convert_options); };
  });
  add_slam(app, slam_options)->callback([&] { action = [&] { return slam(slam_options); }; });
  add_challenge(app, challenge_options)->callback([&] {
    action = [&] { return challenge(challenge_options); };
  });
  add_validate(app, validate_options)->callback([&] {
    action = [&] { return validate(validate_options); };
  });
  add_assess(app, assess_options)->callback([&] {
    action = [&] { return assess(assess_options); };
  });
  add_world(app, world_options, world_map_options, generate_options, action);
  add_generators(app, generate_options, action);
  CLI::App* robots = app.add_subcommand("robots", "List robot classes with their data");
  robots->add_flag("--json", robots_json, "Print one JSON object");
  robots->footer("Example:\n  ./rubble robots");
  robots->callback([&] { action = [&] { return list_robots(robots_json); }; });

  std::vector<std::string> words = words_of(argc, argv);
  if (!words.empty() && !words.front().starts_with("-") && !is_command(app, words.front()))
    return unknown_command(app, words.front());
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    app.parse(words);
  } catch (const CLI::ExtrasError& error) {
    return unknown_option(app, error);
  } catch (const CLI::RequiredError& error) {
    CLI::App& command = named_command(app);
    const std::vector<std::string> extras = app.remaining(true);
    if (!extras.empty() && !command.get_subcommands({}).empty())
      return unknown_command(command, extras.front());
    app.exit(error);
    return kWrongUsage;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrongUsage;
  }
  return carry_out(action);
}
