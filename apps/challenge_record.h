// SPDX-License-Identifier: Apache-2.0
// What is known of a drive, kept beside its recording: how it was made and how it went.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "apps/challenge_drive.h"

namespace rubble::apps {

std::string drive_record_file(const std::string& folder);  // drive.json

nlohmann::ordered_json json_of(const PlaceSettings& settings);
nlohmann::ordered_json json_of(const ChallengeDrive& drive, std::uint64_t seed);

// Only of drives that came to their end.
Result<void> write_drive_record(const std::string& folder, const PlaceSettings& settings,
                                const ChallengeDrive& drive);
// A drive that is there already; nothing if there is no recording. A recording of another
// condition, size, seed, smoke or laser range is an error that says which, and so is one of which
// nothing is known.
Result<std::optional<ChallengeDrive>> load_recorded_drive(const std::string& folder,
                                                          const PlaceSettings& settings);

}  // namespace rubble::apps
