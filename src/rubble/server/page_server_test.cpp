// SPDX-License-Identifier: Apache-2.0
// Pages at a live run, over real sockets.
#include "rubble/server/page_server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "rubble/recording/recording.h"
#include "rubble/sdf/load.h"
#include "rubble/server/host.h"
#include "rubble/server/page_test_client.h"

namespace rubble::server {
namespace {

using Json = PageTestClient::Json;

class PageServerTest : public testing::Test {
 protected:
  PageServerTest() {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ + "/index.html") << "<!doctype html>";
    open();
  }
  ~PageServerTest() override {
    stop();
    host_.reset();
    std::filesystem::remove_all(folder_);
  }

  void open() {
    HostSettings settings;
    settings.ports = {.usarsim = 0, .image = {}, .com = {}, .truth = {}, .web = 0};
    settings.page.folder = folder_;
    settings.page.program = "rubble test";
    settings.page.classes = {"P3AT", "Kenaf"};
    settings.page.recordings_folder = folder_ + "/recordings";
    settings.page.open_recorder = [this](const std::string& path) {
      const World& world = simulation_.world();
      return recording::Recorder::open(path, {.seed = 7}, world.file, world.files);
    };
    host_ = *Host::open(simulation_, settings);
    runner_ = std::thread([this] { host_->run(wants_stop_); });
  }
  // The world stands still then and may be looked at.
  void stop() {
    wants_stop_ = true;
    if (runner_.joinable()) runner_.join();
  }
  PageTestClient visit() { return PageTestClient(*host_->ports().web); }
  // With one robot in front of everybody.
  static void let_in(PageTestClient& page, const std::string& name, double x = 0.0,
                     double y = 0.0) {
    const Json answer = page.ask({{"type", "spawn"},
                                  {"class", "P3AT"},
                                  {"name", name},
                                  {"place", {{"x", x}, {"y", y}, {"yaw", 0.0}}}});
    ASSERT_EQ(answer["ok"], true) << answer;
    EXPECT_EQ(answer["text"], name);
  }
  static Json watch_poses(double rate) {
    return {{"type", "watch"},
            {"poses", rate},
            {"smoke", true},
            {"streams", Json::array()},
            {"lines", ""}};
  }

