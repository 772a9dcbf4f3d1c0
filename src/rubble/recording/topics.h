// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that a recording is written and read with.
namespace rubble::recording {

constexpr const char* kCommandTopic = "/rubble/commands";
constexpr const char* kCommandSchema = "rubble.Command";
constexpr const char* kEventTopic = "/rubble/events";
constexpr const char* kTruthTopic = "/rubble/truth";
// At the end of a chunk: how many ticks are whole, all that belongs to them stands before.
constexpr const char* kProgressTopic = "/rubble/progress";
constexpr const char* kProgressSchema = "rubble.Progress";
constexpr const char* kProgressSchemaText =
    R"({"title":"rubble.Progress","type":"object","properties":{"tick":{"type":"integer"}},"required":["tick"]})";

// Metadata: what the run was started with, when the recording began, and how it ended.
constexpr const char* kRunName = "rubble.run";
constexpr const char* kVersionKey = "version";
constexpr const char* kProgramKey = "program";
constexpr const char* kSeedKey = "seed";
constexpr const char* kLevelKey = "level";
constexpr const char* kWorldKey = "world";
constexpr const char* kResourcesKey = "resource_folders";
constexpr const char* kSettingKey = "setting.";
constexpr const char* kBeginName = "rubble.begin";  // only if the recording started during the run
constexpr const char* kTickKey = "tick";
constexpr const char* kEndName = "rubble.end";
constexpr const char* kTicksKey = "ticks";
constexpr const char* kHashKey = "state_hash";

// Raised when the same commands lead to another run: what was recorded before still reads and
// repeats, but does not end in the same bits. 1 had no version and Bullet's own order of contacts.
constexpr int kRecordingVersion = 2;

}  // namespace rubble::recording
