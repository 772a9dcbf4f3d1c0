// SPDX-License-Identifier: Apache-2.0
#include "rubble/mcap/reader.h"

#include <zstd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "rubble/mcap/format.h"

namespace rubble::mcap {
struct RawRecord {
  Opcode opcode{};
  std::uint64_t at = 0;  // byte offset
  std::string content;
};

struct SchemaText {
  std::string name;
  std::string encoding;
  std::string data;
};

namespace {

constexpr std::uint64_t kMinChunkBytes = 8 + 8 + 8 + 4 + 4 + 8;

}  // namespace

class McapReader::File {
 public:
  File(std::ifstream stream, std::string path, std::uint64_t size, const McapLimits& limits)
      : stream_(std::move(stream)), path_(std::move(path)), size_(size), limits_(limits) {}

  Result<void> begin() {
    std::string magic(std::min<std::uint64_t>(kMcapMagic.size(), size_), '\0');
    if (!read(magic) || magic != kMcapMagic) return wrong(0, "this is no MCAP file");
    return {};
  }

  Result<std::optional<McapRecord>> next() {
    while (true) {
      if (!chunk_.empty()) {
        auto found = next_in_chunk();
        if (!found || *found) return found;
        continue;
      }
      if (is_over_) return std::optional<McapRecord>();
      auto raw = read_record();
      if (!raw) return raw.error();
      if (!*raw) return std::optional<McapRecord>();
      auto found = take(**raw);
      if (!found || *found) return found;
    }
  }

  bool is_complete() const { return is_complete_; }
  std::uint64_t cut_at() const { return cut_at_; }
  std::uint64_t chunk_at() const { return chunk_.empty() ? 0 : chunk_at_; }

  void jump(std::uint64_t to) {
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(to));
    offset_ = to;
    chunk_.clear();
    is_over_ = false;
    is_past_data_ = true;  // no CRC of the whole any more
    has_jumped_ = true;
  }

 private:
  Error wrong(std::uint64_t at, const std::string& message) {
    is_over_ = true;
    chunk_.clear();
    return {{path_}, message + " (at byte " + std::to_string(at) + ")"};
  }

