// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

// Binary layout of MCAP, an open container format for recordings: mcap.dev/spec.
namespace rubble::mcap {

constexpr std::string_view kMcapMagic{"\x89MCAP0\r\n", 8};
constexpr std::size_t kRecordHead = 9;  // opcode and length

enum class Opcode : std::uint8_t {
  Header = 1,
  Footer,
  Schema,
  Channel,
  Message,
  Chunk,
  MessageIndex,
  ChunkIndex,
  Attachment,
  AttachmentIndex,
  Statistics,
  Metadata,
  MetadataIndex,
  SummaryOffset,
  DataEnd,
};

// Serialises little-endian numbers and length-prefixed strings.
class ByteWriter {
 public:
  template <class Number>
  ByteWriter& number(Number value) {
    static_assert(std::endian::native == std::endian::little);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    return *this;
  }
  ByteWriter& text(std::string_view value) {
    return number(static_cast<std::uint32_t>(value.size())).raw(value);
  }
  // A serialised map or list; MCAP prefixes its size in bytes, not the number of entries.
  ByteWriter& block(const std::string& entries) { return text(entries); }
  ByteWriter& long_block(std::string_view data) {
    return number(static_cast<std::uint64_t>(data.size())).raw(data);
  }
  ByteWriter& raw(std::string_view data) {
    bytes_.append(data);
    return *this;
  }
  ByteWriter& record(Opcode opcode, std::string_view content) {
    return number(static_cast<std::uint8_t>(opcode)).long_block(content);
  }

  const std::string& bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }
  std::string take() { return std::exchange(bytes_, {}); }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

// Deserialises what ByteWriter wrote; past the end values are 0 and is_good() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class Number>
  Number number() {
    Number value{};
    const std::string_view raw = take(sizeof(value));
    if (raw.size() == sizeof(value)) std::memcpy(&value, raw.data(), sizeof(value));
    return value;
  }
  std::string_view text() { return take(number<std::uint32_t>()); }
  std::string_view long_block() { return take(number<std::uint64_t>()); }
  std::string_view rest() { return take(bytes_.size() - at_); }
  bool is_good() const { return is_good_; }
  bool is_at_end() const { return at_ == bytes_.size(); }
  std::size_t position() const { return at_; }

 private:
  std::string_view take(std::uint64_t count) {
    if (!is_good_ || count > bytes_.size() - at_) {
      is_good_ = false;
      return {};
    }
    const std::string_view part = bytes_.substr(at_, static_cast<std::size_t>(count));
    at_ += static_cast<std::size_t>(count);
    return part;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool is_good_ = true;
};

std::uint32_t crc_of(std::string_view bytes, std::uint32_t before = 0);

}  // namespace rubble::mcap
