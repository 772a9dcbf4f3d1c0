// SPDX-License-Identifier: Apache-2.0
// Real programs under radio-exec, on a radio whose links the test sets by hand.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rubble/net/network_loop.h"
#include "rubble/net/test_client.h"
#include "rubble/wireless/channel/test_links.h"
#include "rubble/wireless/exec/broker.h"
#include "rubble/wireless/exec/client.h"

namespace rubble::wireless {

// A child process whose output is read line by line; killed if it is still there at the end.
class Program {
 public:
  Program(const std::vector<std::string>& arguments,
          const std::map<std::string, std::string>& environment) {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    process_ = ::fork();
    if (process_ == 0) {
      for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
      ::dup2(ends[1], STDOUT_FILENO);
      ::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);  // the server's sockets are not the program's
      std::vector<char*> words;
      for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
      words.push_back(nullptr);
      ::execvp(words[0], words.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    output_ = ends[0];
  }
  ~Program() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
    if (output_ >= 0) ::close(output_);
  }
  Program(Program&& other) noexcept
      : process_(std::exchange(other.process_, -1)),
        output_(std::exchange(other.output_, -1)),
        text_(std::move(other.text_)) {}
  Program& operator=(Program&&) = delete;

  // The next line it prints, without its end; empty if none comes in time.
  std::string line(int milliseconds = 20000) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    for (;;) {
      if (const auto end = text_.find('\n'); end != std::string::npos) {
        std::string found = text_.substr(0, end);
        text_.erase(0, end + 1);
        return found;
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          until - std::chrono::steady_clock::now());
      pollfd data{output_, POLLIN, 0};
      if (::poll(&data, 1, std::max(0, static_cast<int>(left.count()))) <= 0) return {};
      char bytes[4096];
      const ssize_t count = ::read(output_, bytes, sizeof bytes);
      if (count <= 0) return std::exchange(text_, {});
      text_.append(bytes, static_cast<std::size_t>(count));
    }
  }
  // Its exit code, once it has ended by itself; -1 if it does not in time.
  int exit_code(int milliseconds = 20000) {
    int status = 0;
    const bool has_ended = net::becomes_true(
        [&] { return ::waitpid(process_, &status, WNOHANG) == process_; }, milliseconds);
    if (!has_ended) return -1;
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t process_ = -1;
  int output_ = -1;
  std::string text_;
};

class RadioExecTest : public testing::Test {
 protected:
  RadioExecTest() {
    auto opened = ExecBroker::open(network_, channel_, port_);
    EXPECT_TRUE(opened.ok());
    broker_ = *std::move(opened);
    set_links(links_among({"R1", "R2", "R3"}));
  }
  ~RadioExecTest() override { broker_.reset(); }

  void set_links(std::shared_ptr<const radio::Links> links) {
    network_.loop().run_and_wait([&] { channel_.set_links(std::move(links)); });
  }
  // Sets the strength of the link R1-R2, in dBm.
  void set_r1_r2_strength(double dbm, double rate = 54.0) {
    const auto links = links_among({"R1", "R2", "R3"});
    set_strength(*links, "R1", "R2", dbm);
    links->between(links->find("R1"), links->find("R2")).rate = rate;
    set_links(links);
  }

  Program run(const std::string& robot, const std::vector<std::string>& arguments) {
    const auto station = find_exec_station(port_, robot);
    EXPECT_TRUE(station.ok());
    return Program(arguments, exec_environment(*station, RUBBLE_RADIO_LIBRARY));
  }
  // A script that has what it needs of sockets at hand.
  Program python(const std::string& robot, const std::string& script) {
    return run(robot, {python_program(), "-u", "-c", kBeginning + script});
  }
  static Program plain_python(const std::string& script) {
    return Program({python_program(), "-u", "-c", kBeginning + script}, {});
  }

  static std::string python_program() {
    return std::filesystem::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  }
  inline static const std::string kBeginning =
      "import errno, hashlib, os, select, socket, sys, time\n"
      "def listener(port, host=''):\n"
      "  s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)\n"
      "  s.bind((host, port)); s.listen(64); print('ready'); return s\n"
      "def hearer(port):\n"
      "  s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
      "  s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)\n"
      "  s.bind(('', port)); print('ready'); return s\n"
      "def code(number): return errno.errorcode.get(number, str(number))\n";

  const int port_ = 100000 + ::getpid();  // not a real port: it only names the broker socket
  net::Network network_;
  RadioChannel channel_{1};
  std::unique_ptr<ExecBroker> broker_;
};

}  // namespace rubble::wireless
