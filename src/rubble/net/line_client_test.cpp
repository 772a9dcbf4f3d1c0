// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/line_client.h"

#include <gtest/gtest.h>

#include "rubble/net/line_server.h"
#include "rubble/net/test_client.h"

namespace rubble::net {
namespace {

TEST(LineClient, TalksToAServer) {
  Network network;
  const auto server = LineServer::listen(network, {.name = "test"});
  ASSERT_TRUE(server.ok());
  auto client = LineClient::connect({.port = (*server)->port(), .max_line_bytes = 100});
  ASSERT_TRUE(client.ok()) << client.error().message;
  ASSERT_TRUE(client->send("HELLO {a}\r\n"));
  ConnectionId who = 0;
  std::string heard;
  EXPECT_TRUE(becomes_true([&] {
    for (const LineEvent& event : (*server)->drain()) {
      who = event.connection;
      if (event.kind == LineEvent::Kind::Line) heard = event.text;
    }
    return !heard.empty();
  }));
  EXPECT_EQ(heard, "HELLO {a}");
  (*server)->send(who, "one\r\n" + std::string(1000, 'x') + "\r\ntwo\r\n", Delivery::Reliable);
  EXPECT_EQ(client->next(5.0), "one");
  EXPECT_EQ(client->next(5.0), "two") << "a line that is too long is left out";
  EXPECT_EQ(client->next(0.01), std::nullopt);
  EXPECT_FALSE(client->has_ended());
  (*server)->close(who);
  EXPECT_EQ(client->next(5.0), std::nullopt);
  EXPECT_TRUE(client->has_ended());
}

TEST(LineClient, ReportsThatTheConnectionIsRefused) {
  int port = 0;
  {
    Network network;
    port = (*LineServer::listen(network, {.name = "test"}))->port();
  }
  const auto client = LineClient::connect({.port = port});
  ASSERT_FALSE(client.ok());
  EXPECT_NE(client.error().message.find("cannot connect to"), std::string::npos);
  EXPECT_FALSE(LineClient::connect({.host = "no such host", .port = 1}).ok());
}

}  // namespace
}  // namespace rubble::net
