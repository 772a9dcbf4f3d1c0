// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/http_session.h"

#include <array>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <limits>

namespace rubble::net {

namespace beast = boost::beast;
namespace http = boost::beast::http;

class BeastHttpSession : public HttpSession, public std::enable_shared_from_this<BeastHttpSession> {
 public:
  BeastHttpSession(tcp::socket socket, std::shared_ptr<HttpServerContext> context,
                   std::shared_ptr<void> connection_slot)
      : context_(std::move(context)),
        connection_slot_(std::move(connection_slot)),
        stream_(std::move(socket)) {}

  void begin();
  void close() override;
  std::optional<Moment> idle_since() const override { return idle_since_; }
  std::optional<Moment> receiving_since() const override { return receiving_since_; }

 private:
  using ErrorCode = boost::system::error_code;
  using Parser = http::request_parser<http::buffer_body>;

  void wait_for_request();
  void read_header();
  void handle_header(const ErrorCode& error);
  void upgrade(const HttpRequest& request);
  void answer(HttpResponse answer, bool keep_alive);
  void finish(const ErrorCode& error, bool keep_alive);
  void linger();
  void expire_after(double seconds);
  std::string only_value(http::field name) const;
  HttpRequest parsed_request() const;

  std::shared_ptr<HttpServerContext> context_;
  std::shared_ptr<void> connection_slot_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{kMaxHeaderBytes};
  std::optional<Parser> parser_;
  std::string header_;
  HttpResponse answer_;
  std::optional<Moment> idle_since_;
  std::optional<Moment> receiving_since_;

  static constexpr std::uint32_t kMaxHeaderBytes = 16 << 10;
};

std::shared_ptr<HttpSession> HttpSession::open(tcp::socket socket,
                                               std::shared_ptr<HttpServerContext> context,
                                               std::shared_ptr<void> connection_slot) {
  auto session = std::make_shared<BeastHttpSession>(std::move(socket), std::move(context),
                                                    std::move(connection_slot));
  session->begin();
  return session;
}

void BeastHttpSession::expire_after(double seconds) {
  stream_.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(seconds)));
}

void BeastHttpSession::begin() { wait_for_request(); }

// keep_alive_timeout applies until a request begins, request_timeout until its header is complete.
void BeastHttpSession::wait_for_request() {
  parser_.emplace();
  parser_->header_limit(kMaxHeaderBytes);
  // Bodies are never read. "None" would be a limit of 0 in Boost 1.74.
  parser_->body_limit(std::numeric_limits<std::uint64_t>::max());
  if (buffer_.size() > 0) return read_header();
  idle_since_ = std::chrono::steady_clock::now();
  expire_after(context_->settings().keep_alive_timeout);
  stream_.async_read_some(buffer_.prepare(4096),
                          [self = shared_from_this()](const ErrorCode& error, std::size_t bytes) {
                            if (error) return self->close();
                            self->buffer_.commit(bytes);
                            self->read_header();
                          });
}

void BeastHttpSession::read_header() {
  idle_since_.reset();
  receiving_since_ = std::chrono::steady_clock::now();
  expire_after(context_->settings().request_timeout);
  http::async_read_header(stream_, buffer_, *parser_,
                          [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                            self->handle_header(error);
                          });
}

void BeastHttpSession::handle_header(const ErrorCode& error) {
  receiving_since_.reset();
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return answer(text_response(431, "The request header must not exceed 16 KiB."), false);
  if (error && error.category() == make_error_code(http::error::bad_method).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message)
    return answer(text_response(400, "This is not a valid HTTP request."), false);
  if (error) return close();
  const HttpRequest request = parsed_request();
  if (request.is_websocket && context_->allows_websocket(request)) return upgrade(request);
  // Bytes after the header may be a body or WebSocket data, not another request.
  const bool keep_alive = parser_->is_done() && parser_->keep_alive() && !request.is_websocket;
  answer(context_->answer(request), keep_alive);
}

std::string BeastHttpSession::only_value(http::field name) const {
  const auto& fields = parser_->get();
  return fields.count(name) == 1 ? std::string(fields[name]) : std::string();
}

HttpRequest BeastHttpSession::parsed_request() const {
  const auto& head = parser_->get();
  const bool is_websocket = beast::iequals(head[http::field::upgrade], "websocket");
  return {std::string(head.method_string()),
          std::string(head.target()),
          only_value(http::field::host),
          only_value(http::field::origin),
          only_value(http::field::accept_encoding),
          only_value(http::field::if_none_match),
          is_websocket,
          only_value(http::field::sec_websocket_protocol)};
}

void BeastHttpSession::upgrade(const HttpRequest& request) {
  if (buffer_.size() > 0 || !parser_->is_done())
    return answer(text_response(400, "WebSocket data must not precede the handshake response."),
                  false);
  stream_.expires_never();
  context_->add_socket(stream_.release_socket(), request,
                       {only_value(http::field::host), only_value(http::field::sec_websocket_key),
                        only_value(http::field::sec_websocket_version)},
                       std::exchange(connection_slot_, nullptr));
}

void BeastHttpSession::answer(HttpResponse answer, bool keep_alive) {
  answer_ = std::move(answer);
  const std::string host = parser_->is_header_done() ? only_value(http::field::host) : "";
  header_ = response_head(answer_, host, keep_alive);
  std::array<asio::const_buffer, 2> parts{asio::buffer(header_), asio::const_buffer()};
  if (answer_.has_body && answer_.body) parts[1] = asio::buffer(*answer_.body);
  // Slower clients count as dead.
  constexpr double kMinBytesPerSecond = 20e3;
  expire_after(30.0 + static_cast<double>(parts[1].size()) / kMinBytesPerSecond);
  asio::async_write(stream_, parts,
                    [self = shared_from_this(), keep_alive](const ErrorCode& error, std::size_t n) {
                      self->context_->note_sent(n);
                      self->finish(error, keep_alive);
                    });
}

void BeastHttpSession::finish(const ErrorCode& error, bool keep_alive) {
  answer_ = {};
  if (error) return close();
  if (keep_alive) return wait_for_request();
  ErrorCode ignored;
  stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  expire_after(2.0);
  linger();
}

// Closing a socket with unread bytes sends a reset, and the client may lose the response: read
// until EOF.
void BeastHttpSession::linger() {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(kMaxHeaderBytes),
                          [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                            if (error) return self->close();
                            self->linger();
                          });
}

void BeastHttpSession::close() {
  if (!connection_slot_) return;
  idle_since_.reset();
  receiving_since_.reset();
  stream_.close();
  connection_slot_.reset();
}

}  // namespace rubble::net
