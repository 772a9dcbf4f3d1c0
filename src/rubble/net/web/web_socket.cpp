// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/web_socket.h"

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "rubble/base/log.h"
#include "rubble/net/web/origin_policy.h"

namespace rubble::net {

namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;

// Beast allows one pending read, one write and one close at a time.
class BeastWebSocket : public WebSocket, public std::enable_shared_from_this<BeastWebSocket> {
 public:
  BeastWebSocket(tcp::socket socket, WebSocketHandshake handshake, WebSocketEndpoint endpoint,
                 SessionId id, const WebServerSettings& settings,
                 std::shared_ptr<void> connection_slot, LogThrottle& slow_sockets);
  void begin();
  void close_now() override;

 private:
  using Request = beast::http::request<beast::http::empty_body>;
  using ErrorCode = boost::system::error_code;

  void schedule() override;
  void service();
  void set_idle_timeout(bool is_limited);
  void prepare_stream();
  void read();
  void handle_message();
  void write();
  void send_close(websocket::close_code code);
  void start_linger_timer();
  tcp::socket& socket() { return beast::get_lowest_layer(stream_); }

  const std::string peer_;
  const WebSocketHandshake handshake_;
  const WebSocketEndpoint endpoint_;
  const std::chrono::duration<double> silence_timeout_;
  const std::size_t max_message_bytes_;
  std::shared_ptr<void> connection_slot_;
  LogThrottle& slow_sockets_;
  Request request_;
  websocket::stream<tcp::socket, false> stream_;  // without compression
  asio::steady_timer deadline_;                   // linger timeout of the closing handshake
  beast::flat_buffer message_;
  std::optional<WebFrame> frame_;  // being written
  bool is_open_ = false;
  bool is_reading_ = false;
  bool has_sent_close_ = false;
};

// --- any thread ------------------------------------------------------------------------------

void WebSocket::send(std::span<const WebFrame> frames) {
  if (mailbox_.send(frames)) schedule();
}

void WebSocket::close() {
  if (mailbox_.close()) schedule();
}

void WebSocket::drain(std::vector<WebEvent>& events, std::size_t max_messages) {
  if (mailbox_.drain(events, max_messages)) schedule();
}

std::shared_ptr<WebSocket> WebSocket::open(tcp::socket socket, const WebSocketHandshake& handshake,
                                           const WebSocketEndpoint& endpoint, SessionId id,
                                           const WebServerSettings& settings,
                                           std::shared_ptr<void> connection_slot,
                                           LogThrottle& slow_sockets) {
  auto opened =
      std::make_shared<BeastWebSocket>(std::move(socket), handshake, endpoint, id, settings,
                                       std::move(connection_slot), slow_sockets);
  opened->begin();
  return opened;
}

// --- opening ---------------------------------------------------------------------------------

BeastWebSocket::BeastWebSocket(tcp::socket socket, WebSocketHandshake handshake,
                               WebSocketEndpoint endpoint, SessionId id,
                               const WebServerSettings& settings,
                               std::shared_ptr<void> connection_slot, LogThrottle& slow_sockets)
    : WebSocket(id, endpoint, settings),
      peer_(peer_of(socket)),
      handshake_(std::move(handshake)),
      endpoint_(std::move(endpoint)),
      silence_timeout_(settings.silence_timeout),
      max_message_bytes_(settings.max_message_bytes),
      connection_slot_(std::move(connection_slot)),
      slow_sockets_(slow_sockets),
      stream_(std::move(socket)),
      deadline_(stream_.get_executor()) {}

void BeastWebSocket::begin() {
  prepare_stream();
  namespace http = beast::http;
  request_.method(http::verb::get);
  request_.target(endpoint_.path);
  request_.version(11);
  request_.set(http::field::host, handshake_.host);
  request_.set(http::field::connection, "Upgrade");
  request_.set(http::field::upgrade, "websocket");
  request_.set(http::field::sec_websocket_key, handshake_.key);
  request_.set(http::field::sec_websocket_version, handshake_.version);
  stream_.async_accept(request_, [self = shared_from_this()](const ErrorCode& error) {
    if (error) return self->close_now();
    self->is_open_ = true;
    self->mailbox_.note_opened();
    self->read();
    self->service();
  });
}

void BeastWebSocket::prepare_stream() {
  // Keeps the kernel's send buffer small, so that a slow client shows early in queued_bytes().
  const int max_unsent = 256 << 10;
  setsockopt(socket().native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &max_unsent,
             sizeof max_unsent);
  set_idle_timeout(true);
  stream_.read_message_max(max_message_bytes_);
  stream_.auto_fragment(false);
  stream_.set_option(websocket::stream_base::decorator(
      [host = handshake_.host,
       subprotocol = endpoint_.subprotocol](websocket::response_type& response) {
        if (!subprotocol.empty())
          response.set(beast::http::field::sec_websocket_protocol, subprotocol);
        response.set(beast::http::field::server, "rubble");
        for (const auto& [name, value] : security_headers(host)) response.set(name, value);
      }));
}

// While reading is paused, pongs are not read either: no idle timeout then.
void BeastWebSocket::set_idle_timeout(bool is_limited) {
  using Base = websocket::stream_base;
  stream_.set_option(Base::timeout{
      std::chrono::seconds(10),
      is_limited ? std::chrono::duration_cast<Base::duration>(silence_timeout_) : Base::none(),
      true});
}

// --- reading and writing ---------------------------------------------------------------------

void BeastWebSocket::schedule() {
  asio::post(deadline_.get_executor(), [self = shared_from_this()] { self->service(); });
}

// Applies what other threads did: new frames, resumed reading, closing.
void BeastWebSocket::service() {
  mailbox_.note_serviced();
  if (!is_open_) return;
  if (mailbox_.is_overflowed()) {
    if (const std::int64_t times = slow_sockets_.take_count_if_due(); times > 0)
      log_warning("web: closed {} more pages that do not read, the last {}", times, peer_);
    return close_now();
  }
  read();
  write();
}

void BeastWebSocket::read() {
  if (!is_open_ || is_reading_ || !mailbox_.has_room_for_messages()) return;
  is_reading_ = true;
  stream_.async_read(message_, [self = shared_from_this()](const ErrorCode& error, std::size_t) {
    self->is_reading_ = false;
    if (error) return self->close_now();
    self->handle_message();
  });
}

void BeastWebSocket::handle_message() {
  if (has_sent_close_) return;
  if (stream_.got_binary() && !endpoint_.accepts_binary)
    return send_close(websocket::close_code::unknown_data);
  std::string text = beast::buffers_to_string(message_.data());
  message_.consume(message_.size());
  const bool goes_on = mailbox_.add_message(std::move(text), stream_.got_binary());
  set_idle_timeout(goes_on);
  if (goes_on) read();
}

void BeastWebSocket::write() {
  if (!is_open_ || frame_ || has_sent_close_) return;
  frame_ = mailbox_.pop_frame();
  if (!frame_) {
    if (mailbox_.is_closing()) send_close(websocket::close_code::normal);
    return;
  }
  if (mailbox_.is_closing()) start_linger_timer();
  stream_.binary(frame_->is_binary);
  stream_.async_write(asio::buffer(*frame_->bytes),
                      [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                        if (error) return self->close_now();
                        self->mailbox_.note_written(*std::exchange(self->frame_, {}));
                        self->write();
                      });
}

// --- closing ---------------------------------------------------------------------------------

void BeastWebSocket::send_close(websocket::close_code code) {
  if (std::exchange(has_sent_close_, true)) return;
  start_linger_timer();
  stream_.async_close(code, [self = shared_from_this()](const ErrorCode&) { self->close_now(); });
}

// Linger timeout: a client that does not read or reply cannot delay closing.
void BeastWebSocket::start_linger_timer() {
  if (deadline_.expiry() != asio::steady_timer::time_point{}) return;
  deadline_.expires_after(std::chrono::seconds(2));
  deadline_.async_wait([self = shared_from_this()](const ErrorCode& error) {
    if (!error) self->close_now();
  });
}

void BeastWebSocket::close_now() {
  if (!connection_slot_) return;
  ErrorCode ignored;
  // Best effort: a close frame with code 1001, "going away".
  static constexpr std::string_view kGoingAway("\x88\x02\x03\xe9", 4);
  if (is_open_ && !frame_ && !has_sent_close_ && socket().is_open())
    socket().write_some(asio::buffer(kGoingAway), ignored);
  is_open_ = false;
  deadline_.cancel(ignored);
  beast::get_lowest_layer(stream_).close(ignored);
  mailbox_.note_closed();
  connection_slot_.reset();
}

}  // namespace rubble::net
