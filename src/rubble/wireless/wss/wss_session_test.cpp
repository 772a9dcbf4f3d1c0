// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/wss/wss_session.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace rubble::wireless {
namespace {

// A directory with the stations of a test.
class PaperDirectory : public WssDirectory {
 public:
  bool register_station(std::uint64_t connection, const WssStation& station) override {
    connections[station.name] = connection;
    return stations.emplace(station.name, station).second;
  }
  const WssStation* find(const std::string& name) const override {
    const auto found = stations.find(name);
    return found == stations.end() ? nullptr : &found->second;
  }
  double strength(const std::string& from, const std::string& to) const override {
    EXPECT_EQ(from, "R1");
    return strengths.at(to);
  }
  std::optional<int> relay_port(const std::string& from, const std::string& to,
                                int target_port) override {
    EXPECT_EQ(from, "R1");
    asked_ports.push_back(to + ":" + std::to_string(target_port));
    return relay;
  }
  std::optional<std::string> connection_source(const std::string& to, int port) const override {
    if (to == "R1" && port == 40123) return "R2";
    return std::nullopt;
  }

  std::map<std::string, WssStation> stations;
  std::map<std::string, std::uint64_t> connections;
  std::map<std::string, double> strengths;
  std::vector<std::string> asked_ports;
  std::optional<int> relay = 45001;
};

class WssSessionTest : public testing::Test {
 protected:
  // Requests and expected replies, without line endings.
  struct Exchange {
    std::string said;
    std::string answered;
  };
  void expect(const std::vector<Exchange>& transcript) {
    for (const Exchange& exchange : transcript)
      EXPECT_EQ(session_.handle_line(exchange.said), exchange.answered + "\r\n") << exchange.said;
  }
  void handle_init() { expect({{"INIT {Robot R1} {Port 8001}", "INITREPLY {Status OK}"}}); }
  void add(const std::string& name, std::vector<int> ports, double dbm = -60.0) {
    directory_.stations[name] = {name, std::move(ports)};
    directory_.strengths[name] = dbm;
  }

