// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/fit/survey.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "rubble/radio/fit/transmitter_name.h"
#include "rubble/serialization/csv_table.h"

namespace rubble::radio {
namespace {

constexpr std::size_t kMaxStrengths = 200'000;
constexpr std::size_t kMaxTransmitters = 500;  // each adds parameters
constexpr double kMaxDbm = 60.0;               // dBm
constexpr double kMinDbm = -1000.0;            // dBm; some files use -999 for nothing
constexpr double kMaxCoordinate = 1e6;         // m
constexpr double kMaxWalls = 1000.0;
constexpr double kInvalidRange = 1e5;  // mm or m; at or above: no reply

// One reading of one transmitter.
struct SurveyReading {
  std::string site;
  std::string transmitter;
  Strength strength;  // `readings` is unused
};

// Aggregates readings of the same position, transmitter and conditions into one mean.
class ReadingAggregator {
 public:
  Result<void> add(const SurveyReading& reading, const SourceLine& at) {
    const Strength& strength = reading.strength;
    const Vec3 position = strength.position.value_or(Vec3::Constant(kMaxCoordinate * 2));
    const Key key{reading.site,
                  reading.transmitter,
                  position.x(),
                  position.y(),
                  position.z(),
                  strength.distance.value_or(-1.0),
                  strength.walls.value_or(-1.0),
                  strength.is_in_sight ? 1 + int{*strength.is_in_sight} : 0,
                  strength.is_test};
    const auto [found, is_new] = index_.try_emplace(key, sums_.size());
    if (is_new) {
      if (sums_.size() == kMaxStrengths)
        return Error{at, fmt::format("there are more than {} different positions", kMaxStrengths)};
      transmitters_.insert(reading.transmitter);
      if (transmitters_.size() > kMaxTransmitters)
        return Error{at, fmt::format("there are more than {} transmitters; is the column of their "
                                     "names right?",
                                     kMaxTransmitters)};
      sums_.push_back({reading, {}, {}});
    }
    Sum& sum = sums_[found->second];
    sum.dbm.push_back(static_cast<float>(strength.dbm));
    if (strength.range) sum.ranges.push_back(static_cast<float>(*strength.range));
    return {};
  }

  std::vector<Survey> surveys(const std::string& file, bool has_split) {
    std::vector<std::string> sites;
    for (const Sum& sum : sums_)
      if (std::find(sites.begin(), sites.end(), sum.first.site) == sites.end())
        sites.push_back(sum.first.site);
    std::vector<Survey> surveys;
    for (const std::string& site : sites) surveys.push_back(survey_of(site, file, has_split));
    return surveys;
  }

 private:
  using Key =
      std::tuple<std::string, std::string, double, double, double, double, double, int, bool>;
  struct Sum {
    SurveyReading first;
    std::vector<float> dbm;
    std::vector<float> ranges;
  };

  static double mean_of(const std::vector<float>& values) {
    double sum = 0.0;
    for (const float value : values) sum += static_cast<double>(value);
    return sum / static_cast<double>(values.size());
  }

  static Strength strength_of(const Sum& sum, int transmitter) {
    Strength strength = sum.first.strength;
    strength.transmitter = transmitter;
    strength.dbm = mean_of(sum.dbm);
    strength.readings = static_cast<int>(sum.dbm.size());
    double squares = 0.0;
    for (const float value : sum.dbm)
      squares += std::pow(static_cast<double>(value) - strength.dbm, 2);
    strength.stddev = std::sqrt(squares / static_cast<double>(sum.dbm.size()));
    strength.range.reset();
    if (!sum.ranges.empty()) strength.range = mean_of(sum.ranges);
    return strength;
  }

  Survey survey_of(const std::string& site, const std::string& file, bool has_split) const {
    Survey survey{.file = file, .site = site, .has_split = has_split};
    for (const Sum& sum : sums_)
      if (sum.first.site == site) survey.transmitters.push_back(sum.first.transmitter);
    std::sort(survey.transmitters.begin(), survey.transmitters.end(), comes_before);
    survey.transmitters.erase(std::unique(survey.transmitters.begin(), survey.transmitters.end()),
                              survey.transmitters.end());
    for (const Sum& sum : sums_) {
      if (sum.first.site != site) continue;
      const auto found = std::lower_bound(survey.transmitters.begin(), survey.transmitters.end(),
                                          sum.first.transmitter, comes_before);
      survey.strengths.push_back(
          strength_of(sum, static_cast<int>(found - survey.transmitters.begin())));
    }
    std::stable_sort(
        survey.strengths.begin(), survey.strengths.end(),
        [](const Strength& a, const Strength& b) { return a.transmitter < b.transmitter; });
    return survey;
  }

