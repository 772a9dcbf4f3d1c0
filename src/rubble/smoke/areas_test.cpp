// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/base/parallel.h"
#include "rubble/geometry/extrusion.h"
#include "rubble/smoke/test_smoke.h"

namespace rubble::smoke {
namespace {

MeshShape box_mesh(const Vec3& size, bool is_inverted = false) {
  const Vec2 half(size.x() / 2, size.y() / 2);
  auto mesh = extrude(
      {{{-half.x(), -half.y()}, {half.x(), -half.y()}, half, {-half.x(), half.y()}}}, size.z());
  for (MeshPart& part : mesh->parts) {
    for (Eigen::Vector3f& vertex : part.vertices) vertex.z() -= static_cast<float>(size.z() / 2);
    if (is_inverted)
      for (auto& triangle : part.triangles) std::swap(triangle[1], triangle[2]);
  }
  return {std::make_shared<const Mesh>(*mesh), Vec3::Ones()};
}

// Two arms along y, at x = 0..1 and 2..3, joined at y = 0..1.
Extrusion u_shape() {
  Extrusion shape;
  shape.outlines = {{{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}}};
  shape.height = 2.0;
  shape.mesh = std::make_shared<const Mesh>(*extrude(shape.outlines, shape.height));
  return shape;
}

double length_in(const Geometry& geometry, const Pose& pose, const Line& line) {
  const SmokeField smoke_field(world_of({area_of(geometry, pose, 1.0)}), 1);
  const double total = total_of(smoke_field, line);
  EXPECT_NEAR(smoke_field.path(line).total(), total, 1e-12);
  return total;
}

TEST(Areas, KnowTheCalibrationConstant) {
  EXPECT_DOUBLE_EQ(kExtinction, std::log(5.6 / 2.5) / 0.007);
}

TEST(Areas, AreCrossedForTheirExactLength) {
  const Line along_x{Vec3(-5, 0, 0), Vec3::UnitX(), 20.0};
  const Pose at{Vec3(1, 0, 0)};
  EXPECT_NEAR(length_in(Box{Vec3(2, 3, 4)}, at, along_x), 2.0, 1e-12);
  EXPECT_NEAR(length_in(Sphere{1.5}, at, along_x), 3.0, 1e-12);
  EXPECT_NEAR(length_in(Cylinder{.radius = 0.7, .length = 1}, at, along_x), 1.4, 1e-12);
  EXPECT_NEAR(length_in(Capsule{.radius = 0.7, .length = 1}, at, along_x), 1.4, 1e-12);
  EXPECT_NEAR(length_in(Ellipsoid{Vec3(0.7, 2, 3)}, at, along_x), 1.4, 1e-12);
  EXPECT_NEAR(length_in(box_mesh({2, 3, 4}), at, along_x), 2.0, 1e-12);
  const Line up{Vec3(1, 0, -5), Vec3::UnitZ(), 20.0};
  EXPECT_NEAR(length_in(Cylinder{.radius = 0.7, .length = 1}, at, up), 1.0, 1e-12);
  EXPECT_NEAR(length_in(Capsule{.radius = 0.7, .length = 1}, at, up), 2.4, 1e-12);
  const Line slanted = line_between({-1, 0.5, 0}, {3, 0.5, 0});
  EXPECT_NEAR(length_in(Sphere{1.5}, at, slanted), 2 * std::sqrt(2.25 - 0.25), 1e-12);
}

TEST(Areas, TurnedByAnyAngleStayExact) {
  const Line along_x{Vec3(-5, 0, 0), Vec3::UnitX(), 20.0};
  for (const double degrees_turned : {10.0, 30.0, 45.0, 89.0, 90.0, 180.0}) {
    const Pose turned = make_pose(0, 0, 0, 0, 0, radians(degrees_turned));
    const double turn = radians(degrees_turned);
    const double expected =
        std::min(2.0 / std::abs(std::cos(turn)), 3.0 / std::abs(std::sin(turn)));
    EXPECT_NEAR(length_in(Box{Vec3(2, 3, 4)}, turned, along_x), expected, 1e-9);
    EXPECT_NEAR(length_in(box_mesh({2, 3, 4}), turned, along_x), expected, 1e-6);
  }
}

// Through the middle of a face of two triangles, along an edge's plane, and through corners.
TEST(Areas, OfMeshesCountEdgesAndCornersOnce) {
  for (const bool is_inverted : {false, true}) {
    const MeshShape mesh = box_mesh(Vec3(2, 2, 2), is_inverted);
    for (const Vec3& direction :
         {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 0), Vec3(1, 0, 1), Vec3(0, 1, 1),
          Vec3(1, 1, 1), Vec3(-1, 1, 1), Vec3(1, -1, 1), Vec3(1, 1, -1), Vec3(1, 0.5, 0.25)}) {
      const Line line = line_between(-4 * direction, 4 * direction);
      const double expected = 2.0 * direction.norm() / direction.cwiseAbs().maxCoeff();
      EXPECT_NEAR(length_in(mesh, {}, line), expected, 1e-6) << direction.transpose();
      const Line from_middle = line_between(Vec3::Zero(), 4 * direction);
      EXPECT_NEAR(length_in(mesh, {}, from_middle), expected / 2, 1e-6);
    }
  }
}

TEST(Areas, OfMeshesAreAllOrNothingOnTheirFaces) {
  const MeshShape mesh = box_mesh(Vec3(2, 2, 2));
  for (const double y : {-1.0, 1.0}) {
    const double length = length_in(mesh, {}, {Vec3(-4, y, 0), Vec3::UnitX(), 8.0});
    EXPECT_TRUE(length == 0.0 || std::abs(length - 2.0) < 1e-9) << length;
  }
}

TEST(Areas, OfMeshesAreScaled) {
  MeshShape mesh = box_mesh(Vec3(2, 2, 2));
  mesh.scale = Vec3(1.5, 1, 1);
  EXPECT_NEAR(length_in(mesh, {}, {Vec3(-4, 0.3, 0.1), Vec3::UnitX(), 8.0}), 3.0, 1e-9);
}

// A part whose triangles do not all look the same way still has an inside.
TEST(Areas, OfMeshesWithMixedSensesUseTheOddRule) {
  MeshShape mesh = box_mesh(Vec3(2, 2, 2));
  Mesh mixed = *mesh.mesh;
  std::swap(mixed.parts[0].triangles[3][1], mixed.parts[0].triangles[3][2]);
  std::swap(mixed.parts[0].triangles[7][1], mixed.parts[0].triangles[7][2]);
  EXPECT_FALSE(edge_use(mixed).is_oriented);
  EXPECT_TRUE(edge_use(mixed).is_closed);
  mesh.mesh = std::make_shared<const Mesh>(mixed);
  for (const double y : {-0.4, 0.0, 0.4})
    EXPECT_NEAR(length_in(mesh, {}, {Vec3(-4, y, 0.2), Vec3::UnitX(), 8.0}), 2.0, 1e-9);
}

TEST(Areas, OfConcaveMeshesAreCrossedTwice) {
  const SmokeField smoke_field(world_of({area_of(u_shape(), {}, 2.0)}), 1);
  const Path path = smoke_field.path({Vec3(-1, 2, 1), Vec3::UnitX(), 6.0});
  EXPECT_NEAR(path.total(), 4.0, 1e-9);
  const std::vector<double> expected{0, 1, 2, 3, 4, 6};
  ASSERT_EQ(path.knots().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(path.knots()[i], expected[i], 1e-9);
  EXPECT_NEAR(path.integral(2.5), 2.0, 1e-9);
  EXPECT_NEAR(path.distance_at(3.0), 3.5, 1e-9);
  EXPECT_NEAR(total_of(smoke_field, {Vec3(1.5, 2, 1), Vec3::UnitX(), 6.0}), 2.0, 1e-9);
  EXPECT_NEAR(total_of(smoke_field, {Vec3(0.5, 0.5, 1), Vec3::UnitX(), 6.0}), 5.0, 1e-9);
}

TEST(Areas, AddWhereTheyOverlapOrNest) {
  const SmokeField smoke_field(world_of({area_of(Box{Vec3(1, 2, 2)}, {Vec3(1, 0, 0)}, 0.0035),
                                         area_of(Box{Vec3(1, 2, 2)}, {Vec3(1.5, 0, 0)}, 0.0036),
                                         area_of(Sphere{0.1}, {Vec3(1.25, 0, 0)}, 1.0)}),
                               1);
  const Path path = smoke_field.path({Vec3::Zero(), Vec3::UnitX(), 2.5});
  EXPECT_NEAR(path.integral(0.5), 0.0, 1e-15);
  EXPECT_NEAR(path.integral(1.0), 0.00175, 1e-15);
  EXPECT_NEAR(path.integral(1.15), 0.00175 + 0.15 * 0.0071, 1e-12);
  EXPECT_NEAR(path.integral(1.35), 0.00175 + 0.35 * 0.0071 + 0.2, 1e-12);
  EXPECT_NEAR(path.total(), 0.0071 + 0.2, 1e-12);
  EXPECT_NEAR(smoke_field.density_at({1.25, 0, 0}), 1.0071, 1e-12);
}

TEST(Areas, CanHoldTheSensorOrLieBehindIt) {
  const SmokeField smoke_field(world_of({area_of(Box{Vec3(4, 2, 2)}, {Vec3(-1, 0, 0)}, 0.006)}), 1);
  EXPECT_NEAR(total_of(smoke_field, {Vec3::Zero(), Vec3::UnitX(), 3.0}), 0.006, 1e-15);
  EXPECT_EQ(total_of(smoke_field, {Vec3(1.5, 0, 0), Vec3::UnitX(), 3.0}), 0.0);
  EXPECT_EQ(total_of(smoke_field, {Vec3(-9, 0, 0), Vec3::UnitX(), 3.0}), 0.0);
  EXPECT_NEAR(total_of(smoke_field, {Vec3::Zero(), Vec3::UnitX(), 0.5}), 0.003, 1e-15);
}

TEST(Areas, FollowTheirSchedule) {
  SmokeArea area = area_of(Box{Vec3::Ones()}, {}, 99.0);
  area.schedule = {{1.0, 0.0}, {3.0, 4.0}, {5.0, 2.0}};
  SmokeField smoke_field(world_of({area}), 1);
  const std::pair<double, double> expected[] = {{0.0, 0.0}, {1.0, 0.0}, {2.0, 2.0},
                                                {3.0, 4.0}, {4.5, 2.5}, {9.0, 2.0}};
  for (const auto& [time, density] : expected) {
    smoke_field.advance(time);
    EXPECT_NEAR(smoke_field.density_at(Vec3::Zero()), density, 1e-12) << time;
    EXPECT_EQ(smoke_field.is_clear(), density == 0.0);
  }
}

TEST(Areas, MoveWithTheirVelocity) {
  SmokeArea area = area_of(Box{Vec3::Ones()}, {}, 1.0);
  area.velocity = Vec3(0.5, 0, 0);
  SmokeField smoke_field(world_of({area}), 1);
  for (const double time : {0.0, 2.0, 7.0, 1.0}) {
    smoke_field.advance(time);
    const Path path = smoke_field.path({Vec3(-1, 0, 0), Vec3::UnitX(), 20.0});
    EXPECT_NEAR(path.knots()[1], 0.5 + 0.5 * time, 1e-12);
    EXPECT_NEAR(path.total(), 1.0, 1e-12);
  }
}

TEST(Areas, ShareTheAirWithHaze) {
  World world = world_of({area_of(Box{Vec3::Ones()}, {}, 1.0)});
  world.hazes = {{.density = 0.01}, {.density = 0.02}};
  const SmokeField smoke_field(world, 1);
  EXPECT_FALSE(smoke_field.is_clear());
  EXPECT_NEAR(total_of(smoke_field, {Vec3(-5, 0, 0), Vec3::UnitX(), 10.0}), 1.3, 1e-12);
  const Path path = smoke_field.path({Vec3(-5, 0, 0), Vec3::UnitX(), 10.0});
  EXPECT_NEAR(path.integral(4.5), 0.135, 1e-12);
  EXPECT_NEAR(path.distance_at(0.03), 1.0, 1e-12);
}

TEST(Areas, OfClearAirHaveAnEmptyPath) {
  const SmokeField smoke_field(World{}, 1);
  EXPECT_TRUE(smoke_field.is_clear());
  const Path path = smoke_field.path({Vec3::Zero(), Vec3::UnitX(), 3.0});
  EXPECT_EQ(path.total(), 0.0);
  EXPECT_EQ(path.length(), 3.0);
  EXPECT_EQ(path.knots().size(), 2U);
  EXPECT_EQ(path.distance_at(0.0), 0.0);
  EXPECT_TRUE(std::isinf(path.distance_at(1e-9)));
}

std::vector<SmokeArea> random_areas(Random& random, int count) {
  const Geometry kinds[] = {Box{Vec3(1, 2, 0.7)},
                            Sphere{0.8},
                            Cylinder{.radius = 0.5, .length = 1.7},
                            Capsule{.radius = 0.4, .length = 1.0},
                            Ellipsoid{Vec3(0.5, 1.0, 0.8)},
                            box_mesh(Vec3(1, 0.6, 1.4)),
                            u_shape()};
  std::vector<SmokeArea> areas;
  for (int i = 0; i < count; ++i) {
    const double density = random.uniform(0.1, 1.0);
    areas.push_back(area_of(kinds[i % 7], random_pose(random, 2.0), density));
  }
  return areas;
}

TEST(Areas, AgreeWithFineSampling) {
  Random random(7, "areas");
  for (int kind = 0; kind < 7; ++kind) {
    std::vector<SmokeArea> areas = random_areas(random, 7);
    const SmokeField smoke_field(world_of({areas[static_cast<std::size_t>(kind)]}), 1);
    for (int i = 0; i < 20; ++i) {
      const Line line = random_line(random, 4.0, 1.0);
      EXPECT_NEAR(total_of(smoke_field, line), sampled_total(smoke_field, line, 4000), 8e-3)
          << kind;
    }
  }
}

TEST(Areas, TogetherAgreeWithFineSampling) {
  Random random(8, "areas");
  const SmokeField smoke_field(world_of(random_areas(random, 40)), 1);
  for (int i = 0; i < 20; ++i) {
    const Line line = random_line(random, 4.0, 4.0);
    const Path path = smoke_field.path(line);
    EXPECT_NEAR(path.total(), total_of(smoke_field, line), 1e-12);
    EXPECT_NEAR(path.total(), sampled_total(smoke_field, line, 4000), 0.02);
    Line part = line;
    part.length = 0.37 * line.length;
    EXPECT_NEAR(path.integral(part.length), total_of(smoke_field, part), 1e-12);
  }
}

TEST(Areas, MovedTogetherWithTheLineGiveTheSame) {
  Random random(9, "areas");
  std::vector<SmokeArea> areas = random_areas(random, 14);
  const SmokeField before(world_of(areas), 1);
  const Pose move = random_pose(random, 3.0);
  for (SmokeArea& area : areas) area.pose = move * area.pose;
  const SmokeField after(world_of(areas), 1);
  for (int i = 0; i < 50; ++i) {
    const Line line = random_line(random, 4.0, 4.0);
    const Line moved{move * line.origin, move.rotation * line.direction, line.length};
    EXPECT_NEAR(total_of(before, line), total_of(after, moved), 1e-6);
  }
}

TEST(Areas, DoubledInDensityDoubleTheIntegral) {
  Random random(10, "areas");
  std::vector<SmokeArea> areas = random_areas(random, 14);
  const SmokeField single(world_of(areas), 1);
  for (SmokeArea& area : areas) area.density *= 2.0;
  const SmokeField doubled(world_of(areas), 1);
  for (int i = 0; i < 50; ++i) {
    const Line line = random_line(random, 4.0, 4.0);
    EXPECT_NEAR(2.0 * total_of(single, line), total_of(doubled, line), 1e-12);
  }
}

TEST(Areas, AddUpOverTheHalvesOfALine) {
  Random random(11, "areas");
  const SmokeField smoke_field(world_of(random_areas(random, 21)), 1);
  for (int i = 0; i < 50; ++i) {
    const Vec3 a = random_point(random, 4.0), c = random_point(random, 4.0), b = 0.3 * a + 0.7 * c;
    EXPECT_NEAR(
        total_of(smoke_field, line_between(a, b)) + total_of(smoke_field, line_between(b, c)),
        total_of(smoke_field, line_between(a, c)), 1e-7);
  }
}

TEST(Areas, InBulkAreTheSameAsOneByOne) {
  Random random(12, "areas");
  const SmokeField smoke_field(world_of(random_areas(random, 70)), 1);
  std::vector<Line> fan;
  for (int i = 0; i < 682; ++i) {
    const double angle = radians(-120.0 + 0.3516 * i);
    fan.push_back({Vec3(0.1, 0.2, 0.3), Vec3(std::cos(angle), std::sin(angle), 0), 5.6});
  }
  std::vector<double> totals(fan.size());
  smoke_field.integrals(fan, totals);
  for (std::size_t i = 0; i < fan.size(); ++i)
    EXPECT_EQ(totals[i], total_of(smoke_field, fan[i])) << i;
}

TEST(Paths, AnswerDistancesAtTheirIntegrals) {
  Random random(13, "areas");
  const SmokeField smoke_field(world_of(random_areas(random, 30)), 1);
  const Path path = smoke_field.path(line_between({-3, 0.1, 0.2}, {3, -0.2, 0.1}));
  ASSERT_GT(path.total(), 0.0);
  for (const double share : {0.01, 0.2, 0.5, 0.77, 0.999}) {
    const double s = path.distance_at(share * path.total());
    EXPECT_NEAR(path.integral(s), share * path.total(), 1e-12);
    EXPECT_LT(path.integral(s - 1e-6), share * path.total());
  }
  EXPECT_EQ(path.integral(-1.0), 0.0);
  EXPECT_EQ(path.integral(99.0), path.total());
  EXPECT_TRUE(std::isinf(path.distance_at(path.total() * 1.001)));
}

TEST(Paths, OfNoLengthAreEmpty) {
  SmokeArea bell = area_of(Sphere{1.0}, {}, 1.0);
  bell.profile = SmokeProfile::Gaussian;
  bell.sigma = 0.3;
  const SmokeField smoke_field(world_of({area_of(Sphere{1.0}, {}, 1.0), bell}), 1);
  const Path path = smoke_field.path({Vec3::Zero(), Vec3::UnitX(), 0.0});
  EXPECT_EQ(path.total(), 0.0);
  EXPECT_EQ(path.length(), 0.0);
  EXPECT_EQ(path.integral(1.0), 0.0);
}

TEST(Paths, UseTheirMemoryAgain) {
  Random random(14, "areas");
  const SmokeField smoke_field(world_of(random_areas(random, 30)), 1);
  Path reused;
  for (int i = 0; i < 20; ++i) {
    const Line line = random_line(random, 4.0, 2.0);
    smoke_field.path(line, reused);
    const Path fresh = smoke_field.path(line);
    EXPECT_TRUE(std::equal(reused.knots().begin(), reused.knots().end(), fresh.knots().begin(),
                           fresh.knots().end()));
    EXPECT_EQ(reused.total(), fresh.total());
  }
}

// The moment is put together by whoever looks first.
TEST(SmokeField, CanBeLookedAtFromSeveralThreads) {
  Random random(15, "areas");
  World world = world_of(random_areas(random, 20));
  for (SmokeArea& area : world.smokes) area.turbulence = 0.2;
  world.plumes.push_back({});
  SmokeField smoke_field(world, 1);
  std::vector<Line> lines;
  for (int i = 0; i < 200; ++i) lines.push_back(random_line(random, 4.0, 2.0));
  for (const double time : {1.0, 2.0, 3.0}) {
    smoke_field.advance(time);
    std::vector<std::vector<double>> totals(3, std::vector<double>(lines.size()));
    Workers workers(3);
    workers.parallel_for(3, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) smoke_field.integrals(lines, totals[i]);
    });
    EXPECT_EQ(totals[0], totals[1]);
    EXPECT_EQ(totals[0], totals[2]);
    SmokeField alone(world, 1);
    alone.advance(time);
    for (std::size_t i = 0; i < lines.size(); ++i)
      EXPECT_EQ(total_of(alone, lines[i]), totals[0][i]) << i;
  }
}

TEST(Paths, HandleAreasThatTouchWithoutAGap) {
  const SmokeField smoke_field(world_of({area_of(Box{Vec3::Ones()}, {Vec3(0.5, 0, 0)}, 1.0),
                                         area_of(Box{Vec3::Ones()}, {Vec3(1.5, 0, 0)}, 3.0)}),
                               1);
  const Path path = smoke_field.path({Vec3::Zero(), Vec3::UnitX(), 2.0});
  EXPECT_EQ(path.knots().size(), 3U);
  EXPECT_NEAR(path.distance_at(2.5), 1.5, 1e-12);
}

}  // namespace
}  // namespace rubble::smoke
