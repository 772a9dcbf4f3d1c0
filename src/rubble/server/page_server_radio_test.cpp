// SPDX-License-Identifier: Apache-2.0
// The radio as pages see it, over real sockets.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "rubble/sdf/load.h"
#include "rubble/server/host.h"
#include "rubble/server/page_test_client.h"

namespace rubble::server {
namespace {

using RadioJson = PageTestClient::Json;

class PageServerRadioTest : public testing::Test {
 protected:
  PageServerRadioTest() {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ + "/index.html") << "<!doctype html>";
    HostSettings settings;
    settings.ports = {.usarsim = 0, .image = {}, .com = {}, .truth = {}, .web = 0};
    settings.page.folder = folder_;
    settings.page.classes = {"P3AT"};
    settings.page.recordings_folder = folder_ + "/recordings";
    settings.page.open_recorder = [this](const std::string& path) {
      const World& world = simulation_.world();
      return recording::Recorder::open(path, {.seed = 7}, world.file, world.files);
    };
    host_ = *Host::open(simulation_, settings);
    runner_ = std::thread([this] { host_->run(wants_stop_); });
  }
  ~PageServerRadioTest() override {
    wants_stop_ = true;
    runner_.join();
    host_.reset();
    std::filesystem::remove_all(folder_);
  }

  PageTestClient visit() { return PageTestClient(*host_->ports().web); }
  static void enter(PageTestClient& page, const std::string& name, double x) {
    const RadioJson answer = page.ask({{"type", "spawn"},
                                       {"class", "P3AT"},
                                       {"name", name},
                                       {"place", {{"x", x}, {"y", 0.0}, {"yaw", 0.0}}}});
    ASSERT_EQ(answer["ok"], true) << answer;
  }
  static RadioJson watch_radio(double rate) {
    return {{"type", "watch"}, {"poses", 0},   {"smoke", false}, {"streams", RadioJson::array()},
            {"lines", ""},     {"radio", rate}};
  }
  static int stations_in(const std::string& frame) {
    return static_cast<unsigned char>(frame[2]) + 256 * static_cast<unsigned char>(frame[3]);
  }
  static double time_in(const std::string& frame) {
    double time = 0.0;
    std::memcpy(&time, frame.data() + 8, 8);
    return time;
  }