  std::map<Key, std::size_t> index_;
  std::set<std::string> transmitters_;
  std::vector<Sum> sums_;
};

Result<std::optional<double>> optional_number(const CsvTable& table, const CsvTable::Row& row,
                                              int column, double low, double high) {
  if (column < 0 || row.cells[static_cast<std::size_t>(column)].empty())
    return std::optional<double>();
  const auto number = table.number(row, column, low, high);
  if (!number) return number.error();
  return std::optional<double>(*number);
}

Result<bool> parse_flag(const CsvTable& table, const CsvTable::Row& row, int column,
                        std::initializer_list<std::string_view> yes,
                        std::initializer_list<std::string_view> no) {
  const std::string word = lower_case(row.cells[static_cast<std::size_t>(column)]);
  if (std::find(yes.begin(), yes.end(), word) != yes.end()) return true;
  if (std::find(no.begin(), no.end(), word) != no.end()) return false;
  return Error{table.at(row),
               fmt::format("'{}' wants {} or {}", table.columns[static_cast<std::size_t>(column)],
                           *yes.begin(), *no.begin())};
}

// Columns of both file layouts.
struct CommonColumns {
  int x, y, z, site, scenario, kind, split;

  explicit CommonColumns(const CsvTable& table)
      : x(table.find({"x", "rx_x", "x_m"})),
        y(table.find({"y", "rx_y", "y_m"})),
        z(table.find({"z", "rx_z", "z_m"})),
        site(table.find({"site", "env", "environment"})),
        scenario(table.find({"scenario"})),
        kind(table.find({"tech", "technology"})),
        split(table.find({"split", "set"})) {}

  Result<SurveyReading> read_common(const CsvTable& table, const CsvTable::Row& row) const {
    SurveyReading reading;
    const auto cell = [&](int column) {
      return std::string(row.cells[static_cast<std::size_t>(column)]);
    };
    if (site >= 0) reading.site = cell(site);
    if (site < 0 && scenario >= 0) reading.site = cell(scenario);
    if (kind >= 0) reading.site += (reading.site.empty() ? "" : " ") + cell(kind);
    if (split >= 0) {
      const auto is_test = parse_flag(table, row, split, {"test", "1"}, {"train", "0"});
      if (!is_test) return is_test.error();
      reading.strength.is_test = *is_test;
    }
    if (x < 0 || y < 0) return reading;
    Vec3 position = Vec3::Zero();
    for (const auto& [column, axis] : {std::pair(x, 0), std::pair(y, 1), std::pair(z, 2)}) {
      if (column < 0) continue;
      const auto number = table.number(row, column, -kMaxCoordinate, kMaxCoordinate);
      if (!number) return number.error();
      position[axis] = *number;
    }
    reading.strength.position = position;
    return reading;
  }
};

// Wide layout: one column of strengths per transmitter.
struct WideColumn {
  std::string transmitter;
  int strength = -1;
  int range = -1;
  double range_unit = 1.0;  // m
};

std::vector<WideColumn> wide_columns(const CsvTable& table) {
  std::vector<WideColumn> found;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string name = lower_case(table.columns[i]);
    const std::size_t end = name.find_first_of(" _");
    if (!name.starts_with("ap") || end == std::string::npos || end < 3) continue;
    if (name.find("rss", end) == std::string::npos) continue;
    WideColumn column{table.columns[i].substr(0, end), static_cast<int>(i)};
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
      const std::string other = lower_case(table.columns[k]);
      if (other.substr(0, end + 1) != name.substr(0, end + 1) ||
          other.find("rtt", end) == std::string::npos)
        continue;
      column.range = static_cast<int>(k);
      column.range_unit = other.find("mm") != std::string::npos ? 1e-3 : 1.0;
    }
    found.push_back(std::move(column));
  }
  return found;
}

