// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/truth_request.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "rubble/base/text.h"

namespace rubble::server {

namespace {

using TruthJson = nlohmann::json;
using TruthKind = TruthRequest::Kind;

constexpr int kMaxDepth = 4;                  // nesting depth of JSON
constexpr std::size_t kMaxNameLength = 256;   // bytes
constexpr std::size_t kMaxNoteLength = 2000;  // bytes
constexpr double kMaxCoordinate = 1e5;        // m
constexpr double kMaxAngle = 1e3;             // rad
constexpr double kMaxIndex = 1e7;

struct TruthWord {
  std::string_view word;
  TruthKind kind;
};
constexpr TruthWord kTruthWords[] = {{"show", TruthKind::Show},     {"match", TruthKind::Match},
                                     {"accept", TruthKind::Accept}, {"reject", TruthKind::Reject},
                                     {"note", TruthKind::Note},     {"undo", TruthKind::Undo},
                                     {"add", TruthKind::Add},       {"export", TruthKind::Export}};

// Reads fields and keeps the first error as a sentence.
class TruthFields {
 public:
  explicit TruthFields(const TruthJson& object) : object_(object) {}

  double number(const char* key, double low, double high) {
    const auto found = object_.find(key);
    const double value =
        found != object_.end() && found->is_number() ? found->get<double>() : std::nan("");
    if (value >= low && value <= high) return value;
    complain(fmt::format("'{}' wants a number from {} to {}.", key, low, high));
    return low;
  }
  std::size_t index(const char* key) {
    const double value = number(key, 0.0, kMaxIndex);
    if (value != std::floor(value)) complain(fmt::format("'{}' wants a whole number.", key));
    return static_cast<std::size_t>(value);
  }
  Pose2 pose(const char* key) {
    const auto found = object_.find(key);
    if (found == object_.end() || !found->is_array() || found->size() != 3) {
      complain(fmt::format("'{}' wants [x, y, theta].", key));
      return {};
    }
    std::array<double, 3> read{};
    for (std::size_t k = 0; k < 3; ++k) {
      const double value = (*found)[k].is_number() ? (*found)[k].get<double>() : std::nan("");
      if (!(std::abs(value) <= (k == 2 ? kMaxAngle : kMaxCoordinate)))
        complain(fmt::format("'{}' wants places within {} m and angles within {} rad.", key,
                             kMaxCoordinate, kMaxAngle));
      read[k] = value;
    }
    // Angles in range keep their bits.
    const bool is_wrapped = read[2] > -kPi && read[2] <= kPi;
    return {read[0], read[1], is_wrapped ? read[2] : wrap_angle(read[2])};
  }
  std::string text(const char* key, std::size_t longest) {
    const auto found = object_.find(key);
    if (found == object_.end() || found->is_null()) return {};
    if (found->is_string() && found->get_ref<const std::string&>().size() <= longest)
      return found->get<std::string>();
    complain(fmt::format("'{}' wants text of at most {} bytes.", key, longest));
    return {};
  }
  bool claim(const char* key, bool otherwise) {
    const auto found = object_.find(key);
    if (found == object_.end()) return otherwise;
    if (!found->is_boolean()) complain(fmt::format("'{}' wants true or false.", key));
    return found->is_boolean() ? found->get<bool>() : otherwise;
  }

  void complain(std::string sentence) {
    if (error_.empty()) error_ = std::move(sentence);
  }
  const std::string& error() const { return error_; }

 private:
  const TruthJson& object_;
  std::string error_;
};

bool find_truth_kind(const TruthJson& object, TruthKind& kind) {
  const auto type = object.find("type");
  if (type == object.end() || !type->is_string()) return false;
  for (const TruthWord& known : kTruthWords)
    if (type->get_ref<const std::string&>() == known.word) {
      kind = known.kind;
      return true;
    }
  return false;
}

int truth_id(const TruthJson& object) {
  const auto found = object.find("id");
  if (found == object.end() || !found->is_number_integer()) return 0;
  const auto id = found->get<std::int64_t>();
  return id > 0 && id <= std::numeric_limits<int>::max() ? static_cast<int>(id) : 0;
}

void read_truth_fields(TruthFields& fields, TruthRequest& request) {
  const TruthKind kind = request.kind;
  if (kind == TruthKind::Show || kind == TruthKind::Match || kind == TruthKind::Accept ||
      kind == TruthKind::Reject || kind == TruthKind::Note)
    request.at = fields.index("at");
  if (kind == TruthKind::Match || kind == TruthKind::Accept) request.pose = fields.pose("pose");
  if (kind == TruthKind::Accept || kind == TruthKind::Reject || kind == TruthKind::Note ||
      kind == TruthKind::Add) {
    request.who = fields.text("who", kMaxNameLength);
    request.note = fields.text("note", kMaxNoteLength);
  }
  if (kind == TruthKind::Add) {
    request.node_i = static_cast<int>(fields.index("i"));
    request.node_j = static_cast<int>(fields.index("j"));
  }
  if (kind == TruthKind::Export) request.with_untouched = fields.claim("with_untouched", true);
}

}  // namespace

Result<TruthRequest> parse_truth_request(const std::string& text, int& id) {
  id = 0;
  if (json_depth(text) > kMaxDepth) return Error{{}, "That is nested too deeply."};
  const TruthJson object = TruthJson::parse(text, nullptr, false);
  if (!object.is_object()) return Error{{}, "A message must be a JSON object."};
  id = truth_id(object);
  TruthRequest request;
  request.id = id;
  if (!find_truth_kind(object, request.kind))
    return Error{{}, "'type' wants show, match, accept, reject, note, undo, add or export."};
  TruthFields fields(object);
  read_truth_fields(fields, request);
  if (!fields.error().empty()) return Error{{}, fields.error()};
  return request;
}

}  // namespace rubble::server
