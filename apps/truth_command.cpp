// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "apps/commands.h"
#include "apps/hosting.h"
#include "apps/interrupt.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/groundtruth/constraint_store.h"
#include "rubble/groundtruth/proposals.h"
#include "rubble/logs/robot_log.h"
#include "rubble/server/truth_session.h"
#include "rubble/slam/2d/graph_slam.h"

namespace rubble::apps {
namespace {

using groundtruth::ConstraintStore;
using trajectory::Constraint;
using trajectory::ConstraintSource;

constexpr const char* kTruthPort = "8080";
constexpr const char* kSlamMaker = "rubble slam " RUBBLE_VERSION;
constexpr auto kTruthNap = std::chrono::milliseconds(5);

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::string user_name(const TruthOptions& options) {
  if (!options.who.empty()) return options.who.substr(0, 64);
  for (const char* variable : {"USER", "LOGNAME", "USERNAME"})
    if (const char* name = std::getenv(variable); name != nullptr && *name != '\0')
      return std::string(name).substr(0, 64);
  return "somebody";
}

std::vector<Constraint> mapped_proposals(const std::vector<slam::PlanarScan>& scans) {
  slam::GraphSlam slam;
  {
    Progress progress("mapping");
    for (std::size_t k = 0; k < scans.size(); ++k) {
      progress.show(static_cast<double>(k) / static_cast<double>(scans.size()));
      slam.add_scan(scans[k]);
    }
    slam.finish();
  }
  Progress progress("proposing");
  return groundtruth::propose(scans, slam.poses(), {.maker = kSlamMaker},
                              [&](double done) { progress.show(done); });
}

// A file that persons have worked on is not replaced.
Result<void> check_replaceable(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return {};
  const auto old = trajectory::read_constraints(path);
  if (!old) return old.error();
  const bool is_exact =
      std::all_of(old->constraints.begin(), old->constraints.end(),
                  [](const Constraint& each) { return each.source == ConstraintSource::Truth; });
  if (is_exact) return {};
  return Error{{path},
               "holds proposals and decisions that --from-truth would replace; give it another "
               "name with --constraints"};
}

Result<ConstraintStore> exact_book(const TruthOptions& options, const logs::RobotLog& log,
                                   const std::vector<slam::PlanarScan>& scans) {
  if (log.truth.empty())
    return Error{{options.log},
                 "does not hold the truth: only recordings of simulated runs do ('rubble run "
                 "--record run.mcap'); leave --from-truth out to verify relations by hand"};
  if (const auto fine = check_replaceable(options.constraints); !fine) return fine.error();
  return ConstraintStore::create(
      options.constraints,
      {file_name(options.log), groundtruth::exact_constraints(
                                   scans, log.truth, {.maker = "rubble truth " RUBBLE_VERSION})});
}

Result<ConstraintStore> open_book(const TruthOptions& options, const logs::RobotLog& log,
                                  const std::vector<slam::PlanarScan>& scans) {
  if (options.from_truth) return exact_book(options, log, scans);
  std::error_code unknown;
  if (std::filesystem::exists(options.constraints, unknown))
    return ConstraintStore::open(options.constraints);
  return ConstraintStore::create(options.constraints,
                                 {file_name(options.log), mapped_proposals(scans)});
}

void print_state(const server::TruthEditor& editor) {
  const auto& all = editor.book().file().constraints;
  const auto count = [&](auto claim) { return std::count_if(all.begin(), all.end(), claim); };
  const auto coverage = groundtruth::coverage_of(editor.graph().path(), all);
  fmt::print(
      "{} constraints, {} of them loops; {} verified, {} rejected; {:.0f} % of {:.0f} m "
      "covered\n",
      all.size(), count([](const Constraint& each) {
        return each.kind != trajectory::ConstraintKind::Neighbour;
      }),
      count(trajectory::is_verified), count([](const Constraint& each) {
        return each.state == trajectory::ConstraintState::Rejected;
      }),
      100.0 * coverage.length_share,
      editor.graph().path().lengths.empty() ? 0.0 : editor.graph().path().lengths.back());
}

Result<void> export_verified(const TruthOptions& options, const ConstraintStore& book) {
  if (options.export_to.empty()) return {};
  const trajectory::VerifiedChoice choice{.with_untouched = !options.leaves_out_untouched};
  const auto& all = book.file().constraints;
  const auto chosen = std::count_if(all.begin(), all.end(), [&](const Constraint& each) {
    return trajectory::is_chosen(each, choice);
  });
  if (chosen == 0)
    log_warning("{}: nothing is verified yet; the file has no relations", options.export_to);
  if (const auto written = trajectory::export_relations(options.export_to, book.file(), choice);
      !written)
    return written;
  fmt::print("{} relations in {}\n", chosen, options.export_to);
  return {};
}

void serve_until_stopped(net::WebServer& web, server::TruthEditor& editor, double duration) {
  using Clock = std::chrono::steady_clock;
  server::TruthSession session(web, editor);
  const auto begin = Clock::now();
  while (!is_interrupted) {
    if (duration > 0.0 && std::chrono::duration<double>(Clock::now() - begin).count() > duration)
      return;
    if (!session.process_events()) std::this_thread::sleep_for(kTruthNap);
  }
}

Result<void> serve_page(const TruthOptions& options, server::TruthEditor& editor) {
  const server::PageSettings page = page_settings(options.host);
  net::Network network;
  const std::string port = options.web_port.empty() ? kTruthPort : options.web_port;
  const auto web = net::WebServer::listen(network, {.host = options.host,
                                                    .port = std::stoi(port),
                                                    .folder = page.folder,
                                                    .index = "truth.html",
                                                    .token = page.token});
  if (!web)
    return Error{{}, web.error().message + "; choose another with --web-port, or 0 for a free one"};
  prepare_sockets();
  stop_when_interrupted();
  fmt::print("ready {{\"web\":{}}}\n", (*web)->port());
  std::fflush(stdout);
  const bool is_everywhere = options.host == "0.0.0.0" || options.host == "::";
  log_info("verify it at http://{}:{}/{}", is_everywhere ? "THIS-MACHINE" : options.host,
           (*web)->port(), page.token.empty() ? "" : "#token=" + page.token);
  serve_until_stopped(**web, editor, options.duration);
  return {};
}

Result<void> check_unmatched(const server::TruthEditor& editor, const TruthOptions& options) {
  const std::size_t all = editor.book().file().constraints.size(),
                    unmatched = editor.unmatched_constraints();
  if (unmatched == 0) return {};
  const std::string& log = editor.book().file().log;
  if (unmatched == all)
    return Error{{options.constraints},
                 fmt::format("none of its {} constraints names scans of {}{}; their stamps must be "
                             "those of the log's scans, in seconds",
                             all, options.log, log.empty() ? "" : "; it was made for " + log)};
  log_warning("{}: {} of {} constraints name scans that {} does not have; they are kept, not shown",
              options.constraints, unmatched, all, options.log);
  return {};
}

}  // namespace

int truth(const TruthOptions& options) {
  const std::string log_path = resolve_data_path(options.log);
  for (const auto& kept :
       {check_inputs_are_kept({options.export_to}, {options.constraints, log_path}),
        check_inputs_are_kept({options.constraints}, {log_path})})
    if (!kept) return fail(kept.error(), kWrongUsage);
  // Constraints that are there are only read where nobody decides.
  std::error_code unknown;
  const bool is_new = !std::filesystem::exists(options.constraints, unknown);
  if (const auto fine = check_writable({options.export_to, is_new ? options.constraints : ""});
      !fine)
    return fail(fine.error(), kRunFailed);
  const auto log = logs::read_robot_log(log_path, {.robot = options.robot});
  if (!log) return fail(log.error());
  std::vector<slam::PlanarScan> scans = slam::planar_scans(*log);
  if (scans.empty())
    return fail({{options.log}, "has no scans of a laser; 'rubble log-doctor' tells what it has"});
  auto book = open_book(options, *log, scans);
  if (!book) return fail(book.error());
  server::TruthEditor editor(*std::move(book), std::move(scans),
                             {.program = "rubble " RUBBLE_VERSION,
                              .log = file_name(options.log),
                              .file = file_name(options.constraints),
                              .who = user_name(options)},
                             server::utc_now);
  if (const auto fine = check_unmatched(editor, options); !fine) return fail(fine.error());
  const bool is_served =
      !options.web_port.empty() || (!options.from_truth && options.export_to.empty());
  if (is_served)
    if (const auto served = serve_page(options, editor); !served)
      return fail(served.error(), kRunFailed);
  print_state(editor);
  if (const auto exported = export_verified(options, editor.book()); !exported)
    return fail(exported.error(), kRunFailed);
  print_written_files({options.constraints, options.export_to});
  return kDone;
}

}  // namespace rubble::apps
