// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/assess_options.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/evaluation/report/assessment_page.h"
#include "rubble/evaluation/report/assessment_tables.h"
#include "rubble/sdf/load.h"
#include "rubble/trajectory/file_format.h"

namespace rubble::apps {
namespace {

int wrong_usage(const std::string& sentence) {
  fmt::print(stderr, "rubble: {}\n", sentence);
  return kWrongUsage;
}

bool is_stdout_taken(const AssessOptions& options) {
  return options.csv == "-" || options.errors == "-" || options.markdown == "-" ||
         options.latex == "-";
}

// Nothing if the options make sense together.
std::string usage_trouble(const AssessOptions& options) {
  if (options.trajectories.empty())
    return "assess wants an estimate and its truth: rubble assess EST TRUTH; see --help";
  if (options.relations.empty() && options.truth.empty())
    return "assess wants a truth to judge by: --relations FILE, --truth FILE or both";
  if (options.json && is_stdout_taken(options))
    return "--json has standard output for itself; write the other report into a file";
  if (options.map_f1 > 0.0) return "--min-f1 is of maps: it wants --map-estimate and --map-truth";
  const evaluation::AssessThresholds& most = options.most;
  if (options.relations.empty() &&
      (most.translation || most.rotation || most.neighbour_translation || most.neighbour_rotation ||
       most.loop_translation || most.loop_rotation || most.unmatched || !options.errors.empty()))
    return "thresholds and errors of relations want --relations FILE";
  if (options.associate != "time" && !options.time_offset.empty())
    return "--time-offset is for --associate time; by index and by scan no clock counts";
  if ((options.associate != "time" || options.time_offset == "estimate") && options.truth.empty() &&
      options.log.empty())
    return "--associate index or scan and --time-offset estimate want something that has the "
           "truth's moments: --truth FILE, or --log FILE, the log that the relations refer to";
  if (options.truth.empty() && (most.ate || most.rpe))
    return "--max-ate and --max-rpe want --truth";
  return {};
}

Result<void> write_text(const std::string& path, const std::string& text) {
  if (path != "-") return write_file(path, text);
  fmt::print("{}", text);
  return {};
}

std::string rendered(const std::vector<report::ReportTable>& tables,
                     std::string (*render)(const report::ReportTable&)) {
  std::string text;
  for (const report::ReportTable& table : tables)
    text += (text.empty() ? "" : "\n") + render(table);
  return text;
}

Result<void> write_charts(const evaluation::AssessReport& report, const std::string& path) {
  const auto charts = evaluation::error_charts(report);
  if (path.ends_with(".png")) return write_picture(path, report::charts_picture(charts));
  return write_file(path, report::charts_svg(charts));
}

// NAME.svg of several estimates becomes NAME-estimate.svg.
std::string overlay_path(const std::string& path, const evaluation::AssessReport& report,
                         std::size_t index) {
  if (report.estimates.size() == 1) return path;
  std::string name = report.estimates[index].name;
  for (char& c : name)
    if (c == '/' || c == ' ') c = '_';
  const auto dot = path.rfind(".svg");
  return path.substr(0, dot) + "-" + name + ".svg";
}

Result<void> write_pictures(const evaluation::AssessReport& report, const AssessOptions& options) {
  if (options.overlay.empty() && options.html.empty()) return {};
  if (!options.overlay.empty() && !options.overlay.ends_with(".svg"))
    return Error{{options.overlay}, "an overlay has a name that ends in .svg"};
  const auto backgrounds = evaluation::overlay_backgrounds(report, options);
  if (!backgrounds) return backgrounds.error();
  for (std::size_t i = 0; !options.overlay.empty() && i < report.estimates.size(); ++i)
    if (const auto written =
            write_file(overlay_path(options.overlay, report, i),
                       evaluation::overlay_drawing(report.estimates[i], (*backgrounds)[i]).text());
        !written)
      return written;
  if (options.html.empty()) return {};
  return write_file(options.html, evaluation::assess_page(report, *backgrounds));
}

Result<void> write_reports(const evaluation::AssessReport& report, const AssessOptions& options) {
  if (!options.csv.empty())
    if (const auto done = write_text(options.csv, evaluation::assess_csv(report)); !done)
      return done;
  if (!options.errors.empty())
    if (const auto done = write_text(options.errors, evaluation::relation_errors_csv(report));
        !done)
      return done;
  if (!options.markdown.empty())
    if (const auto done = write_text(
            options.markdown, rendered(evaluation::all_assess_tables(report), report::markdown_of));
        !done)
      return done;
  if (!options.latex.empty())
    if (const auto done = write_text(
            options.latex, rendered(evaluation::all_assess_tables(report), report::latex_of));
        !done)
      return done;
  if (!options.svg.empty())
    if (const auto done = write_charts(report, options.svg); !done) return done;
  return write_pictures(report, options);
}

// One line an estimate, one a pair.
void print_summary(const evaluation::AssessReport& report) {
  for (const evaluation::AssessedEstimate& estimate : report.estimates) {
    std::string line;
    if (estimate.relations) {
      const auto& all = estimate.relations->all;
      line = fmt::format("mean error {} m, {} deg at {} relations",
                         report::decimals(all.translation.mean, 3),
                         report::decimals(all.rotation_deg.mean, 2), all.translation.count);
    }
    if (estimate.against_truth)
      line += fmt::format("{}ATE {} m (RMSE)", line.empty() ? "" : "; ",
                          report::decimals(estimate.against_truth->ate.rmse, 3));
    fmt::print("{}: {}\n", estimate.name, line);
  }
  for (const auto& comparison : report.comparisons)
    fmt::print("{} and {}: {} ({})\n", report.estimates[comparison.first].name,
               report.estimates[comparison.second].name,
               evaluation::verdict_text(report, comparison.verdict()),
               evaluation::verdict_of(report, comparison));
}

void print_for_people(const evaluation::AssessReport& report, bool is_verbose) {
  print_summary(report);
  if (!report.relations.empty()) fmt::print("\nrelations: {}", report.relations);
  if (!report.truth.empty()) fmt::print("\ntruth: {}", report.truth);
  fmt::print("\n\n{}", rendered(is_verbose ? evaluation::all_assess_tables(report)
                                           : evaluation::assess_tables(report),
                                report::text_of));
  if (!is_verbose && !report.relations.empty())
    fmt::print("\n--verbose adds errors by distance and time, and the worst relations\n");
}

bool is_map(trajectory::FileFormat kind) {
  return kind == trajectory::FileFormat::MapDescription ||
         kind == trajectory::FileFormat::Picture || kind == trajectory::FileFormat::Tiff;
}

// Estimates and their truth without any option before them: what the last one is, decides.
Result<AssessOptions> with_files(AssessOptions options) {
  if (options.files.empty()) return options;
  const auto wrong = [](const char* sentence) { return Error{{}, sentence}; };
  if (options.files.size() < 2)
    return wrong("assess wants an estimate and its truth: rubble assess EST TRUTH; see --help");
  if (!options.truth.empty() || !options.relations.empty() || !options.map_truth.empty())
    return wrong("the last of several FILES is the truth; it is given a second time");
  const std::string truth = options.files.back();
  const auto kind = trajectory::detect_format(resolve_data_path(truth));
  if (!kind) return kind.error();
  options.files.pop_back();
  if (is_map(*kind)) {
    if (options.files.size() > 1 || !options.trajectories.empty())
      return wrong("a true map judges one map at a time: rubble assess MAP TRUE_MAP");
    options.map_estimate = options.files.front();
    options.map_truth = truth;
    return options;
  }
  const bool is_relations =
      *kind == trajectory::FileFormat::Relations || *kind == trajectory::FileFormat::Constraints;
  (is_relations ? options.relations : options.truth) = truth;
  options.trajectories.insert(options.trajectories.begin(), options.files.begin(),
                              options.files.end());
  return options;
}

}  // namespace

int assess(const AssessOptions& given) {
  const auto completed = with_files(given);
  if (!completed)
    return fail(completed.error(), completed.error().at.file.empty() ? kWrongUsage : kBadInput);
  const AssessOptions& options = *completed;
  if (!options.map_estimate.empty()) {
    const evaluation::AssessThresholds& most = options.most;
    if (most.translation || most.rotation || most.neighbour_translation ||
        most.neighbour_rotation || most.loop_translation || most.loop_rotation || most.unmatched ||
        most.ate || most.rpe)
      return wrong_usage(
          "of maps only --min-f1 can be asked; the other thresholds are of trajectories");
    if (!options.csv.empty() || !options.errors.empty() || !options.markdown.empty() ||
        !options.latex.empty() || !options.svg.empty() || !options.overlay.empty())
      return wrong_usage(
          "maps have --json, --html and --map-picture; the other reports are of "
          "trajectories");
    return assess_maps(options);
  }
  if (const std::string trouble = usage_trouble(options); !trouble.empty())
    return wrong_usage(trouble);
  std::vector<std::string> inputs = {options.relations, options.truth, options.map, options.log};
  for (const std::string& word : options.trajectories) {
    inputs.push_back(word);
    inputs.push_back(word.substr(word.find('=') + 1));
  }
  if (const auto kept =
          check_inputs_are_kept({options.csv, options.errors, options.markdown, options.latex,
                                 options.svg, options.overlay, options.html},
                                inputs);
      !kept)
    return fail(kept.error(), kWrongUsage);
  const auto report = evaluation::assess(options);
  if (!report) return fail(report.error());
  for (const std::string& remark : report->remarks) log_warning("{}", remark);
  if (const auto written = write_reports(*report, options); !written)
    return fail(written.error(), kRunFailed);
  if (options.json)
    fmt::print("{}\n", evaluation::assess_json(*report));
  else if (!is_stdout_taken(options))
    print_for_people(*report, options.verbose);
  std::vector<std::string> written_files = {options.csv,   options.errors, options.markdown,
                                            options.latex, options.svg,    options.html};
  for (std::size_t i = 0; !options.overlay.empty() && i < report->estimates.size(); ++i)
    written_files.push_back(overlay_path(options.overlay, *report, i));
  print_written_files(written_files);
  for (const std::string& missed : report->missed) fmt::print(stderr, "rubble: {}\n", missed);
  return report->missed.empty() ? kDone : kRunFailed;
}

}  // namespace rubble::apps
