// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/web_server.h"

#include <algorithm>
#include <list>
#include <map>
#include <mutex>

#include "rubble/base/assert.h"
#include "rubble/base/log.h"
#include "rubble/net/network_loop.h"
#include "rubble/net/web/http_response.h"
#include "rubble/net/web/http_session.h"
#include "rubble/net/web/web_files.h"
#include "rubble/net/web/web_socket.h"

namespace rubble::net {

using WebSocketPointer = std::shared_ptr<WebSocket>;

class WebServer::Port : public HttpServerContext, public std::enable_shared_from_this<Port> {
 public:
  Port(Network::Loop& loop, const WebServerSettings& settings, std::shared_ptr<Acceptor> acceptor,
       WebFiles files);

  // --- any thread but the network thread ---
  void start();
  void stop();
  int number() const { return acceptor_->port(); }
  WebSocketPointer find(SessionId session) const;
  std::vector<WebEvent> drain(std::size_t max_messages_each);
  WebServerCounts counts() const;

  // --- network thread ---
  const WebServerSettings& settings() const override { return settings_; }
  HttpResponse answer(const HttpRequest& request) override;
  bool allows_websocket(const HttpRequest& request) override;
  void add_socket(tcp::socket socket, const HttpRequest& request,
                  const WebSocketHandshake& handshake,
                  std::shared_ptr<void> connection_slot) override;
  void note_sent(std::size_t bytes) override;

 private:
  void accept(tcp::socket socket);
  void reject(tcp::socket socket);
  bool evict();
  // The session with the oldest time point; null if none has one.
  using Since = std::optional<HttpSession::Moment> (HttpSession::*)() const;
  std::shared_ptr<HttpSession> oldest(Since since) const;
  bool has_room_for_socket() const;
  void note_refusal(const std::string& reason);

  Network::Loop& loop_;
  const WebServerSettings settings_;
  std::shared_ptr<Acceptor> acceptor_;
  const WebFiles files_;
  const OriginPolicy origin_policy_;

  // Network thread only.
  std::list<std::weak_ptr<HttpSession>> sessions_;
  int connections_ = 0;
  LogThrottle refusals_;
  LogThrottle slow_sockets_;

