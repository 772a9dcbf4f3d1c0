// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/log.h"

#include <gtest/gtest.h>
#include <lzma.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

#include "rubble/serialization/text_file.h"

namespace rubble::logs {
namespace {

class LogFile : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = (std::filesystem::temp_directory_path() /
             ("rubble_log_" + std::to_string(getpid()) + test->name()))
                .string();
  }
  void TearDown() override { std::filesystem::remove(path_); }
  void write(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  std::string complaint() {
    const auto log = open_log(path_);
    return log.ok() ? "" : log.error().to_string();
  }

  std::string path_;
};

std::string in_xz(const std::string& text) {
  std::string packed(text.size() + 1024, '\0');
  std::size_t size = 0;
  const auto state = lzma_easy_buffer_encode(
      1, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
      reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size());
  EXPECT_EQ(state, LZMA_OK);
  packed.resize(size);
  return packed;
}

const std::string kCarmen = "# made by hand\nODOM 0 0 0 0 0 0 1 h 1\nODOM 0 0 0 0 0 0 2 h 2\n";
const std::string kUsarsim = "STA {Time 1}\r\nSTA {Time 4}\r\n";

TEST_F(LogFile, IsKnownByItsContent) {
  write(kCarmen);
  EXPECT_DOUBLE_EQ((*open_log(path_))->duration(), 1.0);
  write("garbage line\n" + kUsarsim);
  EXPECT_DOUBLE_EQ((*open_log(path_))->duration(), 3.0);
  write("7.5 > DRIVE {Left 1}\n" + kUsarsim);
  EXPECT_DOUBLE_EQ((*open_log(path_))->duration(), 3.0);
}

TEST_F(LogFile, IsUnpackedFromXz) {
  write(in_xz(kCarmen) + in_xz("ODOM 0 0 0 0 0 0 9 h 9\n"));
  EXPECT_DOUBLE_EQ((*open_log(path_))->duration(), 8.0);
}

TEST_F(LogFile, IsUnpackedFromGz) {
  gzFile file = gzopen(path_.c_str(), "wb");
  gzwrite(file, kUsarsim.data(), static_cast<unsigned>(kUsarsim.size()));
  gzclose(file);
  EXPECT_DOUBLE_EQ((*open_log(path_))->duration(), 3.0);
}

TEST_F(LogFile, DamagedFileIsRejectedWithMessage) {
  const std::string packed = in_xz(std::string(100000, 'x'));
  write(packed.substr(0, packed.size() / 2));
  EXPECT_NE(complaint().find("damaged"), std::string::npos) << complaint();
  write(std::string("\x1f\x8b\x08\0\0\0\0\0\0\0garbage", 17));
  EXPECT_NE(complaint().find("damaged"), std::string::npos) << complaint();
}

TEST_F(LogFile, ThatUnpacksBeyondTheLimitIsRefused) {
  write(in_xz(std::string(4 << 20, ' ')));
  const auto text = read_log_file(path_, 1 << 20);
  ASSERT_FALSE(text.ok());
  EXPECT_NE(text.error().to_string().find("larger"), std::string::npos);
}

TEST_F(LogFile, OtherFormatIsRejectedWithMessage) {
  for (const std::string& content : {std::string(), std::string("hello\n"),
                                     std::string("\x7f"
                                                 "ELF\0\0FLASER 1\n",
                                                 16),
                                     std::string("{\"t\": 1}\n")}) {
    write(content);
    EXPECT_NE(complaint().find("no log we know"), std::string::npos) << complaint();
  }
}

TEST_F(LogFile, WithALineOfMegabytesNamesIt) {
  std::string line = "FLASER 8000 ";
  while (line.size() < (2 << 20)) line += "1 ";
  write(kCarmen + line + "\n" + kCarmen);
  EXPECT_NE(complaint().find(path_ + ":4: this line is longer than 1 MB"), std::string::npos)
      << complaint();
}

TEST_F(LogFile, MissingFileOrFolderIsRejectedWithMessage) {
  EXPECT_NE(complaint().find("cannot be read"), std::string::npos) << complaint();
  path_ = std::filesystem::temp_directory_path().string() + "/rubble_log_folder";
  std::filesystem::create_directory(path_);
  EXPECT_NE(complaint().find("cannot be read"), std::string::npos) << complaint();
}

}  // namespace
}  // namespace rubble::logs
