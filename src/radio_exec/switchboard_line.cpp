// SPDX-License-Identifier: Apache-2.0
#include "radio_exec/switchboard_line.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "radio_exec/identity.h"
#include "radio_exec/real.h"
#include "rubble/wireless/exec_protocol.h"

namespace radio_exec {

namespace {

using namespace rubble::wireless;

constexpr int kPatience = 60000;  // ms; a sender is held up while the air is busy

class Line {
 public:
  Line() : handle_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}
  ~Line() {
    if (handle_ >= 0) ::close(handle_);
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  bool open() {
    sockaddr_un address;
    const socklen_t size = fill_unix_address(address, switchboard_name(identity().radio_port));
    const auto* const where = reinterpret_cast<const sockaddr*>(&address);
    int done = 0;
    do done = RUBBLE_REAL(connect)(handle_, where, size);
    while (done != 0 && errno == EINTR);
    return done == 0;
  }
  bool send(const std::string& text) {
    return RUBBLE_REAL(send)(handle_, text.data(), text.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
  }
  // Up to the end of the line; less if the server goes or does not answer.
  std::string receive() {
    std::string text;
    while (text.empty() || text.back() != '\n') {
      pollfd data{handle_, POLLIN, 0};
      const int ready = ::poll(&data, 1, kPatience);
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
    if (!text.empty()) text += kBetweenWords;
    text += word;
  }
  return text + '\n';
}

Answer parse(const std::string& text) {
  Answer answer;
  std::size_t end = text.find(kBetweenWords);
  answer.result = text.substr(0, end);
  while (end != std::string::npos) {
    const std::size_t begin = end + 1;
    end = text.find(kBetweenWords, begin);
    answer.words.push_back(text.substr(begin, end - begin));
  }
  return answer;
}

}  // namespace

Answer ask(const std::vector<std::string>& request) {
  const ErrnoKeeper keeper;
  const std::string text = joined(request);
  if (text.size() > kLongestRequest) return {};
  Line line;
  const std::string received = line.open() && line.send(text) ? line.receive() : "";
  if (received.empty())
    complain_once("no server answers at radio port " + std::to_string(identity().radio_port) +
                  "; other robots cannot be reached");
  const Answer answer = parse(received);
  if (answer.is(kFailed)) complain_once(answer.word(0));
  return answer;
}

}  // namespace radio_exec
