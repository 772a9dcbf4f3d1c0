// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/line_client.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace rubble::net {
namespace {

constexpr double kSendTimeout = 5.0;  // s

using Clock = std::chrono::steady_clock;

int milliseconds_left(Clock::time_point until) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
  return left > 0 ? static_cast<int>(left) : 0;
}

Clock::time_point in_seconds(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

bool is_ready(int socket, short what, Clock::time_point until) {
  pollfd watched{socket, what, 0};
  while (true) {
    const int count = ::poll(&watched, 1, milliseconds_left(until));
    if (count > 0) return true;
    if (count == 0 || errno != EINTR) return false;
    // Interrupted by a signal, perhaps Ctrl-C: let the caller check.
    return false;
  }
}

// A connected socket, or -1 with the reason in errno.
int connected_socket(const addrinfo& address, Clock::time_point until) {
  const int handle = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (handle < 0) return -1;
  ::fcntl(handle, F_SETFL, O_NONBLOCK);
  if (::connect(handle, address.ai_addr, address.ai_addrlen) == 0) return handle;
  int problem = errno;
  if (problem == EINPROGRESS) {
    problem = ETIMEDOUT;
    socklen_t size = sizeof problem;
    if (is_ready(handle, POLLOUT, until))
      ::getsockopt(handle, SOL_SOCKET, SO_ERROR, &problem, &size);
    if (problem == 0) return handle;
  }
  ::close(handle);
  errno = problem;
  return -1;
}

}  // namespace

Result<LineClient> LineClient::connect(const LineClientSettings& settings) {
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const std::string port = std::to_string(settings.port);
  const std::string place = settings.host + ":" + port;
  if (const int code = ::getaddrinfo(settings.host.c_str(), port.c_str(), &wanted, &found);
      code != 0)
    return Error{{}, "cannot resolve '" + settings.host + "': " + ::gai_strerror(code)};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(found, ::freeaddrinfo);
  const auto until = in_seconds(settings.connect_timeout);
  int handle = -1;
  for (const addrinfo* one = found; one != nullptr && handle < 0; one = one->ai_next)
    handle = connected_socket(*one, until);
  if (handle < 0)
    return Error{{},
                 "cannot connect to " + place + " (" + std::strerror(errno) +
                     "); is the server running there?"};
  const int on = 1;
  ::setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return LineClient(handle, settings.max_line_bytes);
}

LineClient::LineClient(LineClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      splitter_(std::move(other.splitter_)),
      lines_(std::move(other.lines_)),
      has_ended_(other.has_ended_) {}

LineClient::~LineClient() {
  if (socket_ >= 0) ::close(socket_);
}

std::optional<std::string> LineClient::next(double seconds) {
  const auto until = in_seconds(seconds);
  while (lines_.empty()) {
    const double left = std::chrono::duration<double>(until - Clock::now()).count();
    if (has_ended_ || left < 0.0 || !receive(left)) break;
  }
  if (lines_.empty()) return std::nullopt;
  std::string line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

bool LineClient::receive(double seconds) {
  if (!is_ready(socket_, POLLIN, in_seconds(seconds))) return false;
  std::array<char, 64 << 10> bytes;
  const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  if (count <= 0) {
    has_ended_ = true;
    return false;
  }
  std::vector<std::string> complete;
  splitter_.feed({bytes.data(), static_cast<std::size_t>(count)}, complete);
  for (std::string& line : complete) lines_.push_back(std::move(line));
  return true;
}

bool LineClient::send(std::string_view text) {
  const auto until = in_seconds(kSendTimeout);
  while (!text.empty()) {
    if (!is_ready(socket_, POLLOUT, until)) return false;
    const ssize_t count = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN && errno != EINTR) return false;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace rubble::net
