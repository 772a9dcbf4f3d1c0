// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/web_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "rubble/net/web/http_response.h"

namespace rubble::net {
namespace {

class WebFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "assets");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void put(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  std::filesystem::path folder_;
};

TEST_F(WebFilesTest, HoldsEveryFileUnderItsPathWithTypeAndTwin) {
  put("index.html", "<p>");
  put("assets/main-a1.js", std::string("a\0b", 3));
  put("assets/main-a1.js.gz", "zipped");
  put("lonely.gz", "no twin");
  put(".secret", "hidden");
  const auto files = read_web_files(folder_.string());
  ASSERT_TRUE(files);
  EXPECT_EQ(files->size(), 3u);
  const WebFile& script = files->at("/assets/main-a1.js");
  EXPECT_EQ(*script.bytes, std::string("a\0b", 3));
  EXPECT_EQ(*script.gzipped, "zipped");
  EXPECT_EQ(script.type, "text/javascript; charset=utf-8");
  EXPECT_TRUE(script.is_immutable);
  EXPECT_FALSE(files->at("/index.html").is_immutable);
  EXPECT_EQ(files->at("/index.html").gzipped, nullptr);
  EXPECT_TRUE(files->contains("/lonely.gz"));
}

TEST_F(WebFilesTest, TagsFollowTheBytes) {
  put("a.txt", "one");
  put("b.txt", "one");
  put("c.txt", "two");
  const auto files = read_web_files(folder_.string());
  ASSERT_TRUE(files);
  EXPECT_EQ(files->at("/a.txt").tag, files->at("/b.txt").tag);
  EXPECT_NE(files->at("/a.txt").tag, files->at("/c.txt").tag);
}

TEST_F(WebFilesTest, RefusesAFolderThatIsMissingOrTooBig) {
  EXPECT_FALSE(read_web_files((folder_ / "none").string()));
  EXPECT_FALSE(read_web_files(""));
  put("a", std::string(600, 'a'));
  put("b", std::string(600, 'b'));
  EXPECT_TRUE(read_web_files(folder_.string(), {.max_bytes = 1200}));
  EXPECT_FALSE(read_web_files(folder_.string(), {.max_bytes = 1199}));
  EXPECT_FALSE(read_web_files(folder_.string(), {.max_files = 1}));
}

TEST_F(WebFilesTest, LinksOutOfTheFolderAreNotFollowedDownward) {
  std::filesystem::create_directory_symlink("/etc", folder_ / "elsewhere");
  put("index.html", "<p>");
  const auto files = read_web_files(folder_.string());
  ASSERT_TRUE(files);
  EXPECT_EQ(files->size(), 1u);
}

TEST(WebFiles, KnowTheTypesOfAPage) {
  EXPECT_EQ(content_type_of("/index.html"), "text/html; charset=utf-8");
  EXPECT_EQ(content_type_of("/a.b.css"), "text/css; charset=utf-8");
  EXPECT_EQ(content_type_of("/a.svg"), "image/svg+xml");
  EXPECT_EQ(content_type_of("/a.png"), "image/png");
  EXPECT_EQ(content_type_of("/a.ico"), "image/x-icon");
  EXPECT_EQ(content_type_of("/a.woff2"), "font/woff2");
  EXPECT_EQ(content_type_of("/a.json"), "application/json");
  EXPECT_EQ(content_type_of("/a.js.map"), "application/json");
  EXPECT_EQ(content_type_of("/a.txt"), "text/plain; charset=utf-8");
  EXPECT_EQ(content_type_of("/a"), "application/octet-stream");
}

TEST(HttpResponse, GzipIsSentToThoseWhoAcceptIt) {
  const auto bytes = std::make_shared<const std::string>("plain");
  const auto zipped = std::make_shared<const std::string>("zipped");
  const WebFiles files{{"/a.js", {"t", bytes, zipped, "tag"}}};
  const auto body = [&](const char* encodings) {
    return *file_response(files,
                          {.method = "GET", .target = "/a.js", .accepted_encodings = encodings})
                .body;
  };
  for (const char* yes : {"gzip", "br, gzip", "deflate,gzip;q=0.5", "gzip;q=1.0, identity"})
    EXPECT_EQ(body(yes), "zipped") << yes;
  for (const char* no : {"", "br", "gzip;q=0", "gzip;q=0.0", "xgzip", "identity"})
    EXPECT_EQ(body(no), "plain") << no;
}

TEST(HttpResponse, WhoKnowsTheBytesGetsNone) {
  const auto bytes = std::make_shared<const std::string>("plain");
  const WebFiles files{{"/index.html", {"t", bytes, nullptr, "tag"}}};
  const auto status = [&](const char* known) {
    return file_response(files, {.method = "GET", .target = "/", .if_none_match = known}).status;
  };
  for (const char* yes : {"\"tag\"", "W/\"tag\"", "\"x\", \"tag\"", "*"})
    EXPECT_EQ(status(yes), 304) << yes;
  for (const char* no : {"", "tag", "\"tag", "\"tag-gz\"", "\"tag2\""})
    EXPECT_EQ(status(no), 200) << no;
}

}  // namespace
}  // namespace rubble::net
