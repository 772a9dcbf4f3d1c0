// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/coverage_service.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <future>

#include "rubble/radio/shadowing.h"
#include "rubble/radio/walls.h"
#include "rubble/sdf/load.h"
#include "rubble/sim/simulation.h"

namespace rubble::server {
namespace {

constexpr std::uint64_t kSeed = 7;

// A coverage frame as a page gets it; the format is specified in viewer/src/protocol.ts.
struct DecodedCoverage {
  explicit DecodedCoverage(const std::string& bytes) {
    const auto get = [&](std::size_t at, auto value) {
      std::memcpy(&value, bytes.data() + at, sizeof value);
      return value;
    };
    columns = get(2, std::uint16_t{});
    rows = get(4, std::uint16_t{});
    first = Vec2(get(28, float{}), get(32, float{}));
    cell = get(40, float{});
    for (std::size_t i = 48; i + 1 < bytes.size(); i += 2)
      hundredths.push_back(get(i, std::int16_t{}));
  }

  int columns;
  int rows;
  Vec2 first;
  double cell;
  std::vector<int> hundredths;  // of 1 dBm, row-major
};

class CoverageServiceTest : public testing::Test {
 protected:
  std::string frame_of(const viewer_protocol::CoverageRequest& request, RadioPreset preset) {
    std::promise<std::string> bytes;
    CoverageService service(
        simulation_.world(), kSeed, simulation_.static_scene(),
        [&](PageId, const viewer_protocol::Frame& frame) { bytes.set_value(*frame.bytes); });
    service.compute(simulation_.state(), {1, std::nullopt, request, preset});
    return bytes.get_future().get();
  }

  sim::Simulation simulation_{
      *load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", {default_resource_folders()}),
      sim::Settings{.seed = kSeed, .load = {default_resource_folders()}}};
};

TEST_F(CoverageServiceTest, EachCellIsThePowerOfItsLink) {
  const Vec3 antenna(0.4, 0.3, 0.5);
  const double height = 0.25, cell = 0.125;
  const RadioSettings& radio = simulation_.world().radio;
  const radio::WallFinder walls(simulation_.state());
  for (const RadioPreset preset : {RadioPreset::Multiwall, RadioPreset::Wss}) {
    RadioSettings settings = radio;
    settings.preset = preset;
    const radio::Propagation propagation(settings);
    const bool has_shadows = preset == RadioPreset::Multiwall;
    const radio::Shadowing shadowing(kSeed, has_shadows ? radio.shadowing_sigma_db : 0.0,
                                     radio.shadowing_distance);
    const DecodedCoverage coverage(
        frame_of({.point = antenna, .height = height, .cell = cell}, preset));
    ASSERT_EQ(coverage.hundredths.size(),
              static_cast<std::size_t>(coverage.columns) * static_cast<std::size_t>(coverage.rows));
    ASSERT_GT(coverage.hundredths.size(), 1000U);
    std::size_t i = 0;
    int rounded_otherwise = 0;  // the grid is in single precision
    for (int row = 0; row < coverage.rows; ++row)
      for (int column = 0; column < coverage.columns; ++column, ++i) {
        const Vec3 place(coverage.first.x() + coverage.cell * column,
                         coverage.first.y() + coverage.cell * row, height);
        const double dbm =
            propagation.power(walls.between(antenna, place)) + shadowing.between(antenna, place);
        ASSERT_NEAR(coverage.hundredths[i], 100.0 * dbm, 0.501) << column << "," << row;
        rounded_otherwise += coverage.hundredths[i] != std::lround(100.0 * dbm) ? 1 : 0;
      }
    EXPECT_LT(rounded_otherwise, static_cast<int>(i) / 1000);
  }
}

TEST_F(CoverageServiceTest, AStationThatIsNotThereIsAnErrorToThePage) {
  std::promise<std::string> bytes;
  CoverageService service(
      simulation_.world(), kSeed, simulation_.static_scene(),
      [&](PageId, const viewer_protocol::Frame& frame) { bytes.set_value(*frame.bytes); });
  service.compute(simulation_.state(), {1, 12, {.station = "R9"}, {}});
  EXPECT_NE(bytes.get_future().get().find("'R9' is not on the air."), std::string::npos);
}

}  // namespace
}  // namespace rubble::server
