// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/format_commands.h"
#include "apps/support.h"
#include "rubble/geometry/pose.h"
#include "rubble/logs/doctor/log_doctor.h"
#include "rubble/sdf/load.h"

namespace rubble::apps {
namespace {

using Json = nlohmann::ordered_json;
using logs::LogDiagnosis;
using logs::Severity;

constexpr const char* kSeverityWords[] = {"note", "warning", "problem"};
constexpr const char* kSeverityMarks[] = {"  - ", "  ! ", "  !! "};

double rate_of(const logs::StreamStatistics& stream) {
  const double span = stream.last - stream.first;
  return span > 0.0 ? static_cast<double>(stream.count - 1) / span : 0.0;
}

Json json_of(const logs::StreamStatistics& stream) {
  return {{"name", stream.name},         {"count", stream.count},
          {"first", stream.first},       {"last", stream.last},
          {"rate", rate_of(stream)},     {"interval", stream.interval},
          {"gaps", stream.gaps},         {"longest_gap", stream.longest_gap},
          {"gap_at", stream.gap_at},     {"bursts", stream.bursts},
          {"backward", stream.backward}, {"duplicates", stream.duplicates},
          {"is_even", stream.is_even}};
}

Json json_of(const logs::LaserStatistics& laser) {
  Json codes = Json::array();
  for (const auto& [value, share] : laser.codes)
    codes.push_back({{"value", value}, {"share", share}});
  return {{"name", laser.name},
          {"scans", laser.laser_scans},
          {"beams", {laser.min_beams, laser.max_beams}},
          {"step_deg", degrees(laser.step)},
          {"first_deg", degrees(laser.first)},
          {"last_deg", degrees(laser.last)},
          {"nearest", std::isfinite(laser.nearest) ? Json(laser.nearest) : Json()},
          {"farthest", std::isfinite(laser.nearest) ? Json(laser.farthest) : Json()},
          {"no_return_share", laser.no_return_share},
          {"codes", codes}};
}

Json json_of(const LogDiagnosis& diagnosis) {
  Json json = {{"file", diagnosis.path}, {"kind", diagnosis.kind}};
  json["streams"] = Json::array();
  for (const auto& stream : diagnosis.streams) json["streams"].push_back(json_of(stream));
  json["lasers"] = Json::array();
  for (const auto& laser : diagnosis.lasers) json["lasers"].push_back(json_of(laser));
  json["odometry"] = {{"count", diagnosis.odometry.count},
                      {"length", diagnosis.odometry.length},
                      {"fastest", diagnosis.odometry.fastest},
                      {"jumps", diagnosis.odometry.jumps},
                      {"longest_jump", diagnosis.odometry.longest_jump}};
  json["orientation"] = {{"pairs", diagnosis.tried_pairs}, {"scores", Json::array()}};
  for (const logs::FaultScore& score : diagnosis.fault_scores)
    json["orientation"]["scores"].push_back({{"laser", logs::word_for(score.fault.laser)},
                                             {"odometry", logs::word_for(score.fault.odometry)},
                                             {"score", score.mean},
                                             {"gain", score.gain},
                                             {"sigmas", score.sigmas}});
  json["facts"] = Json::object();
  for (const auto& [name, value] : diagnosis.facts) json["facts"][name] = value;
  json["findings"] = Json::array();
  for (const auto& finding : diagnosis.findings)
    json["findings"].push_back(
        {{"severity", kSeverityWords[static_cast<std::size_t>(finding.severity)]},
         {"text", finding.text}});
  return json;
}

void print_stream(const logs::StreamStatistics& stream) {
  fmt::print("  {:<28} {:>8}", stream.name, stream.count);
  const double span = stream.last - stream.first;
  if (span > 0.0)
    fmt::print("  {:8.2f} Hz  {:.3f} to {:.3f} s", rate_of(stream), stream.first, stream.last);
  if (stream.gaps > 0)
    fmt::print("; {} gap{}, longest {:.2f} s at {:.3f}", stream.gaps, stream.gaps == 1 ? "" : "s",
               stream.longest_gap, stream.gap_at);
  if (stream.bursts > 0) fmt::print("; {} within 1 ms of the previous one", stream.bursts);
  fmt::print("\n");
}

void print_laser(const logs::LaserStatistics& laser) {
  fmt::print("  {:<28} {} beams, {:.3g} deg apart, {:.1f} to {:.1f} deg", laser.name,
             laser.max_beams, degrees(laser.step), degrees(laser.first), degrees(laser.last));
  if (std::isfinite(laser.nearest))
    fmt::print("; {:.2f} to {:.2f} m", laser.nearest, laser.farthest);
  fmt::print("; no return {:.1f} %", 100.0 * laser.no_return_share);
  for (std::size_t i = 0; i < laser.codes.size(); ++i)
    fmt::print("{}{:.2f}{}", i == 0 ? " (as " : ", ", laser.codes[i].first,
               i + 1 == laser.codes.size() ? ")" : "");
  fmt::print("\n");
}

void print_diagnosis(const LogDiagnosis& diagnosis) {
  fmt::print("{}: {}\n", diagnosis.path, diagnosis.kind);
  for (const auto& stream : diagnosis.streams) print_stream(stream);
  for (const auto& laser : diagnosis.lasers) print_laser(laser);
  if (diagnosis.odometry.count > 0)
    fmt::print("  {:<28} {:.1f} m, up to {:.2f} m/s{}\n", "path length", diagnosis.odometry.length,
               diagnosis.odometry.fastest, diagnosis.odometry.jumps > 0 ? " between jumps" : "");
  for (const auto& [name, value] : diagnosis.facts) fmt::print("  {:<28} {}\n", name, value);
  if (diagnosis.findings.empty()) fmt::print("No problems found.\n");
  for (const auto& finding : diagnosis.findings)
    fmt::print("{}{}\n", kSeverityMarks[static_cast<std::size_t>(finding.severity)], finding.text);
}

}  // namespace

int log_doctor(const LogDoctorOptions& options) {
  const auto diagnosis = logs::diagnose(resolve_data_path(options.file));
  if (!diagnosis) return fail(diagnosis.error());
  if (options.json)
    fmt::print("{}\n", json_of(*diagnosis).dump(-1, ' ', false, Json::error_handler_t::replace));
  else
    print_diagnosis(*diagnosis);
  return diagnosis->has_problem() ? kBadInput : kDone;
}

}  // namespace rubble::apps
