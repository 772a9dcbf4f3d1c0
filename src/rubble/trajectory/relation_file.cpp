// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/serialization/number_limits.h"
#include "rubble/serialization/number_rows.h"
#include "rubble/serialization/text_output.h"
#include "rubble/trajectory/file_format.h"
#include "rubble/trajectory/relation.h"
#include "rubble/trajectory/round_trip_angles.h"
#include "rubble/trajectory/stamps.h"

namespace rubble::trajectory {
namespace {

constexpr std::size_t kMaxRelations = 10'000'000;
constexpr const char* kRelationColumns = "stamp_i stamp_j x y z roll pitch yaw";

std::vector<double> sorted_stamps(const std::vector<Relation>& relations) {
  std::vector<double> stamps;
  stamps.reserve(2 * relations.size());
  for (const Relation& relation : relations) {
    stamps.push_back(relation.stamp_i);
    stamps.push_back(relation.stamp_j);
  }
  std::sort(stamps.begin(), stamps.end());
  return stamps;
}

Result<void> put_relation_stamps_right(RelationFile& file, const StampFacts& facts) {
  const std::vector<double> sorted = sorted_stamps(file.relations);
  if (const auto mixed = mixed_stamps(sorted))
    return Error{{file.path},
                 fmt::format("its stamps are of different units: some are about {:.10g}, others "
                             "about {:.10g}; write all of them in seconds",
                             mixed->low, mixed->high)};
  const StampUnit unit = stamp_unit(sorted);
  std::size_t pointless = 0;
  for (Relation& relation : file.relations) {
    relation.stamp_i /= unit.per_second;
    relation.stamp_j /= unit.per_second;
    if (relation.stamp_i == relation.stamp_j) ++pointless;
  }
  if (unit.per_second > 1.0)
    file.remarks.push_back(
        fmt::format("Stamps are in {}; they were turned into seconds.", unit.name));
  if (pointless > 0)
    file.remarks.push_back(fmt::format(
        "{} relations have the same stamp at both ends{}.", pointless,
        facts.has_exponent() ? ": stamps are written with too few digits (%.6f has enough)" : ""));
  return {};
}

bool are_angles(double roll, double pitch, double yaw) {
  return std::max({std::abs(roll), std::abs(pitch), std::abs(yaw)}) <= kMaxAngle;
}

// Order and number of columns are those of TUM, so that only their content tells.
Result<void> refuse_trajectories(const std::string& path) {
  const auto kind = detect_format(path);
  if (!kind) return kind.error();
  if (*kind == FileFormat::Relations || *kind == FileFormat::Euroc) return {};
  return Error{{path},
               std::string("this looks like ") + name_of(*kind) +
                   ", wanted relations, one a line: " + kRelationColumns};
}

}  // namespace

Result<RelationFile> read_relations(const std::string& path) {
  if (const auto refused = refuse_trajectories(path); !refused) return refused.error();
  RelationFile file;
  file.path = path;
  StampFacts facts;
  const auto read = for_each_row(
      path, {8, 8, kRelationColumns, {}}, file.remarks,
      [&](const NumberRow& row) -> std::optional<std::string> {
        if (file.relations.size() == kMaxRelations) return "more than 10 million relations";
        const std::vector<double>& n = row.numbers;
        const bool is_possible = is_stamp(n[0]) && is_stamp(n[1]) &&
                                 is_position({n[2], n[3], n[4]}) && are_angles(n[5], n[6], n[7]);
        if (!is_possible) return kTooLarge;
        facts.look_at(row.words[0]);
        file.is_planar = file.is_planar && n[4] == 0.0 && n[5] == 0.0 && n[6] == 0.0;
        file.relations.push_back(
            {n[0], n[1], make_pose(n[2], n[3], n[4], n[5], n[6], n[7]), row.line});
        return std::nullopt;
      });
  if (!read) return read.error();
  if (file.relations.empty()) return Error{{path}, "there is not one relation in this file"};
  if (const auto done = put_relation_stamps_right(file, facts); !done) return done.error();
  return file;
}

Result<void> write_relations(const std::string& path, const std::vector<Relation>& relations) {
  TextOutput out(path);
  out << "# " << kRelationColumns << "\n";
  for (const Relation& relation : relations) {
    const Vec3& position = relation.i_from_j.position;
    const RollPitchYaw angles = round_trip_angles(relation.i_from_j.rotation);
    out << relation.stamp_i << " " << relation.stamp_j;
    for (const double number :
         {position.x(), position.y(), position.z(), angles.roll, angles.pitch, angles.yaw})
      out << " " << number;
    out << "\n";
  }
  return out.finish();
}

}  // namespace rubble::trajectory
