// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <set>

#include "rubble/radio/propagation.h"
#include "rubble/radio/trend.h"

namespace rubble::radio {
namespace {

constexpr int kFolds = 8;
constexpr double kWorthIt = 0.99;  // a richer model must be better by more than 1 %

using Strengths = std::vector<Strength>;
using Predict = std::function<double(const Strength&)>;

struct Learned {
  Predict predict;
  std::vector<FittedParameter> parameters;
};

// One row of the table of models. learn: nothing if the strengths do not suffice.
struct Candidate {
  const char* name;
  std::string formula;
  std::string unfit;  // why not even to try
  std::function<std::optional<Learned>(const Strengths&)> learn;
};

FitErrors errors_of(const Strengths& strengths, const Predict& predict) {
  FitErrors errors{.count = static_cast<int>(strengths.size())};
  double squares = 0.0;
  for (const Strength& strength : strengths) {
    const double away = predict(strength) - strength.dbm;
    squares += away * away;
    errors.mean_absolute += std::abs(away) / errors.count;
    errors.bias += away / errors.count;
  }
  errors.rmse = std::sqrt(squares / std::max(errors.count, 1));
  return errors;
}

// --- blocks of places --------------------------------------------------------------------------

// Which fold each strength belongs to: squares of an eighth of the site, so that a place is told by
// others than its neighbours. Where only distances are known: every eighth of them.
std::vector<int> folds_by_place(const Strengths& strengths) {
  Bounds bounds;
  for (const Strength& strength : strengths) bounds.add(*strength.place);
  const double side = std::max((bounds.high - bounds.low).maxCoeff() / kFolds, 1e-6);
  std::vector<int> folds;
  for (const Strength& strength : strengths) {
    const Vec3 cell = (*strength.place - bounds.low) / side;
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

bool all_have_places(const Strengths& strengths) {
  return std::all_of(strengths.begin(), strengths.end(),
                     [](const Strength& strength) { return strength.place.has_value(); });
}

std::optional<double> cross_validation(const Strengths& strengths, const Candidate& candidate) {
  const std::vector<int> folds =
      all_have_places(strengths) ? folds_by_place(strengths) : folds_by_distance(strengths);
  double squares = 0.0;
  for (int fold = 0; fold < kFolds; ++fold) {
    Strengths others, own;
    for (std::size_t i = 0; i < strengths.size(); ++i)
      (folds[i] == fold ? own : others).push_back(strengths[i]);
    if (own.empty()) continue;
    const auto learned = candidate.learn(others);
    if (!learned) return {};
    squares += std::pow(errors_of(own, learned->predict).rmse, 2) * static_cast<double>(own.size());
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
            return Learned{[seed](const Strength& strength) {
                             const int walls = static_cast<int>(strength.walls.value_or(0.0));
                             return seed->power(*strength.distance, walls);
                           },
                           {{"p0", -50.0}, {"d0", 2.0}, {"n", 1.0}, {"waf", 7.0}, {"c", 4.0}}};
          }};
}

// What the data at hand allows.
struct Possibilities {
  std::vector<std::string> transmitters;
  WallTerm walls = WallTerm::None;
  bool has_many_transmitters = false;
  bool has_places = false;
};

Candidate trend_candidate(const char* name, std::string formula, TrendTerms terms,
                          const Possibilities& possible) {
  return {name, std::move(formula), {}, [terms, possible](const Strengths& strengths) {
            const Trend trend(terms, strengths, possible.transmitters.size());
            const auto solution = solve_trend(trend, strengths);
            if (!solution) return std::optional<Learned>();
            return std::optional<Learned>(
                Learned{[trend, values = solution->values](const Strength& strength) {
                          return trend.row(strength).dot(values);
                        },
                        parameters_of(trend, *solution, possible.transmitters)});
          }};
}

Candidate correlated_candidate(TrendTerms terms, const Possibilities& possible) {
  // Folds of a cross-validation begin their search where the first one, of all, ended.
  auto start = std::make_shared<std::optional<Correlation>>();
  const auto learn = [terms, possible, start](const Strengths& strengths) {
    const Trend trend(terms, strengths, possible.transmitters.size());
    auto kriging = Kriging::learn(trend, strengths, possible.transmitters.size(), *start);
    if (!kriging) return std::optional<Learned>();
    const Correlation found = kriging->correlation();
    if (!*start) *start = found;
    Learned learned{{}, parameters_of(trend, kriging->solution(), possible.transmitters)};
    learned.parameters.push_back({"sigma", found.sigma});
    learned.parameters.push_back({"length", found.length});
    learned.parameters.push_back({"nugget", found.sigma * std::sqrt(found.nugget)});
    const auto shared = std::make_shared<const Kriging>(*std::move(kriging));
    learned.predict = [shared](const Strength& strength) { return shared->predict(strength); };
    return std::optional<Learned>(std::move(learned));
  };
  return {"correlated",
          "as the richest above, plus a residual a transmitter with covariance sigma^2 "
          "exp(-way/length), and a nugget",
          possible.has_places ? "" : "the places of the receiver are not known", learn};
}

std::vector<Candidate> candidates(const Possibilities& possible) {
  const std::string wall_formula = possible.walls == WallTerm::OutOfSight
                                       ? "p1 - 10 n log10 d - nlos (out of sight)"
                                       : "p1 - 10 n log10 d - wall walls";
  std::vector<Candidate> list{
      seed_candidate(),
      trend_candidate("slope", "p1 - 10 n log10 d", {}, possible),
      trend_candidate("walls", wall_formula, {possible.walls, false}, possible),
      trend_candidate("offsets", "p1 of each transmitter - 10 n log10 d", {WallTerm::None, true},
                      possible),
      trend_candidate("full", "offsets and walls", {possible.walls, true}, possible),
      correlated_candidate({possible.walls, possible.has_many_transmitters}, possible)};
  const std::string no_walls = "walls or lines of sight are not told, or the same everywhere";
  if (possible.walls == WallTerm::None) list[2].unfit = list[4].unfit = no_walls;
  if (!possible.has_many_transmitters) list[3].unfit = list[4].unfit = "there is one transmitter";
  return list;
}

Fit fit_of(const Candidate& candidate, const Strengths& train, const Strengths& test) {
  Fit fit{.name = candidate.name, .formula = candidate.formula, .note = candidate.unfit};
  if (!fit.note.empty()) return fit;
  const auto learned = candidate.learn(train);
  if (!learned) {
    fit.note = "there are too few different places for its parameters";
    return fit;
  }
  fit.parameters = learned->parameters;
  fit.train = errors_of(train, learned->predict);
  fit.cross_validation = cross_validation(train, candidate);
  if (!test.empty()) fit.test = errors_of(test, learned->predict);
  return fit;
}

std::size_t best_of(const std::vector<Fit>& fits) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < fits.size(); ++i)
    if (fits[i].is_fitted() && fits[i].cross_validation &&
        *fits[i].cross_validation < kWorthIt * *fits[best].cross_validation)
      best = i;
  return best;
}

// Transmitters are counted as in the survey that is learned from; new ones come after them. Those
// of another site are others, whatever they are called.
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
  constexpr std::size_t kFewest = 3;
  if (train.strengths.size() < kFewest)
    return Error{{train.file},
                 fmt::format("{} places with a strength are too few to fit a slope, "
                             "which has two parameters; at least {} are needed",
                             train.strengths.size(), kFewest)};
  std::set<double> distances;
  for (const Strength& strength : train.strengths) {
    if (!strength.distance)
      return Error{{train.file},
                   "it is not known where the transmitters are: give columns 'distance' or ap_x, "
                   "ap_y, or a list of places"};
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
        return Error{{test->file}, "it is not known where the transmitters are"};
  Possibilities possible{train.transmitters, wall_term_of(train.strengths),
                         train.transmitters.size() > 1, all_have_places(train.strengths)};
  const Strengths tested =
      test != nullptr ? renumbered(*test, train.site, possible.transmitters) : Strengths();
  FitReport report;
  for (const Candidate& candidate : candidates(possible))
    report.fits.push_back(fit_of(candidate, train.strengths, tested));
  report.chosen = best_of(report.fits);
  return report;
}

}  // namespace rubble::radio
