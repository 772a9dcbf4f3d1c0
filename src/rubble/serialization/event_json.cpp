// SPDX-License-Identifier: Apache-2.0
// Events as JSON: tick, kind, subject and the members of the kind, side by side in one object.
#include <array>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "rubble/base/assert.h"
#include "rubble/serialization/event_data_fields.h"
#include "rubble/serialization/json_reader.h"
#include "rubble/serialization/json_schema.h"
#include "rubble/serialization/message_json.h"

namespace rubble {
namespace {

constexpr std::size_t kKinds = std::variant_size_v<EventData>;

template <std::size_t... Kind>
constexpr auto kinds_of(std::index_sequence<Kind...>) {
  return std::array<const char*, kKinds>{std::variant_alternative_t<Kind, EventData>::kKind...};
}
constexpr auto kKindNames = kinds_of(std::make_index_sequence<kKinds>());

// Makes the event one of that kind; false if there is none.
template <std::size_t... Kind>
bool make_kind(const std::string& wanted, EventData& data, std::index_sequence<Kind...>) {
  return ((wanted == kKindNames[Kind] && (data.emplace<Kind>(), true)) || ...);
}

// --- events of older recordings ---------------------------------------------------------------

// Before kinds had members of their own, an event was a kind and a text. Later kinds never were.
struct FormerKind {
  const char* former_name;
  const char* name;
  const char* key_of_text;  // null: the text was empty
};
constexpr FormerKind kFormerKinds[] = {
    {"robot_entered", "robot_entered", "class"},
    {"robot_moved", "robot_moved", "remark"},
    {"thing_made", "object_created", "class"},
    {"thing_left", "object_removed", nullptr},
    {"tag_dropped", "tag_dropped", "tag"},
    {"command_refused", "command_refused", "reason"},
    {"bumped", "bumped", "object"},
    {"joint_broken", "joint_broken", "object"},
};

nlohmann::json value_of_text(const std::string& key, const std::string& text) {
  if (key != "tag") return text;
  int id = 0;
  std::from_chars(text.data(), text.data() + text.size(), id);
  return id;
}

// Gives an event of an older recording the members of today.
void upgrade(nlohmann::json& event) {
  const auto kind = event.find("kind");
  if (kind == event.end() || !kind->is_string()) return;
  for (const FormerKind& former : kFormerKinds) {
    if (*kind != former.former_name) continue;
    *kind = former.name;
    const auto text = event.find("text");
    const bool is_former = former.key_of_text != nullptr && text != event.end() &&
                           text->is_string() && !event.contains(former.key_of_text);
    if (is_former)
      event[former.key_of_text] = value_of_text(former.key_of_text, text->get<std::string>());
    return;
  }
}

// Archive that cuts texts.
struct TextLimit {
  std::size_t max_length;

  TextLimit& operator()(const char*, auto&) { return *this; }
  TextLimit& operator()(const char*, std::string& text) {
    if (text.size() > max_length) text.resize(max_length);
    return *this;
  }
};

// --- the schema -------------------------------------------------------------------------------

// Archive that adds the members of all kinds to one schema. None of them is in every event.
struct EventSchema {
  SchemaWriter& schema;
  std::map<std::string, std::string> known{};  // schema by key

  template <class T>
  EventSchema& operator()(const char* key, const T& value) {
    const std::string wanted = SchemaWriter::schema_of(value);
    const auto [entry, is_new] = known.emplace(key, wanted);
    RUBBLE_ASSERT(entry->second == wanted);  // a key has one type in all kinds
    if (is_new) schema.add(key, wanted, false);
    return *this;
  }
};

template <std::size_t... Kind>
void add_kinds(EventSchema& schema, std::index_sequence<Kind...>) {
  const std::tuple<std::variant_alternative_t<Kind, EventData>...> examples;
  (fields(schema, std::get<Kind>(examples)), ...);
}

std::string schema_of_kinds() {
  std::string names;
  for (const char* const name : kKindNames)
    names += (names.empty() ? "\"" : ",\"") + std::string(name) + '"';
  return R"({"type":"string","enum":[)" + names + "]}";
}

}  // namespace

std::string to_json(const Event& event) {
  JsonWriter writer;
  time_fields(writer, event.tick);
  writer("kind", std::string(kind_of(event.data)))("subject", event.subject);
  std::visit([&](const auto& data) { fields(writer, data); }, event.data);
  return writer.finish();
}

std::string data_to_json(const EventData& data) {
  JsonWriter writer;
  std::visit([&](const auto& kind) { fields(writer, kind); }, data);
  return writer.finish();
}

Result<Event> event_from_json(std::string_view text) {
  auto json = parse_json_object(text, "an event");
  if (!json) return json.error();
  upgrade(*json);
  JsonRules rules;
  JsonReader reader(*json, "an event", rules);
  Event event;
  std::string kind;
  reader("tick", event.tick)("kind", kind)("subject", event.subject);
  if (rules.error) return *rules.error;
  if (!make_kind(kind, event.data, std::make_index_sequence<kKinds>()))
    return Error{{}, "an event wants a known \"kind\", got '" + kind + "'"};
  std::visit([&](auto& data) { fields(reader, data); }, event.data);
  if (rules.error) return *rules.error;
  return event;
}

void limit_texts(Event& event, std::size_t max_length) {
  TextLimit limit{max_length};
  limit("subject", event.subject);
  std::visit([&](auto& data) { fields(limit, data); }, event.data);
}

MessageSchema schema_of_events() {
  SchemaWriter schema;
  const Event event;
  time_fields(schema, event.tick);
  schema.add("kind", schema_of_kinds(), true);
  schema("subject", event.subject);
  EventSchema kinds{schema};
  add_kinds(kinds, std::make_index_sequence<kKinds>());
  return {"rubble.Event", schema.finish(R"("title":"rubble.Event",)")};
}

}  // namespace rubble