  const std::string folder_ = testing::TempDir() + "rubble_gallery_" + std::to_string(::getpid()) +
                              "_" + testing::UnitTest::GetInstance()->current_test_info()->name();
  sim::Simulation simulation_{
      *load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", {default_resource_folders()}),
      sim::Settings{.seed = 7, .load = {default_resource_folders()}}};
  std::atomic<bool> wants_stop_ = false;
  std::unique_ptr<Host> host_;
  std::thread runner_;
};

// --- looking ---------------------------------------------------------------------------------

TEST_F(PageServerTest, APageIsGreetedBeforeAnythingElseAndThenGetsTheScene) {
  PageTestClient page = visit();
  ASSERT_TRUE(page.is_open());
  ASSERT_TRUE(page.sees([&] { return !page.all("status").empty(); }));
  EXPECT_EQ(page.order().front(), "hello");
  const Json hello = page.last("hello");
  EXPECT_EQ(hello["mode"], "live");
  EXPECT_EQ(hello["program"], "rubble test");
  EXPECT_EQ(hello["world"]["name"], "room");
  EXPECT_EQ(hello["classes"].size(), 2U);
  EXPECT_EQ(hello["can"]["record"], true);
  EXPECT_EQ(hello["ports"]["usarsim"], *host_->ports().usarsim);
  const auto& order = page.order();
  const auto models = std::find(order.begin(), order.end(), "binary 1");
  const auto things = std::find(order.begin(), order.end(), "entities");
  EXPECT_LT(models, things);
  ASSERT_NE(things, order.end());
  EXPECT_GE(page.last("entities")["added"].size(), 6U);
  EXPECT_EQ(page.last("status")["pages"], 1);
  double spent = 0.0;
  const Json status = page.status_with([](const Json& all) {
    for (const Json& work : all["spent"])
      if (work["name"] == "idle" && work["seconds"] > 0.0) return true;
    return false;
  });
  for (const Json& work : status["spent"]) spent += work["seconds"].get<double>();
  EXPECT_NEAR(spent, 1.0, 0.01);
}

TEST_F(PageServerTest, PosesComeAtTheRateAskedForAndOfWhatMoves) {
  PageTestClient page = visit();
  let_in(page, "R1");
  page.say(watch_poses(20.0));
  ASSERT_TRUE(page.sees([&] { return !page.binaries(PageTestClient::Poses).empty(); }));
  EXPECT_EQ(page.binaries(PageTestClient::Poses).front()[1], 1) << "all parts in the first";
  page.say({{"type", "drive"},
            {"robot", "R1"},
            {"forward", 0.3},
            {"turn", 0.2},
            {"left", 0},
            {"up", 0}});
  ASSERT_TRUE(page.sees([&] { return page.binaries(PageTestClient::Poses).size() >= 21; }));
  const auto time_of = [](const std::string& frame) {
    double time = 0.0;
    std::memcpy(&time, frame.data() + 8, 8);
    return time;
  };
  const auto& frames = page.binaries(PageTestClient::Poses);
  EXPECT_GE(time_of(frames[20]), time_of(frames[0]) + 20 * 0.05 - 0.01);
  const Json answer = page.ask(watch_poses(0.0));
  EXPECT_EQ(answer["ok"], true);
  const std::size_t had = page.binaries(PageTestClient::Poses).size();
  page.next("status");
  page.next("status");
  EXPECT_EQ(page.binaries(PageTestClient::Poses).size(), had);
}

TEST_F(PageServerTest, SensorsAndCamerasAreSeenOnlyWhenTheyAreWatched) {
  PageTestClient page = visit();
  let_in(page, "R1");
  ASSERT_TRUE(page.sees(
      [&] { return !page.all("robots").empty() && !page.all("robots").back()["robots"].empty(); }));
  Json streams = Json::array();
  for (const Json& stream : page.last("robots")["robots"][0]["streams"])
    if (stream["encoding"] == "scan" || stream["encoding"] == "picture")
      streams.push_back({{"id", stream["id"]}, {"rate", 10}});
  ASSERT_GE(streams.size(), 2U);
  EXPECT_TRUE(page.binaries(PageTestClient::Scan).empty());
  EXPECT_TRUE(page.binaries(PageTestClient::Picture).empty());
  page.say(
      {{"type", "watch"}, {"poses", 0}, {"smoke", false}, {"streams", streams}, {"lines", ""}});
  EXPECT_TRUE(page.sees([&] {
    return page.binaries(PageTestClient::Scan).size() > 3 &&
           page.binaries(PageTestClient::Picture).size() > 1;
  }));
}

TEST_F(PageServerTest, APageThatComesWhileTheRunIsPausedSeesWhereEverythingIs) {
  PageTestClient first = visit();
  let_in(first, "R1");
  EXPECT_EQ(first.ask({{"type", "pause"}})["ok"], true);
  PageTestClient second = visit();
  second.say(watch_poses(20.0));
  EXPECT_TRUE(second.sees([&] { return !second.binaries(PageTestClient::Poses).empty(); }));
  EXPECT_EQ(second.robot("R1")["name"], "R1");
  second.look_for(0.3);
  EXPECT_EQ(second.binaries(PageTestClient::Poses).size(), 1U) << "time stands still";
}

TEST_F(PageServerTest, LinesOfAClientAreReadAlong) {
  net::TestClient client(*host_->ports().usarsim);
  client.send("INIT {ClassName P3AT} {Name R1} {Location 0,0,-0.2}\r\n");
  PageTestClient page = visit();
  const Json status = page.status_with([](const Json& all) {
    return !all["clients"].empty() && all["clients"][0]["robot"] == "R1";
  });
  ASSERT_FALSE(status.is_null());
  EXPECT_EQ(status["clients"][0]["lines_in"], 1);
  EXPECT_EQ(status["robots"][0]["driver"], "client");
  Json watch = watch_poses(0.0);
  watch["lines"] = "R1";
  EXPECT_EQ(page.ask(watch)["ok"], true);
  client.send("DRIVE {Left 1} {Right 1}\r\n");
  const auto has_line = [&](const char* from, const char* begin) {
    for (const Json& lines : page.all("lines"))
      for (const Json& line : lines["lines"])
        if (line["from"] == from && line["text"].get<std::string>().starts_with(begin)) return true;
    return false;
  };
  EXPECT_TRUE(page.sees([&] { return has_line("client", "DRIVE") && has_line("server", "S"); }));
  page.leave();  // nobody listens any more, the client plays on
  client.send("GETCONF {Type Robot}\r\n");
  bool is_answered = false;
  while (const auto line = client.line(20000))
    if (line->starts_with("CONF")) {
      is_answered = true;
      break;
    }
  EXPECT_TRUE(is_answered);
}

// --- doing -----------------------------------------------------------------------------------

TEST_F(PageServerTest, DrivingMovesTheRobotAndSendingItSomewhereIsAnsweredThere) {
  PageTestClient page = visit();
  let_in(page, "R1", -2.0);
  for (int i = 0; i < 10; ++i) {
    page.say({{"type", "drive"},
              {"robot", "R1"},
              {"forward", 0.5},
              {"turn", 0},
              {"left", 0},
              {"up", 0}});
    page.look_for(0.1);
  }
  Json robot = page.robot("R1");
  EXPECT_EQ(robot["driver"], "page");
  EXPECT_GT(robot["pose"][0].get<double>(), -1.9);
  const int id = page.say_with_id({{"type", "go_to"}, {"robot", "R1"}, {"x", 1.0}, {"y", 1.0}});
  ASSERT_TRUE(page.sees([&] { return page.robot("R1")["driver"] == "go_to"; }));
  EXPECT_EQ(page.robot("R1")["target"], Json({1.0, 1.0}));
  const Json arrived = page.answer_to(id);
  EXPECT_EQ(arrived["ok"], true) << arrived;
  EXPECT_EQ(arrived["text"], "R1 has arrived.");
  robot = page.robot("R1");
  EXPECT_NEAR(robot["pose"][0].get<double>(), 1.0, 0.4);
  const Json refused = page.ask(
      {{"type", "drive"}, {"robot", "R9"}, {"forward", 1}, {"turn", 0}, {"left", 0}, {"up", 0}});
  EXPECT_EQ(refused["ok"], false);
  EXPECT_EQ(refused["text"], "There is no robot 'R9'.");
}

TEST_F(PageServerTest, RobotsThingsAndSmokeComeAndGo) {
  PageTestClient page = visit();
  const Json at_start = page.ask({{"type", "spawn"}, {"class", "P3AT"}, {"name", ""}});
  ASSERT_EQ(at_start["ok"], true) << at_start;
  const std::string name = at_start["text"];
  EXPECT_FALSE(name.empty());
  EXPECT_NEAR(page.robot(name)["pose"][0].get<double>(), 0.0, 0.2) << "the first start";
  const Json next = page.ask({{"type", "spawn"}, {"class", "P3AT"}, {"name", "R2"}});
  ASSERT_EQ(next["ok"], true) << next;
  EXPECT_NEAR(page.robot("R2")["pose"][0].get<double>(), 3.0, 0.2) << "the second start";
  EXPECT_EQ(page.ask({{"type", "spawn"}, {"class", "P3AT"}, {"name", "R3"}})["text"],
            "No start is free; choose a place on the floor.");
  EXPECT_EQ(
      page.ask(
          {{"type", "spawn"}, {"class", "Tank"}, {"name", "T"}, {"start", "RobotStart1"}})["ok"],
      false);
  EXPECT_EQ(page.ask({{"type", "remove"}, {"name", "R2"}})["ok"], true);
  EXPECT_TRUE(page.robot("R2").is_null());

  page.forget();
  const Json box = page.ask({{"type", "obstacle"},
                             {"shape", "box"},
                             {"x", -3},
                             {"y", 2},
                             {"z", 0},
                             {"yaw", 0.5},
                             {"size", {0.5, 0.5, 0.5}},
                             {"is_fixed", false}});
  ASSERT_EQ(box["ok"], true) << box;
  EXPECT_TRUE(page.sees([&] {
    for (const Json& things : page.all("entities"))
      for (const Json& thing : things["added"])
        if (thing["name"] == box["text"]) return true;
    return false;
  }));
  const auto put_smoke = [&](double density) {
    return page.ask({{"type", "place_smoke"},
                     {"name", "Cloud"},
                     {"x", 1},
                     {"y", 0},
                     {"z", 0.5},
                     {"radius", 1},
                     {"density", density}});
  };
  const auto shows_smoke = [&](double density) {
    return page.sees([&] {
      for (const Json& area : page.last("smoke")["areas"])
        if (area["name"] == "Cloud" && area["density"] == density) return true;
      return density == 0.0 && page.last("smoke")["areas"].empty();
    });
  };
  EXPECT_EQ(put_smoke(0.25)["ok"], true);
  EXPECT_TRUE(shows_smoke(0.25));
  EXPECT_EQ(put_smoke(0.5)["ok"], true);
  EXPECT_TRUE(shows_smoke(0.5)) << "smoke that changes";
  EXPECT_EQ(put_smoke(0.0)["ok"], true);
  EXPECT_TRUE(shows_smoke(0.0));
}

TEST_F(PageServerTest, ARobotStandsOnWhatWasClickedAndWhereThePreviewSaid) {
  PageTestClient page = visit();
  const auto box = [&](double x, double width, double height) {
    return page.ask({{"type", "obstacle"},
                     {"shape", "box"},
                     {"x", x},
                     {"y", 2},
                     {"z", 0},
                     {"yaw", 0},
                     {"size", {width, 2.0, height}},
                     {"is_fixed", true}})["ok"];
  };
  ASSERT_EQ(box(-3, 2.0, 0.7), true);
  ASSERT_EQ(box(1, 0.1, 0.7), true);
  const Json on_table{{"x", -3}, {"y", 2}, {"z", 0.702}, {"yaw", 0.5}};
  const Json preview =
      page.ask({{"type", "preview_spawn"}, {"class", "P3AT"}, {"place", on_table}});
  EXPECT_EQ(preview["ok"], true) << preview;
  const Json shown = page.last("spawn_preview");
  EXPECT_EQ(shown["class"], "P3AT");
  EXPECT_GE(shown["model"], 0);
  EXPECT_GT(shown["links"].size(), 4U);
  EXPECT_TRUE(page.sees([&] { return !page.binaries(PageTestClient::Models).empty(); }));
  const Json entered =
      page.ask({{"type", "spawn"}, {"class", "P3AT"}, {"name", "R1"}, {"place", on_table}});
  ASSERT_EQ(entered["ok"], true) << entered;
  page.look_for(0.5);
  const Json stands = page.robot("R1")["pose"];
  for (const std::size_t k : {0U, 1U, 2U})
    EXPECT_NEAR(stands[k].get<double>(), shown["pose"][k].get<double>(), 0.03) << k;
  EXPECT_GT(stands[2].get<double>(), 0.69);

  const Json on_wall{{"x", 1}, {"y", 2}, {"z", 0.702}, {"yaw", 0}};
  const Json red = page.ask({{"type", "preview_spawn"}, {"class", "P3AT"}, {"place", on_wall}});
  EXPECT_EQ(red["ok"], false);
  EXPECT_NE(red["text"].get<std::string>().find("hang in the air"), std::string::npos) << red;
  EXPECT_NEAR(page.all("spawn_preview").back()["pose"][0].get<double>(), 1.0, 1e-6);
  const Json refused =
      page.ask({{"type", "spawn"}, {"class", "P3AT"}, {"name", "R2"}, {"place", on_wall}});
  EXPECT_EQ(refused["ok"], false);
  EXPECT_NE(refused["text"].get<std::string>().find("'R2' cannot stand"), std::string::npos);
  EXPECT_EQ(page.ask({{"type", "preview_spawn"}, {"class", "Tank"}, {"place", on_wall}})["ok"],
            false);
}

TEST_F(PageServerTest, InvalidRequestsAreRejectedWithTheReason) {
  PageTestClient page = visit();
  const auto why_not = [&](const Json& request) {
    const Json answer = page.ask(request);
    EXPECT_EQ(answer["ok"], false) << request;
    return answer["text"].get<std::string>();
  };
  EXPECT_NE(why_not({{"type", "fly"}}).find("fly"), std::string::npos);
  EXPECT_NE(why_not({{"type", "drive"}, {"robot", "R1"}}).find("forward"), std::string::npos);
  EXPECT_NE(why_not({{"type", "open"}, {"name", "../secret.mcap"}}).find("not a path"),
            std::string::npos);
  EXPECT_NE(why_not({{"type", "seek"}, {"time", 0}}).find("live"), std::string::npos);
  EXPECT_NE(why_not({{"type", "step"}, {"ticks", 1}}).find("Pause"), std::string::npos);
  page.page().say("nonsense");
  page.page().say("[1,2");
  EXPECT_EQ(page.ask({{"type", "live"}})["ok"], true);
}

TEST_F(PageServerTest, PauseStepsPaceAndGoingOn) {
  PageTestClient page = visit();
  EXPECT_EQ(page.ask({{"type", "pause"}})["ok"], true);
  double time = page.status_with([](const Json& all) { return all["is_paused"] == true; })["time"];
  for (const int ticks : {24, 1, 240}) {
    EXPECT_EQ(page.ask({{"type", "step"}, {"ticks", ticks}})["ok"], true);
    time += ticks / 240.0;
    page.look_for(0.2);
    const Json status =
        page.status_with([&](const Json& all) { return all["time"] >= time - 1e-3; });
    EXPECT_NEAR(status["time"].get<double>(), time, 1e-3);
    page.next("status");
    EXPECT_NEAR(page.last("status")["time"].get<double>(), time, 1e-3) << "it stands again";
  }
  EXPECT_EQ(page.ask({{"type", "step"}, {"ticks", -1}})["ok"], false);
  EXPECT_EQ(page.ask({{"type", "pace"}, {"rate", 3}})["ok"], true);
  EXPECT_EQ(page.ask({{"type", "resume"}})["ok"], true);
  const Json running = page.status_with([&](const Json& all) { return all["time"] > time + 3.0; });
  EXPECT_EQ(running["is_paused"], false);
  EXPECT_EQ(running["pace"], 3.0);
  EXPECT_EQ(page.ask({{"type", "pace"}, {"rate", 0}})["ok"], true);
  EXPECT_EQ(page.status_with([&](const Json& all) { return all["time"] > time + 20.0; })["pace"],
            0.0);
}

// --- recordings ------------------------------------------------------------------------------

TEST_F(PageServerTest, ARunIsRecordedFromAPageAndRepeatsToTheSameHash) {
  PageTestClient page = visit();
  let_in(page, "R1");
  page.say({{"type", "drive"},
            {"robot", "R1"},
            {"forward", 0.5},
            {"turn", 0.1},
            {"left", 0},
            {"up", 0}});
  page.look_for(0.3);
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", true}})["ok"], true);
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", true}})["ok"], false) << "it is on already";
  const Json recording = page.status_with([](const Json& all) {
    return !all["recording"].is_null() && all["recording"]["seconds"] > 1.0;
  });
  const std::string name = recording["recording"]["name"];
  page.say({{"type", "go_to"}, {"robot", "R1"}, {"x", 1.0}, {"y", 1.0}});
  page.look_for(0.5);
  EXPECT_EQ(page.ask({{"type", "pause"}})["ok"], true);
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", false}})["ok"], true);
  EXPECT_EQ(page.ask({{"type", "recordings"}})["ok"], true);
  ASSERT_EQ(page.last("recordings")["files"].size(), 1U) << page.last("recordings");
  EXPECT_EQ(page.last("recordings")["files"][0]["name"], name);
  stop();
  const std::uint64_t live = simulation_.state().hash();
  const auto kept = recording::Recording::open(folder_ + "/recordings/" + name);
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  EXPECT_EQ(kept->ticks(), simulation_.state().tick);
  EXPECT_EQ(kept->state_hash(), live);
  const auto unpacked = kept->unpack();
  ASSERT_TRUE(unpacked.ok());
  const LoadSettings load{unpacked->resource_folders()};
  sim::Simulation again(*load_world(unpacked->world_file(), load), {.seed = 7, .load = load});
  auto next = kept->commands().begin();
  for (Tick tick = 0; tick < kept->ticks(); ++tick) {
    std::vector<Command> commands;
    for (; next != kept->commands().end() && next->tick == tick; ++next)
      commands.push_back(next->command);
    again.step(commands);
  }
  EXPECT_EQ(again.state().hash(), live);
}

TEST_F(PageServerTest, ARecordingIsOpenedScrubbedAndLeftForTheLiveRun) {
  PageTestClient page = visit();
  let_in(page, "R1");
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", true}})["ok"], true);
  page.say(
      {{"type", "drive"}, {"robot", "R1"}, {"forward", 0.5}, {"turn", 0}, {"left", 0}, {"up", 0}});
  const Json recording = page.status_with([](const Json& all) {
    return !all["recording"].is_null() && all["recording"]["seconds"] > 2.0;
  });
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", false}})["ok"], true);
  PageTestClient other = visit();
  page.forget();
  const std::string name = recording["recording"]["name"];
  EXPECT_EQ(page.ask({{"type", "open"}, {"name", name}})["ok"], true);
  EXPECT_TRUE(page.sees([&] { return !page.all("alive").empty(); })) << "however long it takes";
  const Json hello = page.last("hello");
  EXPECT_EQ(hello["mode"], "playback");
  EXPECT_EQ(hello["recording"], name);
  EXPECT_GE(hello["duration"].get<double>(), 2.0);
  const double begin = hello["begin"];
  ASSERT_FALSE(page.last("entities").is_null());
  EXPECT_EQ(page.ask({{"type", "pause"}})["ok"], true);
  EXPECT_EQ(page.ask(watch_poses(20.0))["ok"], true);
  double last_x = -1.0;
  for (const double time : {0.2, 0.9, 1.9}) {
    EXPECT_EQ(page.ask({{"type", "seek"}, {"time", begin + time}})["ok"], true);
    const Json status = page.status_with(
        [&](const Json& all) { return std::abs(all["time"].get<double>() - begin - time) < 0.01; });
    ASSERT_FALSE(status.is_null());
    ASSERT_EQ(status["robots"].size(), 1U);
    EXPECT_GE(status["robots"][0]["pose"][0].get<double>(), last_x - 0.01);
    last_x = status["robots"][0]["pose"][0];
  }
  EXPECT_EQ(page.ask({{"type", "step"}, {"ticks", -24}})["ok"], true);
  EXPECT_FALSE(page.status_with([&](const Json& all) {
                     return std::abs(all["time"].get<double>() - begin - 1.8) < 0.01;
                   })
                   .is_null());
  EXPECT_FALSE(page.binaries(PageTestClient::Poses).empty());
  EXPECT_EQ(page.ask({{"type", "remove"}, {"name", "R1"}})["text"],
            "This is a recording; return to the live run to make changes.");
  EXPECT_EQ(page.ask({{"type", "resume"}})["ok"], true);
  EXPECT_FALSE(page.status_with([](const Json& all) { return all["is_over"] == true; }).is_null());
  // The other page goes on with the live run all the while.
  EXPECT_EQ(other.robot("R1")["name"], "R1");
  EXPECT_EQ(other.last("hello")["mode"], "live");

  page.forget();
  EXPECT_EQ(page.ask({{"type", "live"}})["ok"], true);
  EXPECT_EQ(page.last("hello")["mode"], "live");
  const auto& order = page.order();
  const auto again = std::find(order.begin(), order.end(), "hello");
  page.look_for(0.5);
  EXPECT_EQ(page.all("hello").size(), 1U);
  EXPECT_NE(again, order.end());
}

TEST_F(PageServerTest, RecordingsThatCannotBeOpenedAreAnsweredAndThePageIsBackAtTheRun) {
  std::filesystem::create_directories(folder_ + "/recordings");
  std::ofstream(folder_ + "/recordings/odd.mcap") << "no recording at all";
  std::ofstream(folder_ + "/recordings/notes.txt") << "not listed";
  PageTestClient page = visit();
  EXPECT_EQ(page.ask({{"type", "recordings"}})["ok"], true);
  ASSERT_EQ(page.last("recordings")["files"].size(), 1U);
  for (const char* name : {"odd.mcap", "missing.mcap"}) {
    page.forget();
    const Json answer = page.ask({{"type", "open"}, {"name", name}});
    EXPECT_EQ(answer["ok"], false) << name;
    EXPECT_FALSE(answer["text"].get<std::string>().empty());
    EXPECT_EQ(page.last("hello")["mode"], "live");
    EXPECT_FALSE(page.next("status").is_null());
  }
}

// --- pages that behave badly -----------------------------------------------------------------

TEST_F(PageServerTest, APageThatNeverReadsGetsLessAndTheRunGoesOn) {
  PageTestClient deaf = visit();
  let_in(deaf, "R1");
  Json watch = watch_poses(40.0);
  ASSERT_TRUE(deaf.sees(
      [&] { return !deaf.all("robots").empty() && !deaf.all("robots").back()["robots"].empty(); }));
  for (const Json& stream : deaf.last("robots")["robots"][0]["streams"])
    watch["streams"].push_back({{"id", stream["id"]}, {"rate", 0}});
  deaf.say(watch);
  PageTestClient page = visit();
  EXPECT_EQ(page.ask({{"type", "pace"}, {"rate", 0}})["ok"], true);
  const double begin = page.next("status")["time"];
  EXPECT_FALSE(
      page.status_with([&](const Json& all) { return all["time"] > begin + 30.0; }).is_null());
  EXPECT_EQ(page.last("status")["pages"], 2);
}

TEST_F(PageServerTest, APageGetsLessThanAMegabyteASecondAfterTheScene) {
  PageTestClient page = visit();
  let_in(page, "R1");
  Json watch = watch_poses(40.0);
  ASSERT_TRUE(page.sees(
      [&] { return !page.all("robots").empty() && !page.all("robots").back()["robots"].empty(); }));
  for (const Json& stream : page.last("robots")["robots"][0]["streams"])
    watch["streams"].push_back({{"id", stream["id"]}, {"rate", 0}});
  watch["lines"] = "R1";
  EXPECT_EQ(page.ask(watch)["ok"], true);
  EXPECT_EQ(page.ask({{"type", "pace"}, {"rate", 0}})["ok"], true);
  page.look_for(1.0);
  page.forget();
  const double begin = wall_seconds();
  page.look_for(3.0);
  const double bytes_per_second = static_cast<double>(page.bytes()) / (wall_seconds() - begin);
  EXPECT_LT(bytes_per_second, 1e6);
  EXPECT_GT(bytes_per_second, 0.0);
  EXPECT_GT(page.last("status")["bytes_per_second"].get<double>(), 0.0);
}

TEST_F(PageServerTest, AFloodOfRequestsDelaysOnlyItsPage) {
  PageTestClient page = visit();
  let_in(page, "R1");
  PageTestClient flood = visit();
  std::string many;
  for (int i = 0; i < 200; ++i) many += net::TestWebSocket::frame(1, R"({"type":"recordings"})");
  std::atomic<bool> is_enough = false;
  std::thread flooding([&] {
    while (!is_enough && flood.page().client().send(many, 200)) {
    }
  });
  const double begin = page.next("status")["time"];
  EXPECT_FALSE(
      page.status_with([&](const Json& all) { return all["time"] > begin + 1.0; }).is_null());
  EXPECT_EQ(page.ask({{"type", "stop"}, {"robot", "R1"}})["ok"], true);
  is_enough = true;
  flooding.join();
}

TEST_F(PageServerTest, PagesThatCloseWithAnswersOnTheirWayHarmNobody) {
  PageTestClient page = visit();
  let_in(page, "R1");
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", true}})["ok"], true);
  page.look_for(0.3);
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", false}})["ok"], true);
  page.ask({{"type", "recordings"}});
  const std::string name = page.last("recordings")["files"][0]["name"];
  for (int i = 0; i < 6; ++i) {
    PageTestClient hasty = visit();
    hasty.say_with_id({{"type", "go_to"}, {"robot", "R1"}, {"x", 0.5 * i}, {"y", 0.0}});
    hasty.say_with_id({{"type", "spawn"}, {"class", "P3AT"}, {"name", ""}});
    hasty.say_with_id({{"type", "open"}, {"name", name}});
    if (i % 2 == 1) hasty.say_with_id({{"type", "open"}, {"name", name}});
    if (i % 3 == 1) hasty.say_with_id({{"type", "live"}});
    hasty.leave();
  }
  const double begin = page.next("status")["time"];
  EXPECT_FALSE(page.status_with([&](const Json& all) {
                     return all["pages"] == 1 && all["time"] > begin + 0.5;
                   })
                   .is_null());
}

TEST_F(PageServerTest, ShutsDownWithPagesPlaybacksAndImagesOpen) {
  PageTestClient page = visit();
  let_in(page, "R1");
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", true}})["ok"], true);
  page.look_for(0.3);
  EXPECT_EQ(page.ask({{"type", "record"}, {"on", false}})["ok"], true);
  page.ask({{"type", "recordings"}});
  const std::string name = page.last("recordings")["files"][0]["name"];
  Json watch = watch_poses(20.0);
  for (const Json& stream : page.last("robots")["robots"][0]["streams"])
    watch["streams"].push_back({{"id", stream["id"]}, {"rate", 0}});
  PageTestClient live = visit();
  live.say(watch);
  PageTestClient opened = visit();
  EXPECT_EQ(opened.ask({{"type", "open"}, {"name", name}})["ok"], true);
  opened.say(watch);
  PageTestClient opening = visit();
  opening.say({{"type", "open"}, {"name", name}});
  live.say_with_id({{"type", "go_to"}, {"robot", "R1"}, {"x", 3.0}, {"y", 0.0}});
  live.look_for(0.3);
  stop();
  host_.reset();
  EXPECT_GT(simulation_.state().tick, 0);
  simulation_.step({});  // nobody looks any more
}

}  // namespace
}  // namespace rubble::server
