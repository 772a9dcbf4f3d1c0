// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_guests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace rubble::apps {
namespace {

constexpr const char* kSeedBrace = "{seed}";
constexpr const char* kConditionBrace = "{condition}";

std::string filled_in(std::string text, const std::string& brace, const std::string& value) {
  for (std::size_t at = text.find(brace); at != std::string::npos; at = text.find(brace, at))
    text.replace(at, brace.size(), value);
  return text;
}

std::string file_in(const std::string& pattern, const PlaceSettings& place) {
  return filled_in(filled_in(pattern, kSeedBrace, std::to_string(place.seed)), kConditionBrace,
                   std::string(place.condition.word));
}

// Letters and digits of a name, for names of files.
std::string file_word(const std::string& name) {
  std::string word = "team_";
  for (const char c : name)
    word += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' ? c : '_';
  return word;
}

// Names go into tables, pages and names of files.
bool is_name(const std::string& name) {
  const auto is_fine = [](unsigned char c) { return c >= ' ' && c < 0x7F; };
  return name.size() <= 60 && name.find_first_not_of(' ') != std::string::npos &&
         std::all_of(name.begin(), name.end(), is_fine);
}

Result<Guest> guest_of(const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::size_t comma = word.find(',', std::min(equals, word.size()));
  if (equals == 0 || equals == std::string::npos || equals + 1 == std::min(comma, word.size()))
    return Error{{},
                 "--team wants NAME=TRAJECTORY or NAME=TRAJECTORY,MAP.yaml, got '" + word + "'"};
  Guest guest{word.substr(0, equals), word.substr(equals + 1, comma - equals - 1), ""};
  if (comma != std::string::npos) guest.map = word.substr(comma + 1);
  if (comma != std::string::npos && guest.map.empty())
    return Error{{}, "--team wants the name of a map after the comma, got '" + word + "'"};
  if (!is_name(guest.name))
    return Error{{}, "--team wants a name of up to 60 printable ASCII characters before its '='"};
  return guest;
}

Result<void> check_braces(const Guest& guest, const GuestRuns& runs) {
  for (const std::string& file : {guest.trajectory, guest.map}) {
    const auto lacks = [&](bool is_needed, const char* brace) {
      return is_needed && !file.empty() && file.find(brace) == std::string::npos;
    };
    if (lacks(runs.are_several_seeds, kSeedBrace))
      return Error{{},
                   fmt::format("--team {}: with several seeds the name of its file wants "
                               "{} in it, such as mine{}.txt, got '{}'",
                               guest.name, kSeedBrace, kSeedBrace, file)};
    if (lacks(runs.are_several_conditions, kConditionBrace))
      return Error{{},
                   fmt::format("--team {}: with several conditions the name of its file wants "
                               "{} in it, such as {}/mine.txt, got '{}'",
                               guest.name, kConditionBrace, kConditionBrace, file)};
  }
  return {};
}

std::vector<std::string> names_taken() {
  std::vector<std::string> names;
  for (const ChallengeTeam& team : challenge_teams()) names.push_back(team.name);
  for (const ChallengeTeam& team : teams_without_ramp_handling()) names.push_back(team.name);
  return names;
}

Error missing_file(const Guest& guest, const PlaceSettings& place, const Error& reason) {
  return Error{reason.at, fmt::format("{} (team {}, condition {}, seed {})", reason.message,
                                      guest.name, place.condition.word, place.seed)};
}

}  // namespace

Result<std::vector<Guest>> guests_of(const std::vector<std::string>& words, const GuestRuns& runs) {
  std::vector<Guest> guests;
  std::vector<std::string> names = names_taken();
  for (const std::string& word : words) {
    auto guest = guest_of(word);
    if (!guest) return guest.error();
    if (const auto named = check_braces(*guest, runs); !named) return named.error();
    const auto is_taken = [&](const std::string& other) {
      return file_word(other) == file_word(guest->name);
    };
    if (std::any_of(names.begin(), names.end(), is_taken))
      return Error{
          {},
          fmt::format("--team {}: another team has that name, or one whose files are called "
                      "the same",
                      guest->name)};
    names.push_back(guest->name);
    guests.push_back(*std::move(guest));
  }
  return guests;
}

Result<ChallengeTeam> guest_team(const Guest& guest, const PlaceSettings& place) {
  ChallengeTeam team{.name = guest.name,
                     .word = file_word(guest.name),
                     .scans = guest_scans(place.laser_range),
                     .trajectory = file_in(guest.trajectory, place),
                     .map = file_in(guest.map, place)};
  if (const auto read = mapping::read_trajectory(team.trajectory); !read)
    return missing_file(guest, place, read.error());
  if (team.map.empty()) return team;
  if (const auto read = mapping::read_map(team.map); !read)
    return missing_file(guest, place, read.error());
  return team;
}

}  // namespace rubble::apps
