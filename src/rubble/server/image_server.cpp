// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/image_server.h"

#include <algorithm>
#include <boost/asio/write.hpp>
#include <map>
#include <mutex>
#include <set>

#include "rubble/base/latest_job_worker.h"
#include "rubble/base/log.h"
#include "rubble/net/network_loop.h"
#include "rubble/server/image_protocol.h"
#include "rubble/sim/offscreen_renderer.h"
#include "rubble/sim/simulation.h"

namespace rubble::server {

namespace asio = net::asio;
using net::tcp;

using ImageClock = std::chrono::steady_clock;
using ImageReply = std::shared_ptr<const std::vector<std::uint8_t>>;

// One client: request, frame, next request. While it waits or does not read its frame, nothing is
// read from it. Network thread only.
struct ImageConnection {
  explicit ImageConnection(tcp::socket accepted) : socket(std::move(accepted)) {}
  tcp::socket socket;
  ImageRequestReader reader;
  std::array<char, 512> bytes;
  std::string_view unread;
};
using ImageConnectionPointer = std::shared_ptr<ImageConnection>;

struct WaitingClient {
  ImageConnectionPointer connection;
  ImageRegion area;
};

// One rendering and those that get it: all that waited when it began.
struct ImageJob {
  CameraSnapshot moment;
  std::vector<WaitingClient> clients;
};

class ImageServer::Port : public std::enable_shared_from_this<Port> {
 public:
  Port(net::Network::Loop& loop, const ImageServerSettings& settings,
       std::shared_ptr<net::Acceptor> acceptor, Draw draw);

  void start();
  void stop();
  int number() const { return acceptor_->port(); }
  bool wants_snapshot() const;
  void show(CameraSnapshot moment);
  std::int64_t frames_sent() const { return frames_sent_; }

 private:
  // --- network thread ---
  void accept(tcp::socket socket);
  void parse_request(const ImageConnectionPointer& connection);
  void read(const ImageConnectionPointer& connection);
  void enqueue(const ImageConnectionPointer& connection, const ImageRegion& area);
  void send(const ImageConnectionPointer& connection, const ImageReply& reply);
  void close(const ImageConnectionPointer& connection);

  // --- render thread ---
  void run(ImageJob& job);
  void close_all(const std::vector<WaitingClient>& clients);
  void render(const CameraSnapshot& moment, const std::vector<WaitingClient>& clients);
  void render_tile(const CameraSnapshot& moment, std::size_t tile);
  bool touches(const ImageRegion& area, std::size_t tile) const;

  net::Network::Loop& loop_;
  const ImageServerSettings settings_;
  std::shared_ptr<net::Acceptor> acceptor_;
  std::set<ImageConnectionPointer> connections_;  // network thread only
  net::LogThrottle refusals_;

  Draw draw_;
  Image picture_;  // render thread only

