// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/channel/tcp_relay.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>

#include "rubble/net/test_client.h"
#include "rubble/wireless/channel/test_links.h"

namespace rubble::wireless {
namespace {

using net::becomes_true;
using net::tcp;
using net::TestClient;

// Pseudo-random bytes, so that lost or swapped ones are detected.
std::string pattern_of(std::size_t count) {
  std::string bytes(count, '\0');
  std::uint32_t state = 12345;
  for (char& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<char>(state >> 24);
  }
  return bytes;
}

// The two client ends of a relay.
struct Programs {
  TestClient first;
  TestClient second;
  std::shared_ptr<TcpRelay> relay;
  std::shared_ptr<std::atomic<int>> times_over;
};

class TcpRelayTest : public testing::Test {
 protected:
  TcpRelayTest() {
    acceptor_ = *net::Acceptor::open(network_.loop(), "test", "127.0.0.1", 0);
    acceptor_->start([this](tcp::socket socket) {
      accepted_.push_back(std::move(socket));
      ++accepted_count_;
    });
  }
  ~TcpRelayTest() override {
    network_.loop().run_and_wait([this] {
      acceptor_->close();
      accepted_.clear();
      for (const auto& relay : relays_) relay->close();
    });
  }

  TestClient connect_client() {
    const int before = accepted_count_;
    TestClient client(acceptor_->port());
    EXPECT_TRUE(becomes_true([&] { return accepted_count_ > before; }));
    return client;
  }

  Programs join(const std::string& first, const std::string& second,
                const TcpRelaySettings& settings = {}) {
    Programs programs{connect_client(), connect_client(), nullptr,
                      std::make_shared<std::atomic<int>>(0)};
    network_.loop().run_and_wait([&] {
      RelayEndpoint one{std::move(accepted_[0]), first};
      RelayEndpoint two{std::move(accepted_[1]), second};
      accepted_.clear();
      programs.relay = TcpRelay::join(channel_, std::move(one), std::move(two), settings,
                                      [count = programs.times_over] { ++*count; });
      relays_.push_back(programs.relay);
    });
    return programs;
  }

  void set_links(std::shared_ptr<const radio::Links> links) {
    network_.loop().run_and_wait([&] { channel_.set_links(std::move(links)); });
  }

