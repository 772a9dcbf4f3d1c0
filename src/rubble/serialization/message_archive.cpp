// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/message_archive.h"

#include "rubble/serialization/command_data_fields.h"
#include "rubble/serialization/event_data_fields.h"
#include "rubble/serialization/message_fields.h"

namespace rubble {
namespace {

// Goes through the fields of a message, as JsonWriter does.
struct ArchiveFields {
  Archive& archive;

  template <class T>
  ArchiveFields& operator()(const char*, T& field) {
    value(field);
    return *this;
  }
  template <class T>
  ArchiveFields& derived(const char*, const T&) {
    return *this;
  }
  ArchiveFields& or_angles(const char*, const Quat&) { return *this; }
  void beams(RangeScan& scan) { archive(scan.ranges, scan.codes, scan.density_integral); }

  template <class T>
  void value(T& field) {
    if constexpr (requires { fields(*this, field); })
      fields(*this, field);
    else
      archive(field);
  }
  template <class T>
  void value(std::vector<T>& items) {
    if constexpr (requires(T item) { fields(*this, item); }) {
      std::size_t count = items.size();
      archive(count);
      if (archive.is_reading()) items.clear();
      for (std::size_t i = 0; i < count && !archive.has_failed(); ++i) {
        if (archive.is_reading()) items.emplace_back();
        fields(*this, items[i]);
      }
    } else {
      archive(items);
    }
  }
  template <class T>
  void value(std::optional<T>& field) {
    bool has_value = field.has_value();
    archive(has_value);
    if (archive.is_reading()) field.reset();
    if (archive.is_reading() && has_value) field.emplace();
    if (has_value) value(*field);
  }
};

// In files of commands these two have a form of their own.
void fields(ArchiveFields& a, MoveJoint& order) {
  a("joint", order.joint)("mode", order.mode)("value", order.value);
}
void fields(ArchiveFields& a, SwitchLight& order) { a("on", order.on); }

template <std::size_t kIndex = 0, class Variant>
void emplace_alternative(Variant& variant, std::size_t index, Archive& archive) {
  if constexpr (kIndex < std::variant_size_v<Variant>) {
    if (index == kIndex)
      variant.template emplace<kIndex>();
    else
      emplace_alternative<kIndex + 1>(variant, index, archive);
  } else {
    archive.fail("a message of an unknown kind");
  }
}

void serialize_variant(Archive& archive, auto& variant) {
  std::size_t index = variant.index();
  archive(index);
  if (archive.is_reading()) emplace_alternative(variant, index, archive);
  ArchiveFields visitor{archive};
  std::visit(
      [&](auto& message) {
        // A message that names no fields has none.
        if constexpr (!std::is_empty_v<std::remove_reference_t<decltype(message)>>)
          fields(visitor, message);
      },
      variant);
}

}  // namespace

void serialize(Archive& archive, Reading& reading) {
  archive(reading.tick, reading.robot, reading.sensor);
  serialize_variant(archive, reading.data);
}

void serialize(Archive& archive, Event& event) {
  archive(event.tick, event.subject);
  serialize_variant(archive, event.data);
}

void serialize(Archive& archive, CommandData& order) { serialize_variant(archive, order); }

void serialize(Archive& archive, TimedCommand& command) {
  archive(command.tick, command.command.robot, command.command.data);
}

}  // namespace rubble