  mutable std::mutex mutex_;
  std::vector<WaitingClient> waiting_clients_;
  ImageClock::time_point next_render_{};
  std::atomic<std::int64_t> frames_sent_ = 0;
  std::optional<LatestJobWorker<ImageJob>> worker_;  // from start() to stop()
};

ImageServer::Port::Port(net::Network::Loop& loop, const ImageServerSettings& settings,
                        std::shared_ptr<net::Acceptor> acceptor, Draw draw)
    : loop_(loop), settings_(settings), acceptor_(std::move(acceptor)), draw_(std::move(draw)) {
  constexpr std::uint8_t kDarkGrey = 40;
  picture_.width = settings.grid.columns * settings.grid.width;
  picture_.height = settings.grid.rows * settings.grid.height;
  picture_.rgb.assign(
      3 * static_cast<std::size_t>(picture_.width) * static_cast<std::size_t>(picture_.height),
      kDarkGrey);
}

void ImageServer::Port::start() {
  worker_.emplace([this](ImageJob& job, const std::stop_token&) { run(job); },
                  [this](ImageJob& job, const std::exception& thrown) {
                    log_warning("image: {}", thrown.what());
                    close_all(job.clients);
                  });
  acceptor_->start([self = weak_from_this()](tcp::socket socket) {
    if (const auto port = self.lock()) port->accept(std::move(socket));
  });
}

void ImageServer::Port::stop() {
  worker_.reset();
  loop_.run_and_wait([this] {
    acceptor_->close();
    while (!connections_.empty()) close(*connections_.begin());
  });
}

bool ImageServer::Port::wants_snapshot() const {
  const std::lock_guard lock(mutex_);
  return !waiting_clients_.empty() && ImageClock::now() >= next_render_ && worker_->is_idle();
}

void ImageServer::Port::show(CameraSnapshot moment) { worker_->submit({std::move(moment), {}}); }

// --- network thread --------------------------------------------------------------------------

void ImageServer::Port::accept(tcp::socket socket) {
  if (static_cast<int>(connections_.size()) >= settings_.max_connections) {
    if (const std::int64_t times = refusals_.take_count_if_due(); times > 0)
      log_warning("image: {} connections are open (the maximum); refused {} more, last {}",
                  settings_.max_connections, times, net::peer_of(socket));
    return;
  }
  net::configure_socket(socket);
  const auto connection = std::make_shared<ImageConnection>(std::move(socket));
  connections_.insert(connection);
  if (settings_.pushes_first_frame)
    enqueue(connection, {});
  else
    read(connection);
}

void ImageServer::Port::read(const ImageConnectionPointer& connection) {
  connection->socket.async_read_some(
      asio::buffer(connection->bytes),
      [self = shared_from_this(), connection](const boost::system::error_code& error,
                                              std::size_t byte_count) {
        if (error) return self->close(connection);
        connection->unread = {connection->bytes.data(), byte_count};
        self->parse_request(connection);
      });
}

void ImageServer::Port::parse_request(const ImageConnectionPointer& connection) {
  const auto area = connection->reader.read(connection->unread);
  if (area)
    enqueue(connection, *area);
  else
    read(connection);
}

void ImageServer::Port::enqueue(const ImageConnectionPointer& connection, const ImageRegion& area) {
  const std::lock_guard lock(mutex_);
  waiting_clients_.push_back({connection, area});
}

void ImageServer::Port::send(const ImageConnectionPointer& connection, const ImageReply& reply) {
  if (!connection->socket.is_open()) return;
  asio::async_write(connection->socket, asio::buffer(*reply),
                    [self = shared_from_this(), connection, reply](
                        const boost::system::error_code& error, std::size_t) {
                      if (error) return self->close(connection);
                      ++self->frames_sent_;
                      self->parse_request(connection);
                    });
}

void ImageServer::Port::close(const ImageConnectionPointer& connection) {
  boost::system::error_code ignored;
  connection->socket.close(ignored);
  connections_.erase(ImageConnectionPointer(connection));
}

// --- render thread ---------------------------------------------------------------------------

void ImageServer::Port::run(ImageJob& job) {
  const auto pause = std::chrono::duration_cast<ImageClock::duration>(
      std::chrono::duration<double>(1.0 / settings_.frames_per_second));
  {
    const std::lock_guard lock(mutex_);
    job.clients = std::exchange(waiting_clients_, {});
    next_render_ = ImageClock::now() + pause;
  }
  render(job.moment, job.clients);
}

// After a failed rendering, e.g. bad_alloc. The run continues.
void ImageServer::Port::close_all(const std::vector<WaitingClient>& clients) {
  for (const WaitingClient& client : clients)
    asio::post(loop_.context(), [self = shared_from_this(), connection = client.connection] {
      self->close(connection);
    });
}

void ImageServer::Port::render(const CameraSnapshot& moment,
                               const std::vector<WaitingClient>& clients) {
  std::map<ImageRegion, ImageReply> replies;
  for (const WaitingClient& client : clients)
    replies.emplace(clipped(client.area, picture_.width, picture_.height), nullptr);
  for (std::size_t tile = 0; tile < moment.tiles.size(); ++tile)
    if (std::any_of(replies.begin(), replies.end(),
                    [&](const auto& reply) { return touches(reply.first, tile); }))
      render_tile(moment, tile);
  for (auto& [area, reply] : replies)
    reply = std::make_shared<const std::vector<std::uint8_t>>(
        image_reply(picture_, area, settings_.type));
  for (const WaitingClient& client : clients)
    asio::post(loop_.context(),
               [self = shared_from_this(), connection = client.connection,
                reply = replies.at(clipped(client.area, picture_.width, picture_.height))] {
                 self->send(connection, reply);
               });
}

bool ImageServer::Port::touches(const ImageRegion& area, std::size_t tile) const {
  const TileGrid& grid = settings_.grid;
  const auto overlap = [](std::uint32_t first, std::uint32_t length, int index, int size) {
    const auto begin = static_cast<std::uint32_t>(index * size);
    return first < begin + static_cast<std::uint32_t>(size) && begin < first + length;
  };
  const int column = static_cast<int>(tile) % grid.columns;
  const int row = static_cast<int>(tile) / grid.columns;
  return overlap(area.x, area.width, column, grid.width) &&
         overlap(area.y, area.height, row, grid.height);
}

void ImageServer::Port::render_tile(const CameraSnapshot& moment, std::size_t tile) {
  const TileGrid& grid = settings_.grid;
  const CameraId& camera = moment.tiles[tile];
  std::optional<Image> view;
  if (!camera.robot.empty()) view = draw_(moment.state, camera, grid.width, grid.height);
  constexpr std::uint8_t kDarkGrey = 40;
  const std::size_t row_bytes = 3 * static_cast<std::size_t>(grid.width);
  const std::size_t column = tile % static_cast<std::size_t>(grid.columns);
  const std::size_t first_row =
      tile / static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.height);
  for (std::size_t row = 0; row < static_cast<std::size_t>(grid.height); ++row) {
    std::uint8_t* const to = picture_.rgb.data() + column * row_bytes +
                             3 * (first_row + row) * static_cast<std::size_t>(picture_.width);
    if (view)
      std::copy_n(view->rgb.data() + row * row_bytes, row_bytes, to);
    else
      std::fill_n(to, row_bytes, kDarkGrey);
  }
}

