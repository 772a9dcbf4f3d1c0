// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/truth_editor.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "rubble/net/web/web_test_client.h"
#include "rubble/server/truth_session.h"
#include "rubble/slam/2d/test_hall.h"

namespace rubble::server {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using trajectory::Constraint;
using trajectory::ConstraintState;

class TruthEditorTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::path(testing::TempDir()) /
        ("truth_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    auto constraints =
        groundtruth::exact_constraints(drive_.scans, drive_.stamped, {.maker = "slam"});
    for (Constraint& each : constraints) {
      each.state = ConstraintState::Proposed;
      each.source = trajectory::ConstraintSource::Slam;
    }
    auto book = groundtruth::ConstraintStore::create(path(), {"hall.clf", std::move(constraints)});
    editor_ = std::make_unique<TruthEditor>(*std::move(book), drive_.scans, facts(), now);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path() const { return (folder_ / "c.json").string(); }
  static TruthFacts facts() { return {"rubble test", "hall.clf", "c.json", "Ada"}; }
  static std::string now() { return "2026-01-31T12:00:00Z"; }
  const Constraint& constraint(std::size_t at) const {
    return editor_->book().file().constraints[at];
  }
  std::vector<Constraint> kept() const { return trajectory::read_constraints(path())->constraints; }
  json pose_of(std::size_t at) const {
    const Pose2& pose = constraint(at).i_from_j;
    return {pose.x, pose.y, pose.theta};
  }
  static std::vector<json> read(const std::vector<viewer_protocol::Frame>& frames) {
    std::vector<json> all;
    for (const viewer_protocol::Frame& frame : frames) all.push_back(json::parse(*frame.bytes));
    return all;
  }
  // Everything the asker gets; the answer comes last.
  std::vector<json> ask(json request) {
    request["id"] = 7;
    const TruthReply reply = editor_->handle_message(request.dump());
    std::vector<json> all = read(reply.broadcast);
    for (json& each : read(reply.to_sender)) all.push_back(std::move(each));
    EXPECT_EQ(all.back()["type"], "answer");
    EXPECT_EQ(all.back()["id"], 7);
    return all;
  }

  const slam::TestDrive drive_ = slam::drive_around(2);
  fs::path folder_;
  std::unique_ptr<TruthEditor> editor_;
};

TEST_F(TruthEditorTest, GreetsWithEverythingAPageDraws) {
  const auto reply = read(editor_->greeting());
  ASSERT_EQ(reply.size(), 2u);
  const json& hello = reply[0];
  const std::size_t nodes = editor_->graph().scans().size();
  EXPECT_EQ(hello["type"], "hello");
  EXPECT_EQ(hello["log"], "hall.clf");
  EXPECT_EQ(hello["stamps"].size(), nodes);
  EXPECT_EQ(hello["points"].size(), nodes);
  EXPECT_EQ(hello["constraints"].size(), editor_->book().file().constraints.size());
  EXPECT_EQ(hello["order"].size(), hello["constraints"].size());
  EXPECT_EQ(hello["constraints"][0]["kind"], "loop");
  EXPECT_EQ(reply[1]["type"], "graph");
  EXPECT_EQ(reply[1]["poses"].size(), 3 * nodes);
  EXPECT_EQ(reply[1]["coverage"]["length"], 0.0);
  EXPECT_EQ(editor_->unmatched_constraints(), 0u);
}

TEST_F(TruthEditorTest, AcceptingAsItIsAndMovedAreTwoThings) {
  const auto reply = ask({{"type", "accept"}, {"at", 0}, {"pose", pose_of(0)}, {"note", "fine"}});
  ASSERT_EQ(reply.size(), 3u);
  EXPECT_EQ(reply[0]["constraint"]["state"], "accepted");
  EXPECT_EQ(reply[0]["can_undo"], true);
  EXPECT_GT(reply[1]["coverage"]["length"].get<double>(), 0.0);
  EXPECT_TRUE(reply[2]["ok"]);
  EXPECT_EQ(kept()[0].verifier, "Ada");
  EXPECT_EQ(kept()[0].when, now());
  EXPECT_EQ(kept()[0].note, "fine");
  const Pose2 moved{1.0 / 3.0, -0.1, 0.7};
  ask({{"type", "accept"}, {"at", 1}, {"pose", {moved.x, moved.y, moved.theta}}, {"who", "Bob"}});
  EXPECT_EQ(kept()[1].state, ConstraintState::Adjusted);
  EXPECT_EQ(kept()[1].i_from_j, moved);
  EXPECT_EQ(kept()[1].verifier, "Bob");
  const auto exported = ask({{"type", "export"}});
  EXPECT_EQ(exported[0]["name"], "hall.relations");
  EXPECT_EQ(exported[0]["text"], trajectory::relations_text(editor_->book().file()));
  const auto few = ask({{"type", "export"}, {"with_untouched", false}});
  EXPECT_LT(few[0]["text"].get<std::string>().size(),
            exported[0]["text"].get<std::string>().size());
}

TEST_F(TruthEditorTest, TheMapMovesWithADecisionAndBackWhenItIsUndone) {
  const std::vector<Pose2> before = editor_->graph().poses();
  json pose = pose_of(0);
  pose[0] = pose[0].get<double>() + 0.5;
  const auto reply = ask({{"type", "accept"}, {"at", 0}, {"pose", pose}});
  EXPECT_GT(reply[1]["moved"].get<double>(), 0.02);
  const auto undone = ask({{"type", "undo"}});
  EXPECT_GT(undone[1]["moved"].get<double>(), 0.02);
  EXPECT_EQ(undone[0]["constraint"]["state"], "proposed");
  EXPECT_EQ(undone[0]["can_undo"], false);
  for (std::size_t k = 0; k < before.size(); ++k)
    EXPECT_NEAR(editor_->graph().poses()[k].x, before[k].x, 1e-3);
  EXPECT_FALSE(ask({{"type", "undo"}}).back()["ok"]);
}

TEST_F(TruthEditorTest, RejectedOnesDoNotCountAndDoNotGoOut) {
  ask({{"type", "reject"}, {"at", 3}, {"note", "a door"}});
  EXPECT_EQ(kept()[3].state, ConstraintState::Rejected);
  EXPECT_EQ(trajectory::verified_relations(editor_->book().file()).size(), 0u);
  ask({{"type", "note"}, {"at", 3}, {"note", "a glass door"}});
  EXPECT_EQ(kept()[3].state, ConstraintState::Rejected);
  EXPECT_EQ(kept()[3].note, "a glass door");
}

TEST_F(TruthEditorTest, RematchingFromAPoseThatIsOffFindsTheTruth) {
  json pose = pose_of(0);
  pose[0] = pose[0].get<double>() + 0.15;
  pose[2] = pose[2].get<double>() + 0.05;
  const auto reply = ask({{"type", "match"}, {"at", 0}, {"pose", pose}});
  ASSERT_EQ(reply[0]["type"], "match");
  EXPECT_NEAR(reply[0]["pose"][0].get<double>(), constraint(0).i_from_j.x, 0.02);
  EXPECT_NEAR(reply[0]["pose"][1].get<double>(), constraint(0).i_from_j.y, 0.02);
  EXPECT_NEAR(reply[0]["pose"][2].get<double>(), constraint(0).i_from_j.theta, 0.005);
  EXPECT_GT(reply[0]["score"].get<double>(), 0.7);
  EXPECT_EQ(kept()[0].state, ConstraintState::Proposed);
  const auto scans = ask({{"type", "show"}, {"at", 0}});
  EXPECT_EQ(scans[0]["scan_i"].size(), 2u * 181u);
}

TEST_F(TruthEditorTest, APersonMayTieAnyTwoScans) {
  const std::size_t before = editor_->book().file().constraints.size();
  const auto reply = ask({{"type", "add"}, {"i", 30}, {"j", 2}, {"who", "Ada"}});
  EXPECT_EQ(reply[0]["at"], before);
  EXPECT_EQ(reply[0]["constraint"]["kind"], "manual");
  EXPECT_EQ(reply[0]["constraint"]["i"], 2);
  EXPECT_EQ(kept().size(), before + 1);
  EXPECT_EQ(kept().back().source, trajectory::ConstraintSource::Person);
}

TEST_F(TruthEditorTest, ATieIsUndoneAsEverythingElse) {
  const std::vector<Constraint> before = kept();
  const std::size_t at = before.size();
  EXPECT_EQ(ask({{"type", "add"}, {"i", 2}, {"j", 30}})[0]["can_undo"], true);
  json pose = pose_of(at);
  pose[0] = pose[0].get<double>() + 0.3;
  EXPECT_GT(ask({{"type", "accept"}, {"at", at}, {"pose", pose}})[1]["moved"].get<double>(), 0.02);
  EXPECT_EQ(ask({{"type", "undo"}})[0]["constraint"]["state"], "proposed");
  const auto reply = ask({{"type", "undo"}});
  EXPECT_EQ(reply[0]["type"], "removed");
  EXPECT_EQ(reply[0]["at"], at);
  EXPECT_EQ(reply[0]["can_undo"], false);
  EXPECT_EQ(reply[1]["type"], "graph");
  EXPECT_EQ(kept(), before);
  EXPECT_EQ(read(editor_->greeting())[0]["order"].size(), before.size());
  EXPECT_EQ(ask({{"type", "add"}, {"i", 3}, {"j", 40}})[0]["at"], at) << "another one may follow";
}

TEST_F(TruthEditorTest, InvalidRequestsAreRejectedWithAMessageAndChangeNothing) {
  const std::string before = trajectory::constraints_text(editor_->book().file());
  const std::size_t count = editor_->book().file().constraints.size();
  const std::string bad[] = {
      "",
      "hello",
      "[]",
      "{}",
      "null",
      "{\"type\":7}",
      "{\"type\":\"format\"}",
      "{\"type\":\"accept\"}",
      "{\"type\":\"accept\",\"at\":0}",
      "{\"type\":\"accept\",\"at\":0,\"pose\":[1,2]}",
      "{\"type\":\"accept\",\"at\":0,\"pose\":[1,2,null]}",
      "{\"type\":\"accept\",\"at\":0,\"pose\":[1e300,2,3]}",
      "{\"type\":\"accept\",\"at\":-1,\"pose\":[0,0,0]}",
      "{\"type\":\"accept\",\"at\":0.5,\"pose\":[0,0,0]}",
      "{\"type\":\"accept\",\"at\":" + std::to_string(count) + ",\"pose\":[0,0,0]}",
      "{\"type\":\"reject\",\"at\":1e300}",
      "{\"type\":\"reject\",\"at\":0,\"who\":7}",
      "{\"type\":\"reject\",\"at\":0,\"note\":\"" + std::string(5000, 'x') + "\"}",
      "{\"type\":\"show\",\"at\":99999999}",
      "{\"type\":\"add\",\"i\":1,\"j\":1}",
      "{\"type\":\"add\",\"i\":1,\"j\":1000000}",
      "{\"type\":\"undo\"}",
      "{\"type\":\"export\",\"with_untouched\":\"yes\"}",
      std::string(10000, '['),
      "{\"id\":99999999999999999999,\"type\":1}"};
  for (const std::string& text : bad) {
    const TruthReply reply = editor_->handle_message(text);
    EXPECT_TRUE(reply.broadcast.empty()) << text;
    ASSERT_EQ(reply.to_sender.size(), 1u) << text;
    const json answer = json::parse(*reply.to_sender[0].bytes);
    EXPECT_EQ(answer["ok"], false) << text;
    EXPECT_GT(answer["text"].get<std::string>().size(), 10u) << text;
  }
  EXPECT_EQ(trajectory::constraints_text(editor_->book().file()), before);
}

TEST_F(TruthEditorTest, ADiskThatIsGoneIsTold) {
  fs::remove_all(folder_);
  const auto reply = ask({{"type", "reject"}, {"at", 0}});
  ASSERT_EQ(reply.size(), 1u);
  EXPECT_EQ(reply[0]["ok"], false);
  EXPECT_NE(reply[0]["text"].get<std::string>().find("cannot be written"), std::string::npos);
  EXPECT_EQ(constraint(0).state, ConstraintState::Proposed);
}

TEST_F(TruthEditorTest, ANewStartShowsTheSameMap) {
  ask({{"type", "accept"}, {"at", 0}, {"pose", pose_of(0)}});
  auto book = groundtruth::ConstraintStore::open(path());
  const TruthEditor again(*std::move(book), drive_.scans, facts(), now);
  ASSERT_EQ(again.graph().poses().size(), editor_->graph().poses().size());
  for (std::size_t k = 0; k < again.graph().poses().size(); ++k) {
    EXPECT_NEAR(again.graph().poses()[k].x, editor_->graph().poses()[k].x, 1e-3);
    EXPECT_NEAR(again.graph().poses()[k].y, editor_->graph().poses()[k].y, 1e-3);
  }
  EXPECT_TRUE(again.book().can_undo());
}

TEST_F(TruthEditorTest, WhatOnePageDecidesTheOthersSee) {
  net::Network network;
  const auto web =
      net::WebServer::listen(network, {.folder = folder_.string(), .index = "truth.html"});
  ASSERT_TRUE(web);
  TruthSession session(**web, *editor_);
  net::TestWebSocket one((*web)->port()), other((*web)->port());
  const auto next = [&](net::TestWebSocket& page) {
    json message;
    net::becomes_true([&] {
      session.process_events();
      const auto frame = page.next(1);
      if (frame) message = json::parse(frame->bytes);
      return frame.has_value();
    });
    return message;
  };
  for (net::TestWebSocket* page : {&one, &other}) {
    EXPECT_EQ(next(*page)["type"], "hello");
    EXPECT_EQ(next(*page)["type"], "graph");
  }
  one.say("{\"type\":\"reject\",\"at\":5,\"id\":1}");
  EXPECT_EQ(next(other)["constraint"]["state"], "rejected");
  EXPECT_EQ(next(other)["type"], "graph");
  EXPECT_EQ(next(one)["at"], 5);
  EXPECT_EQ(next(one)["type"], "graph");
  EXPECT_EQ(next(one)["ok"], true);
}

}  // namespace
}  // namespace rubble::server
