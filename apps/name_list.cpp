// SPDX-License-Identifier: Apache-2.0
#include "apps/name_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "rubble/base/text.h"

namespace rubble::apps {
namespace {

constexpr std::size_t kMaxListed = 12;

}  // namespace

std::string listed_names(const std::string& unknown, std::vector<std::string> known) {
  auto rest = known.begin();
  while (const auto closest = closest_word(unknown, std::vector<std::string>(rest, known.end()))) {
    const auto found = std::find(rest, known.end(), *closest);
    std::rotate(rest, found, found + 1);
    ++rest;
  }
  const std::size_t listed = std::min(known.size(), kMaxListed);
  const std::string more =
      listed < known.size() ? fmt::format(" and {} more", known.size() - listed) : "";
  known.resize(listed);
  return fmt::format("{}{}", fmt::join(known, ", "), more);
}

std::string listed_starts(const std::string& unknown, const World& world) {
  std::vector<std::string> names;
  for (const Start& start : world.starts) names.push_back(start.name);
  return names.empty() ? "this world has none" : listed_names(unknown, std::move(names));
}

}  // namespace rubble::apps
