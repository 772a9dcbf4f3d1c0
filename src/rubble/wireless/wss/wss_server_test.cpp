// SPDX-License-Identifier: Apache-2.0
// The wireless server over real sockets on loopback.
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <thread>

#include "rubble/net/test_client.h"
#include "rubble/wireless/channel/test_links.h"
#include "rubble/wireless/wireless.h"

namespace rubble::wireless {
namespace {

using net::becomes_true;
using net::TestClient;

int port_of(int handle, int (*name_of)(int, sockaddr*, socklen_t*)) {
  sockaddr_in where{};
  socklen_t size = sizeof where;
  name_of(handle, reinterpret_cast<sockaddr*>(&where), &size);
  return ntohs(where.sin_port);
}

// A plain blocking connection; every call returns within a few seconds.
class RawSocket {
 public:
  explicit RawSocket(int handle) : handle_(handle) {}
  RawSocket(RawSocket&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
  RawSocket& operator=(RawSocket&&) = delete;
  ~RawSocket() {
    if (handle_ >= 0) ::close(handle_);
  }
  bool is_open() const { return handle_ >= 0; }
  int peer_port() const { return port_of(handle_, ::getpeername); }
  void send(const std::string& text) const {
    ::send(handle_, text.data(), text.size(), MSG_NOSIGNAL);
  }
  // The bytes of a single receive; empty if the connection ends or times out.
  std::string receive(int milliseconds = 5000) const {
    pollfd data{handle_, POLLIN, 0};
    if (::poll(&data, 1, milliseconds) <= 0) return {};
    char bytes[1024];
    const ssize_t n = ::recv(handle_, bytes, sizeof bytes, 0);
    return {bytes, static_cast<std::size_t>(n > 0 ? n : 0)};
  }

 private:
  int handle_;
};

// The listening socket of a station.
class ListeningSocket {
 public:
  ListeningSocket() : handle_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(handle_, reinterpret_cast<const sockaddr*>(&where), sizeof where), 0);
    EXPECT_EQ(::listen(handle_, 128), 0);
  }
  ~ListeningSocket() { ::close(handle_); }
  int port() const { return port_of(handle_, ::getsockname); }
  RawSocket accept(int milliseconds = 5000) const {
    pollfd data{handle_, POLLIN, 0};
    if (::poll(&data, 1, milliseconds) <= 0) return RawSocket(-1);
    return RawSocket(::accept(handle_, nullptr, nullptr));
  }

 private:
  int handle_;
};

// A controller of a robot, in the style of public clients: one receive of 1024 bytes per
// reply; fields are found by name.
class Controller {
 public:
  explicit Controller(int port) : client_(port) {}

  std::string ask(const std::string& line) {
    client_.send(line + "\r\n");
    char bytes[1024];
    pollfd data{client_.handle(), POLLIN, 0};
    if (::poll(&data, 1, 5000) <= 0) return "no answer";
    const ssize_t n = ::recv(client_.handle(), bytes, sizeof bytes, 0);
    return {bytes, static_cast<std::size_t>(n > 0 ? n : 0)};
  }
  static std::string field(const std::string& reply, const std::string& name) {
    const std::size_t begin = reply.find("{" + name + " ");
    if (begin == std::string::npos) return {};
    const std::size_t value = begin + name.size() + 2;
    return reply.substr(value, reply.find('}', value) - value);
  }
  int relay_to(const std::string& robot, const std::string& more = "") {
    return std::stoi(field(ask("DNS {Robot " + robot + "}" + more), "Port"));
  }
  TestClient& client() { return client_; }

 private:
  TestClient client_;
};

std::size_t open_files() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

bool is_refused(int port) { return !TestClient(port).is_connected(); }

const std::string kOk = "INITREPLY {Status OK}\r\n";

class WssServerTest : public testing::Test {
 protected:
  void open(const WirelessSettings& settings) {
    WirelessSettings here = settings;
    here.port = 0;
    wireless_ = *Wireless::open(network_, here);
  }
  void SetUp() override { open({}); }

  std::unique_ptr<Controller> register_station(const std::string& name, const std::string& ports) {
    auto controller = std::make_unique<Controller>(wireless_->port());
    EXPECT_EQ(controller->ask("INIT {Robot " + name + "} {Port " + ports + "}"), kOk);
    return controller;
  }
  std::unique_ptr<Controller> register_station(const std::string& name,
                                               const ListeningSocket& listener) {
    return register_station(name, std::to_string(listener.port()));
  }
  void set_links(std::shared_ptr<const radio::Links> links) {
    wireless_->set_links(std::move(links));
  }
  void set_all_in_range() { set_links(near_); }
  void set_r1_r2_out_of_range() { set_links(far()); }
  std::shared_ptr<const radio::Links> far() const {
    auto links = std::make_shared<radio::Links>(*near_);
    set_strength(*links, "R1", "R2", -95.0);
    return links;
  }