  net::Network network_;
  RadioChannel channel_{1};
  std::shared_ptr<net::Acceptor> acceptor_;
  std::deque<tcp::socket> accepted_;
  std::atomic<int> accepted_count_ = 0;
  std::vector<std::shared_ptr<TcpRelay>> relays_;
};

constexpr TcpRelaySettings kShaped{.is_shaped = true};

TEST_F(TcpRelayTest, RelaysBytesUnchangedInBothDirections) {
  Programs programs = join("R1", "R2");  // unknown to the channel
  const std::string bytes = pattern_of(100000);
  ASSERT_TRUE(programs.first.send(bytes));
  EXPECT_EQ(programs.second.bytes(bytes.size()), bytes);
  ASSERT_TRUE(programs.second.send("and back"));
  EXPECT_EQ(programs.first.bytes(8), "and back");
  EXPECT_EQ(*programs.times_over, 0);
}

TEST_F(TcpRelayTest, HalfCloseKeepsTheOtherDirectionOpen) {
  for (const bool is_shaped : {false, true}) {
    set_links(links_among({"R1", "R2"}));
    Programs programs = join("R1", "R2", {.is_shaped = is_shaped});
    const std::string bytes = pattern_of(50000);
    ASSERT_TRUE(programs.first.send(bytes));
    programs.first.stop_sending();
    EXPECT_EQ(programs.second.bytes(bytes.size() + 1), bytes);
    ASSERT_TRUE(programs.second.send("thanks"));
    EXPECT_EQ(programs.first.bytes(6), "thanks");
    EXPECT_EQ(*programs.times_over, 0);
    programs.second.close();
    EXPECT_TRUE(programs.first.sees_the_end());
    EXPECT_TRUE(becomes_true([&] { return *programs.times_over == 1; }));
  }
}

TEST_F(TcpRelayTest, LingerTimeoutClosesAHalfClosedRelay) {
  Programs programs = join("R1", "R2", {.linger_timeout = 0.05});
  programs.first.stop_sending();
  EXPECT_TRUE(programs.second.sees_the_end());
  EXPECT_TRUE(programs.first.sees_the_end());
  EXPECT_TRUE(becomes_true([&] { return *programs.times_over == 1; }));
}

TEST_F(TcpRelayTest, ResetOfOneEndResetsTheOther) {
  for (const bool is_shaped : {false, true}) {
    set_links(links_among({"R1", "R2"}));
    Programs programs = join("R1", "R2", {.is_shaped = is_shaped});
    programs.second.reset();
    EXPECT_TRUE(programs.first.sees_the_end());
    EXPECT_TRUE(becomes_true([&] { return *programs.times_over == 1; }));
  }
}

TEST_F(TcpRelayTest, ResetAfterHalfCloseResetsTheOther) {
  Programs programs = join("R1", "R2");
  programs.first.stop_sending();
  EXPECT_TRUE(programs.second.sees_the_end());
  programs.first.reset();
  EXPECT_TRUE(becomes_true([&] { return *programs.times_over == 1; }));
}

TEST_F(TcpRelayTest, CloseClosesBothEndsWithoutCallback) {
  Programs programs = join("R1", "R2");
  network_.loop().run_and_wait([&] { programs.relay->close(); });
  EXPECT_TRUE(programs.first.sees_the_end());
  EXPECT_TRUE(programs.second.sees_the_end());
  EXPECT_EQ(*programs.times_over, 0);
}

TEST_F(TcpRelayTest, BuffersAreBoundedWhenTheReceiverDoesNotRead) {
  for (const bool is_shaped : {false, true}) {
    set_links(links_among({"R1", "R2"}));
    Programs programs = join("R1", "R2", {.is_shaped = is_shaped});
    const std::string bytes = pattern_of(64 << 20);
    EXPECT_FALSE(programs.first.send(bytes, 300));  // the receiver does not read
  }
}

TEST_F(TcpRelayTest, BytesWaitForARouteAndThenAllArrive) {
  const auto near = links_among({"R1", "R2"});
  auto far = std::make_shared<radio::Links>(*near);
  set_strength(*far, "R1", "R2", kDeadLinkDbm);
  set_links(near);
  Programs programs = join("R1", "R2", kShaped);
  ASSERT_TRUE(programs.first.send("before"));
  EXPECT_EQ(programs.second.bytes(6), "before");
  set_links(far);
  const std::string bytes = pattern_of(60000);
  ASSERT_TRUE(programs.first.send(bytes));
  programs.first.stop_sending();
  EXPECT_EQ(programs.second.bytes(1, 200), "");
  set_links(far);
  EXPECT_EQ(programs.second.bytes(1, 50), "");
  set_links(near);
  EXPECT_EQ(programs.second.bytes(bytes.size()), bytes);
  EXPECT_TRUE(programs.second.sees_the_end());
}

TEST_F(TcpRelayTest, ResetIsDeliveredOnceThereIsARoute) {
  const auto near = links_among({"R1", "R2"});
  Programs programs = join("R1", "R2", kShaped);
  programs.first.reset();
  EXPECT_FALSE(programs.second.sees_the_end(200));
  set_links(near);
  EXPECT_TRUE(programs.second.sees_the_end());
  EXPECT_TRUE(becomes_true([&] { return *programs.times_over == 1; }));
}

TEST_F(TcpRelayTest, ClosesWhenBothEndsHaveFailedWithoutARoute) {
  Programs programs = join("R1", "R2", kShaped);
  programs.first.reset();
  EXPECT_FALSE(programs.second.sees_the_end(20));
  programs.second.reset();
  EXPECT_TRUE(becomes_true([&] { return *programs.times_over == 1; }));
}

// Throughput over this many bytes, in Mb/s of wall time.
double rate_of(TestClient& client, std::size_t bytes) {
  const double begin = wall_now();
  EXPECT_EQ(client.bytes(bytes, 20000).size(), bytes);
  return 8e-6 * static_cast<double>(bytes) / (wall_now() - begin);  // Mb/s
}

TEST_F(TcpRelayTest, ThroughputIsLimitedByTheChannel) {
  set_links(links_among({"R1", "R2"}, 11.0));
  Programs programs = join("R1", "R2", kShaped);
  std::thread sender([&] { programs.first.send(pattern_of(2 << 20), 10000); });
  EXPECT_LE(rate_of(programs.second, 512 << 10), 5.6);
  programs.first.stop_sending();
  programs.relay.reset();
  programs.second.close();
  sender.join();
}

// R12: two saturated senders share the capacity of one cell.
TEST_F(TcpRelayTest, SaturatedRelaysShareTheChannelFairly) {
  set_links(links_among({"A", "B", "C", "D"}, 11.0));
  Programs left = join("A", "B", kShaped);
  Programs right = join("C", "D", kShaped);
  const std::string bytes = pattern_of(4 << 20);
  std::thread first([&] { left.first.send(bytes, 10000); });
  std::thread second([&] { right.first.send(bytes, 10000); });
  const auto received = [](TestClient& client) { return client.bytes(1 << 30, 10).size(); };
  received(left.second), received(right.second);
  std::size_t from_left = 0, from_right = 0;
  const double begin = wall_now();
  while (wall_now() < begin + 2.0) {
    from_left += received(left.second);
    from_right += received(right.second);
  }
  const double seconds = wall_now() - begin;
  const double left_rate = 8e-6 * static_cast<double>(from_left) / seconds;
  const double right_rate = 8e-6 * static_cast<double>(from_right) / seconds;
  EXPECT_LE(left_rate + right_rate, 5.6);
  EXPECT_GT(left_rate + right_rate, 0.5);
  EXPECT_NEAR(left_rate / right_rate, 1.0, 0.1);
  left.second.close(), right.second.close();
  first.join(), second.join();
}

}  // namespace
}  // namespace rubble::wireless
