// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/image_server.h"

#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>

#include "rubble/net/test_client.h"
#include "rubble/server/image_protocol.h"

namespace rubble::server {
namespace {

std::string area_request(std::uint32_t x, std::uint32_t y, std::uint32_t width,
                         std::uint32_t height) {
  std::string bytes = "U";
  for (const std::uint32_t number : {x, y, width, height})
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

std::vector<ImageRegion> requests_in(std::string_view bytes) {
  ImageRequestReader reader;
  std::vector<ImageRegion> found;
  while (const auto area = reader.read(bytes)) found.push_back(*area);
  return found;
}

// Red counts columns, green rows, blue is fixed.
Image gradient(int width, int height) {
  Image image{width, height};
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      image.rgb.insert(image.rgb.end(), {static_cast<std::uint8_t>(column),
                                         static_cast<std::uint8_t>(row), std::uint8_t{200}});
  return image;
}

TEST(ImageRequest, FindsRequestsAmongBytesThatMeanNothing) {
  EXPECT_EQ(requests_in("OK").size(), 1u);
  EXPECT_EQ(requests_in("OK\r\nOK\r\n").size(), 2u);
  EXPECT_EQ(requests_in("xOOKK").size(), 1u);
  EXPECT_EQ(requests_in("O K ok").size(), 0u);
  const auto mixed = requests_in("??" + area_request(1, 2, 300, 70000) + "\nOK");
  ASSERT_EQ(mixed.size(), 2u);
  EXPECT_EQ(mixed[0], (ImageRegion{1, 2, 300, 70000}));
  EXPECT_EQ(mixed[1], ImageRegion{});
}

TEST(ImageRequest, MaySplitAnywhere) {
  const std::string bytes = "O" + area_request('O', 'K', 'U', 79) + "OK";
  ImageRequestReader reader;
  std::vector<ImageRegion> found;
  for (const char byte : bytes) {
    std::string_view one(&byte, 1);
    if (const auto area = reader.read(one)) found.push_back(*area);
  }
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], (ImageRegion{'O', 'K', 'U', 79}));
}

TEST(ImageRequest, AreasAreClippedToThePicture) {
  EXPECT_EQ(clipped({}, 640, 480), (ImageRegion{0, 0, 640, 480}));
  EXPECT_EQ(clipped({600, 400, 100, 100}, 640, 480), (ImageRegion{600, 400, 40, 80}));
  EXPECT_EQ(clipped({9999, 9999, 5, 5}, 640, 480), (ImageRegion{639, 479, 1, 1}));
  EXPECT_EQ(clipped({10, 20, 0, 0}, 640, 480), (ImageRegion{10, 20, 1, 1}));
  EXPECT_EQ(clipped({UINT32_MAX, 1, UINT32_MAX, UINT32_MAX}, 640, 480),
            (ImageRegion{639, 1, 1, 479}));
}

TEST(ImageReply, RawIsBlueGreenRedInRowsOfFourBytes) {
  const auto reply = image_reply(gradient(10, 8), {2, 3, 3, 2}, 0);
  const std::vector<std::uint8_t> expected{0,   0, 0, 0,   28, 0, 3,   0, 2,           // head, size
                                           200, 3, 2, 200, 3,  3, 200, 3, 4, 0, 0, 0,  // row 3
                                           200, 4, 2, 200, 4,  3, 200, 4, 4, 0, 0, 0};
  EXPECT_EQ(reply, expected);
}

TEST(ImageReply, JpegIsAWholeFileOfTheAreaAndWorseTypesAreSmaller) {
  Image noise{64, 48};
  for (int i = 0; i < 64 * 48 * 3; ++i)
    noise.rgb.push_back(static_cast<std::uint8_t>(i * 7919 % 251));
  std::size_t last = SIZE_MAX;
  for (int type = 1; type <= 5; ++type) {
    const auto reply = image_reply(noise, {0, 0, 64, 40}, type);
    EXPECT_EQ(reply[0], type);
    const std::vector<std::uint8_t> file(reply.begin() + 5, reply.end());
    EXPECT_EQ(file.size(), std::size_t{reply[2]} << 16 | std::size_t{reply[3]} << 8 | reply[4]);
    const cv::Mat decoded = cv::imdecode(file, cv::IMREAD_COLOR);
    EXPECT_EQ(decoded.cols, 64);
    EXPECT_EQ(decoded.rows, 40);
    EXPECT_LT(file.size(), last);
    last = file.size();
  }
}

class ImageServerTest : public testing::Test {
 protected:
  static constexpr int kWidth = 8;
  static constexpr int kHeight = 4;

