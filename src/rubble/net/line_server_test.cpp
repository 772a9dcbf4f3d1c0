// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/line_server.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "rubble/net/send_queue.h"
#include "rubble/net/test_client.h"

namespace rubble::net {
namespace {

using Kind = LineEvent::Kind;

class LineServerTest : public testing::Test {
 protected:
  LineServer& listen(LineServerSettings settings = {}) {
    settings.name = "test";
    server_ = *LineServer::listen(network_, settings);
    return *server_;
  }

  // What happens until so many events came; fewer if they do not come in time.
  std::vector<LineEvent> events(std::size_t count) {
    std::vector<LineEvent> all;
    for (int i = 0; i < 500 && all.size() < count; ++i) {
      server_->wait(0.02);
      for (LineEvent& event : server_->drain()) all.push_back(std::move(event));
    }
    return all;
  }

  Network network_;
  std::unique_ptr<LineServer> server_;
};

TEST_F(LineServerTest, TellsWhoCameWhatTheySaidAndThatTheyWent) {
  listen();
  {
    TestClient client(server_->port());
    ASSERT_TRUE(client.is_connected());
    ASSERT_TRUE(client.send("INIT {ClassName P3AT}\r\nDRIVE {Le"));
    ASSERT_EQ(events(2).size(), 2u);
    ASSERT_TRUE(client.send("ft 1}\n\r"));
  }
  const auto rest = events(2);
  ASSERT_EQ(rest.size(), 2u);
  EXPECT_EQ(rest[0].kind, Kind::Line);
  EXPECT_EQ(rest[0].text, "DRIVE {Left 1}");
  EXPECT_EQ(rest[1].kind, Kind::Closed);
  EXPECT_TRUE(
      becomes_true([&] { return server_->drain().empty() && server_->counts().connections == 0; }));
  EXPECT_EQ(server_->counts().lines_in, 2);
}

TEST_F(LineServerTest, RepliesToAClientThatShutDownItsSendingSide) {
  listen();
  TestClient client(server_->port());
  client.send("GETPOS\n");
  client.stop_sending();
  const auto all = events(3);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[1].text, "GETPOS");
  EXPECT_EQ(all[2].kind, Kind::Closed);
  server_->send(all[0].connection, "R1 1,2,3\r\n", Delivery::Reliable);
  EXPECT_EQ(client.line(), "R1 1,2,3");
  server_->drain();
  EXPECT_TRUE(client.sees_the_end());
}

TEST_F(LineServerTest, KeepsTheOrderOfReliableAndDroppableMessages) {
  listen();
  TestClient client(server_->port());
  const ConnectionId id = events(1).at(0).connection;
  for (int i = 0; i < 1000; ++i)
    server_->send(id, std::to_string(i) + "\r\n",
                  i % 3 == 0 ? Delivery::Reliable : Delivery::Droppable);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(client.line(), std::to_string(i));
}

TEST_F(LineServerTest, DropsAndCountsTheOldestMessagesOfASlowClientOnly) {
  listen({.max_queued_bytes = 256 << 10});
  TestClient reader(server_->port());
  const ConnectionId reading = events(1).at(0).connection;
  TestClient sleeper(server_->port());
  const ConnectionId sleeping = events(1).at(0).connection;
  const std::string padding(1000, 'x');
  constexpr int kMessages = 20000;  // 20 MB: more than the system buffers
  for (int i = 0; i < kMessages; ++i) {
    const std::string text = std::to_string(i) + ' ' + padding + "\r\n";
    server_->send(reading, text, Delivery::Droppable);
    server_->send(sleeping, text, Delivery::Droppable);
    const auto line = reader.line();
    ASSERT_TRUE(line);
    ASSERT_EQ(std::stoi(*line), i);
  }
  const std::int64_t dropped = server_->counts().sensor_messages_dropped;
  EXPECT_GT(dropped, 0);
  // The sleeper wakes: what it gets is in order, ends with the newest, and only what was dropped is
  // missing.
  int received = 0;
  int last = -1;
  while (last != kMessages - 1) {
    const auto line = sleeper.line();
    ASSERT_TRUE(line) << "after " << last;
    ASSERT_EQ(line->size(), line->find('x') + padding.size());
    ASSERT_GT(std::stoi(*line), last);
    last = std::stoi(*line);
    ++received;
  }
  EXPECT_EQ(received + dropped, kMessages);
}

TEST_F(LineServerTest, ClosesAClientThatNeverReadsItsReplies) {
  listen({.max_queued_bytes = 64 << 10});
  TestClient client(server_->port());
  const ConnectionId id = events(1).at(0).connection;
  const std::string reply(8000, 'r');
  for (int i = 0; i < 4000; ++i) server_->send(id, reply + "\r\n", Delivery::Reliable);
  const auto all = events(1);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].kind, Kind::Closed);
}

