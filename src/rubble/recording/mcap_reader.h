// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "rubble/base/result.h"

namespace rubble::recording {

struct McapChannel {
  std::string topic;
  std::string message_encoding;
  std::string schema_name;
  std::string schema_encoding;
  std::string schema;
};

struct McapMessage {
  const McapChannel* channel = nullptr;  // the reader's
  std::uint32_t sequence = 0;
  std::uint64_t log_time = 0;  // ns
  std::uint64_t publish_time = 0;
  std::string data;
};

struct McapAttachment {
  std::string name;
  std::string media_type;
  std::uint64_t log_time = 0;
  std::string data;
};

struct McapMetadata {
  std::string name;
  std::map<std::string, std::string> entries;
};

using McapRecord = std::variant<McapMessage, McapAttachment, McapMetadata>;

struct McapLimits {
  std::uint64_t chunk_bytes = 64UL << 20;  // unpacked
  std::uint64_t attachment_bytes = 272UL << 20;
  std::uint64_t record_bytes = 16UL << 20;  // of all others
};

// Reads an MCAP file from its beginning, checking every CRC. A file that was cut short, as a killed
// program leaves it, ends early and says so; one that is wrong is an error with its byte offset.
// Never takes more memory than a chunk or an attachment may have.
class McapReader {
 public:
  static Result<std::unique_ptr<McapReader>> open(const std::string& path,
                                                  const McapLimits& limits = {});
  ~McapReader();
  McapReader(const McapReader&) = delete;
  McapReader& operator=(const McapReader&) = delete;

  // Messages, attachments and metadata in their order in the file; nothing at its end.
  Result<std::optional<McapRecord>> next();

  // Where the chunk begins that the last message came from; 0 if it stood in none. jump() goes on
  // reading there; it is for files that were read to their end before, by any reader of theirs that
  // has seen all channels. CRCs of whole files are not checked after a jump, those of chunks are.
  std::uint64_t chunk_at() const;
  void jump(std::uint64_t chunk_at);

  // After the end: whether the file was closed properly, and else where it is cut off.
  bool is_complete() const;
  std::uint64_t cut_at() const;

 private:
  class File;
  explicit McapReader(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace rubble::recording