// --- the server ------------------------------------------------------------------------------

Result<std::unique_ptr<ImageServer>> ImageServer::listen(net::Network& network,
                                                         const ImageServerSettings& settings,
                                                         Draw draw) {
  auto acceptor = net::Acceptor::open(network.loop(), "image", settings.host, settings.port);
  if (!acceptor) return acceptor.error();
  auto port =
      std::make_shared<Port>(network.loop(), settings, *std::move(acceptor), std::move(draw));
  port->start();
  return std::unique_ptr<ImageServer>(new ImageServer(std::move(port)));
}

// The renderer has textures and a scene of what moves, so it is created on the first request.
Result<std::unique_ptr<ImageServer>> ImageServer::listen(net::Network& network,
                                                         const ImageServerSettings& settings,
                                                         const sim::Simulation& simulation) {
  auto renderer = std::make_shared<std::unique_ptr<sim::OffscreenRenderer>>();
  return listen(
      network, settings,
      [renderer, &world = simulation.world(), seed = simulation.settings().seed,
       static_scene = simulation.static_scene()](const State& moment, const CameraId& camera,
                                                 int width, int height) -> std::optional<Image> {
        if (!*renderer)
          *renderer = std::make_unique<sim::OffscreenRenderer>(world, seed, static_scene);
        auto image = (*renderer)->look(moment, camera.robot, camera.camera, width, height);
        if (!image) return std::nullopt;
        return *std::move(image);
      });
}

ImageServer::ImageServer(std::shared_ptr<Port> port) : port_(std::move(port)) {}
ImageServer::~ImageServer() { port_->stop(); }

int ImageServer::port() const { return port_->number(); }
bool ImageServer::wants_snapshot() const { return port_->wants_snapshot(); }
void ImageServer::show(CameraSnapshot moment) { port_->show(std::move(moment)); }
std::int64_t ImageServer::frames_sent() const { return port_->frames_sent(); }

}  // namespace rubble::server
