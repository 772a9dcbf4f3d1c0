// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/web_server.h"

#include <algorithm>
#include <list>
#include <map>
#include <mutex>

#include "rubble/base/log.h"
#include "rubble/net/network_loop.h"
#include "rubble/server/http_response.h"
#include "rubble/server/http_session.h"
#include "rubble/server/page_files.h"
#include "rubble/server/page_socket.h"

namespace rubble::server {

namespace asio = net::asio;
using net::tcp;

using PagePointer = std::shared_ptr<PageSocket>;

class WebServer::Port : public HttpServerContext, public std::enable_shared_from_this<Port> {
 public:
  Port(net::Network::Loop& loop, const WebServerSettings& settings,
       std::shared_ptr<net::Acceptor> acceptor, PageFiles files);

  // --- any thread but the network thread ---
  void start();
  void stop();
  int number() const { return acceptor_->port(); }
  PagePointer find(PageId page) const;
  std::vector<PageEvent> drain(std::size_t max_messages_each);
  WebServerCounts counts() const;

  // --- network thread ---
  const WebServerSettings& settings() const override { return settings_; }
  HttpResponse answer(const HttpRequest& request) override;
  bool allows_websocket(const HttpRequest& request) override;
  void add_page(tcp::socket socket, const PageHandshake& handshake,
                std::shared_ptr<void> connection_slot) override;
  void note_sent(std::size_t bytes) override;

 private:
  void accept(tcp::socket socket);
  void reject(tcp::socket socket);
  bool evict();
  // The session with the oldest time point; null if none has one.
  using Since = std::optional<HttpSession::Moment> (HttpSession::*)() const;
  std::shared_ptr<HttpSession> oldest(Since since) const;
  bool has_room_for_page() const;
  void note_refusal(const std::string& reason);

  net::Network::Loop& loop_;
  const WebServerSettings settings_;
  std::shared_ptr<net::Acceptor> acceptor_;
  const PageFiles files_;
  const OriginPolicy origin_policy_;

  // Network thread only.
  std::list<std::weak_ptr<HttpSession>> sessions_;
  int connections_ = 0;
  net::LogThrottle refusals_;
  net::LogThrottle slow_pages_;

  mutable std::mutex mutex_;
  std::map<PageId, PagePointer> pages_;
  PageId last_id_ = 0;
  WebServerCounts counts_;
  std::int64_t page_bytes_out_ = 0;  // of pages already removed
};

WebServer::Port::Port(net::Network::Loop& loop, const WebServerSettings& settings,
                      std::shared_ptr<net::Acceptor> acceptor, PageFiles files)
    : loop_(loop),
      settings_(settings),
      acceptor_(std::move(acceptor)),
      files_(std::move(files)),
      origin_policy_{settings.host, acceptor_->port(), settings.token} {}

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
    for (const auto& [id, page] : pages_) page->close_now();
  });
}

PagePointer WebServer::Port::find(PageId page) const {
  const std::lock_guard lock(mutex_);
  const auto found = pages_.find(page);
  return found == pages_.end() ? nullptr : found->second;
}

std::vector<PageEvent> WebServer::Port::drain(std::size_t max_messages_each) {
  std::vector<PageEvent> events;
  const std::lock_guard lock(mutex_);
  for (auto next = pages_.begin(); next != pages_.end();) {
    const PageSocket& page = *next->second;
    next->second->drain(events, max_messages_each);
    if (page.mailbox().is_finished()) {
      page_bytes_out_ += page.mailbox().bytes_sent();
      next = pages_.erase(next);
    } else {
      ++next;
    }
  }
  return events;
}

WebServerCounts WebServer::Port::counts() const {
  const std::lock_guard lock(mutex_);
  WebServerCounts counts = counts_;
  counts.bytes_out += page_bytes_out_;
  for (const auto& [id, page] : pages_) {
    counts.pages += page->mailbox().is_open() ? 1 : 0;
    counts.bytes_out += page->mailbox().bytes_sent();
  }
  return counts;
}

// --- network thread --------------------------------------------------------------------------

void WebServer::Port::accept(tcp::socket socket) {
  net::configure_socket(socket);
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
  return !refusal_response(origin_policy_, request) && has_room_for_page();
}

bool WebServer::Port::has_room_for_page() const {
  const std::lock_guard lock(mutex_);
  const auto open = std::count_if(pages_.begin(), pages_.end(), [](const auto& entry) {
    return !entry.second->mailbox().is_closed();
  });
  // Closed pages take memory until they are drained.
  const auto most = static_cast<std::size_t>(settings_.max_pages);
  return static_cast<std::size_t>(open) < most && pages_.size() < 16 * most;
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
  note_refusal(fmt::format("{} pages are open", settings_.max_pages));
  return text_response(503, "Too many pages are open; close one and try again.");
}

void WebServer::Port::add_page(tcp::socket socket, const PageHandshake& handshake,
                               std::shared_ptr<void> connection_slot) {
  const std::lock_guard lock(mutex_);
  ++counts_.requests;
  const PageId id = ++last_id_;
  pages_.emplace(id, PageSocket::open(std::move(socket), handshake, id, settings_,
                                      std::move(connection_slot), slow_pages_));
}

void WebServer::Port::note_sent(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  counts_.bytes_out += static_cast<std::int64_t>(bytes);
}

// --- the server ------------------------------------------------------------------------------

Result<std::unique_ptr<WebServer>> WebServer::listen(net::Network& network,
                                                     const WebServerSettings& settings) {
  if (!is_loopback(settings.host) && settings.token.empty())
    return Error{{},
                 "a page that other machines can reach, at " + settings.host + ", needs a token"};
  auto acceptor = net::Acceptor::open(network.loop(), "web", settings.host, settings.port);
  if (!acceptor) return acceptor.error();
  auto files = read_page_files(settings.folder);
  if (!files) log_warning("web: no page to serve: {}", files.error().to_string());
  const std::string index = "/" + settings.index;
  if (files && !files->contains(index)) {
    log_warning("web: no page to serve: {} has no {}", settings.folder, settings.index);
    files->erase("/index.html");  // another page would not understand this protocol
  } else if (files) {
    (*files)["/index.html"] = files->at(index);
  }
  auto port = std::make_shared<Port>(network.loop(), settings, *std::move(acceptor),
                                     files ? *std::move(files) : PageFiles{});
  port->start();
  return std::unique_ptr<WebServer>(new WebServer(std::move(port)));
}

WebServer::WebServer(std::shared_ptr<Port> port) : port_(std::move(port)) {}
WebServer::~WebServer() { port_->stop(); }

int WebServer::port() const { return port_->number(); }
std::vector<PageEvent> WebServer::drain(std::size_t max_messages_each) {
  return port_->drain(max_messages_each);
}
WebServerCounts WebServer::counts() const { return port_->counts(); }

void WebServer::send(PageId page, std::span<const viewer_protocol::Frame> frames) {
  if (const PagePointer found = port_->find(page)) found->send(frames);
}

void WebServer::close(PageId page) {
  if (const PagePointer found = port_->find(page)) found->close();
}

std::size_t WebServer::queued_bytes(PageId page) const {
  const PagePointer found = port_->find(page);
  return found ? found->mailbox().queued_bytes() : 0;
}

std::int64_t WebServer::bytes_sent(PageId page) const {
  const PagePointer found = port_->find(page);
  return found ? found->mailbox().bytes_sent() : 0;
}

}  // namespace rubble::server
