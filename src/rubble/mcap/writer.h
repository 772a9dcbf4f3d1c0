// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble::mcap {

// MCAP writer: messages in compressed chunks, then an index. Complete chunks are written at once
// and not buffered, so that a killed program loses only the current chunk. The first error is kept;
// nothing is written after it, and a partially written chunk is truncated. One thread.
class McapWriter {
 public:
  static Result<std::unique_ptr<McapWriter>> open(const std::string& path,
                                                  const std::string& program);
  ~McapWriter();  // closes if that was not done
  McapWriter(const McapWriter&) = delete;
  McapWriter& operator=(const McapWriter&) = delete;

  using SchemaId = std::uint16_t;
  using ChannelId = std::uint16_t;

  // At most 65535 of each: an error after that.
  SchemaId add_schema(const std::string& name, const std::string& encoding,
                      const std::string& data);
  ChannelId add_channel(const std::string& topic, const std::string& message_encoding,
                        SchemaId schema);
  // log_time in ns.
  void write(ChannelId channel, std::uint64_t log_time, std::string_view data);
  // Bytes in the chunk that is being filled, before they are compressed.
  std::size_t chunk_bytes() const;
  // Writes the current chunk unless it is empty.
  void end_chunk();

  void attach(const std::string& name, const std::string& media_type, std::string_view data,
              std::uint64_t log_time);
  void add_metadata(const std::string& name, const std::map<std::string, std::string>& entries);

  const std::optional<Error>& error() const;
  // Index and summary.
  Result<void> close();

 private:
  class File;
  explicit McapWriter(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace rubble::mcap
