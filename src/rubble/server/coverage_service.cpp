// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/coverage_service.h"

#include <algorithm>
#include <thread>

#include "rubble/base/latest_job_worker.h"
#include "rubble/base/log.h"
#include "rubble/base/parallel.h"
#include "rubble/radio/coverage.h"
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

// The rectangle of a grid. It ends within the last cells, so that rounding never adds another one.
radio::CoverageArea area_of(const viewer_protocol::CoverageGrid& grid) {
  const Vec2 low = grid.first - Vec2(grid.cell / 2, grid.cell / 2);
  const Vec2 high = low + grid.cell * Vec2(grid.columns - 0.5, grid.rows - 0.5);
  return {.low = low, .high = high, .cell = grid.cell, .height = grid.height};
}

// Half of the machine: the other half belongs to the simulation.
int coverage_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2);
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

struct PendingCoverage {
  State moment;
  CoverageJob wanted;
};

class CoverageService::Calculator {
 public:
  Calculator(const World& world, std::uint64_t seed,
             std::shared_ptr<const rays::StaticScene> static_scene, Send send)
      : world_(world),
        seed_(seed),
        static_scene_(std::move(static_scene)),
        send_(std::move(send)) {}

  bool is_idle() const { return worker_.is_idle(); }
  void submit(PendingCoverage pending) { worker_.submit(std::move(pending)); }

 private:
  // --- worker thread ---
  void run(const PendingCoverage& pending, const std::stop_token& stop) {
    const auto grid = compute(pending.moment, pending.wanted);
    if (stop.stop_requested()) return;
    if (grid) send_(pending.wanted.page, viewer_protocol::coverage_frame(*grid));
    answer(pending.wanted, grid ? Result<void>() : grid.error());
  }

  Result<viewer_protocol::CoverageGrid> compute(const State& moment, const CoverageJob& wanted) {
    const auto antenna = antenna_of(moment, wanted.request);
    if (!antenna) return antenna.error();
    viewer_protocol::CoverageGrid grid = grid_around(world_, wanted.request, *antenna);
    grid.time = seconds_at(moment.tick);
    if (const auto filled = fill(grid, moment, wanted.preset); !filled) return filled.error();
    return grid;
  }

  static Result<Vec3> antenna_of(const State& moment,
                                 const viewer_protocol::CoverageRequest& request) {
    if (request.station.empty()) return request.point.value_or(Vec3(Vec3::Zero()));
    for (const radio::Station& station : radio::stations_of(moment))
      if (station.name == request.station) return station.antenna;
    return Error{{}, "'" + request.station + "' is not on the air."};
  }

  Result<void> fill(viewer_protocol::CoverageGrid& grid, const State& moment,
                    std::optional<RadioPreset> preset) {
    // The scene is created on first use.
    if (walls_)
      walls_->update(moment);
    else
      walls_.emplace(moment, static_scene_);
    RadioSettings settings = world_.radio;
    settings.preset = preset.value_or(settings.preset);
    const radio::Propagation propagation(settings);
    const radio::Shadowing shadowing(seed_, world_.radio.shadowing_sigma_db,
                                     world_.radio.shadowing_distance);
    const bool has_shadows = settings.preset == RadioPreset::Multiwall;
    const auto coverage =
        radio::compute_coverage(*walls_, propagation, has_shadows ? &shadowing : nullptr,
                                grid.antenna, area_of(grid), workers_);
    if (!coverage) return coverage.error();
    RUBBLE_ASSERT(coverage->columns == grid.columns && coverage->rows == grid.rows);
    grid.sensitivity = propagation.sensitivity();
    grid.dbm.assign(coverage->dbm.begin(), coverage->dbm.end());
    return {};
  }

  void answer(const CoverageJob& wanted, const Result<void>& result) const {
    if (!wanted.id) return;
    send_(wanted.page, viewer_protocol::answer_message(*wanted.id, result.ok(),
                                                       result ? "" : result.error().message));
  }

  const World& world_;
  const std::uint64_t seed_;
  const std::shared_ptr<const rays::StaticScene> static_scene_;
  const Send send_;
  std::optional<radio::WallFinder> walls_;  // worker thread only
  Workers workers_{coverage_threads()};     // worker thread only
  LatestJobWorker<PendingCoverage> worker_{
      [this](const PendingCoverage& pending, const std::stop_token& stop) { run(pending, stop); },
      [this](PendingCoverage& pending, const std::exception& thrown) {  // e.g. bad_alloc
        log_warning("page: {}", thrown.what());
        answer(pending.wanted, Error{{}, "Not enough memory."});
      }};
};

CoverageService::CoverageService(const World& world, std::uint64_t seed,
                                 std::shared_ptr<const rays::StaticScene> static_scene, Send send)
    : calculator_(
          std::make_unique<Calculator>(world, seed, std::move(static_scene), std::move(send))) {}
CoverageService::~CoverageService() = default;

bool CoverageService::is_idle() const { return calculator_->is_idle(); }

void CoverageService::compute(State moment, CoverageJob wanted) {
  calculator_->submit({std::move(moment), std::move(wanted)});
}

}  // namespace rubble::server
