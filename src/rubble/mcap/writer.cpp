// SPDX-License-Identifier: Apache-2.0
#include "rubble/mcap/writer.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "rubble/mcap/format.h"

namespace rubble::mcap {

std::uint32_t crc_of(std::string_view bytes, std::uint32_t before) {
  uLong crc = before;
  // zlib counts in 32 bits.
  constexpr std::size_t kMaxSize = 1UL << 30;
  for (std::size_t at = 0; at < bytes.size(); at += kMaxSize) {
    const std::string_view part = bytes.substr(at, kMaxSize);
    crc = crc32(crc, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
  }
  return static_cast<std::uint32_t>(crc);
}

struct KnownChannel {
  std::string content;  // of its record
  std::uint16_t schema = 0;
  bool is_written = false;
  std::uint64_t messages = 0;
};

struct KnownSchema {
  std::string content;
  bool is_written = false;
};

struct ChunkNote {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::map<std::uint16_t, std::uint64_t> index_offsets;
  std::uint64_t index_length = 0;
  std::uint64_t compressed = 0;
  std::uint64_t uncompressed = 0;
};

namespace {

constexpr int kZstdLevel = 1;

std::string index_record(const ChunkNote& chunk) {
  ByteWriter offsets;
  for (const auto& [channel, offset] : chunk.index_offsets) offsets.number(channel).number(offset);
  ByteWriter content;
  content.number(chunk.start).number(chunk.end).number(chunk.offset).number(chunk.length);
  content.block(offsets.bytes()).number(chunk.index_length).text("zstd");
  content.number(chunk.compressed).number(chunk.uncompressed);
  return ByteWriter().record(Opcode::ChunkIndex, content.bytes()).take();
}

std::string compressed(const std::string& records) {
  std::string bytes(ZSTD_compressBound(records.size()), '\0');
  const std::size_t size =
      ZSTD_compress(bytes.data(), bytes.size(), records.data(), records.size(), kZstdLevel);
  RUBBLE_ASSERT(ZSTD_isError(size) == 0);
  bytes.resize(size);
  return bytes;
}

}  // namespace

class McapWriter::File {
 public:
  File(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  ~File() { ::close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void begin(const std::string& program) {
    ByteWriter bytes;
    bytes.raw(kMcapMagic);
    bytes.record(Opcode::Header, ByteWriter().text("").text(program).bytes());
    put(bytes.bytes());
  }

  SchemaId add_schema(const std::string& name, const std::string& encoding,
                      const std::string& data) {
    if (schemas_.size() == 0xffff) fail("more than 65535 schemas do not fit into a recording");
    if (error_) return 1;
    const auto id = static_cast<std::uint16_t>(schemas_.size() + 1);
    ByteWriter content;
    content.number(id).text(name).text(encoding).text(data);
    schemas_.push_back({content.take()});
    return id;
  }

  ChannelId add_channel(const std::string& topic, const std::string& encoding, SchemaId schema) {
    if (channels_.size() == 0xffff) fail("more than 65535 channels do not fit into a recording");
    if (error_) return 0;
    const auto id = static_cast<std::uint16_t>(channels_.size());
    ByteWriter content;
    content.number(id).number(schema).text(topic).text(encoding).block("");
    channels_.push_back({content.take(), schema});
    return id;
  }

  void write(ChannelId id, std::uint64_t time, std::string_view data) {
    if (error_) return;
    KnownChannel& channel = channels_[id];
    introduce(channel);
    const bool is_first = index_.empty();
    start_ = is_first ? time : std::min(start_, time);
    end_ = is_first ? time : std::max(end_, time);
    index_[id].emplace_back(time, chunk_.size());
    ++channel.messages;
    const std::uint64_t length = 2 + 4 + 8 + 8 + data.size();
    chunk_.number(static_cast<std::uint8_t>(Opcode::Message)).number(length).number(id);
    chunk_.number(static_cast<std::uint32_t>(channel.messages)).number(time).number(time).raw(data);
  }

  std::size_t chunk_bytes() const { return chunk_.size(); }

  void end_chunk() {
    if (chunk_.size() == 0 || error_) return;
    const std::string records = chunk_.take();
    const std::string packed = compressed(records);
    ChunkNote note{.start = start_,
                   .end = end_,
                   .offset = size_,
                   .compressed = packed.size(),
                   .uncompressed = records.size()};
    ByteWriter content;
    content.number(start_).number(end_).number(note.uncompressed).number(crc_of(records));
    content.text("zstd").long_block(packed);
    ByteWriter bytes;
    bytes.record(Opcode::Chunk, content.bytes());
    note.length = bytes.size();
    add_message_indexes(bytes, note);
    index_.clear();
    if (put(bytes.bytes())) chunks_.push_back(std::move(note));
  }

  void attach(const std::string& name, const std::string& media_type, std::string_view data,
              std::uint64_t time) {
    ByteWriter content;
    content.number(time).number(std::uint64_t{0}).text(name).text(media_type).long_block(data);
    content.number(crc_of(content.bytes()));
    ByteWriter bytes;
    bytes.record(Opcode::Attachment, content.bytes());
    ByteWriter index;
    index.number(size_).number(static_cast<std::uint64_t>(bytes.size())).number(time);
    index.number(std::uint64_t{0}).number(static_cast<std::uint64_t>(data.size()));
    index.text(name).text(media_type);
    if (put(bytes.bytes())) attachments_.push_back(index.take());
  }

  void add_metadata(const std::string& name, const std::map<std::string, std::string>& entries) {
    ByteWriter map;
    for (const auto& [key, value] : entries) map.text(key).text(value);
    ByteWriter bytes;
    bytes.record(Opcode::Metadata, ByteWriter().text(name).block(map.bytes()).bytes());
    ByteWriter index;
    index.number(size_).number(static_cast<std::uint64_t>(bytes.size())).text(name);
    if (put(bytes.bytes())) metadata_.push_back(index.take());
  }

  Result<void> close() {
    if (!is_closed_) {
      end_chunk();
      is_closed_ = true;
      ByteWriter end;
      end.record(Opcode::DataEnd, ByteWriter().number(crc_).bytes());
      if (put(end.bytes())) put(summary());
    }
    if (error_) return *error_;
    return {};
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  void fail(const std::string& message) {
    if (!error_) error_ = Error{{path_}, message};
  }

  // A channel's record stands once, before its first message.
  void introduce(KnownChannel& channel) {
    if (channel.is_written) return;
    channel.is_written = true;
    KnownSchema& schema = schemas_[channel.schema - 1U];
    if (!schema.is_written) chunk_.record(Opcode::Schema, schema.content);
    schema.is_written = true;
    chunk_.record(Opcode::Channel, channel.content);
  }

  void add_message_indexes(ByteWriter& bytes, ChunkNote& note) const {
    const std::size_t before = bytes.size();
    for (const auto& [channel, entries] : index_) {
      note.index_offsets[channel] = size_ + bytes.size();
      ByteWriter list;
      for (const auto& [time, offset] : entries)
        list.number(time).number(static_cast<std::uint64_t>(offset));
      bytes.record(Opcode::MessageIndex, ByteWriter().number(channel).block(list.bytes()).bytes());
    }
    note.index_length = bytes.size() - before;
  }

  // What is repeated and counted after the data; groups of one kind each.
  std::string summary() const {
    ByteWriter bytes, offsets;
    auto end_group = [&, start = std::size_t{0}](Opcode opcode) mutable {
      if (bytes.size() > start) {
        ByteWriter content;
        content.number(static_cast<std::uint8_t>(opcode));
        content.number(size_ + start).number(static_cast<std::uint64_t>(bytes.size() - start));
        offsets.record(Opcode::SummaryOffset, content.bytes());
      }
      start = bytes.size();
    };
    for (const KnownSchema& schema : schemas_) bytes.record(Opcode::Schema, schema.content);
    end_group(Opcode::Schema);
    for (const KnownChannel& channel : channels_) bytes.record(Opcode::Channel, channel.content);
    end_group(Opcode::Channel);
    bytes.record(Opcode::Statistics, statistics());
    end_group(Opcode::Statistics);
    for (const ChunkNote& chunk : chunks_) bytes.raw(index_record(chunk));
    end_group(Opcode::ChunkIndex);
    for (const std::string& index : attachments_) bytes.record(Opcode::AttachmentIndex, index);
    end_group(Opcode::AttachmentIndex);
    for (const std::string& index : metadata_) bytes.record(Opcode::MetadataIndex, index);
    end_group(Opcode::MetadataIndex);
    return with_footer(std::move(bytes), offsets.bytes());
  }

  std::string with_footer(ByteWriter bytes, const std::string& offsets) const {
    const std::uint64_t summary_start = size_;
    const std::uint64_t offset_start = size_ + bytes.size();
    bytes.raw(offsets).number(static_cast<std::uint8_t>(Opcode::Footer)).number(std::uint64_t{20});
    bytes.number(summary_start).number(offset_start);
    bytes.number(crc_of(bytes.bytes())).raw(kMcapMagic);
    return bytes.take();
  }

  std::string statistics() const {
    std::uint64_t messages = 0, first = 0, last = 0;
    ByteWriter counts;
    for (std::size_t id = 0; id < channels_.size(); ++id) {
      messages += channels_[id].messages;
      counts.number(static_cast<std::uint16_t>(id)).number(channels_[id].messages);
    }
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      first = i == 0 ? chunks_[i].start : std::min(first, chunks_[i].start);
      last = std::max(last, chunks_[i].end);
    }
    const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
    ByteWriter content;
    content.number(messages).number(static_cast<std::uint16_t>(schemas_.size()));
    content.number(count(channels_)).number(count(attachments_)).number(count(metadata_));
    content.number(count(chunks_)).number(first).number(last).block(counts.bytes());
    return content.take();
  }

  // True if all of it is with the system.
  bool put(std::string_view bytes) {
    if (error_) return false;
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t written = ::write(descriptor_, bytes.data() + at, bytes.size() - at);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        fail("could not be written on; is the disk full?");
        // Half a record would hide what stands before it from some readers.
        if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) return false;
        return false;
      }
      at += static_cast<std::size_t>(written);
    }
    size_ += bytes.size();
    crc_ = crc_of(bytes, crc_);
    return true;
  }

  int descriptor_;
  std::string path_;
  std::optional<Error> error_;
  bool is_closed_ = false;
  std::uint64_t size_ = 0;  // of the file
  std::uint32_t crc_ = 0;   // of all of it
  std::vector<KnownSchema> schemas_;
  std::vector<KnownChannel> channels_;
  ByteWriter chunk_;  // being filled
  std::uint64_t start_ = 0;
  std::uint64_t end_ = 0;
  std::map<std::uint16_t, std::vector<std::pair<std::uint64_t, std::size_t>>> index_;
  std::vector<ChunkNote> chunks_;
  std::vector<std::string> attachments_;
  std::vector<std::string> metadata_;
};

McapWriter::McapWriter(std::unique_ptr<File> file) : file_(std::move(file)) {}
McapWriter::~McapWriter() { static_cast<void>(file_->close()); }

Result<std::unique_ptr<McapWriter>> McapWriter::open(const std::string& path,
                                                     const std::string& program) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return Error{{path}, "cannot be written; expected a path in a folder that exists"};
  auto file = std::make_unique<File>(descriptor, path);
  file->begin(program);
  if (file->error()) return *file->error();
  return std::unique_ptr<McapWriter>(new McapWriter(std::move(file)));
}

McapWriter::SchemaId McapWriter::add_schema(const std::string& name, const std::string& encoding,
                                            const std::string& data) {
  return file_->add_schema(name, encoding, data);
}
McapWriter::ChannelId McapWriter::add_channel(const std::string& topic,
                                              const std::string& message_encoding,
                                              SchemaId schema) {
  return file_->add_channel(topic, message_encoding, schema);
}
void McapWriter::write(ChannelId channel, std::uint64_t log_time, std::string_view data) {
  file_->write(channel, log_time, data);
}
std::size_t McapWriter::chunk_bytes() const { return file_->chunk_bytes(); }
void McapWriter::end_chunk() { file_->end_chunk(); }
void McapWriter::attach(const std::string& name, const std::string& media_type,
                        std::string_view data, std::uint64_t log_time) {
  file_->attach(name, media_type, data, log_time);
}
void McapWriter::add_metadata(const std::string& name,
                              const std::map<std::string, std::string>& entries) {
  file_->add_metadata(name, entries);
}
const std::optional<Error>& McapWriter::error() const { return file_->error(); }
Result<void> McapWriter::close() { return file_->close(); }

}  // namespace rubble::mcap
