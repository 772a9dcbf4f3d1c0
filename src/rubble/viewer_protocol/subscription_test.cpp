// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/subscription.h"

#include "rubble/smoke/particles.h"
#include "rubble/viewer_protocol/reading_frames.h"
#include "rubble/viewer_protocol/test_frames.h"

namespace rubble::viewer_protocol {
namespace {

double angle_between(const Quat& a, const Quat& b) {
  return a.normalized().angularDistance(b.normalized());
}

// A robot of three boxes, one of them fixed in the world's sense of having no visual.
struct Stage {
  Stage() {
    auto model = model_with_box("m");
    model->links.push_back(model->links[0]);
    model->links.emplace_back().name = "bare";
    instance = state.add(model, "R1", make_pose(10, -20, 1, 0.1, 0.2, 0.3));
    for (const SensorKind kind : {SensorKind::RangeScanner, SensorKind::Imu, SensorKind::Encoder,
                                  SensorKind::Camera, SensorKind::Gps}) {
      SensorDescription sensor;
      sensor.name = "sensor " + std::to_string(robot.description.sensors.size());
      sensor.kind = kind;
      robot.description.sensors.push_back(sensor);
      robot.sensor_links.push_back(1);
      robot.link_from_sensors.push_back(make_pose(0, 0, 0.5, 0, 0, 0));
    }
    robot.description.name = "R1";
    robot.instance = instance;
    registry.update(state, std::span(&robot, 1));
  }
  int stream(int sensor) const {
    return registry.find_stream("R1", "sensor " + std::to_string(sensor))->id;
  }
  Reading reading(int sensor, ReadingData data) const {
    return {state.tick, "R1", "sensor " + std::to_string(sensor), std::move(data)};
  }
  BodyState& body(std::size_t link) {
    return state.bodies[state.instances[instance.index()].links[link].body.index()];
  }
  std::vector<PosesContent> poses(Subscription& subscription) {
    std::vector<PosesContent> found;
    for (const Frame& frame : subscription.encode(state))
      if (kind_of_frame(frame) == 2) found.push_back(poses_in(frame));
    return found;
  }

