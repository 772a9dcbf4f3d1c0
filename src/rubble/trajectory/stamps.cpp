// SPDX-License-Identifier: Apache-2.0
#include "rubble/trajectory/stamps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rubble::trajectory {
namespace {

constexpr StampUnit kStampUnits[] = {
    {1.0, "seconds"}, {1e3, "milliseconds"}, {1e6, "microseconds"}, {1e9, "nanoseconds"}};

// Between 1990 and 2100, in seconds since 1970.
bool is_of_our_days(double seconds) { return seconds > 6.3e8 && seconds < 4.1e9; }

// Of neighbouring poses or scans: slower than this nothing is logged, faster than this no sensor.
bool is_usual_distance(double seconds) { return seconds > 2e-4 && seconds < 600.0; }

double middle_distance(const std::vector<double>& sorted) {
  std::vector<double> distances;
  distances.reserve(sorted.size());
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i] > sorted[i - 1]) distances.push_back(sorted[i] - sorted[i - 1]);
  if (distances.empty()) return 0.0;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
}

// The unit in which the distance is nearest to a tenth of a second.
StampUnit likeliest_unit(double distance) {
  const auto strangeness = [&](const StampUnit& unit) {
    return std::abs(std::log(distance / unit.per_second / 0.1));
  };
  return *std::min_element(std::begin(kStampUnits) + 1, std::end(kStampUnits),
                           [&](const StampUnit& one, const StampUnit& other) {
                             return strangeness(one) < strangeness(other);
                           });
}

}  // namespace

void StampFacts::look_at(std::string_view word) {
  int count = 0;
  for (const char letter : word) {
    if (letter == 'e' || letter == 'E') {
      has_exponent_ = true;
      break;
    }
    if ((letter >= '1' && letter <= '9') || (letter == '0' && count > 0)) ++count;
  }
  digits_ = std::max(digits_, count);
}

StampUnit stamp_unit(const std::vector<double>& sorted) {
  if (sorted.empty()) return {};
  const double largest = std::max(std::abs(sorted.front()), std::abs(sorted.back()));
  const double distance = middle_distance(sorted);
  for (const StampUnit& unit : kStampUnits)
    if (is_of_our_days(largest / unit.per_second)) {
      // A billion is also a second of nanoseconds; only then do distances decide.
      if (distance == 0.0 || is_usual_distance(distance / unit.per_second)) return unit;
    }
  if (largest < 1e12 && distance < 1e5) return {};
  return distance > 0.0 ? likeliest_unit(distance) : kStampUnits[3];
}

std::optional<MixedStamps> mixed_stamps(const std::vector<double>& sorted) {
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i - 1] >= 1e8 && sorted[i] > 500.0 * sorted[i - 1])
      return MixedStamps{sorted[i - 1], sorted[i]};
  return std::nullopt;
}

std::string shared_stamps_remark(const std::vector<double>& sorted, const StampFacts& facts,
                                 const char* things) {
  std::size_t shared = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i] == sorted[i - 1]) ++shared;
  if (shared == 0) return "";
  std::string remark =
      fmt::format("{} of {} {} have the same stamp as another", shared, sorted.size(), things);
  const double largest = std::max(std::abs(sorted.front()), std::abs(sorted.back()));
  const bool is_too_short = largest >= std::pow(10.0, facts.digits() - 2);
  if (facts.digits() > 0 && facts.digits() <= 10 && is_too_short)
    remark += fmt::format(
        ", for stamps are written with only {} digits: write them with 6 behind the point (%.6f)",
        facts.digits());
  else if (4 * shared > sorted.size() && largest > 1e6)
    remark += "; were stamps once kept in 32 bits, which is too few for them?";
  return remark.ends_with('?') ? remark : remark + ".";
}

}  // namespace rubble::trajectory