  net::Network network_;
  std::unique_ptr<Wireless> wireless_;
  std::shared_ptr<const radio::Links> near_ = links_among({"R1", "R2", "R3"});
};

TEST_F(WssServerTest, TwoStationsExchangeBytesThroughARelay) {
  set_all_in_range();
  const ListeningSocket listener;
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", listener);
  EXPECT_EQ(wireless_->counts().stations, 2);
  EXPECT_EQ(first->ask("GETSS {Robot R2}"), "SS {Robot R2} {Strength -50}\r\n");
  EXPECT_EQ(first->ask("GETSS {Robot R3}"),
            "SS {Robot R3} {Strength NaN} {Error Robot.Does.Not.Exist}\r\n");

  const int port = first->relay_to("R2");
  EXPECT_EQ(first->relay_to("R2"), port);
  EXPECT_EQ(first->relay_to("R2", " {Port " + std::to_string(listener.port()) + "}"), port);
  TestClient caller(port);
  ASSERT_TRUE(caller.is_connected());
  const RawSocket called = listener.accept();
  ASSERT_TRUE(called.is_open());

  const std::string peer = std::to_string(called.peer_port());
  EXPECT_EQ(second->ask("REVERSEDNS {Port " + peer + "}"),
            "REVERSEDNSREPLY {Port " + peer + "} {Robot R1}\r\n");
  EXPECT_EQ(first->ask("REVERSEDNS {Port " + peer + "}"),  // not a relayed connection
            "REVERSEDNSREPLY {Port " + peer + "} {Error UnknownOrIllegalPort}\r\n");

  caller.send("hello");
  EXPECT_EQ(called.receive(), "hello");
  called.send("yes?");
  EXPECT_EQ(caller.bytes(4), "yes?");
  EXPECT_EQ(wireless_->counts().relays, 1);
}

TEST_F(WssServerTest, CloseOfEitherSideClosesTheOther) {
  set_all_in_range();
  const ListeningSocket listener;
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", listener);
  const int port = first->relay_to("R2");
  {
    TestClient caller(port);
    const RawSocket called = listener.accept();
    caller.send("last words");
    caller.close();
    EXPECT_EQ(called.receive(), "last words");
    EXPECT_EQ(called.receive(), "");
  }
  {
    TestClient caller(port);
    listener.accept();  // and is closed
    EXPECT_TRUE(caller.sees_the_end());
  }
  EXPECT_TRUE(becomes_true([&] { return wireless_->counts().relays == 0; }));
}

TEST_F(WssServerTest, RelaysAreOpenWhileInRangeAndKeepTheirPort) {
  set_all_in_range();
  const ListeningSocket listener;
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", listener);
  const int port = first->relay_to("R2");
  for (int round = 0; round < 3; ++round) {
    TestClient caller(port);
    ASSERT_TRUE(caller.is_connected());
    const RawSocket called = listener.accept();
    ASSERT_TRUE(called.is_open());
    set_r1_r2_out_of_range();
    EXPECT_TRUE(caller.sees_the_end());
    EXPECT_EQ(called.receive(), "");
    EXPECT_TRUE(is_refused(port));
    EXPECT_EQ(first->ask("GETSS {Robot R2}"), "SS {Robot R2} {Strength -95}\r\n");
    EXPECT_EQ(first->relay_to("R2"), port);
    EXPECT_TRUE(is_refused(port));
    set_all_in_range();
    EXPECT_EQ(first->relay_to("R2"), port);  // after the links were set
  }
}

TEST_F(WssServerTest, StrengthIsNanBeforeTheFirstLinks) {
  const ListeningSocket listener;
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", listener);
  EXPECT_EQ(first->ask("GETSS {Robot R2}"),
            "SS {Robot R2} {Strength NaN} {Error Model.Returned.NaN}\r\n");
  const int port = first->relay_to("R2");
  EXPECT_TRUE(is_refused(port));
  set_all_in_range();
  EXPECT_TRUE(becomes_true([&] { return !is_refused(port); }));
}

TEST_F(WssServerTest, RobotMayEnterAfterItsClientRegistered) {
  const ListeningSocket listener;
  set_links(links_among({"R1", "R2"}));
  auto first = register_station("R1", "8001");
  auto third = register_station("R3", listener);
  set_links(links_among({"R1", "R2"}));
  EXPECT_EQ(first->ask("GETSS {Robot R3}"),
            "SS {Robot R3} {Strength NaN} {Error Model.Returned.NaN}\r\n");
  EXPECT_TRUE(is_refused(first->relay_to("R3")));
  set_links(near_);
  EXPECT_EQ(first->ask("GETSS {Robot R3}"), "SS {Robot R3} {Strength -50}\r\n");
  EXPECT_FALSE(is_refused(first->relay_to("R3")));
}

TEST_F(WssServerTest, StationWithoutRobotIsRemovedAfterTheGracePeriod) {
  open({.grace = 0.05});
  auto nobody = register_station("Nobody", "8001");
  auto first = register_station("R1", "8002");
  EXPECT_TRUE(becomes_true([&] {
    set_links(near_);
    return wireless_->counts().stations == 1;
  }));
  EXPECT_TRUE(nobody->client().sees_the_end());
  EXPECT_EQ(first->ask("GETSS {Robot Nobody}"),
            "SS {Robot Nobody} {Strength NaN} {Error Robot.Does.Not.Exist}\r\n");
  auto again = register_station("Nobody", "8001");
}

TEST_F(WssServerTest, StationWhoseRobotLeavesIsRemovedWithItsRelays) {
  set_links(near_);
  const ListeningSocket listener;
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", listener);
  set_links(near_);
  const int port = first->relay_to("R2");
  TestClient caller(port);
  const RawSocket called = listener.accept();
  set_links(links_among({"R1", "R3"}));
  EXPECT_TRUE(second->client().sees_the_end());
  EXPECT_TRUE(caller.sees_the_end());
  EXPECT_TRUE(is_refused(port));
  EXPECT_EQ(first->ask("DNS {Robot R2}"), "DNSREPLY {Robot R2} {Port -1} {Error NoSuchRobot}\r\n");
}

TEST_F(WssServerTest, ClosingTheControlConnectionUnregisters) {
  set_all_in_range();
  const ListeningSocket listener;
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", listener);
  Controller twin(wireless_->port());
  EXPECT_EQ(twin.ask("INIT {Robot R2} {Port 8005}"), "ERROR {Reason Robot.Alread.Exists}\r\n");
  const int port = first->relay_to("R2");
  TestClient caller(port);
  const RawSocket called = listener.accept();
  second->client().send("GETSS {Robot R");  // and disconnects in the middle
  second.reset();
  EXPECT_TRUE(caller.sees_the_end());
  EXPECT_EQ(called.receive(), "");
  EXPECT_TRUE(is_refused(port));
  EXPECT_EQ(twin.ask("INIT {Robot R2} {Port 8005}"), kOk);
}

// Bytes that a station sent before it closed are delivered, whichever connection it closes first:
// bytes still in kernel buffers, on a connection that is not accepted yet, or sent by the target.
TEST_F(WssServerTest, BytesSentBeforeUnregisteringAreDelivered) {
  const std::string many = std::string(300000, 'm') + "last";
  for (const bool is_shaped : {false, true}) {
    open({.is_shaped = is_shaped});
    set_all_in_range();
    for (int trial = 0; trial < 30; ++trial) {
      const ListeningSocket listener;
      auto first = register_station("R1", "8001");
      auto second = register_station("R2", listener);
      auto caller = std::make_unique<TestClient>(first->relay_to("R2"));
      const bool is_answered = trial % 2 == 0;
      std::optional<RawSocket> called;
      if (is_answered) called.emplace(listener.accept());
      const std::string bytes = trial % 5 == 4 && is_answered ? many : "last words";
      std::string heard;
      const auto listen = [&] {
        if (!called) called.emplace(listener.accept());
        for (std::string more; !(more = called->receive()).empty();) heard += more;
      };
      std::thread reader;
      if (bytes == many) reader = std::thread(listen);
      caller->send(bytes);
      if (is_answered && trial % 4 == 2 && bytes != many) called->send("what is not read");
      const bool is_control_first = trial % 3 == 0;
      if (is_control_first) first.reset();
      caller.reset();
      first.reset();
      if (reader.joinable())
        reader.join();
      else
        listen();
      EXPECT_EQ(heard.size(), bytes.size()) << "trial " << trial << ", shaped " << is_shaped;
      second.reset();
      EXPECT_TRUE(becomes_true([&] { return wireless_->counts().stations == 0; }));
    }
    EXPECT_TRUE(becomes_true([&] { return wireless_->counts().relays == 0; }));
  }
}

TEST_F(WssServerTest, BytesOfTheTargetSentBeforeUnregisteringAreDelivered) {
  set_all_in_range();
  for (int trial = 0; trial < 30; ++trial) {
    const ListeningSocket listener;
    auto first = register_station("R1", "8001");
    auto second = register_station("R2", listener);
    TestClient caller(first->relay_to("R2"));
    {
      const RawSocket called = listener.accept();
      called.send("last words");
      if (trial % 2 == 0) second.reset();
    }
    second.reset();
    EXPECT_EQ(caller.bytes(10), "last words") << "trial " << trial;
    EXPECT_TRUE(caller.sees_the_end());
    first.reset();
    EXPECT_TRUE(becomes_true([&] { return wireless_->counts().stations == 0; }));
  }
}

// The robot may leave the world before all bytes have arrived; REVERSEDNS still knows the station.
TEST_F(WssServerTest, BytesSentBeforeTheRobotLeftAreDelivered) {
  for (const bool is_shaped : {false, true}) {
    open({.is_shaped = is_shaped});
    set_links(near_);
    const ListeningSocket listener;
    auto first = register_station("R1", "8001");
    auto second = register_station("R2", listener);
    set_links(near_);
    TestClient caller(first->relay_to("R2"));
    const RawSocket called = listener.accept();
    caller.send("last words");
    set_links(links_among({"R2", "R3"}));
    const std::string peer = std::to_string(called.peer_port());
    EXPECT_EQ(second->ask("REVERSEDNS {Port " + peer + "}"),
              "REVERSEDNSREPLY {Port " + peer + "} {Robot R1}\r\n");
    EXPECT_EQ(called.receive(), "last words");
    EXPECT_EQ(called.receive(), "");
    EXPECT_TRUE(first->client().sees_the_end());
  }
}

TEST_F(WssServerTest, StationWithPortZeroCanConnectButNotBeReached) {
  set_all_in_range();
  const ListeningSocket listener;
  auto first = register_station("R1", "0");
  auto second = register_station("R2", listener);
  TestClient caller(first->relay_to("R2"));
  EXPECT_TRUE(listener.accept().is_open());
  TestClient vain(second->relay_to("R1"));
  EXPECT_TRUE(vain.sees_the_end());
}

TEST_F(WssServerTest, ConnectionIsClosedIfTheTargetRefuses) {
  set_all_in_range();
  int deaf_port = 0;
  { deaf_port = ListeningSocket().port(); }
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", std::to_string(deaf_port));
  for (int i = 0; i < 20; ++i) {
    TestClient caller(first->relay_to("R2"));
    EXPECT_TRUE(caller.is_connected());
    EXPECT_TRUE(caller.sees_the_end());
  }
  EXPECT_TRUE(becomes_true([&] { return wireless_->counts().relays == 0; }));
}

TEST_F(WssServerTest, LinesMayEndWithLfAndArriveSplitOrBatched) {
  TestClient client(wireless_->port());
  client.send("INIT {Robot R1} {Po");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  client.send("rt 8001}\nGETSS {Robot R1}\r\n\r\n" + std::string(5000, 'x') + "\r\nFOO\n");
  EXPECT_EQ(client.line(), "INITREPLY {Status OK}");
  EXPECT_EQ(client.line(), "SS {Robot R1} {Strength INF} {Error SS.To.Self}");
  EXPECT_EQ(client.line(), "ERROR {Reason Line.Too.Long}");
  EXPECT_EQ(client.line(), "ERROR {Reason Method.Unknown.Or.Can.INIT.only.once}");
  client.send("GETSS {Robot R1}\n");
  client.stop_sending();
  EXPECT_EQ(client.line(), "SS {Robot R1} {Strength INF} {Error SS.To.Self}");
  EXPECT_TRUE(client.sees_the_end());
}

TEST_F(WssServerTest, ClientThatDoesNotReadIsNotReadFrom) {
  Controller other(wireless_->port());
  TestClient client(wireless_->port());
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "GETSS {Robot R1}\r\n";
  bool is_port_bound = true;
  for (int i = 0; i < 200 && is_port_bound; ++i) is_port_bound = client.send(many, 300);
  EXPECT_FALSE(is_port_bound);
  EXPECT_EQ(other.ask("INIT {Robot R1} {Port 1}"), kOk);
}

TEST_F(WssServerTest, RelaysPerStationAreLimited) {
  set_all_in_range();
  std::string ports = "7001";
  for (int i = 2; i <= 64; ++i) ports += "," + std::to_string(7000 + i);
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", ports);
  auto third = register_station("R3", "8003");
  const std::size_t before = open_files();
  for (int i = 1; i <= 64; ++i)
    EXPECT_GT(first->relay_to("R2", " {Port " + std::to_string(7000 + i) + "}"), 0);
  EXPECT_EQ(first->ask("DNS {Robot R3}"), "ERROR {Reason Could.Not.Allocate.Port}\r\n");
  EXPECT_GT(first->relay_to("R2"), 0);
  EXPECT_GT(third->relay_to("R2"), 0);
  second.reset();
  EXPECT_TRUE(becomes_true([&] { return open_files() <= before; }));
}

TEST_F(WssServerTest, UnregisteredConnectionsAreEvicted) {
  auto first = register_station("R1", "8001");
  std::vector<TestClient> silent;
  for (int i = 0; i < 400; ++i) silent.emplace_back(wireless_->port());
  auto second = register_station("R2", "8002");
  EXPECT_EQ(first->ask("GETSS {Robot R2}"),
            "SS {Robot R2} {Strength NaN} {Error Model.Returned.NaN}\r\n");
  EXPECT_TRUE(silent.front().sees_the_end());
}

// Some are accepted, some receive, some reset, some end before they are accepted.
TEST_F(WssServerTest, TenThousandConnectsLeakNoSockets) {
  set_all_in_range();
  const ListeningSocket listener;
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", listener);
  const int port = first->relay_to("R2");
  const std::size_t before = open_files();
  const auto all_are_over = [&] {
    while (listener.accept(0).is_open()) {
    }
    return wireless_->counts().relays == 0;
  };
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(200);
  int calls = 0;
  for (; calls < 10000 && std::chrono::steady_clock::now() < until; ++calls) {
    TestClient caller(port);
    ASSERT_TRUE(caller.is_connected()) << calls;
    caller.send("x");
    if (calls % 10 < 8) {
      const RawSocket called = listener.accept();
      ASSERT_TRUE(called.is_open()) << calls;
      if (calls % 10 < 4) {
        EXPECT_EQ(called.receive(), "x");
      }
    }
    if (calls % 2 == 0) caller.reset();
    caller.close();
    if (calls % 10 == 9) {
      ASSERT_TRUE(becomes_true(all_are_over)) << calls;
    }
  }
  EXPECT_EQ(calls, 10000);
  EXPECT_TRUE(becomes_true([&] { return open_files() <= before; }));
}

TEST_F(WssServerTest, ConnectionsBeyondTheLimitAreRefusedAndOthersContinue) {
  set_all_in_range();
  const ListeningSocket listener;
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", listener);
  const int port = first->relay_to("R2");
  std::vector<TestClient> callers;
  std::vector<RawSocket> called;
  for (int i = 0; i < 64; ++i) {
    callers.emplace_back(port);
    called.push_back(listener.accept());
    ASSERT_TRUE(called.back().is_open());
  }
  TestClient one_more(port);
  EXPECT_TRUE(one_more.sees_the_end());
  callers.front().send("still here");
  EXPECT_EQ(called.front().receive(), "still here");
}

TEST_F(WssServerTest, ShapedRelaysTakeTransmissionTime) {
  open({.is_shaped = true});
  set_links(links_among({"R1", "R2"}, 1.0));
  const ListeningSocket listener;
  auto first = register_station("R1", "8001");
  auto second = register_station("R2", listener);
  TestClient caller(first->relay_to("R2"));
  const RawSocket called = listener.accept();
  const auto begin = std::chrono::steady_clock::now();
  const std::string bytes(20000, 'b');  // 0.32 s at half a Mb/s
  caller.send(bytes);
  std::string received;
  while (received.size() < bytes.size()) {
    const std::string more = called.receive();
    ASSERT_FALSE(more.empty());
    received += more;
  }
  EXPECT_EQ(received, bytes);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(310));
}

TEST_F(WssServerTest, PortInUseErrorNamesThePort) {
  const auto twin = Wireless::open(network_, {.port = wireless_->port()});
  ASSERT_FALSE(twin.ok());
  EXPECT_NE(twin.error().to_string().find(std::to_string(wireless_->port())), std::string::npos);
}

}  // namespace
}  // namespace rubble::wireless
