// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "rubble/base/random.h"
#include "rubble/base/text.h"
#include "rubble/radio/fit/survey.h"
#include "rubble/radio/fit/transmitter_name.h"
#include "rubble/serialization/csv_table.h"

namespace rubble::radio {
namespace {

constexpr double kMaxSitePosition = 1e6;  // m
constexpr std::size_t kMaxListed = 10'000;

std::vector<TransmitterPosition> positions_at(const Survey& survey,
                                              const std::vector<TransmitterPosition>& positions) {
  std::vector<TransmitterPosition> here;
  for (const TransmitterPosition& position : positions)
    if (position.site.empty() || lower_case(position.site) == lower_case(survey.site))
      here.push_back(position);
  return here;
}

using PositionsByName = std::map<std::string, Vec3>;

PositionsByName matched_by_name(const Survey& survey,
                                const std::vector<TransmitterPosition>& listed) {
  PositionsByName matched;
  for (const std::string& name : survey.transmitters)
    for (const TransmitterPosition& position : listed)
      if (short_name(position.name) == short_name(name)) matched[name] = position.position;
  return matched;
}

PositionsByName matched_by_order(const Survey& survey,
                                 const std::vector<TransmitterPosition>& listed) {
  PositionsByName matched;
  for (std::size_t i = 0; i < survey.transmitters.size() && i < listed.size(); ++i)
    matched[survey.transmitters[i]] = listed[i].position;
  return matched;
}

double correlation_of(const std::vector<Vec2>& pairs) {
  Vec2 mean = Vec2::Zero();
  for (const Vec2& pair : pairs) mean += pair / static_cast<double>(pairs.size());
  double xx = 0.0, yy = 0.0, xy = 0.0;
  for (const Vec2& pair : pairs) {
    const Vec2 away = pair - mean;
    xx += away.x() * away.x();
    yy += away.y() * away.y();
    xy += away.x() * away.y();
  }
  return xx > 0.0 && yy > 0.0 ? xy / std::sqrt(xx * yy) : 0.0;
}

// Mean correlation of ranges with distances over transmitters; nothing without ranges.
std::optional<double> range_correlation(const Survey& survey, const PositionsByName& positions) {
  constexpr std::size_t kMinSamples = 5;  // samples for a meaningful correlation
  double sum = 0.0;
  int count = 0;
  for (std::size_t i = 0; i < survey.transmitters.size(); ++i) {
    const auto found = positions.find(survey.transmitters[i]);
    if (found == positions.end()) continue;
    std::vector<Vec2> pairs;
    for (const Strength& strength : survey.strengths)
      if (strength.transmitter == static_cast<int>(i) && strength.range && strength.position)
        pairs.emplace_back((*strength.position - found->second).norm(), *strength.range);
    if (pairs.size() < kMinSamples) continue;
    sum += correlation_of(pairs);
    ++count;
  }
  if (count == 0) return {};
  return sum / count;
}

std::string names_of(const std::vector<TransmitterPosition>& positions) {
  std::vector<std::string> names;
  for (const TransmitterPosition& position : positions) names.push_back(position.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string ranges_sentence(const PositionMatch& match) {
  if (!match.correlation_by_order || !match.correlation_by_name)
    return "no measured ranges confirm it";
  return fmt::format(
      "measured ranges and distances have a correlation of {:.2f} by order and {:.2f} by "
      "name",
      *match.correlation_by_order, *match.correlation_by_name);
}

std::string note_of(const Survey& survey, const std::vector<TransmitterPosition>& listed,
                    const PositionMatch& match) {
  if (match.matching == Matching::ByOrder)
    return fmt::format("received were {}, listed are {}: matched by order; {}",
                       fmt::join(survey.transmitters, ", "), names_of(listed),
                       ranges_sentence(match));
  if (match.positions.size() == survey.transmitters.size()) return {};
  return fmt::format("received were {}, listed are {}: those without a position are left out",
                     fmt::join(survey.transmitters, ", "), names_of(listed));
}

}  // namespace

std::string short_name(std::string_view name) {
  std::string lower = lower_case(name);
  if (lower.starts_with("ap")) lower.erase(0, 2);
  lower.erase(0, std::min(lower.find_first_not_of(" _-"), lower.size()));
  return lower;
}

bool comes_before(const std::string& a, const std::string& b) {
  const std::string first = short_name(a), second = short_name(b);
  const auto number = parse_number(first), other = parse_number(second);
  if (number && other && *number != *other) return *number < *other;
  if (number.has_value() != other.has_value()) return number.has_value();
  return first != second ? first < second : a < b;
}

Result<std::vector<TransmitterPosition>> read_transmitter_positions(const std::string& path) {
  const auto table = read_csv_table(path);
  if (!table) return table.error();
  const int site = table->find({"site", "env", "environment"});
  const int name = table->find({"ap", "transmitter", "name"});
  const int axes[] = {table->find({"x", "x_m"}), table->find({"y", "y_m"}),
                      table->find({"z", "z_m"})};
  if (name < 0 || axes[0] < 0 || axes[1] < 0)
    return Error{{path, table->header_line}, "positions of transmitters need columns ap, x and y"};
  if (table->rows.size() > kMaxListed)
    return Error{{path}, fmt::format("more than {} transmitters are listed", kMaxListed)};
  std::vector<TransmitterPosition> positions;
  for (const CsvTable::Row& row : table->rows) {
    TransmitterPosition position{
        {}, std::string(row.cells[static_cast<std::size_t>(name)]), Vec3::Zero()};
    if (site >= 0) position.site = std::string(row.cells[static_cast<std::size_t>(site)]);
    for (int axis = 0; axis < 3; ++axis) {
      if (axes[axis] < 0) continue;
      const auto number = table->number(row, axes[axis], -kMaxSitePosition, kMaxSitePosition);
      if (!number) return number.error();
      position.position[axis] = *number;
    }
    positions.push_back(std::move(position));
  }
  return positions;
}

std::string site_by_file_name(const std::string& path,
                              const std::vector<TransmitterPosition>& positions) {
  const std::string name = lower_case(std::string_view(path).substr(path.find_last_of('/') + 1));
  std::string longest;
  for (const TransmitterPosition& position : positions)
    if (name.starts_with(lower_case(position.site)) && position.site.size() > longest.size())
      longest = position.site;
  return longest;
}

PositionMatch match_positions(const Survey& survey,
                              const std::vector<TransmitterPosition>& positions,
                              std::optional<Matching> requested) {
  const std::vector<TransmitterPosition> listed = positions_at(survey, positions);
  const PositionsByName by_name = matched_by_name(survey, listed);
  const PositionsByName by_order = matched_by_order(survey, listed);
  PositionMatch match;
  match.correlation_by_name = range_correlation(survey, by_name);
  match.correlation_by_order = range_correlation(survey, by_order);
  const bool may_be_renumbered =
      by_name.size() < survey.transmitters.size() && listed.size() == survey.transmitters.size();
  const bool ranges_contradict = match.correlation_by_name && match.correlation_by_order &&
                                 *match.correlation_by_order <= *match.correlation_by_name;
  match.matching = requested.value_or(may_be_renumbered && !ranges_contradict ? Matching::ByOrder
                                                                              : Matching::ByName);
  match.positions = match.matching == Matching::ByOrder ? by_order : by_name;
  match.note = note_of(survey, listed, match);
  return match;
}

void set_transmitter_positions(Survey& survey, const std::map<std::string, Vec3>& positions) {
  std::vector<std::string> remaining;
  std::vector<int> index_of;
  for (const std::string& name : survey.transmitters) {
    index_of.push_back(positions.contains(name) ? static_cast<int>(remaining.size()) : -1);
    if (index_of.back() >= 0) remaining.push_back(name);
  }
  std::erase_if(survey.strengths, [&](const Strength& strength) {
    return index_of[static_cast<std::size_t>(strength.transmitter)] < 0 || !strength.position;
  });
  for (Strength& strength : survey.strengths) {
    const std::string& name = survey.transmitters[static_cast<std::size_t>(strength.transmitter)];
    strength.distance = (*strength.position - positions.at(name)).norm();
    strength.transmitter = index_of[static_cast<std::size_t>(strength.transmitter)];
  }
  survey.transmitters = std::move(remaining);
}

SplitSurvey split_survey(const Survey& survey, double test_share, std::uint64_t seed) {
  // All transmitters of a position go to the same part; otherwise the test data would not be
  // independent.
  const auto position_of = [](const Strength& strength) {
    const Vec3 position =
        strength.position.value_or(Vec3(strength.distance.value_or(0.0), 0.0, 0.0));
    return std::array<double, 3>{position.x(), position.y(), position.z()};
  };
  std::set<std::array<double, 3>> known;
  for (const Strength& strength : survey.strengths) known.insert(position_of(strength));
  std::vector<std::array<double, 3>> order(known.begin(), known.end());
  Random random(seed, "survey split");
  random.shuffle(order);
  const auto count =
      static_cast<std::size_t>(std::lround(test_share * static_cast<double>(order.size())));
  const std::set<std::array<double, 3>> tested(order.begin(),
                                               order.begin() + static_cast<std::ptrdiff_t>(count));
  SplitSurvey parts{survey, survey};
  const auto is_test = [&](const Strength& strength) {
    return survey.has_split ? strength.is_test : tested.contains(position_of(strength));
  };
  std::erase_if(parts.train.strengths, is_test);
  std::erase_if(parts.test.strengths, [&](const Strength& strength) { return !is_test(strength); });
  return parts;
}

}  // namespace rubble::radio
