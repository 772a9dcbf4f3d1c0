// SPDX-License-Identifier: Apache-2.0
#include "rubble/maps/map_description.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "rubble/base/text.h"
#include "rubble/serialization/text_lines.h"

namespace rubble::maps {
namespace {

std::string_view trimmed(std::string_view text) {
  const char* const blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// A comment begins at '#' behind a blank, outside of quotes.
std::string_view without_comment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    if (quote != 0) {
      if (letter == quote) quote = 0;
    } else if (letter == '"' || letter == '\'') {
      quote = letter;
    } else if (letter == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
      return line.substr(0, i);
    }
  }
  return line;
}

// For a sentence: lines may be as long as they like.
std::string_view shown(std::string_view value) { return value.substr(0, 40); }

std::string unquoted(std::string_view value) {
  if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
      value.back() == value.front())
    value = value.substr(1, value.size() - 2);
  return std::string(value);
}

std::string quoted_if_needed(const std::string& name) {
  return name.find_first_of(":#'[]{}&*!|>%@`") == std::string::npos ? name : '"' + name + '"';
}

// Just the YAML that such files are written in: keys, and one list of three numbers, in brackets or
// below each other.
class DescriptionReader {
 public:
  explicit DescriptionReader(std::string path) : path_(std::move(path)) {}

  Result<MapDescription> read() {
    auto lines = TextLines::open(path_);
    if (!lines) return lines.error();
    while (const auto line = lines->next()) {
      line_ = lines->number();
      if (const auto taken = take(trimmed(without_comment(*line))); !taken) return taken.error();
    }
    if (lines->problem()) return *lines->problem();
    return finish();
  }

 private:
  Result<void> take(std::string_view line) {
    if (line.empty() || line == "---" || line == "...") return {};
    if (line.starts_with('-') && key_ == "origin") return take_origin(line.substr(1));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
      return key_ == "origin" ? take_origin(line) : error("wanted 'key: value'");
    key_ = std::string(trimmed(line.substr(0, colon)));
    return take_value(trimmed(line.substr(colon + 1)));
  }

  Result<void> take_value(std::string_view value) {
    constexpr std::size_t kMaxNameBytes = 1024;
    if (key_ == "image" && value.size() > kMaxNameBytes) return error("this name is too long");
    if (key_ == "image") description_.image = unquoted(value);
    if (key_ == "resolution") return take_number(value, description_.resolution);
    if (key_ == "occupied_thresh") return take_number(value, description_.occupied_threshold);
    if (key_ == "free_thresh") return take_number(value, description_.free_threshold);
    if (key_ == "origin") return take_origin(value);
    if (key_ == "negate") return take_negate(value);
    if (key_ == "mode") return take_mode(unquoted(value));
    return {};
  }

  Result<void> take_number(std::string_view value, double& number) {
    const auto parsed = parse_number(value);
    if (!parsed) return error(fmt::format("{} wants a number, got '{}'", key_, shown(value)));
    number = *parsed;
    has_resolution_ = has_resolution_ || key_ == "resolution";
    return {};
  }

  Result<void> take_origin(std::string_view value) {
    std::string text(value);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '[' || c == ']' || c == ','; }, ' ');
    for (const std::string_view word : split_words(text)) {
      const auto number = parse_number(word);
      constexpr double kMaxOriginDistance = 1e8;  // m
      if (!number || origin_.size() == 3 || std::abs(*number) > kMaxOriginDistance)
        return error(fmt::format("origin wants [x, y, yaw] in m and rad, got '{}'", shown(value)));
      origin_.push_back(*number);
    }
    return {};
  }

  Result<void> take_negate(std::string_view value) {
    if (value != "0" && value != "1" && value != "true" && value != "false")
      return error(fmt::format("negate wants 0 or 1, got '{}'", shown(value)));
    description_.is_negated = value == "1" || value == "true";
    return {};
  }

  Result<void> take_mode(const std::string& value) {
    if (value == "trinary") description_.mode = MapMode::Trinary;
    if (value == "scale") description_.mode = MapMode::Scale;
    if (value == "raw") description_.mode = MapMode::Raw;
    if (value == "trinary" || value == "scale" || value == "raw") return {};
    return error(fmt::format("mode wants trinary, scale or raw, got '{}'", shown(value)));
  }

  Result<MapDescription> finish() {
    line_ = 0;
    if (description_.image.empty()) return error("wanted 'image: FILE'").error();
    if (!has_resolution_) return error("wanted 'resolution: METRES'").error();
    if (!(description_.resolution > 1e-6 && description_.resolution < 1e4))
      return error("resolution wants metres a pixel, between 1e-6 and 1e4").error();
    if (origin_.size() < 2) return error("wanted 'origin: [x, y, yaw]'").error();
    if (description_.free_threshold > description_.occupied_threshold)
      return error("free_thresh is above occupied_thresh").error();
    description_.origin = {origin_[0], origin_[1], origin_.size() > 2 ? origin_[2] : 0.0};
    return description_;
  }

  Result<void> error(const std::string& message) const { return Error{{path_, line_}, message}; }

  std::string path_;
  int line_ = 0;
  std::string key_;
  MapDescription description_;
  std::vector<double> origin_;
  bool has_resolution_ = false;
};

}  // namespace

Result<MapDescription> read_map_description(const std::string& path) {
  return DescriptionReader(path).read();
}

std::string map_description_text(const MapDescription& description) {
  constexpr const char* kModes[] = {"trinary", "scale", "raw"};
  return fmt::format(
      "image: {}\nmode: {}\nresolution: {}\norigin: [{}, {}, {}]\nnegate: {}\n"
      "occupied_thresh: {}\nfree_thresh: {}\n",
      quoted_if_needed(description.image), kModes[static_cast<std::size_t>(description.mode)],
      number_text(description.resolution), number_text(description.origin.x),
      number_text(description.origin.y), number_text(description.origin.theta),
      description.is_negated ? 1 : 0, number_text(description.occupied_threshold),
      number_text(description.free_threshold));
}

}  // namespace rubble::maps
