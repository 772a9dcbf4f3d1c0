// SPDX-License-Identifier: Apache-2.0
// The smallest C++ client: enters a world, drives ahead and stops before the wall, with nothing but
// sockets. Usage: hello [port] [seconds]
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

int connect_to(const char* host, const char* port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host, port, &hints, &found) != 0) return -1;
  const int connection = socket(found->ai_family, found->ai_socktype, 0);
  const bool is_connected = connect(connection, found->ai_addr, found->ai_addrlen) == 0;
  freeaddrinfo(found);
  return is_connected ? connection : -1;
}

bool say(int connection, const std::string& line) {
  const std::string text = line + "\r\n";
  return send(connection, text.data(), text.size(), MSG_NOSIGNAL) ==
         static_cast<ssize_t>(text.size());
}

// The next line without its end; false if the server has closed.
bool hear(int connection, std::string& received, std::string& line) {
  std::size_t end = 0;
  while ((end = received.find("\r\n")) == std::string::npos) {
    char bytes[4096];
    const ssize_t count = recv(connection, bytes, sizeof bytes, 0);
    if (count <= 0) return false;
    received.append(bytes, static_cast<std::size_t>(count));
  }
  line = received.substr(0, end);
  received.erase(0, end + 2);
  return true;
}

// What follows "{Name " in a line, or an empty text.
std::string value_of(const std::string& line, const std::string& name) {
  const std::size_t begin = line.find("{" + name + " ");
  if (begin == std::string::npos) return {};
  const std::size_t first = begin + name.size() + 2;
  return line.substr(first, line.find('}', first) - first);
}

// The middle of a scan: what is straight ahead, m.
double distance_ahead(const std::string& ranges) {
  const auto commas = std::count(ranges.begin(), ranges.end(), ',');
  std::size_t at = 0;
  for (long i = 0; i < commas / 2; ++i) at = ranges.find(',', at) + 1;
  return std::atof(ranges.c_str() + at);
}

}  // namespace

int main(int argc, char** argv) {
  const int connection = connect_to("127.0.0.1", argc > 1 ? argv[1] : "3000");
  const double seconds = argc > 2 ? std::atof(argv[2]) : 5.0;
  if (connection < 0) {
    std::fprintf(stderr, "there is no server; start one with: ./rubble serve worlds/maze.sdf\n");
    return 1;
  }
  say(connection, "INIT {ClassName USARBot.P3AT} {Start RobotStart1}");
  std::string received, line, pose;
  double ahead = 10.0, begin = -1.0;
  while (hear(connection, received, line)) {
    const std::string type = value_of(line, "Type");
    if (type == "RangeScanner") ahead = distance_ahead(value_of(line, "Range"));
    if (type == "Odometry") pose = value_of(line, "Pose");
    if (line.rfind("STA ", 0) != 0) continue;
    // A turn: the status is the last line of it; an order is our answer.
    const double now = std::atof(value_of(line, "Time").c_str());
    if (begin < 0.0) begin = now;
    if (now - begin > seconds) break;
    say(connection, ahead > 0.8 ? "DRIVE {Left 2.0} {Right 2.0}" : "DRIVE {Left 0} {Right 0}");
  }
  std::printf("odometry %s, %.2f m ahead\n", pose.c_str(), ahead);
  close(connection);
  return 0;
}