  World world;
  State state;
  InstanceId instance;
  RobotEntity robot;
  EntityRegistry registry{world, 1};
};

TEST(Subscription, EncodesNothingThatIsNotWatched) {
  Stage stage;
  Subscription subscription(stage.registry, stage.world, 1);
  EXPECT_TRUE(subscription.is_due(0.0));
  EXPECT_FALSE(message_in(subscription.encode(stage.state), "entities").is_null());
  EXPECT_FALSE(subscription.is_due(0.0));
  stage.state.tick = 240;
  EXPECT_TRUE(subscription.encode(stage.state).empty());
  EXPECT_TRUE(
      subscription.encode(std::vector{stage.reading(1, ImuReading{})}, stage.state).empty());
}

TEST(Subscription, EncodesAllPartsFirstAndThenThoseThatMoved) {
  Stage stage;
  Subscription subscription(stage.registry, stage.world, 1);
  subscription.set({.poses = 240.0});
  auto sent = stage.poses(subscription);
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_TRUE(sent[0].is_all);
  EXPECT_EQ(sent[0].time, 0.0);
  ASSERT_EQ(sent[0].parts.size(), 2U);  // the bare link has nothing to draw
  for (const PartPose& part : sent[0].parts) {
    EXPECT_LT((part.pose.position - Vec3(10, -20, 1)).norm(), 1e-5);
    EXPECT_LT(angle_between(part.pose.rotation, quat_from({0.1, 0.2, 0.3})), radians(0.01));
  }

  stage.state.tick = 1;
  stage.body(0).pose.position.x() += 1e-4;  // below the threshold
  stage.body(1).pose.position.x() += 3e-4;
  sent = stage.poses(subscription);
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_FALSE(sent[0].is_all);
  ASSERT_EQ(sent[0].parts.size(), 1U);
  EXPECT_EQ(sent[0].parts[0].part, 1U);
  EXPECT_NEAR(sent[0].parts[0].pose.position.x(), 10.0003, 1e-5);

  // Small steps accumulate.
  stage.state.tick = 2;
  stage.body(0).pose.position.x() += 1.5e-4;
  ASSERT_EQ(stage.poses(subscription).at(0).parts.size(), 1U);
  stage.state.tick = 3;
  stage.body(0).pose.rotation = stage.body(0).pose.rotation * quat_from({0.0, 0.0, 0.0004});
  EXPECT_TRUE(stage.poses(subscription).at(0).parts.empty());
  stage.state.tick = 4;
  stage.body(0).pose.rotation = stage.body(0).pose.rotation * quat_from({0.0, 0.0, 0.0004});
  EXPECT_EQ(stage.poses(subscription).at(0).parts.size(), 1U);
  // The same rotation as the negated quaternion.
  stage.state.tick = 5;
  stage.body(0).pose.rotation.coeffs() *= -1.0;
  EXPECT_TRUE(stage.poses(subscription).at(0).parts.empty());
}

TEST(Subscription, RoundsPosesToLessThanATenthOfAMillimetreAndDegree) {
  Stage stage;
  Subscription subscription(stage.registry, stage.world, 1);
  subscription.set({.poses = 240.0});
  for (int i = 0; i < 500; ++i) {
    const double t = 0.37 * i;
    stage.state.tick = i;
    const Pose pose = make_pose(200 * std::sin(t), 150 * std::cos(1.3 * t), 5 * std::sin(0.1 * t),
                                t, 0.5 * std::sin(t), 2 * t);
    stage.body(0).pose = pose;
    const auto sent = stage.poses(subscription);
    ASSERT_FALSE(sent.at(0).parts.empty());
    EXPECT_LT((sent[0].parts[0].pose.position - pose.position).norm(), 1e-4);
    EXPECT_LT(angle_between(sent[0].parts[0].pose.rotation, pose.rotation), radians(0.1));
  }
}

TEST(Subscription, EncodesPosesAtTheRequestedRate) {
  Stage stage;
  Subscription subscription(stage.registry, stage.world, 1);
  for (const double rate : {20.0, 50.0, 7.0, 240.0}) {
    subscription.set({.poses = rate});
    int count = 0;
    for (int i = 0; i < 2400; ++i) {
      ++stage.state.tick;
      if (subscription.is_due(seconds_at(stage.state.tick))) {
        count += static_cast<int>(stage.poses(subscription).size());
      } else {
        EXPECT_TRUE(subscription.encode(stage.state).empty());
      }
    }
    EXPECT_NEAR(count, 10.0 * rate, 1.0) << rate;
  }
}

TEST(Subscription, EncodesAllPartsAfterARewind) {
  Stage stage;
  Subscription subscription(stage.registry, stage.world, 1);
  subscription.set({.poses = 10.0});
  stage.state.tick = 1000;
  EXPECT_TRUE(stage.poses(subscription).at(0).is_all);
  stage.state.tick = 1001;
  EXPECT_TRUE(stage.poses(subscription).empty());
  stage.state.tick = 999;
  EXPECT_TRUE(subscription.is_due(seconds_at(999)));
  const auto sent = stage.poses(subscription);
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_TRUE(sent[0].is_all);
  EXPECT_EQ(sent[0].parts.size(), 2U);
}

TEST(Subscription, EncodesAllPartsAfterPosesWereOff) {
  Stage stage;
  Subscription subscription(stage.registry, stage.world, 1);
  subscription.set({.poses = 10.0});
  EXPECT_TRUE(stage.poses(subscription).at(0).is_all);
  subscription.set({.poses = 20.0});
  EXPECT_FALSE(stage.poses(subscription).at(0).is_all);
  subscription.set({.poses = 0.0});
  EXPECT_TRUE(stage.poses(subscription).empty());
  subscription.set({.poses = 10.0});
  EXPECT_TRUE(stage.poses(subscription).at(0).is_all);
}

struct ToldParticle {
  double emitted_at = 0.0;
  Vec3 place = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
};

// Applies particle frames as a page does.
struct PlumePage {
  void take(const std::vector<Frame>& frames) {
    for (const Frame& frame : frames) {
      if (kind_of_frame(frame) != 6) continue;
      ByteReader reader(frame);
      EXPECT_EQ(reader.u8(), 6);
      const bool replaces_all = reader.u8() == 1;
      EXPECT_EQ(reader.u16(), 0);
      const std::uint32_t count = reader.u32();
      const double time = reader.f64();
      if (replaces_all) particles.clear();
      replacements += replaces_all;
      for (std::uint32_t i = 0; i < count; ++i) {
        ToldParticle& particle = particles.emplace_back();
        particle.emitted_at = time - reader.f32();
        particle.place = reader.place();
        particle.velocity = reader.place();
      }
      EXPECT_EQ(reader.left(), 0U);
    }
  }
  // Middles of those alive, youngest last.
  std::vector<Vec3> alive(double time, double lifetime) const {
    std::vector<Vec3> middles;
    for (const ToldParticle& particle : particles)
      if (time - particle.emitted_at < lifetime)
        middles.push_back(particle.place + particle.velocity * (time - particle.emitted_at));
    return middles;
  }
  std::vector<ToldParticle> particles;
  int replacements = 0;
};

TEST(Subscription, EncodesLivePlumeParticles) {
  World world;
  Plume plume;
  plume.name = "fire";
  plume.rate = 53.0;
  plume.pose.position = Vec3(1, 2, 3);
  world.plumes = {plume};
  State state;
  state.tick = 2400;
  EntityRegistry registry(world, 9);
  registry.update(state, {});
  Subscription subscription(registry, world, 9);
  subscription.set({.poses = 20.0, .smoke = true});
  const smoke::ParticleSource truth = smoke::plumes_of(world, 9).at(0);
  PlumePage page;
  const auto agree = [&] {
    const double time = seconds_at(state.tick);
    page.take(subscription.encode(state));
    const auto sent = page.alive(time, plume.lifetime);
    const auto true_ones = truth.alive_at(time);
    ASSERT_EQ(sent.size(), true_ones.size());
    for (std::size_t i = 0; i < sent.size(); ++i)
      EXPECT_LT((sent[i] - true_ones[i].middle).norm(), 1e-4);
  };
  for (int i = 0; i < 20; ++i, state.tick += 12) agree();
  EXPECT_EQ(page.replacements, 1);
  state.tick = 300;  // rewound
  agree();
  EXPECT_EQ(page.replacements, 2);
  state.tick = 30000;  // and far ahead
  agree();
}

TEST(Subscription, SubsamplesManyParticles) {
  World world;
  Plume plume;
  plume.rate = 10000.0;
  world.plumes = {plume};
  State state;
  state.tick = 2400;
  EntityRegistry registry(world, 9);
  registry.update(state, {});
  Subscription subscription(registry, world, 9);
  subscription.set({.poses = 0.0, .smoke = true});
  PlumePage page;
  page.take(subscription.encode(state));
  EXPECT_LE(page.particles.size(), 1500U);
  EXPECT_GT(page.particles.size(), 1300U);
  const double amount = smoke::plumes_of(world, 9).at(0).initial_density() * 20000.0;
  RegistryCursor cursor;
  const Json smoke = message_in(registry.encode_changes(cursor, state), "smoke");
  EXPECT_NEAR(smoke["plumes"][0]["density"].get<double>() *
                  static_cast<double>(page.particles.size()) / amount,
              1.0, 0.01);
}

TEST(Subscription, EncodesWatchedReadingsAtTheRequestedRate) {
  Stage stage;
  Subscription subscription(stage.registry, stage.world, 1);
  Watch wanted;
  wanted.streams = {{stage.stream(1), 5.0}, {stage.stream(4), 0.0}};
  subscription.set(wanted);
  int imu = 0, gps = 0;
  for (int i = 0; i < 240; ++i) {
    ++stage.state.tick;
    std::vector<Reading> readings{stage.reading(0, RangeScan{}), stage.reading(1, ImuReading{})};
    if (i % 24 == 0) readings.push_back(stage.reading(4, GpsReading{}));
    for (const Frame& frame : subscription.encode(readings, stage.state)) {
      const Json json = json_of(frame);
      EXPECT_EQ(json["type"], "values");
      imu += json["stream"] == stage.stream(1);
      gps += json["stream"] == stage.stream(4);
      if (json["stream"] == stage.stream(4)) {
        EXPECT_TRUE(json["values"][0].is_null());
        EXPECT_EQ(json["text"], "no fix");
      } else {
        EXPECT_EQ(json["values"].size(), 9U);
      }
    }
  }
  EXPECT_EQ(imu, 5);
  EXPECT_EQ(gps, 10);
}

TEST(Subscription, SendsChannelNamesBeforeValues) {
  Stage stage;
  Subscription subscription(stage.registry, stage.world, 1);
  Watch wanted;
  wanted.streams = {{stage.stream(2), 0.0}};
  subscription.set(wanted);
  subscription.encode(stage.state);
  const std::vector readings{stage.reading(2, EncoderReading{{"left", "right"}, {5, -7}, 0.01})};
  EXPECT_TRUE(subscription.encode(readings, stage.state).empty());
  const Json robots = message_in(subscription.encode(stage.state), "robots");
  EXPECT_EQ(robots["robots"][0]["streams"][2]["channels"], Json({"left (ticks)", "right (ticks)"}));
  const auto frames = subscription.encode(readings, stage.state);
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(json_of(frames[0])["values"], Json({5, -7}));
}

TEST(Subscription, ScanFramesHaveTheSensorPose) {
  Stage stage;
  Subscription subscription(stage.registry, stage.world, 1);
  Watch wanted;
  wanted.streams = {{stage.stream(0), 0.0}};
  subscription.set(wanted);
  RangeScan scan;
  scan.columns = 2;
  scan.ranges = {1.0F, 2.0F};
  scan.codes = {kNoCode, kNoCode};
  scan.max_range = 5.0;
  const auto frames = subscription.encode(std::vector{stage.reading(0, scan)}, stage.state);
  ASSERT_EQ(frames.size(), 1U);
  ByteReader reader(frames[0]);
  reader.text(20);
  const Pose pose = reader.pose();
  const Pose truth = make_pose(10, -20, 1, 0.1, 0.2, 0.3) * make_pose(0, 0, 0.5, 0, 0, 0);
  EXPECT_LT((pose.position - truth.position).norm(), 1e-5);
  EXPECT_LT(angle_between(pose.rotation, truth.rotation), 1e-5);
}

TEST(Subscription, CamerasAreDueAtTheRequestedRate) {
  Stage stage;
  Subscription subscription(stage.registry, stage.world, 1);
  EXPECT_TRUE(subscription.due_cameras(0.0).empty());
  Watch wanted;
  wanted.streams = {{stage.stream(3), 10.0}, {stage.stream(1), 10.0}, {60000, 1.0}};
  subscription.set(wanted);
  int count = 0;
  for (int tick = 0; tick < 480; ++tick)
    for (const Stream* stream : subscription.due_cameras(seconds_at(tick))) {
      EXPECT_EQ(stream->id, stage.stream(3));
      ++count;
    }
  EXPECT_EQ(count, 20);
}

}  // namespace
}  // namespace rubble::viewer_protocol
