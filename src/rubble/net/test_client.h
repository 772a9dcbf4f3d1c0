// SPDX-License-Identifier: Apache-2.0
// Blocking TCP client on loopback for tests and benchmarks. Every call has a timeout.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace rubble::net {

class TestClient {
 public:
  explicit TestClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_port = htons(static_cast<std::uint16_t>(port));
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_connected_ =
        ::connect(socket_, reinterpret_cast<const sockaddr*>(&where), sizeof where) == 0;
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  ~TestClient() { close(); }
  TestClient(TestClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)),
        is_connected_(other.is_connected_),
        received_(std::move(other.received_)) {}
  TestClient& operator=(TestClient&&) = delete;

  bool is_connected() const { return is_connected_; }
  void close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }
  int handle() const { return socket_; }
  void stop_sending() { ::shutdown(socket_, SHUT_WR); }
  // Closes with a TCP reset.
  void reset() {
    const linger at_once{1, 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close();
  }

  // False if the server does not accept all bytes in time.
  bool send(std::string_view bytes, int milliseconds = 5000) {
    while (!bytes.empty()) {
      pollfd room{socket_, POLLOUT, 0};
      if (::poll(&room, 1, milliseconds) <= 0) return false;
      const ssize_t n = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n < 0 && errno != EAGAIN) return false;
      if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }

  // The next line, without CR LF; nothing on timeout or if the server has closed.
  std::optional<std::string> line(int milliseconds = 5000) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    for (;;) {
      if (const auto end = received_.find("\r\n", begun_); end != std::string::npos) {
        std::string text = received_.substr(begun_, end - begun_);
        begun_ = end + 2;
        return text;
      }
      if (!receive(until)) return {};
    }
  }

  // `count` bytes, or fewer on timeout.
  std::string bytes(std::size_t count, int milliseconds = 5000) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (received_.size() - begun_ < count && receive(until)) {
    }
    std::string text = received_.substr(begun_, count);
    begun_ += text.size();
    return text;
  }

  // Whether the server closes the connection in time. Discards received bytes.
  bool sees_the_end(int milliseconds = 5000) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (receive(until)) received_.clear(), begun_ = 0;
    return has_ended_;
  }

 private:
  bool receive(std::chrono::steady_clock::time_point until) {
    using namespace std::chrono;
    const auto left = duration_cast<milliseconds>(until - steady_clock::now()).count();
    pollfd data{socket_, POLLIN, 0};
    if (::poll(&data, 1, left > 0 ? static_cast<int>(left) : 0) <= 0) return false;
    received_.erase(0, std::exchange(begun_, 0));
    const std::size_t before = received_.size();
    constexpr std::size_t kChunk = 64 << 10;
    received_.resize(before + kChunk);
    const ssize_t n = ::recv(socket_, received_.data() + before, kChunk, 0);
    received_.resize(before + static_cast<std::size_t>(n > 0 ? n : 0));
    if (n <= 0) has_ended_ = true;
    return n > 0;
  }

  int socket_;
  bool is_connected_ = false;
  bool has_ended_ = false;
  std::string received_;
  std::size_t begun_ = 0;  // of what was received; the rest is given out
};

// Tries a claim again and again for a while.
template <class Claim>
bool becomes_true(Claim claim, int milliseconds = 10000) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  while (!claim()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace rubble::net
