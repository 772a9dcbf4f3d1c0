// SPDX-License-Identifier: Apache-2.0
#include "radio_exec/broker_client.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "radio_exec/identity.h"
#include "radio_exec/libc_symbols.h"
#include "rubble/wireless/exec/protocol.h"

namespace radio_exec {

namespace {

using namespace rubble::wireless;

constexpr int kReplyTimeout = 60000;  // ms; a sender is blocked while the channel is busy

class BrokerConnection {
 public:
  BrokerConnection() : handle_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}
  ~BrokerConnection() {
    if (handle_ >= 0) ::close(handle_);
  }
  BrokerConnection(const BrokerConnection&) = delete;
  BrokerConnection& operator=(const BrokerConnection&) = delete;

  bool open() {
    sockaddr_un address;
    const socklen_t size = fill_unix_address(address, broker_socket_name(identity().radio_port));
    const auto* const where = reinterpret_cast<const sockaddr*>(&address);
    int done = 0;
    do done = RUBBLE_LIBC(connect)(handle_, where, size);
    while (done != 0 && errno == EINTR);
    return done == 0;
  }
  bool send(const std::string& text) {
    return RUBBLE_LIBC(send)(handle_, text.data(), text.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
  }
  // The reply line; empty if the server closes the connection or does not answer in time.
  std::string receive() {
    std::string text;
    while (text.empty() || text.back() != '\n') {
      pollfd data{handle_, POLLIN, 0};
      const int ready = ::poll(&data, 1, kReplyTimeout);
      if (ready < 0 && errno == EINTR) continue;
      char bytes[512];
      const ssize_t count = ready > 0 ? ::recv(handle_, bytes, sizeof bytes, 0) : 0;
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return {};
      text.append(bytes, static_cast<std::size_t>(count));
    }
    text.pop_back();
    return text;
  }

 private:
  int handle_;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += kFieldSeparator;
    text += word;
  }
  return text + '\n';
}

BrokerReply parse(const std::string& text) {
  BrokerReply reply;
  std::size_t end = text.find(kFieldSeparator);
  reply.result = text.substr(0, end);
  while (end != std::string::npos) {
    const std::size_t begin = end + 1;
    end = text.find(kFieldSeparator, begin);
    reply.words.push_back(text.substr(begin, end - begin));
  }
  return reply;
}

}  // namespace

BrokerReply query_broker(const std::vector<std::string>& request) {
  const ErrnoGuard guard;
  const std::string text = joined(request);
  if (text.size() > kMaxRequestBytes) return {};
  BrokerConnection connection;
  const std::string received =
      connection.open() && connection.send(text) ? connection.receive() : "";
  if (received.empty())
    warn_once("no server answers at radio port " + std::to_string(identity().radio_port) +
              "; other robots cannot be reached");
  const BrokerReply reply = parse(received);
  if (reply.is(kFailed)) warn_once(reply.word(0));
  return reply;
}

}  // namespace radio_exec
