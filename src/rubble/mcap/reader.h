// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "rubble/base/result.h"

namespace rubble::mcap {

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
  std::uint64_t chunk_bytes = 64UL << 20;  // decompressed
  std::uint64_t attachment_bytes = 272UL << 20;
  std::uint64_t record_bytes = 16UL << 20;  // of all others
};

// Sequential MCAP reader that checks every CRC. A truncated file, as a killed program leaves it,
// ends early (see is_complete()); a corrupt file is an error with its byte offset. Memory is
// bounded by McapLimits. One thread.
class McapReader {
 public:
  static Result<std::unique_ptr<McapReader>> open(const std::string& path,
                                                  const McapLimits& limits = {});
  ~McapReader();
  McapReader(const McapReader&) = delete;
  McapReader& operator=(const McapReader&) = delete;

  // Messages, attachments and metadata in their order in the file; nothing at its end.
  Result<std::optional<McapRecord>> next();

  // File offset of the chunk of the last message; 0 if it was not in a chunk. jump() continues
  // reading at such an offset. Precondition: a reader of this file has reached its end, so that all
  // channels are known. After a jump the CRC of the file is not checked, those of chunks are.
  std::uint64_t chunk_at() const;
  void jump(std::uint64_t chunk_at);

  // Valid at the end: whether the file was closed properly, else the offset where it is truncated.
  bool is_complete() const;
  std::uint64_t cut_at() const;

 private:
  class File;
  explicit McapReader(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace rubble::mcap
