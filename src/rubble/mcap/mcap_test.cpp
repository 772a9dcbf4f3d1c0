// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

#include "rubble/mcap/format.h"
#include "rubble/mcap/reader.h"
#include "rubble/mcap/writer.h"

namespace rubble::mcap {
namespace {

std::string test_path(const std::string& ending) {
  return testing::TempDir() + "rubble_mcap_" + std::to_string(::getpid()) + "_" +
         testing::UnitTest::GetInstance()->current_test_info()->name() + ending;
}

// A file of its own for each test, gone afterwards.
struct TestFile {
  std::string path = test_path(".mcap");
  ~TestFile() { std::filesystem::remove(path); }

  std::string bytes() const {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  void set(const std::string& bytes) const {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
  }
};

struct Seen {
  std::vector<std::string> messages;
  std::vector<McapAttachment> attachments;
  std::vector<McapMetadata> metadata;
  bool is_complete = false;
  std::uint64_t cut_at = 0;
  std::string error;
};

Seen read_all(const std::string& path, const McapLimits& limits = {}) {
  Seen seen;
  auto reader = McapReader::open(path, limits);
  if (!reader) {
    seen.error = reader.error().message;
    return seen;
  }
  while (true) {
    auto record = (*reader)->next();
    if (!record) {
      seen.error = record.error().message;
      return seen;
    }
    if (!*record) break;
    if (auto* message = std::get_if<McapMessage>(&**record))
      seen.messages.push_back(message->channel->topic + "=" + message->data + "@" +
                              std::to_string(message->log_time));
    if (auto* attachment = std::get_if<McapAttachment>(&**record))
      seen.attachments.push_back(*attachment);
    if (auto* metadata = std::get_if<McapMetadata>(&**record)) seen.metadata.push_back(*metadata);
  }
  seen.is_complete = (*reader)->is_complete();
  seen.cut_at = (*reader)->cut_at();
  return seen;
}

constexpr int kChunks = 20;
constexpr int kMessages = 30;  // a chunk

std::string some_data(int number) {
  return "{\"number\":" + std::to_string(number * 7919 % 10007) + "}";
}

void write_some(const std::string& path) {
  auto writer = McapWriter::open(path, "test").value();
  const auto schema = writer->add_schema("a.Schema", "jsonschema", "{}");
  const auto first = writer->add_channel("/a", "json", schema);
  const auto second = writer->add_channel("/b", "json", schema);
  writer->add_metadata("facts", {{"seed", "7"}, {"empty", ""}});
  writer->attach("world/w.sdf", "application/xml", std::string("<sdf/>\0x", 8), 5);
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    for (int i = 0; i < kMessages; ++i) {
      const int number = chunk * kMessages + i;
      writer->write(number % 3 == 0 ? second : first, static_cast<std::uint64_t>(number),
                    some_data(number));
    }
    writer->end_chunk();
  }
  ASSERT_TRUE(writer->close().ok());
}

TEST(Mcap, WhatWasWrittenReadsBack) {
  const TestFile file;
  write_some(file.path);
  const Seen seen = read_all(file.path);
  EXPECT_EQ(seen.error, "");
  EXPECT_TRUE(seen.is_complete);
  ASSERT_EQ(seen.messages.size(), static_cast<std::size_t>(kChunks * kMessages));
  EXPECT_EQ(seen.messages[0], "/b=" + some_data(0) + "@0");
  EXPECT_EQ(seen.messages[100], "/a=" + some_data(100) + "@100");
  ASSERT_EQ(seen.attachments.size(), 1U);
  EXPECT_EQ(seen.attachments[0].data, std::string("<sdf/>\0x", 8));
  EXPECT_EQ(seen.attachments[0].name, "world/w.sdf");
  ASSERT_EQ(seen.metadata.size(), 1U);
  EXPECT_EQ(seen.metadata[0].entries.at("seed"), "7");
}

// The records outside of chunks, by their kind.
std::vector<std::string> records_of(const std::string& bytes, Opcode kind) {
  std::vector<std::string> found;
  ByteReader reader(std::string_view(bytes).substr(kMcapMagic.size()));
  while (reader.is_good() && !reader.is_at_end()) {
    const auto opcode = static_cast<Opcode>(reader.number<std::uint8_t>());
    const std::string_view content = reader.long_block();
    if (opcode == kind) found.emplace_back(content);
    if (opcode == Opcode::Footer) break;
  }
  return found;
}

// Programs jump by these times and leave out what lies elsewhere: a message outside of them is
// lost to them. Messages need not come in the order of their times.
TEST(Mcap, ChunksAndTheWholeSpanTheTimesOfTheirMessages) {
  const std::vector<std::vector<std::uint64_t>> times = {
      {500, 700, 600}, {90, 20, 50}, {300}, {800, 100, 900, 400}};
  const TestFile file;
  {
    auto writer = McapWriter::open(file.path, "test").value();
    const auto channel = writer->add_channel("/a", "json", writer->add_schema("S", "", ""));
    for (const auto& chunk : times) {
      for (const std::uint64_t time : chunk) writer->write(channel, time, "x");
      writer->end_chunk();
    }
    ASSERT_TRUE(writer->close().ok());
  }
  const std::string bytes = file.bytes();
  const auto chunks = records_of(bytes, Opcode::Chunk);
  const auto indexes = records_of(bytes, Opcode::ChunkIndex);
  ASSERT_EQ(chunks.size(), times.size());
  ASSERT_EQ(indexes.size(), times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto [first, last] = std::minmax_element(times[i].begin(), times[i].end());
    for (const std::string* record : {&chunks[i], &indexes[i]}) {
      ByteReader reader(*record);
      EXPECT_EQ(reader.number<std::uint64_t>(), *first) << "chunk " << i;
      EXPECT_EQ(reader.number<std::uint64_t>(), *last) << "chunk " << i;
    }
  }
  const auto statistics = records_of(bytes, Opcode::Statistics);
  ASSERT_EQ(statistics.size(), 1U);
  ByteReader reader(statistics[0]);
  EXPECT_EQ(reader.number<std::uint64_t>(), 11U);  // messages
  (void)reader.number<std::uint16_t>();            // schemas
  for (int i = 0; i < 3; ++i) (void)reader.number<std::uint32_t>();
  EXPECT_EQ(reader.number<std::uint32_t>(), times.size());
  EXPECT_EQ(reader.number<std::uint64_t>(), 20U);
  EXPECT_EQ(reader.number<std::uint64_t>(), 900U);
}

TEST(Mcap, AFileCutAnywhereReadsUpToItsLastWholeChunk) {
  const TestFile file;
  write_some(file.path);
  const std::string whole = file.bytes();
  const Seen all = read_all(file.path);
  std::size_t most = 0;
  for (std::size_t size = 8; size < whole.size(); size += 37) {
    file.set(whole.substr(0, size));
    const Seen seen = read_all(file.path);
    ASSERT_EQ(seen.error, "") << size;
    EXPECT_FALSE(seen.is_complete);
    EXPECT_LE(seen.cut_at, size);
    EXPECT_EQ(seen.messages.size() % kMessages, 0U) << "whole chunks only";
    EXPECT_GE(seen.messages.size(), most) << "more bytes, no fewer messages";
    EXPECT_TRUE(std::equal(seen.messages.begin(), seen.messages.end(), all.messages.begin()));
    most = seen.messages.size();
  }
  EXPECT_EQ(most, all.messages.size());
}

TEST(Mcap, ChunksAreInTheFileAsSoonAsTheyEnd) {
  const TestFile file;
  auto writer = McapWriter::open(file.path, "test").value();
  const auto channel = writer->add_channel("/a", "json", writer->add_schema("a", "", ""));
  writer->write(channel, 1, "first");
  EXPECT_EQ(read_all(file.path).messages.size(), 0U);
  writer->end_chunk();
  EXPECT_EQ(read_all(file.path).messages.size(), 1U);
  EXPECT_FALSE(read_all(file.path).is_complete);
}

TEST(Mcap, EveryDamagedByteIsNoticedOrHarmless) {
  const TestFile file;
  write_some(file.path);
  const std::string whole = file.bytes();
  const Seen all = read_all(file.path);
  int noticed = 0, tried = 0;
  for (std::size_t at = 8; at < whole.size(); at += 29, ++tried) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    file.set(damaged);
    const Seen seen = read_all(file.path);
    if (!seen.error.empty() || !seen.is_complete) ++noticed;
    EXPECT_LE(seen.messages.size(), all.messages.size());
    EXPECT_TRUE(std::equal(seen.messages.begin(), seen.messages.end(), all.messages.begin()))
        << "a wrong message was told, damaged at " << at;
  }
  EXPECT_EQ(noticed, tried) << "data and summary have their CRCs";
}

std::string with_record(Opcode opcode, const std::string& content, std::uint64_t length) {
  ByteWriter bytes;
  bytes.raw(kMcapMagic).number(static_cast<std::uint8_t>(opcode)).number(length).raw(content);
  return bytes.take();
}

std::string chunk_content(std::uint64_t size, const std::string& compression,
                          const std::string& records) {
  ByteWriter content;
  content.number(std::uint64_t{0}).number(std::uint64_t{0}).number(size).number(std::uint32_t{0});
  return content.text(compression).long_block(records).take();
}

TEST(Mcap, HostileLengthsAreRejectedWithOffsetInBoundedMemory) {
  const TestFile file;
  constexpr std::uint64_t kHuge = std::numeric_limits<std::uint64_t>::max();
  for (int opcode = 1; opcode < 0x20; ++opcode) {
    file.set(with_record(static_cast<Opcode>(opcode), "abc", kHuge));
    EXPECT_NE(read_all(file.path).error.find("(at byte 8)"), std::string::npos) << opcode;
    file.set(with_record(static_cast<Opcode>(opcode), "abc", 3));
    read_all(file.path);
  }
  const auto chunk = [&](std::uint64_t size, const std::string& compression,
                         const std::string& records) {
    const std::string content = chunk_content(size, compression, records);
    file.set(with_record(Opcode::Chunk, content, content.size()));
    return read_all(file.path).error;
  };
  EXPECT_NE(chunk(kHuge, "zstd", "x").find("are unpacked"), std::string::npos);
  EXPECT_NE(chunk(1U << 20U, "zstd", "x").find("zstd cannot unpack"), std::string::npos);
  EXPECT_NE(chunk(7, "", "x").find("not as long as it says"), std::string::npos);
  EXPECT_NE(chunk(1, "lz4", "x").find("'lz4' are not read"), std::string::npos);
  EXPECT_NE(chunk(1, "", "x").find("longer than itself"), std::string::npos);
  const std::string message = ByteWriter().record(Opcode::Message, std::string(22, '\0')).take();
  EXPECT_NE(chunk(message.size(), "", message).find("channel that is not there"),
            std::string::npos);
}

TEST(Mcap, PlainChunksAreRead) {
  const TestFile file;
  ByteWriter records;
  records.record(Opcode::Schema,
                 ByteWriter().number(std::uint16_t{1}).text("s").text("").text("").bytes());
  records.record(Opcode::Channel, ByteWriter()
                                      .number(std::uint16_t{4})
                                      .number(std::uint16_t{1})
                                      .text("/t")
                                      .text("json")
                                      .block("")
                                      .bytes());
  ByteWriter message;
  message.number(std::uint16_t{4}).number(std::uint32_t{1}).number(std::uint64_t{9});
  records.record(Opcode::Message, message.number(std::uint64_t{9}).raw("{}").bytes());
  const std::string content = chunk_content(records.size(), "", records.bytes());
  file.set(with_record(Opcode::Chunk, content, content.size()));
  const Seen seen = read_all(file.path);
  EXPECT_EQ(seen.error, "");
  EXPECT_EQ(seen.messages, std::vector<std::string>{"/t={}@9"});
}

TEST(Mcap, WhatIsNoMcapSaysSo) {
  const TestFile file;
  for (const std::string& bytes : {std::string(), std::string("MCAP"), std::string(100, 'x')}) {
    file.set(bytes);
    EXPECT_NE(read_all(file.path).error.find("no MCAP file"), std::string::npos);
  }
  EXPECT_EQ(read_all(testing::TempDir()).error, "no such file");
  EXPECT_FALSE(McapWriter::open("/nowhere/at/all.mcap", "test").ok());
}

TEST(Mcap, AFullDiskIsReportedAndStopsWriting) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no full device here";
  EXPECT_FALSE(McapWriter::open("/dev/full", "test").ok());
}

