// SPDX-License-Identifier: Apache-2.0
#include "rubble/trajectory/constraint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "rubble/base/text.h"
#include "rubble/serialization/atomic_file.h"

namespace rubble::trajectory {

namespace {

using Json = nlohmann::json;

// What is written can also be read: both keep to these.
constexpr std::size_t kMaxFileBytes = 512 << 20;
constexpr std::size_t kMaxConstraints = 1'000'000;
constexpr std::size_t kMaxValues = 256;      // of one constraint, so that none takes all memory
constexpr std::size_t kMaxTextBytes = 4096;  // bytes, of a name or a note
constexpr int kDeepestJson = 8;
constexpr double kMaxNumber = 1e15;
constexpr std::string_view kFormatName = "rubble constraints";

// In the order of the enumerators.
constexpr std::array<std::string_view, 3> kKindWords{"neighbour", "loop", "manual"};
constexpr std::array<std::string_view, 4> kStateWords{"proposed", "accepted", "rejected",
                                                      "adjusted"};
constexpr std::array<std::string_view, 3> kSourceWords{"slam", "truth", "person"};

// The fewest digits that read back as the same bits, also of -0.
std::string exact_text(double value) {
  if (!std::isfinite(value)) return "0";
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string text(buffer, end);
  // JSON readers take -0 for a whole number, which has no sign.
  return error == std::errc{} && text == "-0" ? "-0.0" : text;
}

std::string pose_text(const Pose2& pose) {
  return fmt::format("[{},{},{}]", exact_text(pose.x), exact_text(pose.y), exact_text(pose.theta));
}

std::string matrix_text(const Mat3& matrix) {
  std::string text = "[";
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      text += (row + column == 0 ? "" : ",") + exact_text(matrix(row, column));
  return text + "]";
}

std::string quoted(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Reads the fields of one constraint; the first mistake is kept.
class ConstraintReader {
 public:
  explicit ConstraintReader(const Json& object) : object_(object) {}

  double number(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return 0.0;
    if (value->is_number()) return finite(key, value->get<double>());
    complain(fmt::format("'{}' wants a number", key));
    return 0.0;
  }
  template <std::size_t kCount>
  std::array<double, kCount> numbers(const char* key) {
    std::array<double, kCount> read{};
    const Json* value = find(key);
    if (value == nullptr) return read;
    bool is_good = value->is_array() && value->size() == kCount;
    for (std::size_t i = 0; is_good && i < kCount; ++i) {
      is_good = (*value)[i].is_number();
      if (is_good) read[i] = finite(key, (*value)[i].template get<double>());
    }
    if (!is_good) complain(fmt::format("'{}' wants {} numbers", key, kCount));
    return read;
  }
  Pose2 pose(const char* key) {
    const auto [x, y, theta] = numbers<3>(key);
    return {x, y, theta};
  }
  std::string text(const char* key) {
    if (!object_.contains(key)) return {};
    const Json* value = find(key);
    if (value == nullptr) return {};
    if (value->is_string() && value->get_ref<const std::string&>().size() <= kMaxTextBytes)
      return value->get<std::string>();
    complain(fmt::format("'{}' wants text of at most {} bytes", key, kMaxTextBytes));
    return {};
  }
  template <class Enum, std::size_t kCount>
  Enum choice(const char* key, const std::array<std::string_view, kCount>& words) {
    const std::string word = find(key) == nullptr ? std::string() : text(key);
    for (std::size_t i = 0; i < kCount; ++i)
      if (word == words[i]) return static_cast<Enum>(i);
    complain(fmt::format("'{}' wants one of {}, got '{}'", key, fmt::join(words, ", "),
                         word.substr(0, 40)));
    return Enum{};
  }

  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }

 private:
  const Json* find(const char* key) {
    const auto found = object_.find(key);
    if (found != object_.end()) return &*found;
    complain(fmt::format("'{}' is missing", key));
    return nullptr;
  }
  double finite(const char* key, double value) {
    if (!(std::abs(value) <= kMaxNumber))
      complain(fmt::format("'{}' has a number that is too large", key));
    return value;
  }
  void complain(std::string sentence) {
    if (error_.empty()) error_ = std::move(sentence);
  }

  const Json& object_;
  std::string error_;
};

bool is_possible(const Pose2& pose) {
  return std::max({std::abs(pose.x), std::abs(pose.y), std::abs(pose.theta)}) <= kMaxNumber;
}

Mat3 matrix_of(const std::array<double, 9>& numbers) {
  Mat3 matrix;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      matrix(row, column) = numbers[static_cast<std::size_t>(3 * row + column)];
  return matrix;
}

// The inverse constraint: ends swapped.
Constraint turned_round(Constraint constraint) {
  const Pose2& pose = constraint.proposed;
  const double c = std::cos(pose.theta), s = std::sin(pose.theta);
  Mat3 slope;  // of the inverse pose by the pose
  slope << -c, -s, s * pose.x - c * pose.y, s, -c, c * pose.x + s * pose.y, 0.0, 0.0, -1.0;
  constraint.covariance = slope * constraint.covariance * slope.transpose();
  std::swap(constraint.stamp_i, constraint.stamp_j);
  constraint.proposed = pose.inverse();
  constraint.i_from_j = constraint.i_from_j.inverse();
  return constraint;
}

Result<Constraint> constraint_of(const Json& object) {
  if (!object.is_object()) return Error{{}, "a constraint is an object in braces"};
  ConstraintReader reader(object);
  Constraint read;
  read.stamp_i = reader.number("i");
  read.stamp_j = reader.number("j");
  read.i_from_j = reader.pose("pose");
  read.proposed = object.contains("proposed") ? reader.pose("proposed") : read.i_from_j;
  if (object.contains("covariance")) read.covariance = matrix_of(reader.numbers<9>("covariance"));
  if (object.contains("score")) read.score = reader.number("score");
  read.kind = reader.choice<ConstraintKind>("kind", kKindWords);
  read.state = reader.choice<ConstraintState>("state", kStateWords);
  read.source = reader.choice<ConstraintSource>("source", kSourceWords);
  read.maker = reader.text("maker");
  read.verifier = reader.text("who");
  read.when = reader.text("when");
  read.note = reader.text("note");
  if (!reader.ok()) return Error{{}, reader.error()};
  if (read.stamp_i > read.stamp_j) read = turned_round(std::move(read));
  // Turned round they may have grown; what is written must be readable again.
  if (!(read.covariance.cwiseAbs().maxCoeff() <= kMaxNumber) || !is_possible(read.i_from_j) ||
      !is_possible(read.proposed))
    return Error{{}, "it has a number that is too large"};
  return read;
}

int line_at(std::string_view text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

// Where the objects inside the outer object's lists begin: the lines of the constraints.
std::vector<int> element_lines(std::string_view text) {
  std::vector<int> lines;
  int depth = 0, line = 1;
  bool is_in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (is_in_string) {
      if (c == '\\') ++i;
      if (c == '"') is_in_string = false;
      continue;
    }
    if (c == '"') is_in_string = true;
    if (c == '{' && depth == 2) lines.push_back(line);
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
  }
  return lines;
}

// Takes the constraints out of the JSON while it is parsed: as a tree the whole file would take ten
// times its size.
class ConstraintCollector {
 public:
  // What the parser calls with everything it meets; false: it need not be kept.
  bool take(int depth, Json::parse_event_t event, Json& parsed) {
    // What is left of the file must still be JSON; only its outer object is looked at.
    if (!error_.empty()) return depth < 2;
    if (depth == 1 && event == Json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      is_in_list_ = key == "constraints";
      return is_in_list_ || key == "format" || key == "log";
    }
    if (depth < 2 || !is_in_list_) return true;
    if (++values_ > kMaxValues) return complain("it has too many values");
    const bool is_end = event == Json::parse_event_t::value ||
                        event == Json::parse_event_t::array_end ||
                        event == Json::parse_event_t::object_end;
    return depth > 2 || !is_end || add(parsed);
  }

