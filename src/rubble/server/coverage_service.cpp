// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/coverage_service.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "rubble/base/log.h"
#include "rubble/radio/shadowing.h"
#include "rubble/radio/walls.h"
#include "rubble/viewer_protocol/radio_frames.h"
#include "rubble/viewer_protocol/run_status.h"
#include "rubble/viewer_protocol/world_bounds.h"

namespace rubble::server {
namespace {

constexpr double kMaxCells = 20'000.0;
constexpr double kMargin = 1.0;      // m around the world
constexpr double kMaxWidth = 400.0;  // m; of a larger world, the part around the station

struct Span {
  double first;  // center of the first cell, m
  int count;
};

Span span_of(double low, double high, double middle, double cell) {
  const double begin = std::max(low - kMargin, middle - kMaxWidth / 2);
  const double end = std::max(begin + cell, std::min(high + kMargin, middle + kMaxWidth / 2));
  return {begin + cell / 2, std::max(1, static_cast<int>((end - begin) / cell))};
}

// The grid for a request. Cells are enlarged if there would be too many.
viewer_protocol::CoverageGrid grid_around(const World& world,
                                          const viewer_protocol::CoverageRequest& request,
                                          const Vec3& antenna) {
  const Bounds bounds = viewer_protocol::bounds_of(world);
  viewer_protocol::CoverageGrid grid;
  grid.station = request.station;
  grid.antenna = antenna;
  grid.height = request.height;
  grid.cell = request.cell;
  for (;; grid.cell *= 1.1) {
    const Span across = span_of(bounds.low.x(), bounds.high.x(), antenna.x(), grid.cell);
    const Span along = span_of(bounds.low.y(), bounds.high.y(), antenna.y(), grid.cell);
    if (static_cast<double>(across.count) * along.count > kMaxCells) continue;
    grid.first = {across.first, along.first};
    grid.columns = across.count;
    grid.rows = along.count;
    return grid;
  }
}

}  // namespace

Result<viewer_protocol::Frame> route_frame(const radio::Links& links,
                                           const viewer_protocol::RouteRequest& request) {
  if (request.from == request.to) return Error{{}, "A station needs no way to itself."};
  const int from = links.find(request.from), to = links.find(request.to);
  if (from < 0 || to < 0)
    return Error{{}, "'" + (from < 0 ? request.from : request.to) + "' is not on the air."};
  return viewer_protocol::route_message(links, from, to);
}

class CoverageService::Worker {
 public:
  Worker(const World& world, std::uint64_t seed,
         std::shared_ptr<const rays::StaticScene> static_scene, Send send)
      : world_(world),
        seed_(seed),
        static_scene_(std::move(static_scene)),
        send_(std::move(send)),
        thread_([this] { thread_main(); }) {}

  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
    }
    wake_up_.notify_one();
    thread_.join();
  }

  bool is_idle() const {
    const std::lock_guard lock(mutex_);
    return is_idle_;
  }

  void start(State moment, CoverageJob wanted) {
    {
      const std::lock_guard lock(mutex_);
      moment_ = std::move(moment);
      job_ = std::move(wanted);
      is_idle_ = false;
    }
    wake_up_.notify_one();
  }

 private:
  void thread_main() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_up_.wait(lock, [this] { return is_stopping_ || !is_idle_; });
      if (is_stopping_) return;
      lock.unlock();
      try {
        answer(compute());
      } catch (const std::exception& thrown) {  // e.g. bad_alloc
        log_warning("page: {}", thrown.what());
        answer(Error{{}, "Not enough memory."});
      }
      lock.lock();
      is_idle_ = true;
    }
  }

  Result<void> compute() {
    Vec3 antenna = job_.request.point.value_or(Vec3(Vec3::Zero()));
    if (!job_.request.station.empty()) {
      const std::vector<radio::Station> stations = radio::stations_of(moment_);
      const auto found = std::find_if(stations.begin(), stations.end(), [this](const auto& each) {
        return each.name == job_.request.station;
      });
      if (found == stations.end())
        return Error{{}, "'" + job_.request.station + "' is not on the air."};
      antenna = found->antenna;
    }
    viewer_protocol::CoverageGrid grid = grid_around(world_, job_.request, antenna);
    grid.time = seconds_at(moment_.tick);
    fill(grid);
    if (!is_stopping_) send_(job_.page, viewer_protocol::coverage_frame(grid));
    return {};
  }

  void fill(viewer_protocol::CoverageGrid& grid) {
    // The scene is created on first use.
    if (walls_)
      walls_->update(moment_);
    else
      walls_.emplace(moment_, static_scene_);
    RadioSettings settings = world_.radio;
    settings.preset = job_.preset.value_or(settings.preset);
    const radio::Propagation propagation(settings);
    const bool has_shadows = settings.preset == RadioPreset::Multiwall;
    const radio::Shadowing shadowing(seed_, has_shadows ? world_.radio.shadowing_sigma_db : 0.0,
                                     world_.radio.shadowing_distance);
    grid.sensitivity = propagation.sensitivity();
    for (int row = 0; row < grid.rows && !is_stopping_; ++row)
      for (int column = 0; column < grid.columns; ++column) {
        const Vec3 place(grid.first.x() + grid.cell * column, grid.first.y() + grid.cell * row,
                         grid.height);
        grid.dbm.push_back(propagation.power(walls_->between(grid.antenna, place)) +
                           shadowing.between(grid.antenna, place));
      }
    grid.dbm.resize(static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows));
  }

  void answer(const Result<void>& result) {
    if (!job_.id || is_stopping_) return;
    send_(job_.page, viewer_protocol::answer_message(*job_.id, result.ok(),
                                                     result ? "" : result.error().message));
  }

  const World& world_;
  const std::uint64_t seed_;
  const std::shared_ptr<const rays::StaticScene> static_scene_;
  const Send send_;
  std::optional<radio::WallFinder> walls_;  // worker thread only

  mutable std::mutex mutex_;
  std::condition_variable wake_up_;
  State moment_;  // owned by the worker while it is busy
  CoverageJob job_;
  bool is_idle_ = true;
  std::atomic<bool> is_stopping_ = false;
  std::thread thread_;
};

CoverageService::CoverageService(const World& world, std::uint64_t seed,
                                 std::shared_ptr<const rays::StaticScene> static_scene, Send send)
    : worker_(std::make_unique<Worker>(world, seed, std::move(static_scene), std::move(send))) {}
CoverageService::~CoverageService() = default;

bool CoverageService::is_idle() const { return worker_->is_idle(); }

void CoverageService::compute(State moment, CoverageJob wanted) {
  worker_->start(std::move(moment), std::move(wanted));
}

}  // namespace rubble::server
