// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/fit/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <set>

#include "rubble/radio/fit/trend.h"
#include "rubble/radio/propagation.h"

namespace rubble::radio {
namespace {

constexpr int kFolds = 8;
constexpr double kMinImprovement =
    0.99;  // a more complex model must reduce the RMSE by more than 1 %

using Strengths = std::vector<Strength>;
using Predict = std::function<double(const Strength&)>;

struct FittedModel {
  Predict predict;
  std::vector<FittedParameter> parameters;
};

// One row of the table of models. fit returns nothing if the data does not suffice.
struct Candidate {
  const char* name;
  std::string formula;
  std::string unavailable_reason;  // why the data does not support it; empty: it does
  std::function<std::optional<FittedModel>(const Strengths&)> fit;
};

FitErrors errors_of(const Strengths& strengths, const Predict& predict) {
  FitErrors errors{.count = static_cast<int>(strengths.size())};
  double squares = 0.0;
  for (const Strength& strength : strengths) {
    const double error = predict(strength) - strength.dbm;
    squares += error * error;
    errors.mean_absolute += std::abs(error) / errors.count;
    errors.bias += error / errors.count;
  }
  errors.rmse = std::sqrt(squares / std::max(errors.count, 1));
  return errors;
}

// --- spatial blocks ---------------------------------------------------------------------------

// The fold of each strength: cells of an eighth of the site, so that no position is predicted from
// its immediate neighbours (spatial block cross-validation). If only distances are known: every
// eighth of them.
std::vector<int> folds_by_position(const Strengths& strengths) {
  Bounds bounds;
  for (const Strength& strength : strengths) bounds.add(*strength.position);
  const double side = std::max((bounds.high - bounds.low).maxCoeff() / kFolds, 1e-6);
  std::vector<int> folds;
  for (const Strength& strength : strengths) {
    const Vec3 cell = (*strength.position - bounds.low) / side;
    const auto index = [](double value) { return static_cast<int>(std::min(value, kFolds - 0.5)); };
    folds.push_back((index(cell.x()) + 3 * index(cell.y()) + 5 * index(cell.z())) % kFolds);
  }
  return folds;
}

std::vector<int> folds_by_distance(const Strengths& strengths) {
  std::set<double> known;
  for (const Strength& strength : strengths) known.insert(*strength.distance);
  const std::vector<double> order(known.begin(), known.end());
  std::vector<int> folds;
  for (const Strength& strength : strengths)
    folds.push_back(static_cast<int>(
        (std::lower_bound(order.begin(), order.end(), *strength.distance) - order.begin()) %
        kFolds));
  return folds;
}

bool all_have_positions(const Strengths& strengths) {
  return std::all_of(strengths.begin(), strengths.end(),
                     [](const Strength& strength) { return strength.position.has_value(); });
}

std::optional<double> cross_validation(const Strengths& strengths, const Candidate& candidate) {
  const std::vector<int> folds =
      all_have_positions(strengths) ? folds_by_position(strengths) : folds_by_distance(strengths);
  double squares = 0.0;
  for (int fold = 0; fold < kFolds; ++fold) {
    Strengths others, own;
    for (std::size_t i = 0; i < strengths.size(); ++i)
      (folds[i] == fold ? own : others).push_back(strengths[i]);
    if (own.empty()) continue;
    const auto model = candidate.fit(others);
    if (!model) return {};
    squares += std::pow(errors_of(own, model->predict).rmse, 2) * static_cast<double>(own.size());
  }
  return std::sqrt(squares / static_cast<double>(strengths.size()));
}

// --- the models ---------------------------------------------------------------------------------

std::vector<FittedParameter> parameters_of(const Trend& trend, const Solution& solution,
                                           const std::vector<std::string>& transmitters) {
  std::vector<FittedParameter> parameters;
  const std::vector<std::string> names = trend.names(transmitters);
  for (std::size_t i = 0; i < names.size(); ++i)
    parameters.push_back({names[i], solution.values[static_cast<Eigen::Index>(i)],
                          solution.errors[static_cast<Eigen::Index>(i)]});
  return parameters;
}

Candidate seed_candidate() {
  return {"seed", "-50 - 10 log10(d / 2 m) - 7 min(walls, 4)", {}, [](const Strengths&) {
            RadioSettings settings;
            settings.preset = RadioPreset::Seed;
            const auto seed = std::make_shared<Propagation>(settings);
            return FittedModel{[seed](const Strength& strength) {
                                 const int walls = static_cast<int>(strength.walls.value_or(0.0));
                                 return seed->power(*strength.distance, walls);
                               },
                               {{"p0", -50.0}, {"d0", 2.0}, {"n", 1.0}, {"waf", 7.0}, {"c", 4.0}}};
          }};
}

// Which models the data supports.
struct CandidateSet {
  std::vector<std::string> transmitters;
  WallTerm walls = WallTerm::None;
  bool has_many_transmitters = false;
  bool has_positions = false;
};

Candidate trend_candidate(const char* name, std::string formula, TrendTerms terms,
                          const CandidateSet& available) {
  return {name, std::move(formula), {}, [terms, available](const Strengths& strengths) {
            const Trend trend(terms, strengths, available.transmitters.size());
            const auto solution = solve_trend(trend, strengths);
            if (!solution) return std::optional<FittedModel>();
            return std::optional<FittedModel>(
                FittedModel{[trend, values = solution->values](const Strength& strength) {
                              return trend.row(strength).dot(values);
                            },
                            parameters_of(trend, *solution, available.transmitters)});
          }};
}

Candidate correlated_candidate(TrendTerms terms, const CandidateSet& available) {
  // The folds of the cross-validation start their search at the optimum of the whole data.
  auto start = std::make_shared<std::optional<Correlation>>();
  const auto fit = [terms, available, start](const Strengths& strengths) {
    const Trend trend(terms, strengths, available.transmitters.size());
    auto kriging = Kriging::fit(trend, strengths, available.transmitters.size(), *start);
    if (!kriging) return std::optional<FittedModel>();
    const Correlation found = kriging->correlation();
    if (!*start) *start = found;
    FittedModel model{{}, parameters_of(trend, kriging->solution(), available.transmitters)};
    model.parameters.push_back({"sigma", found.sigma});
    model.parameters.push_back({"length", found.length});
    model.parameters.push_back({"nugget", found.sigma * std::sqrt(found.nugget)});
    const auto shared = std::make_shared<const Kriging>(*std::move(kriging));
    model.predict = [shared](const Strength& strength) { return shared->predict(strength); };
    return std::optional<FittedModel>(std::move(model));
  };
  return {"correlated",
          "as the richest above, plus a residual per transmitter with covariance sigma^2 "
          "exp(-distance/length), and a nugget",
          available.has_positions ? "" : "the positions of the receiver are not known", fit};
}

std::vector<Candidate> candidates(const CandidateSet& available) {
  const std::string wall_formula = available.walls == WallTerm::OutOfSight
                                       ? "p1 - 10 n log10 d - nlos (out of sight)"
                                       : "p1 - 10 n log10 d - wall walls";
  std::vector<Candidate> list{
      seed_candidate(),
      trend_candidate("slope", "p1 - 10 n log10 d", {}, available),
      trend_candidate("walls", wall_formula, {available.walls, false}, available),
      trend_candidate("offsets", "p1 of each transmitter - 10 n log10 d", {WallTerm::None, true},
                      available),
      trend_candidate("full", "offsets and walls", {available.walls, true}, available),
      correlated_candidate({available.walls, available.has_many_transmitters}, available)};
  const std::string no_walls = "walls or lines of sight are not given, or the same everywhere";
  if (available.walls == WallTerm::None)
    list[2].unavailable_reason = list[4].unavailable_reason = no_walls;
  if (!available.has_many_transmitters)
    list[3].unavailable_reason = list[4].unavailable_reason = "there is one transmitter";
  return list;
}

Fit fit_of(const Candidate& candidate, const Strengths& train, const Strengths& test) {
  Fit fit{
      .name = candidate.name, .formula = candidate.formula, .note = candidate.unavailable_reason};
  if (!fit.note.empty()) return fit;
  const auto model = candidate.fit(train);
  if (!model) {
    fit.note = "there are too few different positions for its parameters";
    return fit;
  }
  fit.parameters = model->parameters;
  fit.train = errors_of(train, model->predict);
  fit.cross_validation = cross_validation(train, candidate);
  if (!test.empty()) fit.test = errors_of(test, model->predict);
  return fit;
}

std::size_t index_of_best(const std::vector<Fit>& fits) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < fits.size(); ++i)
    if (fits[i].is_fitted() && fits[i].cross_validation &&
        *fits[i].cross_validation < kMinImprovement * *fits[best].cross_validation)
      best = i;
  return best;
}