  // A 2 x 2 grid of tiny tiles; every camera's picture is all its own colour.
  void listen(ImageServerSettings settings = {}) {
    settings.type = 0;
    settings.frames_per_second = 1000.0;
    settings.grid = {2, 2, kWidth, kHeight};
    server_ = *ImageServer::listen(
        network_, settings, [this](const State&, const CameraId& camera, int width, int height) {
          ++drawings_;
          Image image{width, height};
          image.rgb.assign(static_cast<std::size_t>(3 * width * height),
                           static_cast<std::uint8_t>(camera.robot.back()));
          return camera.camera == "gone" ? std::nullopt : std::optional(image);
        });
  }
  void show_when_wanted(std::vector<CameraId> tiles) {
    ASSERT_TRUE(net::becomes_true([&] { return server_->wants_snapshot(); }));
    server_->show({State{}, std::move(tiles)});
  }
  static std::string frame(net::TestClient& client, std::size_t width, std::size_t height) {
    return client.bytes(5 + 4 + (3 * width + 3) / 4 * 4 * height);
  }

  std::atomic<int> drawings_ = 0;
  net::Network network_;
  std::unique_ptr<ImageServer> server_;
};

const std::vector<CameraId> kFourTiles{{"a", "c"}, {"b", "c"}, {}, {"d", "gone"}};

TEST_F(ImageServerTest, DrawsOnlyWhenAskedAndPutsCamerasInTheirTiles) {
  listen();
  net::TestClient client(server_->port());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(server_->wants_snapshot());
  ASSERT_TRUE(client.send("OK\r\n"));
  show_when_wanted(kFourTiles);
  const std::string reply = frame(client, 2 * kWidth, 2 * kHeight);
  ASSERT_EQ(reply.size(), 9u + 3 * 2 * kWidth * 2 * kHeight);
  const auto pixel = [&](int x, int y) {
    return reply[9 + 3 * static_cast<std::size_t>(y * 2 * kWidth + x)];
  };
  EXPECT_EQ(pixel(0, 0), 'a');
  EXPECT_EQ(pixel(kWidth - 1, kHeight - 1), 'a');
  EXPECT_EQ(pixel(kWidth, 0), 'b');
  EXPECT_EQ(pixel(0, kHeight), 40);
  EXPECT_EQ(pixel(kWidth, kHeight), 40);
}

TEST_F(ImageServerTest, OneDrawingServesAllWhoWait) {
  listen();
  std::vector<net::TestClient> clients;
  for (int i = 0; i < 5; ++i) clients.emplace_back(server_->port());
  for (net::TestClient& client : clients) ASSERT_TRUE(client.send("OK"));
  // Drawn while some requests may still be on their way: at most one more drawing each.
  ASSERT_TRUE(net::becomes_true([&] { return server_->wants_snapshot(); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  server_->show({State{}, kFourTiles});
  for (net::TestClient& client : clients)
    EXPECT_FALSE(frame(client, 2 * kWidth, 2 * kHeight).empty());
  EXPECT_EQ(drawings_, 3);  // the cameras of one picture
}

TEST_F(ImageServerTest, DrawsOnlyTheTilesOfTheAreaAsked) {
  listen();
  net::TestClient client(server_->port());
  ASSERT_TRUE(client.send(area_request(kWidth, 0, kWidth, kHeight)));
  show_when_wanted(kFourTiles);
  const std::string reply = frame(client, kWidth, kHeight);
  ASSERT_EQ(reply.size(), 9u + 3 * kWidth * kHeight);
  EXPECT_EQ(reply[6], kWidth);
  EXPECT_EQ(reply[8], kHeight);
  EXPECT_EQ(reply[9], 'b');
  EXPECT_EQ(drawings_, 1);
}

TEST_F(ImageServerTest, LegacyClientsGetAFrameWithoutAsking) {
  listen({.pushes_first_frame = true});
  net::TestClient client(server_->port());
  show_when_wanted(kFourTiles);
  EXPECT_EQ(frame(client, 2 * kWidth, 2 * kHeight).size(), 9u + 3 * 2 * kWidth * 2 * kHeight);
}

TEST_F(ImageServerTest, AClientThatDoesNotReadDelaysNoOther) {
  listen();
  net::TestClient rude(server_->port());
  for (int i = 0; i < 1000; ++i) rude.send("OKOKOKOK");
  net::TestClient gone(server_->port());
  gone.send("OK");
  gone.reset();
  net::TestClient client(server_->port());
  constexpr std::size_t kFrameBytes = 9 + 3 * 2 * kWidth * 2 * kHeight;
  for (int i = 0; i < 20; ++i) {
    client.send("OK");
    std::string reply;
    EXPECT_TRUE(net::becomes_true([&] {
      if (server_->wants_snapshot()) server_->show({State{}, kFourTiles});
      reply += client.bytes(kFrameBytes - reply.size(), 5);
      return reply.size() == kFrameBytes;
    }));
  }
}

TEST_F(ImageServerTest, RefusesTooManyConnections) {
  listen({.max_connections = 2});
  net::TestClient first(server_->port());
  net::TestClient second(server_->port());
  net::TestClient third(server_->port());
  EXPECT_TRUE(third.sees_the_end());
}

}  // namespace
}  // namespace rubble::server
