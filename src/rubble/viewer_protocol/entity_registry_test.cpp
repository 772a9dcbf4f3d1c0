// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/entity_registry.h"

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <set>

#include "rubble/rendering/tone.h"
#include "rubble/smoke/particles.h"
#include "rubble/viewer_protocol/test_frames.h"

namespace rubble::viewer_protocol {
namespace {

std::vector<Json> kinds_in(const Json& entities, const std::string& kind) {
  std::vector<Json> found;
  for (const Json& entity : entities["added"])
    if (entity["kind"] == kind) found.push_back(entity);
  return found;
}

std::vector<Frame> all_news(EntityRegistry& registry, const State& state) {
  RegistryCursor cursor;
  return registry.encode_changes(cursor, state);
}

ModelsContent first_models(const std::vector<Frame>& frames) {
  EXPECT_FALSE(frames.empty());
  return models_in(frames.front());
}

RobotEntity shown(InstanceId instance, const std::string& name, std::vector<std::string> sensors) {
  RobotEntity robot;
  robot.instance = instance;
  robot.description.name = name;
  for (const std::string& sensor : sensors) {
    SensorDescription about;
    about.name = sensor;
    about.kind = SensorKind::Imu;
    robot.description.sensors.push_back(about);
    robot.sensor_links.push_back(0);
    robot.link_from_sensors.push_back(make_pose(0, 0, 1, 0, 0, 0));
  }
  return robot;
}

TEST(EntityRegistry, ContainsEveryModelVictimAndTagOfAMaze) {
  const World world = loaded("worlds/maze.sdf");
  const State state = begun(world);
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  const std::vector<Frame> frames = all_news(registry, state);
  const Json entities = message_in(frames, "entities");
  EXPECT_EQ(entities["added"].size(),
            world.models.size() + world.victims.size() + world.tags.size());
  EXPECT_EQ(kinds_in(entities, "victim").size(), world.victims.size());
  EXPECT_EQ(kinds_in(entities, "tag").size(), world.tags.size());
  EXPECT_GT(world.victims.size(), 0U);
  EXPECT_TRUE(entities["removed"].empty());

  // Models are sent first, and every entity has a known model with as many links as poses.
  EXPECT_EQ(kind_of_frame(frames.front()), 1);
  std::map<int, std::size_t> link_counts;
  for (const Frame& frame : frames)
    if (kind_of_frame(frame) == 1) {
      const Json models = models_in(frame).json["models"];
      for (const Json& model : models) link_counts[model["id"]] = model["links"].size();
    }
  for (const Json& entity : entities["added"]) {
    if (entity["model"] == -1) continue;
    ASSERT_TRUE(link_counts.contains(entity["model"])) << entity["name"];
    EXPECT_EQ(link_counts[entity["model"]], entity["poses"].size());
  }
}

TEST(EntityRegistry, AssignsConsecutivePartIds) {
  const World world = loaded("worlds/maze.sdf");
  const State state = begun(world);
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  std::map<std::size_t, std::size_t> parts;
  const Json entities = message_in(all_news(registry, state), "entities");
  for (const Json& entity : entities["added"]) parts[entity["first_part"]] = entity["poses"].size();
  std::size_t next = 0;
  for (const auto& [first, count] : parts) {
    EXPECT_EQ(first, next);
    next = first + count;
  }
}

TEST(EntityRegistry, SharesModelsOfInstancesAndReportsPoses) {
  const auto model = model_with_box("crate\xff<img src=x onerror=alert(1)>");
  World world;
  State state;
  state.add(model, "a", make_pose(1, 2, 3, 0, 0, kPi / 2));
  state.add(model, "<img src=x onerror=alert(1)>", {});
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  const auto frames = all_news(registry, state);
  const Json json = first_models(frames).json;
  ASSERT_EQ(json["models"].size(), 1U);
  EXPECT_EQ(json["models"][0]["name"], "crate\xEF\xBF\xBD<img src=x onerror=alert(1)>");
  const Json visual = json["models"][0]["links"][0]["visuals"][0];
  EXPECT_EQ(visual["shape"], (Json{{"kind", "box"}, {"size", {0.1, 0.2, 0.3}}}));
  const Json added = message_in(frames, "entities")["added"];
  EXPECT_EQ(added[1]["name"], "<img src=x onerror=alert(1)>");
  EXPECT_EQ(added[0]["kind"], "object");
  EXPECT_EQ(added[0]["model"], added[1]["model"]);
  EXPECT_EQ(added[0]["poses"][0], Json({1, 2, 3, 0, 0, 0.7071068, 0.7071068}));
  EXPECT_EQ(added[0]["is_static"], false);
}

TEST(EntityRegistry, EncodesOnlyWhatAPageLacks) {
  World world;
  State state;
  const InstanceId first = state.add(model_with_box("a"), "a", {});
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  RegistryCursor cursor;
  EXPECT_TRUE(registry.has_changes(cursor));
  EXPECT_FALSE(registry.encode_changes(cursor, state).empty());
  EXPECT_FALSE(registry.has_changes(cursor));
  EXPECT_TRUE(registry.encode_changes(cursor, state).empty());

  ++state.tick;
  state.add(model_with_box("b"), "b", {});
  state.set_present(first, false);
  registry.update(state, {});
  ASSERT_TRUE(registry.has_changes(cursor));
  const auto frames = registry.encode_changes(cursor, state);
  const Json entities = message_in(frames, "entities");
  ASSERT_EQ(entities["added"].size(), 1U);
  EXPECT_EQ(entities["added"][0]["name"], "b");
  EXPECT_EQ(entities["removed"], Json::array({0}));
  EXPECT_EQ(first_models(frames).json["models"].size(), 1U);
  // A new page does not receive removed entities.
  const Json late = message_in(all_news(registry, state), "entities");
  EXPECT_EQ(late["added"].size(), 1U);
  EXPECT_TRUE(late["removed"].empty());
  ASSERT_EQ(registry.moving_parts().size(), 1U);
  EXPECT_EQ(registry.moving_parts()[0].instance, InstanceId(1));
}

TEST(EntityRegistry, TracksATagThatIsDroppedAndTakenBack) {
  World world;
  State state;
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  RegistryCursor cursor;
  registry.encode_changes(cursor, state);
  state.tick = 10;
  state.tags.push_back({.id = 118, .pose = make_pose(1, 2, 0, 0, 0, 0)});
  registry.update(state, {});
  const Json entities = message_in(registry.encode_changes(cursor, state), "entities");
  ASSERT_EQ(entities["added"].size(), 1U);
  EXPECT_EQ(entities["added"][0]["kind"], "tag");
  EXPECT_EQ(entities["added"][0]["label"], "118");
  state.tick = 5;  // a recording was rewound
  state.tags.clear();
  registry.update(state, {});
  EXPECT_EQ(message_in(registry.encode_changes(cursor, state), "entities")["removed"].size(), 1U);
}

TEST(EntityRegistry, RewindReplacesEntitiesInReusedSlots) {
  World world;
  State early, late;
  late.tick = 100;
  const auto model = model_with_box("m");
  late.add(model, "gone later", {});
  early.add(model, "was here before", {});
  EntityRegistry registry(world, 1);
  registry.update(late, {});
  RegistryCursor cursor;
  registry.encode_changes(cursor, late);
  registry.update(early, {});
  const Json entities = message_in(registry.encode_changes(cursor, early), "entities");
  ASSERT_EQ(entities["added"].size(), 1U);
  EXPECT_EQ(entities["added"][0]["name"], "was here before");
  EXPECT_EQ(entities["removed"].size(), 1U);
  EXPECT_EQ(registry.moving_parts().size(), 1U);
}

TEST(EntityRegistry, DrawsCollisionsOnlyOfLinksWithoutVisuals) {
  auto model = model_with_box("m");
  Collision collision;
  collision.name = "bump";
  collision.geometry = Sphere{0.25};
  model->links[0].collisions = {collision};
  model->links.push_back(Link(model->links[0]));
  model->links[1].visuals.clear();
  model->links.emplace_back().name = "bare";
  model->is_static = true;
  World world;
  State state;
  state.add(model, "m", {});
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  const Json links = first_models(all_news(registry, state)).json["models"][0]["links"];
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[0]["visuals"].size(), 1U);
  EXPECT_EQ(links[0]["visuals"][0]["shape"]["kind"], "box");
  ASSERT_EQ(links[1]["visuals"].size(), 1U);
  EXPECT_EQ(links[1]["visuals"][0]["shape"], (Json{{"kind", "sphere"}, {"radius", 0.25}}));
  EXPECT_TRUE(links[2]["visuals"].empty());
  EXPECT_TRUE(registry.moving_parts().empty());
}

TEST(EntityRegistry, EncodesMeshesUnchanged) {
  auto mesh = std::make_shared<Mesh>();
  MeshPart& part = mesh->parts.emplace_back();
  part.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
  part.texture_coordinates = {{0, 0}, {1, 0}, {0, 1}};
  part.triangles = {{0, 1, 2}};
  part.material.color = {0.5F, 0.25F, 0.125F, 1.0F};
  auto field = std::make_shared<Heightfield>();
  *field = {.columns = 3, .rows = 2, .width = 2, .depth = 1, .heights = {0, 1, 2, 3, 4, 5}};
  auto model = model_with_box("m");
  std::vector<Visual>& looks = model->links[0].visuals;
  looks[0].geometry = MeshShape{mesh, Vec3(1, 2, 3)};
  looks.resize(3, Visual(looks[0]));
  looks[2].geometry = std::shared_ptr<const Heightfield>(field);
  World world;
  State state;
  state.add(model, "m", {});
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  const ModelsContent content = first_models(all_news(registry, state));
  const Json visuals = content.json["models"][0]["links"][0]["visuals"];
  EXPECT_EQ(visuals[0]["shape"], (Json{{"kind", "mesh"}, {"mesh", 0}, {"scale", {1, 2, 3}}}));
  EXPECT_EQ(visuals[1]["shape"]["mesh"], 0);
  EXPECT_EQ(visuals[2]["shape"]["mesh"], 1);
  EXPECT_EQ(visuals[0]["material"]["color"], Json({0.5, 0.25, 0.125, 1}));
  ASSERT_EQ(content.json["meshes"].size(), 2U);

  const Json sent = content.json["meshes"][0]["parts"][0];
  EXPECT_EQ(sent["positions"][1], 3);
  EXPECT_TRUE(sent["normals"].is_null());
  EXPECT_EQ(sent["uvs"][1], 3);
  EXPECT_EQ(sent["indices"][1], 3);
  const auto floats = [&](std::size_t offset, std::size_t count) {
    EXPECT_EQ(offset % 4, 0U);
    std::vector<float> values(count);
    std::memcpy(values.data(), content.blob.data() + offset, 4 * count);
    return values;
  };
  EXPECT_EQ(floats(sent["positions"][0], 9), (std::vector<float>{0, 0, 0, 1, 0, 0, 0, 2, 0}));
  EXPECT_EQ(floats(sent["uvs"][0], 6), (std::vector<float>{0, 0, 1, 0, 0, 1}));
  const Json heights = content.json["meshes"][1]["parts"][0];
  EXPECT_EQ(heights["positions"][1], 6);
  EXPECT_EQ(heights["indices"][1], 12);
  EXPECT_EQ(floats(heights["positions"][0], 18)[17], 5.0F);
  EXPECT_EQ(floats(heights["positions"][0], 3), (std::vector<float>{-1, -0.5F, 0}));
}

// Of the red channel of a JPEG.
double linear_mean_of(const std::string& jpeg) {
  const cv::Mat image =
      cv::imdecode(std::vector<std::uint8_t>(jpeg.begin(), jpeg.end()), cv::IMREAD_COLOR);
  double sum = 0.0;
  for (std::size_t i = 0; i < image.total(); ++i)
    sum += static_cast<double>(rendering::tone_tables().decode(image.data[3 * i + 2]));
  return sum / static_cast<double>(image.total());
}

TEST(EntityRegistry, EncodesPatternsOnceAndKeepsTheMeanColor) {
  auto model = model_with_box("m");
  std::vector<Visual>& looks = model->links[0].visuals;
  looks[0].surface.material = "concrete";
  looks[0].appearance.color = {0.6F, 0.6F, 0.6F, 1.0F};
  looks.resize(3, Visual(looks[0]));
  looks[2].surface.transparency = 0.7;
  World world;
  State state;
  state.add(model, "m", {});
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  const ModelsContent content = first_models(all_news(registry, state));
  ASSERT_EQ(content.json["textures"].size(), 1U);
  const Json texture = content.json["textures"][0];
  EXPECT_EQ(texture["mime"], "image/jpeg");
  const std::string bytes = content.blob.substr(texture["offset"], texture["length"]);
  EXPECT_EQ(bytes.substr(0, 3), "\xFF\xD8\xFF");
  EXPECT_EQ(bytes.substr(bytes.size() - 2), "\xFF\xD9");
  EXPECT_LT(bytes.size(), 300000U);
  const Json visuals = content.json["models"][0]["links"][0]["visuals"];
  EXPECT_EQ(visuals[0]["material"]["tile"]["texture"], texture["id"]);
  EXPECT_EQ(visuals[0]["material"]["tile"]["size"], 2.5);
  EXPECT_EQ(visuals[0]["material"]["tile"]["lay"], "upright");
  const double shown =
      linear_mean_of(bytes) * rendering::linear_from_srgb(visuals[0]["material"]["color"][0]);
  EXPECT_NEAR(shown, rendering::linear_from_srgb(0.6), 0.01);
  EXPECT_TRUE(visuals[2]["material"]["tile"].is_null());
  EXPECT_NEAR(visuals[2]["material"]["color"][3].get<double>(), 0.3, 1e-5);
}

TEST(EntityRegistry, ThreeThousandBoxesTakeAFewMegabytes) {
  auto many_links = model_with_box("m");
  many_links->is_static = true;
  many_links->links[0].visuals[0].surface.material = "osb";
  for (int i = 1; i < 3000; ++i) many_links->links.push_back(many_links->links[0]);
  World world;
  State state;
  state.add(many_links, "m", {});
  for (int i = 0; i < 3000; ++i) state.add(model_with_box("n"), "n" + std::to_string(i), {});
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  std::size_t bytes = 0;
  for (const Frame& frame : all_news(registry, state)) bytes += frame.bytes->size();
  EXPECT_LT(bytes, 5U << 20U);
  EXPECT_EQ(registry.moving_parts().size(), 3000U);
}

TEST(EntityRegistry, KeepsTheIdsOfRemainingStreams) {
  World world;
  State state;
  const InstanceId a = state.add(model_with_box("m"), "R1", {});
  const InstanceId b = state.add(model_with_box("m"), "R2", {});
  EntityRegistry registry(world, 1);
  std::vector<RobotEntity> robots{shown(a, "R1", {"one", "two"}), shown(b, "R2", {"one"})};
  registry.update(state, robots);
  const int kept = registry.find_stream("R2", "one")->id;
  const int gone = registry.find_stream("R1", "two")->id;
  EXPECT_EQ(registry.find_stream("R1", "three"), nullptr);
  RegistryCursor cursor;
  const Json sent = message_in(registry.encode_changes(cursor, state), "robots");
  ASSERT_EQ(sent["robots"].size(), 2U);
  EXPECT_EQ(sent["robots"][1]["entity"], 1);
  EXPECT_EQ(sent["robots"][1]["streams"][0]["id"], kept);
  EXPECT_EQ(sent["robots"][0]["streams"][0]["kind"], "imu");
  EXPECT_EQ(sent["robots"][0]["streams"][0]["encoding"], "values");
  EXPECT_EQ(sent["robots"][0]["streams"][0]["channels"].size(), 9U);

  registry.update(state, robots);
  EXPECT_FALSE(registry.has_changes(cursor));
  robots.erase(robots.begin());
  robots.push_back(shown(a, "R3", {"one"}));
  registry.update(state, robots);
  EXPECT_TRUE(registry.has_changes(cursor));
  EXPECT_EQ(registry.find_stream("R2", "one")->id, kept);
  EXPECT_EQ(registry.find_stream(gone), nullptr);
  EXPECT_NE(registry.find_stream("R3", "one")->id, gone);
  EXPECT_EQ(registry.robots().size(), 2U);
}

TEST(EntityRegistry, EncodesAllSmoke) {
  World world;
  SmokeArea area;
  area.name = "cloud";
  area.geometry = Cylinder{1.5, 2.0};
  area.density = 0.02;
  area.profile = SmokeProfile::Gaussian;
  area.schedule = {{0, 0}, {10, 0.02}};
  world.smokes = {area};
  world.hazes = {{0.001, {255, 0, 0}, 1.0}, {0.003, {0, 255, 0}, 0.5}};
  Plume plume;
  plume.rate = 1000.0;
  plume.lifetime = 6.0;
  world.plumes = {plume};
  const State state;
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  const Json smoke = message_in(all_news(registry, state), "smoke");
  EXPECT_NEAR(smoke["haze"]["density"].get<double>(), 0.004, 1e-9);
  EXPECT_EQ(smoke["haze"]["color"], Json({0.25, 0.75, 0}));
  EXPECT_EQ(smoke["haze"]["visible_ratio"], 0.625);
  EXPECT_EQ(smoke["areas"][0]["name"], "cloud");
  EXPECT_EQ(smoke["areas"][0]["shape"]["kind"], "cylinder");
  EXPECT_EQ(smoke["areas"][0]["profile"], "gaussian");
  EXPECT_EQ(smoke["areas"][0]["schedule"], Json({{0, 0}, {10, 0.02}}));
  EXPECT_EQ(smoke["areas"][0]["is_made"], false);
  // 6000 particles are encoded as 1500 of four times the density.
  EXPECT_NEAR(smoke["plumes"][0]["density"].get<double>(), 4 * plume.density, 1e-9);
}

TEST(EntityRegistry, EncodesSmokeAddedDuringTheRun) {
  const World world;
  State state;
  EntityRegistry registry(world, 1);
  registry.update(state, {});
  RegistryCursor cursor;
  EXPECT_TRUE(message_in(registry.encode_changes(cursor, state), "smoke")["areas"].empty());
  SmokeArea ball;
  ball.name = "smoke_1";
  ball.geometry = Sphere{1.5};
  ball.density = 0.01;
  state.smokes = {ball};
  registry.update(state, {});
  ASSERT_TRUE(registry.has_changes(cursor));
  const Json smoke = message_in(registry.encode_changes(cursor, state), "smoke");
  ASSERT_EQ(smoke["areas"].size(), 1U);
  EXPECT_EQ(smoke["areas"][0]["name"], "smoke_1");
  EXPECT_EQ(smoke["areas"][0]["is_made"], true);
  EXPECT_EQ(smoke["areas"][0]["shape"], (Json{{"kind", "sphere"}, {"radius", 1.5}}));
  registry.update(state, {});
  EXPECT_FALSE(registry.has_changes(cursor));
  state.smokes[0].density = 0.02;
  registry.update(state, {});
  EXPECT_EQ(message_in(registry.encode_changes(cursor, state), "smoke")["areas"][0]["density"],
            0.02);
  state.smokes.clear();
  registry.update(state, {});
  EXPECT_TRUE(message_in(registry.encode_changes(cursor, state), "smoke")["areas"].empty());
}

}  // namespace
}  // namespace rubble::viewer_protocol
