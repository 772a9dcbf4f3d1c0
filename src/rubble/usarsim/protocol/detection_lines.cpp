// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/detection_lines.h"

#include "rubble/usarsim/protocol/frames.h"

namespace rubble::usarsim {
namespace {

std::string capitalised(std::string word) {
  if (!word.empty() && word[0] >= 'a' && word[0] <= 'z')
    word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return word;
}

std::string_view word_or(std::string_view word, std::string_view if_empty) {
  return word.empty() ? if_empty : word;
}

}  // namespace

// The server of Classic's captures sent only the ids; later servers also sent locations.
void write_tags(const SensorReport& report, std::string& text) {
  const RfidReading* reading = report.as<RfidReading>();
  if (reading == nullptr || reading->tags.empty()) return;
  LineText line = report.begin_named(text);
  for (const TagSighting& tag : reading->tags) {
    line.open("ID").integer(tag.id).close();
    if (report.settings.dialect == Dialect::Classic) continue;
    line.open("Location").rounded(flipped(tag.position_sensor)).close();
    line.segment("Mem", word_or(tag.memory, "0"));
  }
  line.end();
}

void write_victims(const SensorReport& report, std::string& text) {
  const VictimReading* reading = report.as<VictimReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  if (reading->parts.empty()) line.segment("Status", "NoVictims");
  for (const VictimPartSighting& part : reading->parts) {
    line.segment("PartName", capitalised(part.part));
    line.open("Location").rounded(flipped(part.position_sensor)).close();
  }
  line.end();
}

// UDK leaves out the blanks between an object's segments.
void write_objects(const SensorReport& report, std::string& text) {
  const ObjectReading* reading = report.as<ObjectReading>();
  if (reading == nullptr || reading->objects.empty()) return;
  LineText line = report.begin_named(text);
  line.blank();
  for (const ObjectSighting& object : reading->objects) {
    const Vec3 location = flipped(object.position_sensor);
    line.open_without_blank("Object").word(object.name).close();
    line.open_without_blank("Location").rounded(location).close();
    line.open_without_blank("Orientation").rounded(wire_rotation(object.rotation_sensor)).close();
    line.open_without_blank("HitLoc").rounded(location).close();
    line.open_without_blank("Material").word(word_or(object.material, "None")).close();
  }
  line.end();
}

void write_gas(const SensorReport& report, std::string& text) {
  const GasReading* reading = report.as<GasReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.segment("Gas", "CO2").open("Density").rounded(reading->co2, 2).close().end();
}

void write_transmission(const SensorReport& report, std::string& text) {
  const TransmissionReading* reading = report.as<TransmissionReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.open("Transmission").rounded(reading->transmission, 4).close();
  line.open("Voltage").rounded(reading->voltage, 3).close();
  line.open("Path").rounded(reading->path, 2).close().end();
}

void write_heat(const SensorReport& report, std::string& text) {
  const HeatReading* reading = report.as<HeatReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.open("Temperature").rounded(reading->temperature, 2).close().end();
}

// The duration of a sound is not measured.
void write_sound(const SensorReport& report, std::string& text) {
  const SoundReading* reading = report.as<SoundReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.open("Loudness").rounded(reading->level_db, 2).close();
  line.segment("Duration", "0.00").end();
}

}  // namespace rubble::usarsim
