// SPDX-License-Identifier: Apache-2.0
// Bad clients of every kind at once, beside a good one that must not notice.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include "rubble/net/test_client.h"
#include "rubble/sdf/load.h"
#include "rubble/server/host.h"

namespace rubble::tests {
namespace {

using net::TestClient;

double resident_megabytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word)
    if (word == "VmRSS:") {
      double kilobytes = 0.0;
      status >> kilobytes;
      return kilobytes / 1e3;
    }
  return 0.0;
}

bool is_full_sweep() {
  const char* const sweep = std::getenv("RUBBLE_SWEEP");
  return sweep != nullptr && std::string_view(sweep) == "full";
}

std::string init_line(const std::string& name, const std::string& place) {
  return "INIT {ClassName P3AT} {Name " + name + "} {Location " + place + "}\r\n";
}

// --- who misbehaves --------------------------------------------------------------------------

void send_without_line_end(int port) {
  TestClient client(port);
  const std::string chunk(1 << 20, 'x');
  const int megabytes = is_full_sweep() ? 1000 : 200;
  for (int i = 0; i < megabytes; ++i) ASSERT_TRUE(client.send(chunk, 60000));
}

void open_a_thousand_connections(int port) {
  std::vector<TestClient> clients;
  clients.reserve(1000);
  for (int i = 0; i < 1000; ++i) {
    clients.emplace_back(port);
    ASSERT_TRUE(clients.back().is_connected());
  }
  EXPECT_TRUE(clients.back().sees_the_end(60000));
}

void send_random_bytes(int port) {
  std::mt19937 random(1);
  for (int round = 0; round < 10; ++round) {
    TestClient client(port);
    std::string bytes(100'000, ' ');
    for (char& byte : bytes) byte = static_cast<char>(random());
    client.send(bytes, 60000);
  }
}

void send_broken_commands(int port) {
  const std::vector<std::string> words{"INIT",
                                       "DRIVE",
                                       "{",
                                       "}",
                                       "{ClassName P3AT}",
                                       "SET",
                                       "{Left",
                                       "1e999}",
                                       "{Name",
                                       "\t",
                                       "GETCONF {Type",
                                       "\r\n",
                                       "nan",
                                       "CONTROL {Type Create}",
                                       "MISPKG {Link -1}",
                                       "\n"};
  std::mt19937 random(2);
  TestClient client(port);
  for (int i = 0; i < 20'000; ++i)
    client.send(words[random() % words.size()] + (random() % 2 == 0 ? " " : ""), 60000);
}

void ask_without_reading(int port) {
  TestClient client(port);
  client.send(init_line("Asker", "3,1,-0.2"));
  bool is_closed = false;
  for (int i = 0; i < 1'000'000 && !is_closed; ++i)
    is_closed = !client.send("GETGEO {Type Sonar}\r\nGETCONF {Type Sonar}\r\n", 60000);
  EXPECT_TRUE(is_closed);
}

// --- who does not ----------------------------------------------------------------------------

// Reads until told to stop and finds every status, 0.1 s apart.
class GoodClient {
 public:
  explicit GoodClient(int port) : client_(port) {
    client_.send(init_line("Good", "0,0,-0.2"));
    thread_ = std::thread([this] { read(); });
  }
  void stop() {
    wants_stop_ = true;
    thread_.join();
  }
  int statuses() const { return statuses_; }
  int gaps() const { return gaps_; }

 private:
  void read() {
    double last = -1.0;
    while (!wants_stop_) {
      const auto line = client_.line(100);
      if (!line || !line->starts_with("STA")) continue;
      const double now = std::stod(line->substr(line->find("{Time ") + 6));
      if (last >= 0.0 && std::abs(now - last - 0.1) > 0.015) ++gaps_;
      last = now;
      ++statuses_;
      client_.send("DRIVE {Left 1} {Right -1}\r\n");
    }
  }

  TestClient client_;
  std::atomic<bool> wants_stop_ = false;
  std::atomic<int> statuses_ = 0;
  std::atomic<int> gaps_ = 0;
  std::thread thread_;
};

TEST(Abuse, HarmsNobodyElseAndCostsNoMemory) {
  LoadSettings load;
  load.resource_folders = default_resource_folders();
  sim::Simulation simulation(*load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", load),
                             {.load = load});
  server::HostSettings settings;
  settings.ports = {0, 0, 0, 0};
  settings.pace = {server::Pace::Kind::Steady, 2.0};
  auto host = *server::Host::open(simulation, settings);
  const server::HostPorts ports = host->ports();
  std::atomic<bool> wants_stop = false;
  std::thread runner([&] { host->run(wants_stop); });

  GoodClient good(*ports.usarsim);
  ASSERT_TRUE(net::becomes_true([&] { return good.statuses() > 2; }, 60000));
  const double before = resident_megabytes();
  TestClient sleeper(*ports.usarsim);
  sleeper.send(init_line("Sleeper", "-2,0,-0.2"));
  {
    std::vector<std::jthread> bad;
    bad.emplace_back(send_without_line_end, *ports.usarsim);
    bad.emplace_back(send_without_line_end, *ports.com);
    bad.emplace_back(send_random_bytes, *ports.usarsim);
    bad.emplace_back(send_random_bytes, *ports.image);
    bad.emplace_back(send_random_bytes, *ports.truth);
    bad.emplace_back(send_broken_commands, *ports.usarsim);
    bad.emplace_back(ask_without_reading, *ports.usarsim);
    bad.emplace_back(open_a_thousand_connections, *ports.usarsim);
    bad.emplace_back(open_a_thousand_connections, *ports.image);
  }
  const int statuses = good.statuses();
  EXPECT_TRUE(net::becomes_true([&] { return good.statuses() > statuses + 5; }, 60000));
  EXPECT_LT(resident_megabytes() - before, 300.0);

  // New clients are welcome once the bad ones are gone.
  TestClient late(*ports.com);
  EXPECT_TRUE(net::becomes_true(
      [&] {
        late.send("GETPOS\r\n");
        const auto line = late.line();
        return line && line->find("{Name Good Location") != std::string::npos &&
               line->find("{Name Sleeper Location") != std::string::npos &&
               line->find("{Name Asker") == std::string::npos;
      },
      60000));
  good.stop();
  EXPECT_EQ(good.gaps(), 0);
  wants_stop = true;
  runner.join();
  EXPECT_GE(host->counts().lines_too_long, 2);
  EXPECT_GE(host->counts().refused, 1000 - 256);
}

}  // namespace
}  // namespace rubble::tests