  bool read(std::string& bytes) {
    stream_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!stream_) return false;
    offset_ += bytes.size();
    if (!is_past_data_) crc_ = crc_of(bytes, crc_);
    return true;
  }

  std::uint64_t limit_of(Opcode opcode) const {
    if (opcode == Opcode::Chunk) return limits_.chunk_bytes + 1024;
    return opcode == Opcode::Attachment ? limits_.attachment_bytes : limits_.record_bytes;
  }

  std::optional<RawRecord> cut(std::uint64_t at) {
    is_over_ = true;
    cut_at_ = at;
    return std::nullopt;
  }

  // Nothing if the file ends within it.
  Result<std::optional<RawRecord>> read_record() {
    const std::uint64_t at = offset_;
    if (size_ - offset_ < kRecordHead) return cut(at);
    const std::uint32_t crc_before = crc_;
    std::string head(kRecordHead, '\0');
    if (!read(head)) return wrong(at, "the file cannot be read");
    ByteReader bytes(head);
    RawRecord record{.opcode = static_cast<Opcode>(bytes.number<std::uint8_t>()), .at = at};
    const auto length = bytes.number<std::uint64_t>();
    // From 128 on they are other programs' own and are skipped.
    const auto kind = static_cast<std::uint8_t>(record.opcode);
    if (kind == 0 || (kind > static_cast<std::uint8_t>(Opcode::DataEnd) && kind < 128))
      return wrong(at, "there is no record of kind " + std::to_string(kind) +
                           "; the file is damaged or newer than this program");
    if (length > limit_of(record.opcode))
      return wrong(at, "a record of " + std::to_string(length) + " bytes; at most " +
                           std::to_string(limit_of(record.opcode)) + " are read");
    if (length > size_ - offset_) return cut(at);
    if (record.opcode == Opcode::DataEnd) data_crc_ = crc_before;
    record.content.resize(static_cast<std::size_t>(length));
    if (!read(record.content)) return wrong(at, "the file cannot be read");
    return std::optional<RawRecord>(std::move(record));
  }

  Result<std::optional<McapRecord>> take(const RawRecord& raw) {
    switch (raw.opcode) {
      case Opcode::Schema:
      case Opcode::Channel:
        return learn(raw.opcode, raw.content, raw.at);
      case Opcode::Message:
        if (has_chunks_) return wrong(raw.at, "a message outside of the chunks");
        return message(raw.content, raw.at);
      case Opcode::MessageIndex:
        return check_index(raw);
      case Opcode::Chunk:
        return open_chunk(raw);
      case Opcode::Attachment:
        return attachment(raw);
      case Opcode::Metadata:
        return metadata(raw);
      case Opcode::DataEnd:
        return end_of_data(raw);
      default:
        return std::optional<McapRecord>();
    }
  }

  // Nothing is looked up in it; but one that does not fit shows that the place is wrong.
  Result<std::optional<McapRecord>> check_index(const RawRecord& raw) {
    ByteReader bytes(raw.content);
    bytes.number<std::uint16_t>();
    bytes.text();
    if (!bytes.is_good() || !bytes.is_at_end()) return wrong(raw.at, "a damaged index");
    return std::optional<McapRecord>();
  }

  // Later copies of what is known, as a summary has them, change nothing.
  Result<std::optional<McapRecord>> learn(Opcode opcode, std::string_view content,
                                          std::uint64_t at) {
    ByteReader bytes(content);
    const auto id = bytes.number<std::uint16_t>();
    if (opcode == Opcode::Schema) {
      SchemaText schema;
      schema.name = bytes.text();
      schema.encoding = bytes.text();
      schema.data = bytes.text();
      if (!bytes.is_good() || id == 0) return wrong(at, "a schema that ends too early");
      schemas_.try_emplace(id, std::move(schema));
      return std::optional<McapRecord>();
    }
    const auto schema_id = bytes.number<std::uint16_t>();
    McapChannel channel;
    channel.topic = bytes.text();
    channel.message_encoding = bytes.text();
    if (!bytes.is_good()) return wrong(at, "a channel that ends too early");
    if (const auto schema = schemas_.find(schema_id); schema != schemas_.end()) {
      channel.schema_name = schema->second.name;
      channel.schema_encoding = schema->second.encoding;
      channel.schema = schema->second.data;
    } else if (schema_id != 0) {
      return wrong(at, "a channel of a schema that is not there");
    }
    channels_.try_emplace(id, std::move(channel));
    return std::optional<McapRecord>();
  }

  Result<std::optional<McapRecord>> message(std::string_view content, std::uint64_t at) {
    ByteReader bytes(content);
    const auto channel = channels_.find(bytes.number<std::uint16_t>());
    McapMessage message;
    message.sequence = bytes.number<std::uint32_t>();
    message.log_time = bytes.number<std::uint64_t>();
    message.publish_time = bytes.number<std::uint64_t>();
    if (!bytes.is_good()) return wrong(at, "a message that ends too early");
    if (channel == channels_.end()) return wrong(at, "a message of a channel that is not there");
    message.channel = &channel->second;
    message.data = bytes.rest();
    return std::optional<McapRecord>(std::move(message));
  }

  Result<std::optional<McapRecord>> open_chunk(const RawRecord& raw) {
    ByteReader bytes(raw.content);
    bytes.number<std::uint64_t>();
    bytes.number<std::uint64_t>();
    const auto size = bytes.number<std::uint64_t>();
    const auto crc = bytes.number<std::uint32_t>();
    const std::string_view compression = bytes.text();
    const std::string_view packed = bytes.long_block();
    if (!bytes.is_good() || raw.content.size() < kMinChunkBytes)
      return wrong(raw.at, "a chunk that ends too early");
    if (size > limits_.chunk_bytes)
      return wrong(raw.at, "a chunk of " + std::to_string(size) + " bytes; at most " +
                               std::to_string(limits_.chunk_bytes) + " are unpacked");
    if (compression == "zstd") {
      if (!unpack(packed, size)) return wrong(raw.at, "a chunk that zstd cannot unpack");
    } else if (compression.empty()) {
      chunk_ = packed;
    } else {
      return wrong(raw.at, "chunks packed with '" + std::string(compression.substr(0, 20)) +
                               "' are not read, only zstd and plain ones; convert the file with "
                               "'mcap compress --compression zstd'");
    }
    if (chunk_.size() != size) return wrong(raw.at, "a chunk that is not as long as it says");
    if (crc != 0 && crc_of(chunk_) != crc) return wrong(raw.at, "a chunk whose CRC is wrong");
    chunk_at_ = raw.at;
    position_ = 0;
    has_chunks_ = true;
    return std::optional<McapRecord>();
  }

  bool unpack(std::string_view packed, std::uint64_t size) {
    chunk_.resize(static_cast<std::size_t>(size));
    const std::size_t unpacked =
        ZSTD_decompress(chunk_.data(), chunk_.size(), packed.data(), packed.size());
    if (ZSTD_isError(unpacked) != 0) return false;
    chunk_.resize(unpacked);
    return true;
  }

  Result<std::optional<McapRecord>> next_in_chunk() {
    ByteReader bytes(std::string_view(chunk_).substr(position_));
    if (bytes.is_at_end()) {
      chunk_.clear();
      return std::optional<McapRecord>();
    }
    const auto opcode = static_cast<Opcode>(bytes.number<std::uint8_t>());
    const std::string_view content = bytes.long_block();
    if (!bytes.is_good()) return wrong(chunk_at_, "a chunk with a record longer than itself");
    position_ += bytes.position();
    if (opcode == Opcode::Message) return message(content, chunk_at_);
    if (opcode == Opcode::Schema || opcode == Opcode::Channel)
      return learn(opcode, content, chunk_at_);
    return wrong(chunk_at_, "a chunk with a record that does not belong there");
  }

  Result<std::optional<McapRecord>> attachment(const RawRecord& raw) {
    ByteReader bytes(raw.content);
    McapAttachment attachment;
    attachment.log_time = bytes.number<std::uint64_t>();
    bytes.number<std::uint64_t>();
    attachment.name = bytes.text();
    attachment.media_type = bytes.text();
    attachment.data = bytes.long_block();
    const std::size_t checked = bytes.position();
    const auto crc = bytes.number<std::uint32_t>();
    if (!bytes.is_good()) return wrong(raw.at, "an attachment that ends too early");
    if (crc != 0 && crc_of(std::string_view(raw.content).substr(0, checked)) != crc)
      return wrong(raw.at, "an attachment whose CRC is wrong");
    return std::optional<McapRecord>(std::move(attachment));
  }

  Result<std::optional<McapRecord>> metadata(const RawRecord& raw) {
    ByteReader bytes(raw.content);
    McapMetadata metadata;
    metadata.name = bytes.text();
    ByteReader entries(bytes.text());
    while (entries.is_good() && !entries.is_at_end()) {
      const std::string_view key = entries.text();
      metadata.entries[std::string(key)] = entries.text();
    }
    if (!bytes.is_good() || !entries.is_good()) return wrong(raw.at, "metadata that end too early");
    return std::optional<McapRecord>(std::move(metadata));
  }

  Result<std::optional<McapRecord>> end_of_data(const RawRecord& raw) {
    ByteReader bytes(raw.content);
    const auto crc = bytes.number<std::uint32_t>();
    if (!bytes.is_good()) return wrong(raw.at, "an end of data that ends too early");
    if (crc != 0 && crc != data_crc_ && !has_jumped_)
      return wrong(raw.at, "data whose CRC is wrong");
    is_past_data_ = true;
    return read_summary();
  }

  // The summary says nothing new to one who has read everything; only its CRC is looked at.
  Result<std::optional<McapRecord>> read_summary() {
    const std::uint64_t start = offset_;
    std::uint32_t crc = 0;
    while (true) {
      const auto raw = read_record();
      if (!raw) return raw.error();
      if (!*raw) return std::optional<McapRecord>();
      ByteWriter head;
      head.number(static_cast<std::uint8_t>((*raw)->opcode));
      head.number(static_cast<std::uint64_t>((*raw)->content.size()));
      crc = crc_of(head.bytes(), crc);
      if ((*raw)->opcode == Opcode::Footer) return footer(**raw, start, crc);
      crc = crc_of((*raw)->content, crc);
    }
  }

  Result<std::optional<McapRecord>> footer(const RawRecord& raw, std::uint64_t start,
                                           std::uint32_t crc) {
    ByteReader bytes(raw.content);
    const auto summary_start = bytes.number<std::uint64_t>();
    bytes.number<std::uint64_t>();
    const std::uint32_t wanted = crc_of(std::string_view(raw.content).substr(0, 16), crc);
    const auto summary_crc = bytes.number<std::uint32_t>();
    if (!bytes.is_good()) return wrong(raw.at, "a footer that ends too early");
    if (summary_start != 0 && summary_start != start)
      return wrong(raw.at, "a footer that does not belong to its summary");
    if (summary_crc != 0 && summary_crc != wanted)
      return wrong(raw.at, "a summary whose CRC is wrong");
    is_over_ = true;
    cut_at_ = offset_;
    std::string magic(kMcapMagic.size(), '\0');
    is_complete_ = size_ - offset_ >= magic.size() && read(magic) && magic == kMcapMagic;
    return std::optional<McapRecord>();
  }

  std::ifstream stream_;
  std::string path_;
  std::uint64_t size_;
  McapLimits limits_;
  std::uint64_t offset_ = 0;
  std::uint32_t crc_ = 0;  // of everything up to the offset
  std::uint32_t data_crc_ = 0;
  bool is_past_data_ = false;
  bool has_jumped_ = false;
  bool has_chunks_ = false;
  bool is_over_ = false;
  bool is_complete_ = false;
  std::uint64_t cut_at_ = 0;
  std::map<std::uint16_t, SchemaText> schemas_;
  std::map<std::uint16_t, McapChannel> channels_;
  std::string chunk_;  // unpacked; empty: none is open
  std::uint64_t chunk_at_ = 0;
  std::size_t position_ = 0;
};

McapReader::McapReader(std::unique_ptr<File> file) : file_(std::move(file)) {}
McapReader::~McapReader() = default;

Result<std::unique_ptr<McapReader>> McapReader::open(const std::string& path,
                                                     const McapLimits& limits) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) return Error{{path}, "no such file"};
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  std::ifstream stream(path, std::ios::binary);
  if (code || !stream) return Error{{path}, "the file cannot be read"};
  auto file = std::make_unique<File>(std::move(stream), path, size, limits);
  if (const auto begun = file->begin(); !begun) return begun.error();
  return std::unique_ptr<McapReader>(new McapReader(std::move(file)));
}

Result<std::optional<McapRecord>> McapReader::next() { return file_->next(); }
std::uint64_t McapReader::chunk_at() const { return file_->chunk_at(); }
void McapReader::jump(std::uint64_t chunk_at) { file_->jump(chunk_at); }
bool McapReader::is_complete() const { return file_->is_complete(); }
std::uint64_t McapReader::cut_at() const { return file_->cut_at(); }

}  // namespace rubble::mcap