bool contains_name(std::string_view words, const std::string& transmitter) {
  const std::string wanted = short_name(transmitter);
  while (!words.empty()) {
    const std::size_t end = std::min(words.find_first_of(" ;/"), words.size());
    if (short_name(words.substr(0, end)) == wanted) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

Result<void> read_wide_row(const CsvTable& table, const CsvTable::Row& row,
                           const std::vector<WideColumn>& columns, const SurveyReading& common,
                           int los_column, ReadingAggregator& aggregator) {
  for (const WideColumn& column : columns) {
    const auto dbm = optional_number(table, row, column.strength, kMinDbm, kMaxDbm);
    if (!dbm) return dbm.error();
    if (!*dbm || **dbm <= kNotReceivedDbm) continue;
    const auto range = optional_number(table, row, column.range, -1e9, 1e9);
    if (!range) return range.error();
    SurveyReading reading = common;
    reading.transmitter = column.transmitter;
    reading.strength.dbm = **dbm;
    if (*range && **range < kInvalidRange) reading.strength.range = **range * column.range_unit;
    if (los_column >= 0)
      reading.strength.is_in_sight =
          contains_name(row.cells[static_cast<std::size_t>(los_column)], column.transmitter);
    if (const auto added = aggregator.add(reading, table.at(row)); !added) return added;
  }
  return {};
}

// Long layout: one line per reading.
struct LongColumns {
  int dbm, distance, transmitter, walls, sight;
  int transmitter_x, transmitter_y, transmitter_z;

  explicit LongColumns(const CsvTable& table)
      : dbm(table.find({"rssi", "dbm", "rss", "rssi_dbm", "rss_dbm", "strength", "signal_dbm"})),
        distance(table.find({"distance", "distance_m", "d"})),
        transmitter(table.find({"ap", "transmitter", "tx", "bssid"})),
        walls(table.find({"walls", "wall_count"})),
        sight(table.find({"los", "line_of_sight"})),
        transmitter_x(table.find({"ap_x", "tx_x"})),
        transmitter_y(table.find({"ap_y", "tx_y"})),
        transmitter_z(table.find({"ap_z", "tx_z"})) {}
};

Result<void> read_distance(const CsvTable& table, const CsvTable::Row& row,
                           const LongColumns& columns, Strength& strength) {
  if (columns.distance >= 0) {
    const auto distance = table.number(row, columns.distance, 0.0, kMaxCoordinate);
    if (!distance) return distance.error();
    strength.distance = *distance;
    return {};
  }
  if (columns.transmitter_x < 0 || !strength.position) return {};
  Vec3 position = Vec3::Zero();
  for (const auto& [column, axis] :
       {std::pair(columns.transmitter_x, 0), std::pair(columns.transmitter_y, 1),
        std::pair(columns.transmitter_z, 2)}) {
    if (column < 0) continue;
    const auto number = table.number(row, column, -kMaxCoordinate, kMaxCoordinate);
    if (!number) return number.error();
    position[axis] = *number;
  }
  strength.distance = (*strength.position - position).norm();
  return {};
}

Result<void> read_long_row(const CsvTable& table, const CsvTable::Row& row,
                           const LongColumns& columns, SurveyReading reading,
                           ReadingAggregator& aggregator) {
  const auto dbm = optional_number(table, row, columns.dbm, kMinDbm, kMaxDbm);
  if (!dbm) return dbm.error();
  if (!*dbm || **dbm <= kNotReceivedDbm) return {};
  reading.strength.dbm = **dbm;
  reading.transmitter = "AP";
  if (columns.transmitter >= 0)
    reading.transmitter = std::string(row.cells[static_cast<std::size_t>(columns.transmitter)]);
  if (const auto read = read_distance(table, row, columns, reading.strength); !read) return read;
  const auto walls = optional_number(table, row, columns.walls, 0.0, kMaxWalls);
  if (!walls) return walls.error();
  reading.strength.walls = *walls;
  if (columns.sight >= 0) {
    const auto sight = parse_flag(table, row, columns.sight, {"1", "yes", "true", "los"},
                                  {"0", "no", "false", "nlos"});
    if (!sight) return sight.error();
    reading.strength.is_in_sight = *sight;
  }
  return aggregator.add(reading, table.at(row));
}

Result<void> check_columns(const CsvTable& table, const CommonColumns& common,
                           const std::vector<WideColumn>& wide, const LongColumns& narrow) {
  const SourceLine at{table.file, table.header_line};
  const bool has_position = common.x >= 0 && common.y >= 0;
  if (wide.empty() && narrow.dbm < 0)
    return Error{at, "there is no column 'rssi' (or dbm, rss, 'AP1 RSS(dBm)', ...) with strengths"};
  if (has_position || (wide.empty() && narrow.distance >= 0)) return {};
  return Error{at, wide.empty() ? "there is neither a column 'distance' nor 'x' and 'y'"
                                : "there are no columns 'X' and 'Y'"};
}

Result<std::vector<Survey>> surveys_of(const CsvTable& table) {
  const CommonColumns common(table);
  const std::vector<WideColumn> wide = wide_columns(table);
  const LongColumns narrow(table);
  const int los_column = table.find({"los aps", "los_aps"});
  if (const auto checked = check_columns(table, common, wide, narrow); !checked)
    return checked.error();
  ReadingAggregator aggregator;
  for (const CsvTable::Row& row : table.rows) {
    auto reading = common.read_common(table, row);
    if (!reading) return reading.error();
    const auto read = wide.empty()
                          ? read_long_row(table, row, narrow, *std::move(reading), aggregator)
                          : read_wide_row(table, row, wide, *reading, los_column, aggregator);
    if (!read) return read.error();
  }
  auto surveys = aggregator.surveys(table.file, common.split >= 0);
  if (surveys.empty())
    return Error{{table.file}, "nothing was received anywhere: every strength is -200"};
  return surveys;
}

}  // namespace

Result<std::vector<Survey>> read_surveys(const std::string& path) {
  const auto table = read_csv_table(path);
  if (!table) return table.error();
  return surveys_of(*table);
}

Result<std::vector<Survey>> parse_surveys(std::string text, const std::string& name_for_messages) {
  const auto table = parse_csv_table(std::move(text), name_for_messages);
  if (!table) return table.error();
  return surveys_of(*table);
}

}  // namespace rubble::radio