TEST(Mcap, JumpsBackToChunksAndReadsThemAgain) {
  const TestFile file;
  write_some(file.path);
  auto reader = McapReader::open(file.path).value();
  std::vector<std::uint64_t> chunk_of;  // of each message
  while (const auto record = reader->next().value())
    if (std::holds_alternative<McapMessage>(*record)) chunk_of.push_back(reader->chunk_at());
  ASSERT_EQ(chunk_of.size(), static_cast<std::size_t>(kChunks * kMessages));
  EXPECT_TRUE(reader->is_complete());
  for (const int chunk : {7, 2, 19, 0, 2}) {
    reader->jump(chunk_of[static_cast<std::size_t>(chunk * kMessages)]);
    for (int i = 0; i < kMessages; ++i) {
      const auto record = reader->next().value();
      ASSERT_TRUE(record);
      const auto& message = std::get<McapMessage>(*record);
      EXPECT_EQ(message.data, some_data(chunk * kMessages + i));
      EXPECT_EQ(message.channel->topic, (chunk * kMessages + i) % 3 == 0 ? "/b" : "/a");
      EXPECT_EQ(reader->chunk_at(), chunk_of[static_cast<std::size_t>(chunk * kMessages)]);
    }
  }
  // On from there to the end, where the CRC of all data is not known any more.
  reader->jump(chunk_of.back());
  int left = 0;
  while (reader->next().value()) ++left;
  EXPECT_EQ(left, kMessages);
  EXPECT_TRUE(reader->is_complete());
}

TEST(Mcap, AChunkThatWasDamagedSinceIsFoundByItsOwnCrc) {
  const TestFile file;
  write_some(file.path);
  auto reader = McapReader::open(file.path).value();
  std::vector<std::uint64_t> chunks;
  while (const auto record = reader->next().value())
    if (std::holds_alternative<McapMessage>(*record) &&
        (chunks.empty() || chunks.back() != reader->chunk_at()))
      chunks.push_back(reader->chunk_at());
  std::string bytes = file.bytes();
  bytes[chunks[5] + 9 + 24] ^= 1;  // after the record's head and three numbers: the CRC
  file.set(bytes);
  reader = McapReader::open(file.path).value();  // the old one may have it in its buffer
  reader->jump(chunks[5]);
  const auto damaged = reader->next();
  ASSERT_FALSE(damaged.ok());
  EXPECT_NE(damaged.error().message.find("CRC"), std::string::npos) << damaged.error().message;
}

}  // namespace
}  // namespace rubble::mcap
