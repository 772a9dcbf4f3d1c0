// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/session.h"

#include <unistd.h>

#include <boost/asio/write.hpp>

namespace rubble::wireless {

namespace {

constexpr auto kRequestTimeout = std::chrono::seconds(5);

}  // namespace

ExecSession::Words words_of(std::string_view line) {
  ExecSession::Words words;
  for (;;) {
    const std::size_t end = line.find(kFieldSeparator);
    words.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return words;
    line.remove_prefix(end + 1);
  }
}

ExecSession::ExecSession(Socket socket)
    : socket_(std::move(socket)), deadline_(socket_.get_executor()) {}

bool ExecSession::is_trusted() {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (getsockopt(socket_.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
  return peer.uid == geteuid() || peer.uid == 0;
}

void ExecSession::start(Handle handle) {
  deadline_.expires_after(kRequestTimeout);
  deadline_.async_wait([self = shared_from_this()](const auto& error) {
    if (!error) self->close();
  });
  read_more(handle);
}

void ExecSession::read_more(const Handle& handle) {
  const auto free_space = net::asio::buffer(request_.data() + size_, request_.size() - size_);
  socket_.async_read_some(
      free_space, [self = shared_from_this(), handle](const auto& error, std::size_t count) {
        if (error) return self->close();
        self->size_ += count;
        const std::string_view text(self->request_.data(), self->size_);
        if (const std::size_t end = text.find('\n'); end != std::string_view::npos) {
          self->deadline_.cancel();
          return handle(self, words_of(text.substr(0, end)));
        }
        if (self->size_ < self->request_.size()) return self->read_more(handle);
        self->answer(kFailed, "a request is at most 1024 bytes long");
      });
}

void ExecSession::answer(std::string_view result, std::string_view first, std::string_view second) {
  answer_ = result;
  for (const std::string_view word : {first, second})
    if (!word.empty()) (answer_ += kFieldSeparator) += word;
  answer_ += '\n';
  net::asio::async_write(socket_, net::asio::buffer(answer_),
                         [self = shared_from_this()](const auto&, std::size_t) { self->close(); });
}

void ExecSession::close() {
  boost::system::error_code ignored;
  deadline_.cancel(ignored);
  socket_.close(ignored);
}

}  // namespace rubble::wireless
