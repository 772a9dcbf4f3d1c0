// SPDX-License-Identifier: Apache-2.0
// What is known of a drive, kept beside its recording: how it was made and how it went.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "rubble/challenge/drive.h"

namespace rubble::challenge {

std::string drive_record_file(const std::string& folder);  // drive.json

nlohmann::ordered_json json_of(const PlaceSettings& settings);
nlohmann::ordered_json json_of(const ChallengeDrive& drive, std::uint64_t seed);

// Only for complete drives.
Result<void> write_drive_record(const std::string& folder, const PlaceSettings& settings,
                                const ChallengeDrive& drive);
// Loads an existing drive; empty if there is no recording. An error if the recording has another
// condition, size, seed, smoke or laser range, or no record.
Result<std::optional<ChallengeDrive>> load_recorded_drive(const std::string& folder,
                                                          const PlaceSettings& settings);

}  // namespace rubble::challenge
