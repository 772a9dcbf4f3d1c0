// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/broker.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rubble/net/network_loop.h"
#include "rubble/net/test_client.h"
#include "rubble/wireless/channel/test_links.h"
#include "rubble/wireless/exec/client.h"
#include "rubble/wireless/exec/protocol.h"

namespace rubble::wireless {
namespace {

// Sends raw request lines to the broker.
class RawClient {
 public:
  explicit RawClient(int radio_port) : handle_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address;
    const socklen_t size = fill_unix_address(address, broker_socket_name(radio_port));
    is_connected_ = ::connect(handle_, reinterpret_cast<const sockaddr*>(&address), size) == 0;
  }
  ~RawClient() { ::close(handle_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool is_connected() const { return is_connected_; }
  void send(const std::string& text) { ::send(handle_, text.data(), text.size(), MSG_NOSIGNAL); }
  // All bytes until the broker closes the connection.
  std::string receive_all() {
    std::string text;
    char bytes[256];
    pollfd data{handle_, POLLIN, 0};
    while (::poll(&data, 1, 5000) > 0) {
      const ssize_t count = ::recv(handle_, bytes, sizeof bytes, 0);
      if (count <= 0) break;
      text.append(bytes, static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int handle_;
  bool is_connected_ = false;
};

class ExecBrokerTest : public testing::Test {
 protected:
  ExecBrokerTest() {
    broker_ = *ExecBroker::open(network_, channel_, port_);
    network_.loop().run_and_wait([&] { channel_.set_links(links_among({"R1", "R2"})); });
  }
  std::string ask(const std::string& request) {
    RawClient client(port_);
    client.send(request + "\n");
    return client.receive_all();
  }

  const int port_ = 200000 + ::getpid();  // not a real port: it only names the broker socket
  net::Network network_;
  RadioChannel channel_{1};
  std::unique_ptr<ExecBroker> broker_;
};

std::string address_in(const std::string& answer) {
  const std::size_t begin = answer.find('\t') + 1;
  return answer.substr(begin, answer.find_first_of("\t\n", begin) - begin);
}

TEST_F(ExecBrokerTest, ResolvesNamesAndAddresses) {
  const std::string answer = ask("resolve\tR2");
  EXPECT_TRUE(answer.starts_with("done\t127.")) << answer;
  EXPECT_TRUE(answer.ends_with(".0.2\tR2\n")) << answer;
  EXPECT_EQ(ask("reverse\t" + address_in(answer)), "done\tR2\n");
  EXPECT_EQ(ask("resolve\tR3"), "none\n");
  EXPECT_EQ(ask("reverse\t127.0.0.1"), "none\n");
  EXPECT_EQ(ask("hello\tR3"), "failed\tthere is no robot 'R3'; there are R1, R2\n");
}

TEST_F(ExecBrokerTest, InvalidRequestIsRefusedWithMessage) {
  const std::string first = address_in(ask("resolve\tR1"));
  const std::string second = address_in(ask("resolve\tR2"));
  for (const std::string& request : std::vector<std::string>{
           "", "sing", "tcp", "hello", "hello\tR1\tR2", "tcp\tR1\t" + first + "\t" + second,
           "tcp\tR1\t" + first + "\t" + first + "\t80",
           "tcp\tR1\t" + second + "\t" + first + "\t80",
           "tcp\tR1\t" + first + "\t" + second + "\t0", "tcp\tR1\t" + first + "\t" + second + "\tx",
           "tcp\tR1\t" + first + "\t" + second + "\t65536",
           "udp\tR1\t" + first + "\t10.0.0.1\t80\tnow", "tcp\tR9\t127.1.2.3\t127.1.2.4\t80",
           std::string(5000, 'x')}) {
    const std::string answer = ask(request);
    EXPECT_TRUE(answer.starts_with("failed\t") && answer.size() > 20) << request << ": " << answer;
  }
  EXPECT_EQ(broker_->counts().proxy_listeners, 0);
}

TEST_F(ExecBrokerTest, SilentAndAbandonedConnectionsDoNotBlockOthers) {
  std::vector<std::unique_ptr<RawClient>> silent;
  for (int i = 0; i < 200; ++i) silent.push_back(std::make_unique<RawClient>(port_));
  for (int i = 0; i < 200; ++i) RawClient(port_).send("resol");
  EXPECT_TRUE(ask("resolve\tR2").starts_with("done"));
}

TEST_F(ExecBrokerTest, SecondBrokerOfTheSamePortFails) {
  const auto second = ExecBroker::open(network_, channel_, port_);
  ASSERT_FALSE(second);
  EXPECT_TRUE(second.error().message.find("broker") != std::string::npos);
}

TEST_F(ExecBrokerTest, ServersOfOneMachineUseDistinctAddressBlocks) {
  RadioChannel other_air(1);
  const auto other = ExecBroker::open(network_, other_air, port_ + 1000000);
  ASSERT_TRUE(other);
  network_.loop().run_and_wait([&] { other_air.set_links(links_among({"R1", "R2"})); });
  const auto here = find_exec_station(port_, "R1");
  const auto there = find_exec_station(port_ + 1000000, "R1");
  ASSERT_TRUE(here && there);
  EXPECT_NE(here->address, there->address);
}

TEST_F(ExecBrokerTest, MissingServerErrorNamesTheCommandToStartOne) {
  broker_.reset();
  const auto found = find_exec_station(port_, "R1");
  ASSERT_FALSE(found);
  EXPECT_TRUE(found.error().message.find("rubble serve") != std::string::npos);
  EXPECT_FALSE(RawClient(port_).is_connected());
}

// Requests whose connect never arrives; out of range they stay pending for two minutes.
TEST_F(ExecBrokerTest, ListenersForAbandonedConnectsAreBounded) {
  network_.loop().run_and_wait([&] {
    const auto links = links_among({"R1", "R2"});
    set_strength(*links, "R1", "R2", kDeadLinkDbm);
    channel_.set_links(links);
  });
  const std::string first = address_in(ask("resolve\tR1"));
  const std::string second = address_in(ask("resolve\tR2"));
  for (int port = 20000; port < 20600; ++port)
    EXPECT_EQ(ask("tcp\tR1\t" + first + "\t" + second + "\t" + std::to_string(port)),
              "done\t" + std::to_string(port) + "\n");
  EXPECT_LE(broker_->counts().proxy_listeners, 256);
  // The remote does not listen: back in range, the listeners are removed.
  network_.loop().run_and_wait([&] { channel_.set_links(links_among({"R1", "R2"})); });
  EXPECT_EQ(broker_->counts().proxy_listeners, 0);
}

}  // namespace
}  // namespace rubble::wireless