// Renumbers the transmitters of the test data as in the training data; new ones are appended.
// Transmitters of another site are always different ones, whatever their names.
Strengths renumbered(const Survey& test, const std::string& site,
                     std::vector<std::string>& transmitters) {
  Strengths strengths = test.strengths;
  const std::string prefix = test.site == site ? "" : test.site + "/";
  for (Strength& strength : strengths) {
    const std::string name =
        prefix + test.transmitters[static_cast<std::size_t>(strength.transmitter)];
    const auto found = std::find(transmitters.begin(), transmitters.end(), name);
    strength.transmitter = static_cast<int>(found - transmitters.begin());
    if (found == transmitters.end()) transmitters.push_back(name);
  }
  return strengths;
}

Result<void> check_strengths(const Survey& train) {
  constexpr std::size_t kMinPositions = 3;
  if (train.strengths.size() < kMinPositions)
    return Error{{train.file},
                 fmt::format("{} positions with a strength are too few to fit a slope, "
                             "which has two parameters; at least {} are needed",
                             train.strengths.size(), kMinPositions)};
  std::set<double> distances;
  for (const Strength& strength : train.strengths) {
    if (!strength.distance)
      return Error{
          {train.file},
          "the positions of the transmitters are unknown: give columns 'distance' or ap_x, "
          "ap_y, or a list of positions"};
    distances.insert(*strength.distance);
  }
  if (distances.size() < 2)
    return Error{{train.file}, "all strengths are from one distance; a slope needs two"};
  return {};
}

}  // namespace

double Fit::value(const std::string& parameter) const {
  for (const FittedParameter& own : parameters)
    if (own.name == parameter) return own.value;
  return std::numeric_limits<double>::quiet_NaN();
}

const Fit* FitReport::find(const std::string& name) const {
  for (const Fit& fit : fits)
    if (fit.name == name) return &fit;
  return nullptr;
}

Result<FitReport> fit_survey(const Survey& train, const Survey* test) {
  if (const auto checked = check_strengths(train); !checked) return checked.error();
  if (test != nullptr)
    for (const Strength& strength : test->strengths)
      if (!strength.distance)
        return Error{{test->file}, "the positions of the transmitters are unknown"};
  CandidateSet available{train.transmitters, wall_term_of(train.strengths),
                         train.transmitters.size() > 1, all_have_positions(train.strengths)};
  const Strengths tested =
      test != nullptr ? renumbered(*test, train.site, available.transmitters) : Strengths();
  FitReport report;
  for (const Candidate& candidate : candidates(available))
    report.fits.push_back(fit_of(candidate, train.strengths, tested));
  report.chosen = index_of_best(report.fits);
  return report;
}

}  // namespace rubble::radio
