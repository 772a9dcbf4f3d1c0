// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/submissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace rubble::challenge {
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

Result<Submission> submission_of(const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::size_t comma = word.find(',', std::min(equals, word.size()));
  if (equals == 0 || equals == std::string::npos || equals + 1 == std::min(comma, word.size()))
    return Error{{},
                 "--team wants NAME=TRAJECTORY or NAME=TRAJECTORY,MAP.yaml, got '" + word + "'"};
  Submission submission{word.substr(0, equals), word.substr(equals + 1, comma - equals - 1), ""};
  if (comma != std::string::npos) submission.map = word.substr(comma + 1);
  if (comma != std::string::npos && submission.map.empty())
    return Error{{}, "--team wants the name of a map after the comma, got '" + word + "'"};
  if (!is_name(submission.name))
    return Error{{}, "--team wants a name of up to 60 printable ASCII characters before its '='"};
  return submission;
}

Result<void> check_braces(const Submission& submission, const SubmissionRuns& runs) {
  for (const std::string& file : {submission.trajectory, submission.map}) {
    const auto lacks = [&](bool is_needed, const char* brace) {
      return is_needed && !file.empty() && file.find(brace) == std::string::npos;
    };
    if (lacks(runs.are_several_seeds, kSeedBrace))
      return Error{{},
                   fmt::format("--team {}: with several seeds the name of its file wants "
                               "{} in it, such as mine{}.txt, got '{}'",
                               submission.name, kSeedBrace, kSeedBrace, file)};
    if (lacks(runs.are_several_conditions, kConditionBrace))
      return Error{{},
                   fmt::format("--team {}: with several conditions the name of its file wants "
                               "{} in it, such as {}/mine.txt, got '{}'",
                               submission.name, kConditionBrace, kConditionBrace, file)};
  }
  return {};
}

std::vector<std::string> names_taken() {
  std::vector<std::string> names;
  for (const ChallengeTeam& team : challenge_teams()) names.push_back(team.name);
  for (const ChallengeTeam& team : teams_without_ramp_handling()) names.push_back(team.name);
  return names;
}

Error missing_file(const Submission& submission, const PlaceSettings& place, const Error& reason) {
  return Error{reason.at, fmt::format("{} (team {}, condition {}, seed {})", reason.message,
                                      submission.name, place.condition.word, place.seed)};
}

}  // namespace

Result<std::vector<Submission>> submissions_of(const std::vector<std::string>& words,
                                               const SubmissionRuns& runs) {
  std::vector<Submission> submissions;
  std::vector<std::string> names = names_taken();
  for (const std::string& word : words) {
    auto submission = submission_of(word);
    if (!submission) return submission.error();
    if (const auto named = check_braces(*submission, runs); !named) return named.error();
    const auto is_taken = [&](const std::string& other) {
      return file_word(other) == file_word(submission->name);
    };
    if (std::any_of(names.begin(), names.end(), is_taken))
      return Error{
          {},
          fmt::format("--team {}: another team has that name, or one whose files are called "
                      "the same",
                      submission->name)};
    names.push_back(submission->name);
    submissions.push_back(*std::move(submission));
  }
  return submissions;
}

Result<ChallengeTeam> submission_team(const Submission& submission, const PlaceSettings& place) {
  ChallengeTeam team{.name = submission.name,
                     .word = file_word(submission.name),
                     .scans = submission_scans(place.laser_range),
                     .trajectory = file_in(submission.trajectory, place),
                     .map = file_in(submission.map, place)};
  if (const auto read = trajectory::read_trajectory(team.trajectory); !read)
    return missing_file(submission, place, read.error());
  if (team.map.empty()) return team;
  if (const auto read = maps::read_map(team.map); !read)
    return missing_file(submission, place, read.error());
  return team;
}

}  // namespace rubble::challenge