  std::vector<Constraint> constraints;
  const std::string& error() const { return error_; }

 private:
  // It is kept here, so that the tree need not.
  bool add(const Json& object) {
    values_ = 0;
    auto read = constraint_of(object);
    if (!read) return complain(read.error().message);
    if (constraints.size() == kMaxConstraints)
      return complain(fmt::format("there may be {} at most", kMaxConstraints));
    constraints.push_back(*std::move(read));
    return false;
  }
  bool complain(const std::string& sentence) {
    error_ = fmt::format("constraint {}: {}", constraints.size() + 1, sentence);
    return false;
  }

  bool is_in_list_ = false;
  std::size_t values_ = 0;  // of the constraint that is being read
  std::string error_;
};

Result<Json> parse_json(const std::string& text, const std::string& path,
                        ConstraintCollector& collector) {
  if (json_depth(text) > kDeepestJson) return Error{{path}, "is nested too deeply"};
  try {
    return Json::parse(text, [&](int depth, Json::parse_event_t event, Json& parsed) {
      return collector.take(depth, event, parsed);
    });
  } catch (const Json::parse_error& error) {
    return Error{{path, line_at(text, error.byte)},
                 "is not JSON as 'rubble slam --constraints' writes it"};
  } catch (const Json::exception& error) {
    return Error{{path}, std::string("has a value that cannot be read: ") + error.what()};
  }
}

Result<ConstraintFile> file_of(const std::string& text, const std::string& path) {
  ConstraintCollector collector;
  const auto json = parse_json(text, path, collector);
  if (!json) return json.error();
  const auto list = json->is_object() ? json->find("constraints") : json->end();
  if (!json->is_object() || json->value("format", Json()) != std::string(kFormatName) ||
      list == json->end() || !list->is_array())
    return Error{{path, 1},
                 fmt::format("is no file of constraints: it wants \"format\": \"{}\" and a list "
                             "\"constraints\"; 'rubble truth LOG --constraints FILE' makes one",
                             kFormatName)};
  if (!collector.error().empty()) {
    const std::vector<int> lines = element_lines(text);
    const std::size_t index = collector.constraints.size();
    return Error{{path, index < lines.size() ? lines[index] : 0}, collector.error()};
  }
  ConstraintFile file;
  if (const auto log = json->find("log"); log != json->end() && log->is_string())
    file.log = log->get<std::string>().substr(0, kMaxTextBytes);
  file.constraints = std::move(collector.constraints);
  return file;
}

// Nobody touched it, and no person or exact truth stands behind its numbers.
bool is_untouched_slam(const Constraint& constraint) {
  return constraint.source == ConstraintSource::Slam &&
         constraint.state == ConstraintState::Accepted;
}

std::string relation_line(const Constraint& constraint) {
  return fmt::format("{} {} {} {} 0 0 0 {}\n", exact_text(constraint.stamp_i),
                     exact_text(constraint.stamp_j), exact_text(constraint.i_from_j.x),
                     exact_text(constraint.i_from_j.y), exact_text(constraint.i_from_j.theta));
}

// What a comment says of a relation; text from outside must not end the line.
std::string origin_text(const Constraint& constraint) {
  if (constraint.source == ConstraintSource::Truth) return "exact truth of the simulation";
  std::string maker = constraint.maker.empty() ? "a SLAM" : constraint.maker;
  std::replace_if(
      maker.begin(), maker.end(), [](unsigned char c) { return c < ' '; }, ' ');
  if (constraint.source == ConstraintSource::Person) return "made by a person";
  return is_untouched_slam(constraint)
             ? fmt::format("proposed by {}, accepted by a person as it was", maker)
             : fmt::format("proposed by {}, put right by a person", maker);
}

}  // namespace

std::string_view word_of(ConstraintKind kind) { return kKindWords[static_cast<std::size_t>(kind)]; }
std::string_view word_of(ConstraintState state) {
  return kStateWords[static_cast<std::size_t>(state)];
}
std::string_view word_of(ConstraintSource source) {
  return kSourceWords[static_cast<std::size_t>(source)];
}

std::string constraint_text(const Constraint& constraint) {
  return fmt::format(
      R"({{"i":{},"j":{},"pose":{},"proposed":{},"covariance":{},"score":{},"kind":"{}","state":"{}","source":"{}","maker":{},"who":{},"when":{},"note":{}}})",
      exact_text(constraint.stamp_i), exact_text(constraint.stamp_j),
      pose_text(constraint.i_from_j), pose_text(constraint.proposed),
      matrix_text(constraint.covariance), exact_text(constraint.score), word_of(constraint.kind),
      word_of(constraint.state), word_of(constraint.source), quoted(constraint.maker),
      quoted(constraint.verifier), quoted(constraint.when), quoted(constraint.note));
}

Result<Constraint> parse_constraint(std::string_view text) {
  if (json_depth(text) > kDeepestJson) return Error{{}, "is nested too deeply"};
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return Error{{}, "is not JSON"};
  return constraint_of(json);
}

std::string constraints_text(const ConstraintFile& file) {
  std::string text =
      fmt::format(R"({{"format":"{}","log":{},"constraints":[)", kFormatName, quoted(file.log));
  for (std::size_t i = 0; i < file.constraints.size(); ++i)
    text += (i == 0 ? "\n" : ",\n") + constraint_text(file.constraints[i]);
  return text + "\n]}\n";
}

Result<ConstraintFile> read_constraints(const std::string& path) {
  const auto text = read_whole_file(path, kMaxFileBytes);
  if (!text) return text.error();
  return file_of(*text, path);
}

Result<void> write_constraints(const std::string& path, const ConstraintFile& file) {
  if (file.constraints.size() > kMaxConstraints)
    return Error{{path},
                 fmt::format("cannot be written: these are {} constraints, and a file holds {} at "
                             "most",
                             file.constraints.size(), kMaxConstraints)};
  const std::string text = constraints_text(file);
  if (text.size() > kMaxFileBytes)
    return Error{{path},
                 fmt::format("cannot be written: it would be longer than {} MB, which is more than "
                             "can be read",
                             kMaxFileBytes >> 20)};
  return write_atomically(path, text);
}

bool is_verified(const Constraint& constraint) {
  return constraint.state == ConstraintState::Accepted ||
         constraint.state == ConstraintState::Adjusted;
}

bool is_chosen(const Constraint& constraint, const VerifiedChoice& choice) {
  if (!is_verified(constraint)) return false;
  if (!is_untouched_slam(constraint)) return true;
  return choice.with_untouched &&
         (choice.without_maker.empty() || constraint.maker != choice.without_maker);
}

std::vector<Relation> verified_relations(const ConstraintFile& file, const VerifiedChoice& choice) {
  std::vector<Relation> relations;
  for (const Constraint& constraint : file.constraints)
    if (is_chosen(constraint, choice))
      relations.push_back(
          {constraint.stamp_i, constraint.stamp_j, spatial(constraint.i_from_j), 0});
  return relations;
}

std::string relations_text(const ConstraintFile& file, const VerifiedChoice& choice) {
  std::string text = "# stamp_i stamp_j x y z roll pitch yaw\n";
  std::string last_origin;
  for (const Constraint& constraint : file.constraints) {
    if (!is_chosen(constraint, choice)) continue;
    if (std::string origin = origin_text(constraint); origin != last_origin) {
      text += "# " + origin + "\n";
      last_origin = std::move(origin);
    }
    text += relation_line(constraint);
  }
  return text;
}

Result<void> export_relations(const std::string& path, const ConstraintFile& file,
                              const VerifiedChoice& choice) {
  return write_atomically(path, relations_text(file, choice));
}

}  // namespace rubble::trajectory