  mutable std::mutex mutex_;
  std::map<SessionId, WebSocketPointer> sockets_;
  SessionId last_id_ = 0;
  WebServerCounts counts_;
  std::int64_t socket_bytes_out_ = 0;  // of WebSockets already removed
};

WebServer::Port::Port(Network::Loop& loop, const WebServerSettings& settings,
                      std::shared_ptr<Acceptor> acceptor, WebFiles files)
    : loop_(loop),
      settings_(settings),
      acceptor_(std::move(acceptor)),
      files_(std::move(files)),
      origin_policy_{settings.host, acceptor_->port(), settings.token, settings.endpoints} {}

// --- owner thread ----------------------------------------------------------------------------

void WebServer::Port::start() {
  acceptor_->start([self = weak_from_this()](tcp::socket socket) {
    if (const auto port = self.lock()) port->accept(std::move(socket));
  });
}

void WebServer::Port::stop() {
  loop_.run_and_wait([this] {
    acceptor_->close();
    for (const auto& known : sessions_)
      if (const auto session = known.lock()) session->close();
    const std::lock_guard lock(mutex_);
    for (const auto& [id, socket] : sockets_) socket->close_now();
  });
}

WebSocketPointer WebServer::Port::find(SessionId session) const {
  const std::lock_guard lock(mutex_);
  const auto found = sockets_.find(session);
  return found == sockets_.end() ? nullptr : found->second;
}

std::vector<WebEvent> WebServer::Port::drain(std::size_t max_messages_each) {
  std::vector<WebEvent> events;
  const std::lock_guard lock(mutex_);
  for (auto next = sockets_.begin(); next != sockets_.end();) {
    const WebSocket& socket = *next->second;
    next->second->drain(events, max_messages_each);
    if (socket.mailbox().is_finished()) {
      socket_bytes_out_ += socket.mailbox().bytes_sent();
      next = sockets_.erase(next);
    } else {
      ++next;
    }
  }
  return events;
}

WebServerCounts WebServer::Port::counts() const {
  const std::lock_guard lock(mutex_);
  WebServerCounts counts = counts_;
  counts.bytes_out += socket_bytes_out_;
  for (const auto& [id, socket] : sockets_) {
    counts.sockets += socket->mailbox().is_open() ? 1 : 0;
    counts.bytes_out += socket->mailbox().bytes_sent();
  }
  return counts;
}

// --- network thread --------------------------------------------------------------------------

void WebServer::Port::accept(tcp::socket socket) {
  configure_socket(socket);
  sessions_.remove_if([](const auto& known) { return known.expired(); });
  if (connections_ >= settings_.max_connections && !evict()) return reject(std::move(socket));
  ++connections_;
  // Released on the network thread, however the connection ends.
  std::shared_ptr<void> slot(this, [self = shared_from_this()](void*) { --self->connections_; });
  sessions_.push_back(HttpSession::open(std::move(socket), shared_from_this(), std::move(slot)));
}

// Evicts the longest-idle keep-alive connection: browsers open spare connections and reconnect. If
// there is none, evicts the connection that has been sending its request header for longest, if for
// more than 1 s (slow-loris attack).
bool WebServer::Port::evict() {
  using namespace std::chrono_literals;
  auto oldest_session = oldest(&HttpSession::idle_since);
  if (!oldest_session) {
    oldest_session = oldest(&HttpSession::receiving_since);
    if (!oldest_session ||
        std::chrono::steady_clock::now() - *oldest_session->receiving_since() < 1s)
      return false;
  }
  oldest_session->close();
  return true;
}

std::shared_ptr<HttpSession> WebServer::Port::oldest(Since since) const {
  std::shared_ptr<HttpSession> found;
  for (const auto& known : sessions_)
    if (const auto session = known.lock(); session && (*session.*since)())
      if (!found || *(*session.*since)() < *(*found.*since)()) found = session;
  return found;
}

void WebServer::Port::reject(tcp::socket socket) {
  note_refusal(fmt::format("{} connections are open", settings_.max_connections));
  const HttpResponse answer =
      text_response(503, "Too many connections; close other pages and try again.");
  boost::system::error_code ignored;
  socket.write_some(asio::buffer(response_head(answer, "", false) + *answer.body), ignored);
}

void WebServer::Port::note_refusal(const std::string& reason) {
  {
    const std::lock_guard lock(mutex_);
    ++counts_.refused;
  }
  if (const std::int64_t times = refusals_.take_count_if_due(); times > 0)
    log_warning("web: refused {} more requests, the last because {}", times, reason);
}

bool WebServer::Port::allows_websocket(const HttpRequest& request) {
  return !refusal_response(origin_policy_, request) && has_room_for_socket();
}

bool WebServer::Port::has_room_for_socket() const {
  const std::lock_guard lock(mutex_);
  const auto open = std::count_if(sockets_.begin(), sockets_.end(), [](const auto& entry) {
    return !entry.second->mailbox().is_closed();
  });
  // Closed ones take memory until they are drained.
  const auto most = static_cast<std::size_t>(settings_.max_sockets);
  return static_cast<std::size_t>(open) < most && sockets_.size() < 16 * most;
}

HttpResponse WebServer::Port::answer(const HttpRequest& request) {
  {
    const std::lock_guard lock(mutex_);
    ++counts_.requests;
  }
  if (auto refused = refusal_response(origin_policy_, request)) {
    refused->has_body = request.method != "HEAD";
    if (refused->status == 403 || refused->status == 421)
      note_refusal(fmt::format("of a wrong host, origin or token ({})", refused->status));
    return *std::move(refused);
  }
  if (!request.is_websocket) return file_response(files_, request);
  note_refusal(fmt::format("{} pages are open", settings_.max_sockets));
  return text_response(503, "Too many pages are open; close one and try again.");
}

void WebServer::Port::add_socket(tcp::socket socket, const HttpRequest& request,
                                 const WebSocketHandshake& handshake,
                                 std::shared_ptr<void> connection_slot) {
  const WebSocketEndpoint* const endpoint = find_endpoint(origin_policy_, path_of(request.target));
  RUBBLE_ASSERT(endpoint != nullptr);
  const std::lock_guard lock(mutex_);
  ++counts_.requests;
  const SessionId id = ++last_id_;
  sockets_.emplace(id, WebSocket::open(std::move(socket), handshake, *endpoint, id, settings_,
                                       std::move(connection_slot), slow_sockets_));
}

void WebServer::Port::note_sent(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  counts_.bytes_out += static_cast<std::int64_t>(bytes);
}

// --- the server ------------------------------------------------------------------------------

Result<std::unique_ptr<WebServer>> WebServer::listen(Network& network,
                                                     const WebServerSettings& settings) {
  if (!is_loopback(settings.host) && settings.token.empty())
    return Error{{},
                 "a page that other machines can reach, at " + settings.host + ", needs a token"};
  auto acceptor = Acceptor::open(network.loop(), "web", settings.host, settings.port);
  if (!acceptor) return acceptor.error();
  auto files = read_web_files(settings.folder);
  if (!files) log_warning("web: no page to serve: {}", files.error().to_string());
  const std::string index = "/" + settings.index;
  if (files && !files->contains(index)) {
    log_warning("web: no page to serve: {} has no {}", settings.folder, settings.index);
    files->erase("/index.html");  // another page would not understand this protocol
  } else if (files) {
    (*files)["/index.html"] = files->at(index);
  }
  auto port = std::make_shared<Port>(network.loop(), settings, *std::move(acceptor),
                                     files ? *std::move(files) : WebFiles{});
  port->start();
  return std::unique_ptr<WebServer>(new WebServer(std::move(port)));
}

WebServer::WebServer(std::shared_ptr<Port> port) : port_(std::move(port)) {}
WebServer::~WebServer() { port_->stop(); }

int WebServer::port() const { return port_->number(); }
std::vector<WebEvent> WebServer::drain(std::size_t max_messages_each) {
  return port_->drain(max_messages_each);
}
WebServerCounts WebServer::counts() const { return port_->counts(); }

void WebServer::send(SessionId session, std::span<const WebFrame> frames) {
  if (const WebSocketPointer found = port_->find(session)) found->send(frames);
}

void WebServer::close(SessionId session) {
  if (const WebSocketPointer found = port_->find(session)) found->close();
}

std::size_t WebServer::queued_bytes(SessionId session) const {
  const WebSocketPointer found = port_->find(session);
  return found ? found->mailbox().queued_bytes() : 0;
}

std::int64_t WebServer::bytes_sent(SessionId session) const {
  const WebSocketPointer found = port_->find(session);
  return found ? found->mailbox().bytes_sent() : 0;
}

}  // namespace rubble::net