  const std::string folder_ = testing::TempDir() + "rubble_radio_" + std::to_string(::getpid()) +
                              "_" + testing::UnitTest::GetInstance()->current_test_info()->name();
  sim::Simulation simulation_{
      *load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", {default_resource_folders()}),
      sim::Settings{.seed = 7, .load = {default_resource_folders()}}};
  std::atomic<bool> wants_stop_ = false;
  std::unique_ptr<Host> host_;
  std::thread runner_;
};

TEST_F(PageServerRadioTest, LinksComeWhileTheyAreWatchedAndOfAllStations) {
  PageTestClient page = visit();
  enter(page, "R1", 0.0);
  enter(page, "R2", 1.5);
  page.next("status");
  EXPECT_TRUE(page.binaries(PageTestClient::Links).empty());
  page.say(watch_radio(5.0));
  ASSERT_TRUE(page.sees([&] { return page.binaries(PageTestClient::Links).size() >= 4; }));
  const auto& frames = page.binaries(PageTestClient::Links);
  EXPECT_EQ(stations_in(frames.back()), 2);
  EXPECT_GT(time_in(frames[3]), time_in(frames[0]));
  EXPECT_EQ(page.ask(watch_radio(0.0))["ok"], true);
  const std::size_t had = page.binaries(PageTestClient::Links).size();
  page.next("status");
  page.next("status");
  EXPECT_EQ(page.binaries(PageTestClient::Links).size(), had);
}

TEST_F(PageServerRadioTest, APageThatBeginsToWatchARunThatStandsStillGetsTheLinks) {
  PageTestClient page = visit();
  enter(page, "R1", 0.0);
  EXPECT_EQ(page.ask({{"type", "pause"}})["ok"], true);
  page.say(watch_radio(5.0));
  ASSERT_TRUE(page.sees([&] { return !page.binaries(PageTestClient::Links).empty(); }));
  EXPECT_EQ(stations_in(page.binaries(PageTestClient::Links).front()), 1);
}

TEST_F(PageServerRadioTest, AWayIsToldAndOneThatCannotBeIsRefused) {
  PageTestClient page = visit();
  const RadioJson way{{"type", "route"}, {"from", "R1"}, {"to", "R2"}};
  EXPECT_EQ(page.ask(way)["ok"], false) << "nobody watches the radio";
  enter(page, "R1", 0.0);
  enter(page, "R2", 1.5);
  page.say(watch_radio(5.0));
  ASSERT_TRUE(page.sees([&] {
    return !page.binaries(PageTestClient::Links).empty() &&
           stations_in(page.binaries(PageTestClient::Links).back()) == 2;
  }));
  EXPECT_EQ(page.ask(way)["ok"], true);
  ASSERT_EQ(page.all("route").size(), 1U);
  const RadioJson route = page.last("route");
  ASSERT_EQ(route["hops"].size(), 1U);
  EXPECT_NEAR(route["hops"][0]["distance"].get<double>(), 1.5, 0.1);
  EXPECT_EQ(route["is_up"], true);
  const RadioJson self = page.ask({{"type", "route"}, {"from", "R1"}, {"to", "R1"}});
  EXPECT_EQ(self["ok"], false);
  const RadioJson unknown = page.ask({{"type", "route"}, {"from", "R1"}, {"to", "Q"}});
  EXPECT_EQ(unknown["text"], "'Q' is not on the air.");
}

TEST_F(PageServerRadioTest, CoverageIsComputedBesideTheRunWithNoMoreCellsThanTheLimit) {
  PageTestClient page = visit();
  enter(page, "R1", 0.0);
  const RadioJson request{{"type", "coverage"}, {"station", "R1"}, {"height", 0.3}, {"cell", 0.05}};
  EXPECT_EQ(page.ask(request)["ok"], true);
  ASSERT_EQ(page.binaries(PageTestClient::Coverage).size(), 1U);
  const std::string& frame = page.binaries(PageTestClient::Coverage).front();
  const int columns = stations_in(frame);  // at the same place
  const int rows =
      static_cast<unsigned char>(frame[4]) + 256 * static_cast<unsigned char>(frame[5]);
  EXPECT_LE(columns * rows, 20'000);
  EXPECT_GT(columns * rows, 10'000);
  EXPECT_EQ(frame.substr(48, 2), "R1");
  EXPECT_EQ(frame.size(), 50U + 2U * static_cast<std::size_t>(columns * rows));
}

TEST_F(PageServerRadioTest, OfManyCoveragesAPageAsksForTheNewestCountsAndAllAreAnswered) {
  PageTestClient page = visit();
  enter(page, "R1", 0.0);
  std::vector<int> ids;
  for (int i = 0; i < 12; ++i)
    ids.push_back(page.say_with_id(
        {{"type", "coverage"}, {"station", "R1"}, {"height", 0.1 * i}, {"cell", 0.5}}));
  int done = 0;
  for (const int id : ids) {
    const RadioJson answer = page.answer_to(id);
    ASSERT_FALSE(answer.is_null());
    done += answer["ok"] == true ? 1 : 0;
  }
  EXPECT_EQ(page.answer_to(ids.back())["ok"], true);
  EXPECT_LT(done, 12);
  const std::string& last = page.binaries(PageTestClient::Coverage).back();
  float height = 0.0F;
  std::memcpy(&height, last.data() + 36, 4);
  EXPECT_NEAR(height, 1.1, 1e-6);
  const RadioJson unknown =
      page.ask({{"type", "coverage"}, {"station", "Q"}, {"height", 0.1}, {"cell", 0.5}});
  EXPECT_EQ(unknown["text"], "'Q' is not on the air.");
}

TEST_F(PageServerRadioTest, ARecordingHasLinksWaysAndCoverageToo) {
  PageTestClient page = visit();
  enter(page, "R1", 0.0);
  enter(page, "R2", 1.5);
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", true}})["ok"], true);
  const double begin = page.next("status")["time"].get<double>();
  page.status_with([&](const RadioJson& all) { return all["time"] > begin + 0.5; });
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", false}})["ok"], true);
  page.ask({{"type", "recordings"}});
  const std::string name = page.last("recordings")["files"][0]["name"];
  ASSERT_EQ(page.ask({{"type", "open"}, {"name", name}})["ok"], true);
  page.forget();
  page.say(watch_radio(5.0));
  ASSERT_TRUE(page.sees([&] { return !page.binaries(PageTestClient::Links).empty(); }));
  EXPECT_EQ(stations_in(page.binaries(PageTestClient::Links).back()), 2);
  EXPECT_EQ(page.ask({{"type", "route"}, {"from", "R1"}, {"to", "R2"}})["ok"], true);
  EXPECT_EQ(
      page.ask({{"type", "coverage"}, {"station", "R2"}, {"height", 0.3}, {"cell", 0.5}})["ok"],
      true);
  EXPECT_EQ(page.binaries(PageTestClient::Coverage).size(), 1U);
}

}  // namespace
}  // namespace rubble::server