  PaperDirectory directory_;
  WssSession session_{directory_, 17};
};

TEST_F(WssSessionTest, RequiresInitFirst) {
  const std::string first = "ERROR {Reason Must.Use.INIT.Method.First}";
  expect({{"GETSS {Robot R2}", first},
          {"DNS {Robot R2}", first},
          {"REVERSEDNS {Port 1}", first},
          {"FOO {Bar 1}", first},
          {"FOO", first},
          {"init {Robot R1} {Port 8001}", first},
          {"{Robot R1}", first},
          {"}{", first}});
  EXPECT_EQ(session_.name(), "");
  handle_init();
  EXPECT_EQ(session_.name(), "R1");
}

TEST_F(WssSessionTest, AcceptsInitOnce) {
  handle_init();
  const std::string unknown = "ERROR {Reason Method.Unknown.Or.Can.INIT.only.once}";
  expect({{"INIT {Robot R1} {Port 8001}", unknown},
          {"INIT {Robot R3} {Port 8001}", unknown},
          {"FOO {Bar 1}", unknown},
          {"FOO", unknown},
          {"getss {Robot R2}", unknown}});
}

TEST_F(WssSessionTest, InitRegistersAStationWithItsPorts) {
  expect({{"INIT {Robot R1} {Port 8001,8002,65535}", "INITREPLY {Status OK}"}});
  EXPECT_EQ(directory_.stations.at("R1").ports, (std::vector<int>{8001, 8002, 65535}));
  EXPECT_EQ(directory_.connections.at("R1"), 17u);
}

// As in the reference: any number is accepted. Such a station cannot be reached.
TEST_F(WssSessionTest, PortZeroIsValid) {
  expect({{"INIT {Robot R1} {Port 0}", "INITREPLY {Status OK}"}});
  EXPECT_EQ(directory_.stations.at("R1").ports, (std::vector<int>{0}));
  add("R2", {0});
  add("R3", {0, 8003});
  expect({{"DNS {Robot R2}", "DNSREPLY {Robot R2} {Port 45001}"},
          {"DNS {Robot R3} {Port 8003}", "DNSREPLY {Robot R3} {Port 45001}"},
          {"DNS {Robot R2} {Port 8001}",
           "DNSREPLY {Robot R2} {Port -1} {Error RobotDoesNotListenOnThisPort}"}});
  EXPECT_EQ(directory_.asked_ports, (std::vector<std::string>{"R2:0", "R3:8003"}));
}

TEST_F(WssSessionTest, AcceptsNameForRobotAndIgnoresUnknownKeys) {
  expect({{"INIT {Color red} {Name ComStation} {Port 7000} {Extra}", "INITREPLY {Status OK}"}});
  EXPECT_EQ(session_.name(), "ComStation");
}

TEST_F(WssSessionTest, InvalidInitIsRefusedAndMayBeRepeated) {
  add("R2", {8002});
  const std::string ports = "ERROR {Reason Ports.List.Must.Be.Integer}";
  expect({{"INIT {Robot R1} {Port eight}", ports},
          {"INIT {Robot R1} {Port 8001,}", ports},
          {"INIT {Robot R1} {Port ,8001}", ports},
          {"INIT {Robot R1} {Port 8001, 8002}", ports},
          {"INIT {Robot R1} {Port 8001.5}", ports},
          {"INIT {Robot R1} {Port 65536}", ports},
          {"INIT {Robot R1} {Port -1}", ports},
          {"INIT {Robot R1} {Port 99999999999999999999}", ports},
          {"INIT {Robot R1} {Port}", ports},
          {"INIT {Robot R1}", ports},
          {"INIT {robot R1} {port 8001}", ports},
          {"INIT {Robot} {Port 8001}", "ERROR {Reason Robot.Name.Must.Not.Be.Empty}"},
          {"INIT {Port 8001}", "ERROR {Reason Robot.Name.Must.Not.Be.Empty}"},
          {"INIT {Robot R2} {Port 8001}", "ERROR {Reason Robot.Alread.Exists}"}});
  handle_init();
}

TEST_F(WssSessionTest, LimitsLengthsOfNamesAndPortLists) {
  const std::string long_name(kMaxWssNameBytes + 1, 'x');
  std::string long_list = "1";
  for (std::size_t i = 0; i < kMaxWssPorts; ++i) long_list += ",1";
  expect({{"INIT {Robot " + long_name + "} {Port 1}", "ERROR {Reason Robot.Name.Too.Long}"},
          {"INIT {Robot R1} {Port " + long_list + "}", "ERROR {Reason Ports.List.Too.Long}"}});
  handle_init();
  expect({{"GETSS {Robot " + long_name + "}", "ERROR {Reason Robot.Name.Too.Long}"},
          {"DNS {Robot " + long_name + "}", "ERROR {Reason Robot.Name.Too.Long}"}});
  EXPECT_EQ(WssSession::refuse_long_line(), "ERROR {Reason Line.Too.Long}\r\n");
}

TEST_F(WssSessionTest, ReportsStrengthWithSixDigits) {
  handle_init();
  add("R2", {8002}, -52.24613);
  add("Zero", {1}, 0.0);
  add("Minus", {1}, -0.0);
  add("Round", {1}, -67.0);
  add("Far", {1}, -1234567.0);
  add("Near", {1}, -0.00001234567);
  expect({{"GETSS {Robot R2}", "SS {Robot R2} {Strength -52.2461}"},
          {"GETSS {Robot Zero}", "SS {Robot Zero} {Strength 0}"},
          {"GETSS {Robot Minus}", "SS {Robot Minus} {Strength 0}"},
          {"GETSS {Robot Round}", "SS {Robot Round} {Strength -67}"},
          {"GETSS {Robot Far}", "SS {Robot Far} {Strength -1.23457e+06}"},
          {"GETSS {Robot Near}", "SS {Robot Near} {Strength -1.23457e-05}"}});
}

TEST_F(WssSessionTest, ReportsWhyThereIsNoStrength) {
  handle_init();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  add("Lost", {1}, std::numeric_limits<double>::quiet_NaN());
  add("Loud", {1}, 0.5);
  add("Endless", {1}, kInfinity);
  add("Silent", {1}, -kInfinity);
  expect({{"GETSS {Robot R1}", "SS {Robot R1} {Strength INF} {Error SS.To.Self}"},
          {"GETSS {Robot R9}", "SS {Robot R9} {Strength NaN} {Error Robot.Does.Not.Exist}"},
          {"GETSS {Robot Lost}", "SS {Robot Lost} {Strength NaN} {Error Model.Returned.NaN}"},
          {"GETSS {Robot Loud}", "SS {Robot Loud} {Strength NaN} {Error Model.Returned.NaN}"},
          {"GETSS {Robot Endless}", "SS {Robot Endless} {Strength INF} {Error Model.Returned.INF}"},
          {"GETSS {Robot Silent}", "SS {Robot Silent} {Strength -inf}"},
          {"GETSS {Robot}", "ERROR {Reason Robot.Name.Must.Not.Be.Empty}"},
          {"GETSS {robot R1}", "ERROR {Reason Robot.Name.Must.Not.Be.Empty}"},
          {"GETSS", "ERROR {Reason Robot.Name.Must.Not.Be.Empty}"}});
}

TEST_F(WssSessionTest, DnsReportsTheRelayPort) {
  handle_init();
  add("R2", {8002, 9002});
  expect({{"DNS {Robot R2}", "DNSREPLY {Robot R2} {Port 45001}"},
          {"DNS {Robot R2} {Port 9002}", "DNSREPLY {Robot R2} {Port 45001}"},
          {"DNS {Robot R2} {Port 0}", "DNSREPLY {Robot R2} {Port 45001}"}});
  EXPECT_EQ(directory_.asked_ports, (std::vector<std::string>{"R2:8002", "R2:9002", "R2:8002"}));
}

TEST_F(WssSessionTest, DnsReportsWhyThereIsNoRelayPort) {
  handle_init();
  add("R2", {8002});
  const std::string none = " {Port -1} {Error NoSuchRobot}";
  const std::string deaf = "DNSREPLY {Robot R2} {Port -1} {Error RobotDoesNotListenOnThisPort}";
  expect({{"DNS {Robot R9}", "DNSREPLY {Robot R9}" + none},
          {"DNS {Robot R1}", "DNSREPLY {Robot R1}" + none},
          {"DNS {Robot R1} {Port 8001}", "DNSREPLY {Robot R1}" + none},
          {"DNS {Robot}", "DNSREPLY {Robot }" + none},
          {"DNS {Robot R2} {Port 8003}", deaf},
          {"DNS {Robot R2} {Port -8002}", deaf},
          {"DNS {Robot R2} {Port 73538}", deaf},
          {"DNS {Robot R2} {Port http}", "ERROR {Reason Port.Must.Be.Integer}"},
          {"DNS {Robot R2} {Port 8002x}", "ERROR {Reason Port.Must.Be.Integer}"}});
  EXPECT_TRUE(directory_.asked_ports.empty());
  directory_.relay.reset();
  expect({{"DNS {Robot R2}", "ERROR {Reason Could.Not.Allocate.Port}"}});
}

TEST_F(WssSessionTest, ReverseDnsReportsTheSourceStation) {
  handle_init();
  expect({{"REVERSEDNS {Port 40123}", "REVERSEDNSREPLY {Port 40123} {Robot R2}"},
          {"REVERSEDNS {Port 40124}", "REVERSEDNSREPLY {Port 40124} {Error UnknownOrIllegalPort}"},
          {"REVERSEDNS {Port -5}", "REVERSEDNSREPLY {Port -5} {Error UnknownOrIllegalPort}"},
          {"REVERSEDNS {Port many}", "ERROR {Reason Port.Must.Be.Integer}"},
          {"REVERSEDNS {Port}", "ERROR {Reason Port.Must.Be.Integer}"},
          {"REVERSEDNS", "ERROR {Reason Port.Must.Be.Integer}"}});
}

TEST_F(WssSessionTest, AnyLineGetsOneReply) {
  std::uint32_t state = 1;
  const std::string letters = "INITGETSSDNS {}{Robot R1}{Port 8,1}\t\\\"\xff\x80%n";
  for (int i = 0; i < 20000; ++i) {
    std::string line;
    for (std::uint32_t n = (state = state * 1664525u + 1013904223u) >> 26; n > 0; --n)
      line += letters[((state = state * 1664525u + 1013904223u) >> 8) % letters.size()];
    const std::string answer = session_.handle_line(line);
    ASSERT_GE(answer.size(), 2u);
    ASSERT_LE(answer.size(), 1024u);
    ASSERT_EQ(answer.find('\n'), answer.size() - 1) << line;
  }
}

}  // namespace
}  // namespace rubble::wireless
