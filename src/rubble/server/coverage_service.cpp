// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/coverage_service.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "rubble/base/log.h"
#include "rubble/page/radio_frames.h"
#include "rubble/page/run_status.h"
#include "rubble/page/world_bounds.h"
#include "rubble/radio/shadowing.h"
#include "rubble/radio/walls.h"

namespace rubble::server {
namespace {

constexpr double kMostCells = 20'000.0;
constexpr double kMargin = 1.0;    // m around the world
constexpr double kWidest = 400.0;  // m; of a wider world, what is around the station

struct Span {
  double first;  // the middle of its first cell
  int count;
};

Span span_of(double low, double high, double middle, double cell) {
  const double begin = std::max(low - kMargin, middle - kWidest / 2);
  const double end = std::max(begin + cell, std::min(high + kMargin, middle + kWidest / 2));
  return {begin + cell / 2, std::max(1, static_cast<int>((end - begin) / cell))};
}

// The grid a page gets: its cells are larger than it asked for where there would be too many.
page::CoverageGrid grid_around(const World& world, const page::CoverageRequest& wish,
                               const Vec3& antenna) {
  const Bounds bounds = page::bounds_of(world);
  page::CoverageGrid grid;
  grid.station = wish.station;
  grid.antenna = antenna;
  grid.height = wish.height;
  grid.cell = wish.cell;
  for (;; grid.cell *= 1.1) {
    const Span across = span_of(bounds.low.x(), bounds.high.x(), antenna.x(), grid.cell);
    const Span along = span_of(bounds.low.y(), bounds.high.y(), antenna.y(), grid.cell);
    if (static_cast<double>(across.count) * along.count > kMostCells) continue;
    grid.first = {across.first, along.first};
    grid.columns = across.count;
    grid.rows = along.count;
    return grid;
  }
}

}  // namespace

Result<page::Frame> route_frame(const radio::Links& links, const page::RouteRequest& wish) {
  if (wish.from == wish.to) return Error{{}, "A station needs no way to itself."};
  const int from = links.find(wish.from), to = links.find(wish.to);
  if (from < 0 || to < 0)
    return Error{{}, "'" + (from < 0 ? wish.from : wish.to) + "' is not on the air."};
  return page::route_message(links, from, to);
}

class CoverageService::Worker {
 public:
  Worker(const World& world, std::uint64_t seed, Send send)
      : world_(world), seed_(seed), send_(std::move(send)), thread_([this] { work(); }) {}

  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
    }
    something_to_do_.notify_one();
    thread_.join();
  }

  bool is_free() const {
    const std::lock_guard lock(mutex_);
    return is_free_;
  }

  void take(State moment, CoverageRequest wanted) {
    {
      const std::lock_guard lock(mutex_);
      moment_ = std::move(moment);
      wanted_ = std::move(wanted);
      is_free_ = false;
    }
    something_to_do_.notify_one();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      something_to_do_.wait(lock, [this] { return is_stopping_ || !is_free_; });
      if (is_stopping_) return;
      lock.unlock();
      try {
        answer(survey());
      } catch (const std::exception& thrown) {  // memory ran out
        log_warning("page: {}", thrown.what());
        answer(Error{{}, "There is not enough memory for this."});
      }
      lock.lock();
      is_free_ = true;
    }
  }

  Result<void> survey() {
    Vec3 antenna = wanted_.wish.point.value_or(Vec3(Vec3::Zero()));
    if (!wanted_.wish.station.empty()) {
      const std::vector<radio::Station> stations = radio::stations_of(moment_);
      const auto found = std::find_if(stations.begin(), stations.end(), [this](const auto& each) {
        return each.name == wanted_.wish.station;
      });
      if (found == stations.end())
        return Error{{}, "'" + wanted_.wish.station + "' is not on the air."};
      antenna = found->antenna;
    }
    page::CoverageGrid grid = grid_around(world_, wanted_.wish, antenna);
    grid.time = seconds_at(moment_.tick);
    fill(grid);
    if (!is_stopping_) send_(wanted_.page, page::coverage_frame(grid));
    return {};
  }

  void fill(page::CoverageGrid& grid) {
    // Its own scene is made when somebody asks first.
    if (walls_)
      walls_->update(moment_);
    else
      walls_.emplace(moment_);
    RadioSettings settings = world_.radio;
    settings.preset = wanted_.preset.value_or(settings.preset);
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
    if (!wanted_.id || is_stopping_) return;
    send_(wanted_.page,
          page::answer_message(*wanted_.id, result.ok(), result ? "" : result.error().message));
  }

  const World& world_;
  const std::uint64_t seed_;
  const Send send_;
  std::optional<radio::WallFinder> walls_;  // the thread's own

  mutable std::mutex mutex_;
  std::condition_variable something_to_do_;
  State moment_;  // the thread's own while it is not free
  CoverageRequest wanted_;
  bool is_free_ = true;
  std::atomic<bool> is_stopping_ = false;
  std::thread thread_;
};

CoverageService::CoverageService(const World& world, std::uint64_t seed, Send send)
    : worker_(std::make_unique<Worker>(world, seed, std::move(send))) {}
CoverageService::~CoverageService() = default;

bool CoverageService::is_free() const { return worker_->is_free(); }

void CoverageService::compute(State moment, CoverageRequest wanted) {
  worker_->take(std::move(moment), std::move(wanted));
}

}  // namespace rubble::server
