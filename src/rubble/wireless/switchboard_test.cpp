// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/switchboard.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rubble/net/network_loop.h"
#include "rubble/net/test_client.h"
#include "rubble/wireless/exec_client.h"
#include "rubble/wireless/exec_protocol.h"
#include "rubble/wireless/test_air.h"

namespace rubble::wireless {
namespace {

// A program that speaks to the switchboard by hand.
class Visitor {
 public:
  explicit Visitor(int radio_port) : handle_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address;
    const socklen_t size = fill_unix_address(address, switchboard_name(radio_port));
    is_connected_ = ::connect(handle_, reinterpret_cast<const sockaddr*>(&address), size) == 0;
  }
  ~Visitor() { ::close(handle_); }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  bool is_connected() const { return is_connected_; }
  void say(const std::string& text) { ::send(handle_, text.data(), text.size(), MSG_NOSIGNAL); }
  // All it says until it hangs up.
  std::string hear() {
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

class SwitchboardTest : public testing::Test {
 protected:
  SwitchboardTest() {
    switchboard_ = *Switchboard::open(network_, air_, port_);
    network_.loop().carry_out([&] { air_.set_links(links_among({"R1", "R2"})); });
  }
  std::string ask(const std::string& request) {
    Visitor visitor(port_);
    visitor.say(request + "\n");
    return visitor.hear();
  }

  const int port_ = 200000 + ::getpid();  // no real one: it only names the switchboard
  net::Network network_;
  Air air_{1};
  std::unique_ptr<Switchboard> switchboard_;
};

std::string address_in(const std::string& answer) {
  const std::size_t begin = answer.find('\t') + 1;
  return answer.substr(begin, answer.find_first_of("\t\n", begin) - begin);
}

TEST_F(SwitchboardTest, KnowsNamesAndAddresses) {
  const std::string answer = ask("resolve\tR2");
  EXPECT_TRUE(answer.starts_with("done\t127.")) << answer;
  EXPECT_TRUE(answer.ends_with(".0.2\tR2\n")) << answer;
  EXPECT_EQ(ask("reverse\t" + address_in(answer)), "done\tR2\n");
  EXPECT_EQ(ask("resolve\tR3"), "none\n");
  EXPECT_EQ(ask("reverse\t127.0.0.1"), "none\n");
  EXPECT_EQ(ask("hello\tR3"), "failed\tthere is no robot 'R3'; there are R1, R2\n");
}

TEST_F(SwitchboardTest, RefusesWhatMakesNoSenseWithASentence) {
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
  EXPECT_EQ(switchboard_->counts().doors, 0);
}

TEST_F(SwitchboardTest, ManyWhoSayNothingOrGoHarmNobody) {
  std::vector<std::unique_ptr<Visitor>> silent;
  for (int i = 0; i < 200; ++i) silent.push_back(std::make_unique<Visitor>(port_));
  for (int i = 0; i < 200; ++i) Visitor(port_).say("resol");
  EXPECT_TRUE(ask("resolve\tR2").starts_with("done"));
}

TEST_F(SwitchboardTest, OnlyOneHasAName) {
  const auto second = Switchboard::open(network_, air_, port_);
  ASSERT_FALSE(second);
  EXPECT_TRUE(second.error().message.find("switchboard") != std::string::npos);
}

TEST_F(SwitchboardTest, ServersOfOneMachineHaveAddressesOfTheirOwn) {
  Air other_air(1);
  const auto other = Switchboard::open(network_, other_air, port_ + 1000000);
  ASSERT_TRUE(other);
  network_.loop().carry_out([&] { other_air.set_links(links_among({"R1", "R2"})); });
  const auto here = find_exec_station(port_, "R1");
  const auto there = find_exec_station(port_ + 1000000, "R1");
  ASSERT_TRUE(here && there);
  EXPECT_NE(here->address, there->address);
}

TEST_F(SwitchboardTest, SaysHowToStartAServerIfThereIsNone) {
  switchboard_.reset();
  const auto found = find_exec_station(port_, "R1");
  ASSERT_FALSE(found);
  EXPECT_TRUE(found.error().message.find("rubble serve") != std::string::npos);
  EXPECT_FALSE(Visitor(port_).is_connected());
}

// Those who ask for a connect and never come; out of range they may come for two minutes.
TEST_F(SwitchboardTest, DoorsForThoseWhoDoNotComeAreBounded) {
  network_.loop().carry_out([&] {
    const auto links = links_among({"R1", "R2"});
    weaken(*links, "R1", "R2", kDead);
    air_.set_links(links);
  });
  const std::string first = address_in(ask("resolve\tR1"));
  const std::string second = address_in(ask("resolve\tR2"));
  for (int port = 20000; port < 20600; ++port)
    EXPECT_EQ(ask("tcp\tR1\t" + first + "\t" + second + "\t" + std::to_string(port)),
              "done\t" + std::to_string(port) + "\n");
  EXPECT_LE(switchboard_->counts().doors, 256);
  // Nobody listens there: when the range is back, there is nothing to wait for.
  network_.loop().carry_out([&] { air_.set_links(links_among({"R1", "R2"})); });
  EXPECT_EQ(switchboard_->counts().doors, 0);
}

}  // namespace
}  // namespace rubble::wireless