TEST_F(LineServerTest, StopsReadingFromAFloodingClientUntilDrained) {
  listen({.max_line_bytes = 1000, .max_queued_lines = 100});
  TestClient flood(server_->port());
  TestClient other(server_->port());
  ASSERT_EQ(events(2).size(), 2u);
  std::string lines;
  for (int i = 0; i < 100000; ++i) lines += std::to_string(i) + "\n";
  std::thread sender([&] {
    for (int i = 0; i < 20; ++i) flood.send(lines, 60000);
    flood.stop_sending();
  });
  ASSERT_TRUE(becomes_true([&] { return server_->counts().lines_in >= 100; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_LT(server_->counts().lines_in, 100 + (16 << 10));
  // The other is heard at the next drain, and the flood is heard in order to its end.
  ASSERT_TRUE(other.send("hello\n"));
  ASSERT_TRUE(becomes_true([&] { return server_->counts().bytes_in > 0; }));
  std::int64_t next = 0;
  bool is_over = false;
  bool other_was_heard = false;
  while (!is_over) {
    server_->wait(5.0);
    const auto drained = server_->drain(10);
    ASSERT_FALSE(drained.empty());
    ASSERT_LE(drained.size(), 12u);
    for (const LineEvent& event : drained) {
      if (event.text == "hello") {
        other_was_heard = true;
        EXPECT_LT(next, 50000);
      } else if (event.kind == Kind::Closed) {
        is_over = true;
      } else {
        ASSERT_EQ(event.text, std::to_string(next++ % 100000));
      }
    }
  }
  sender.join();
  EXPECT_TRUE(other_was_heard);
  EXPECT_EQ(next, 2000000);
}

// Few but long lines fill the memory as well: their bytes are bounded by four of the longest, and
// by what one read brings.
TEST_F(LineServerTest, BoundsTheInputBytesOfAClientThatIsNotDrained) {
  constexpr std::size_t kMaxLineBytes = 100'000, kRead = 16 << 10;
  listen({.max_line_bytes = kMaxLineBytes, .max_queued_lines = 1'000'000});
  TestClient flood(server_->port());
  ASSERT_EQ(events(1).size(), 1u);
  const std::string line(10'000, 'x');
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += line + "\n";
  // Far more than sockets hold, so that sending ends only because nobody reads.
  std::thread sender([&] {
    for (int i = 0; i < 10; ++i) flood.send(lines, 60000);
    flood.stop_sending();
  });
  const auto in = [&] { return static_cast<std::size_t>(server_->counts().bytes_in); };
  EXPECT_TRUE(becomes_true([&] { return in() >= 4 * kMaxLineBytes; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_LE(in(), 4 * kMaxLineBytes + 4 * 10 + kRead + 10'000);
  std::size_t heard = 0;
  for (bool is_over = false; !is_over;) {
    server_->wait(5.0);
    const auto drained = server_->drain(1000);
    if (drained.empty()) break;
    for (const LineEvent& event : drained) {
      heard += event.kind == Kind::Line && event.text == line ? 1 : 0;
      is_over = is_over || event.kind == Kind::Closed;
    }
  }
  sender.join();
  EXPECT_EQ(heard, 2000u) << "nothing is lost by waiting";
}

TEST_F(LineServerTest, SkipsAndCountsOverlongLines) {
  listen({.max_line_bytes = 1000});
  TestClient client(server_->port());
  client.send(std::string(5 << 20, 'a') + "\nshort\n" + std::string(2000, 'b') + "\n");
  client.stop_sending();
  const auto all = events(3);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[1].text, "short");
  EXPECT_EQ(server_->counts().lines_too_long, 2);
}

TEST_F(LineServerTest, RefusesConnectionsBeyondTheLimitUntilOneCloses) {
  listen({.max_connections = 3});
  std::vector<TestClient> clients;
  for (int i = 0; i < 3; ++i) clients.emplace_back(server_->port());
  ASSERT_EQ(events(3).size(), 3u);
  TestClient refused(server_->port());
  EXPECT_TRUE(refused.sees_the_end());
  EXPECT_EQ(server_->counts().refused, 1);
  clients.pop_back();
  ASSERT_EQ(events(1).at(0).kind, Kind::Closed);
  ASSERT_TRUE(
      becomes_true([&] { return server_->drain().empty() && server_->counts().connections == 2; }));
  TestClient late(server_->port());
  EXPECT_EQ(events(1).at(0).kind, Kind::Opened);
}

TEST_F(LineServerTest, SurvivesResetsWhileItWrites) {
  listen();
  for (int round = 0; round < 20; ++round) {
    TestClient client(server_->port());
    const ConnectionId id = events(1).at(0).connection;
    for (int i = 0; i < 50; ++i) server_->send(id, std::string(10000, 'x'), Delivery::Droppable);
    client.reset();
    for (int i = 0; i < 50; ++i) server_->send(id, std::string(10000, 'x'), Delivery::Droppable);
    const auto all = events(1);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].kind, Kind::Closed);
    server_->send(id, "to nobody\r\n", Delivery::Reliable);
  }
  EXPECT_EQ(server_->counts().connections, 0);
}

TEST_F(LineServerTest, ClosesAfterWritingTheQueue) {
  listen();
  TestClient client(server_->port());
  const ConnectionId id = events(1).at(0).connection;
  server_->send(id, std::string(1 << 20, 'x') + "\r\n", Delivery::Reliable);
  server_->close(id);
  server_->send(id, "too late\r\n", Delivery::Reliable);
  EXPECT_EQ(client.line()->size(), 1u << 20);
  EXPECT_TRUE(client.sees_the_end());
  EXPECT_EQ(events(1).at(0).kind, Kind::Closed);
}

TEST_F(LineServerTest, ReportsThePortInUse) {
  listen();
  const auto second = LineServer::listen(network_, {.name = "b", .port = server_->port()});
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find(std::to_string(server_->port())), std::string::npos);
}

TEST_F(LineServerTest, DoesNotSpinWithoutFileDescriptors) {
  listen();
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  TestClient first(server_->port());
  ASSERT_EQ(events(1).size(), 1u);
  const int probe = dup(0);
  rlimit few = before;
  few.rlim_cur = static_cast<rlim_t>(probe) + 1;  // one more: the client's own end
  ::close(probe);
  setrlimit(RLIMIT_NOFILE, &few);
  TestClient starved(server_->port());
  const std::clock_t cpu_before = std::clock();
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  const double cpu = static_cast<double>(std::clock() - cpu_before) / CLOCKS_PER_SEC;
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_LT(cpu, 0.2);
  ASSERT_TRUE(starved.is_connected());  // by the system; the server takes it once it can
  EXPECT_EQ(events(1).size(), 1u);
}

TEST_F(LineServerTest, MeasuresDelaysOnlyAfterTheFirstCall) {
  listen();
  TestClient client(server_->port());
  const ConnectionId id = events(1).at(0).connection;
  server_->send(id, "a\r\n", Delivery::Droppable);
  ASSERT_EQ(client.line(), "a");
  EXPECT_TRUE(server_->take_delays().empty());
  server_->send(id, "b\r\n", Delivery::Droppable);
  ASSERT_EQ(client.line(), "b");
  std::vector<double> delays;
  ASSERT_TRUE(becomes_true([&] { return !(delays = server_->take_delays()).empty(); }));
  EXPECT_EQ(delays.size(), 1u);
  EXPECT_GE(delays[0], 0.0);
}

TEST(SendQueue, BoundsTheMemoryOfManyTinyMessages) {
  SendQueue send_queue(10000);
  for (int i = 0; i < 100000; ++i) EXPECT_TRUE(send_queue.add("x", Delivery::Droppable, {}));
  std::int64_t kept = 0;
  std::vector<OutgoingMessage> batch;
  for (send_queue.pop_batch(batch); !batch.empty(); send_queue.pop_batch(batch)) {
    kept += static_cast<std::int64_t>(batch.size());
    batch.clear();
  }
  EXPECT_LT(kept, 10000 / static_cast<std::int64_t>(sizeof(OutgoingMessage)));
  EXPECT_EQ(kept + send_queue.dropped(), 100000);
}

TEST(SendQueue, NeverExceedsItsLimit) {
  constexpr std::size_t kMaxBytes = 5000;
  SendQueue send_queue(kMaxBytes);
  for (std::size_t size = 1; size < 2 * kMaxBytes; size = 3 * size + 1) {
    for (int i = 0; i < 20; ++i) {
      (void)send_queue.add(std::string(size, 's'), Delivery::Droppable, {});
      EXPECT_LE(send_queue.queued_bytes(), kMaxBytes) << size;
    }
    (void)send_queue.add(std::string(size, 'r'), Delivery::Reliable, {});
    EXPECT_LE(send_queue.queued_bytes(), kMaxBytes) << size;
  }
}

TEST(SendQueue, DropsDroppableMessagesBeforeRefusingAReliableOne) {
  SendQueue send_queue(1000);
  EXPECT_TRUE(send_queue.add(std::string(400, 's'), Delivery::Droppable, {}));
  EXPECT_TRUE(send_queue.add(std::string(800, 'r'), Delivery::Reliable, {}));
  EXPECT_EQ(send_queue.dropped(), 1);
  EXPECT_TRUE(send_queue.add(std::string(400, 's'), Delivery::Droppable, {}));
  EXPECT_EQ(send_queue.dropped(), 2);
  EXPECT_FALSE(send_queue.add(std::string(400, 'r'), Delivery::Reliable, {}));
}

}  // namespace
}  // namespace rubble::net
