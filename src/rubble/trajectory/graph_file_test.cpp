// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/scratch_files.h"
#include "rubble/trajectory/constraint.h"
#include "rubble/trajectory/file_format.h"
#include "rubble/trajectory/pose_graph.h"

namespace rubble::trajectory {
namespace {

class GraphInFile : public ScratchFiles {
 protected:
  GraphFile read(const std::string& text) {
    const auto result = read_graph(write("g", text));
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().to_string());
    return result.ok() ? *result : GraphFile{};
  }
  std::string complaint(const std::string& text) {
    const auto result = read_graph(write("g", text));
    return result.ok() ? "" : result.error().to_string();
  }
};

const std::string kVertices =
    "VERTEX_SE2 10 0 0 0\nVERTEX_SE2 7 1 2 0.5\r\n# STAMP 10 1134864629.895182\n# STAMP 7 12.5\n";

TEST_F(GraphInFile, IsReadFromG2o) {
  const GraphFile file = read(kVertices +
                              "ROBOTLASER1 0 1 2\nROBOTLASER1 0 1 2\nFIX 7\n"
                              "EDGE_SE2 10 7 1 2 3 11 12 13 22 23 33\n");
  ASSERT_EQ(file.ids, (std::vector<long long>{10, 7}));
  EXPECT_EQ(file.stamps, (std::vector<double>{1134864629.895182, 12.5}));
  EXPECT_EQ(file.graph.fixed, std::vector<int>{1});
  ASSERT_EQ(file.graph.edges.size(), 1U);
  const GraphEdge& edge = file.graph.edges[0];
  EXPECT_EQ(edge.i, 0);
  EXPECT_EQ(edge.j, 1);
  EXPECT_EQ(edge.i_from_j, (Pose2{1, 2, 3}));
  Mat3 information;
  information << 11, 12, 13, 12, 22, 23, 13, 23, 33;
  EXPECT_EQ(edge.information, information);
  EXPECT_TRUE(has_remark(file.remarks, "2 lines 'ROBOTLASER1'"));
}

// A scan of CARMEN's new format: type, angles, ranges, remissions, poses of laser and robot, five
// numbers more, then message stamp, host and logger stamp.
std::string robot_laser(const std::string& message, const std::string& logger) {
  return "ROBOTLASER1 0 -1.57 3.14 0.0174 80 0.01 0 2 1.5 2.5 0 9 8 7 6 5 4 1 2 3 4 5 " + message +
         " host " + logger + "\n";
}

TEST_F(GraphInFile, TakesTheStampOfTheScanThatFollowsAVertex) {
  const std::string plain = "VERTEX_SE2 4 0 0 0\n" + robot_laser("1134864629.895182", "1.5") +
                            robot_laser("1134864700", "99") + "VERTEX_SE2 2 1 0 0\n" +
                            robot_laser("1134864631.25", "3.0") +
                            "EDGE_SE2 4 2 1 0 0 1 0 0 1 0 1\n";
  const GraphFile file = read(plain);
  EXPECT_EQ(file.stamps, (std::vector<double>{1134864629.895182, 1134864631.25}));
  EXPECT_TRUE(has_remark(file.remarks, "those of their ROBOTLASER lines"));
  const auto vertices = read_trajectory(path("g"));
  ASSERT_TRUE(vertices) << vertices.error().to_string();
  EXPECT_TRUE(vertices->has_stamps);
  EXPECT_EQ(vertices->poses.front().stamp, 1134864629.895182);
  EXPECT_EQ(vertices->poses.back().stamp, 1134864631.25);
  // Comments count before scans; a clock that stands still, or a vertex without a scan, is none.
  EXPECT_EQ(read(plain + "# STAMP 4 7\n# STAMP 2 8\n").stamps, (std::vector<double>{7, 8}));
  EXPECT_EQ(read("VERTEX_SE2 0 0 0 0\n" + robot_laser("0", "1.5") + "VERTEX_SE2 1 1 0 0\n" +
                 robot_laser("0", "3.5"))
                .stamps,
            (std::vector<double>{1.5, 3.5}));
  EXPECT_TRUE(read("VERTEX_SE2 0 0 0 0\n" + robot_laser("0", "0") + "VERTEX_SE2 1 1 0 0\n" +
                   robot_laser("0", "0"))
                  .stamps.empty());
  EXPECT_TRUE(
      read("VERTEX_SE2 0 0 0 0\n" + robot_laser("5", "5") + "VERTEX_SE2 1 1 0 0\n").stamps.empty());
}

TEST_F(GraphInFile, TakesStampsFromAFileInTheOrderOfItsIds) {
  const std::string graph = write("t.g2o",
                                  "VERTEX_SE2 4 0 0 0\nVERTEX_SE2 2 1 0 0\nVERTEX_SE2 3 2 0 0\n"
                                  "EDGE_SE2 4 2 1 0 0 1 0 0 1 0 1\n");
  const std::string times = write("t.times", "10.5\n11.5\n12.5\n");
  const auto file = read_graph(graph, times);
  ASSERT_TRUE(file) << file.error().to_string();
  EXPECT_EQ(file->stamps, (std::vector<double>{12.5, 10.5, 11.5}));
  EXPECT_EQ(relations_of(*file)->front().stamp_i, 12.5);
  const auto vertices = read_trajectory(graph, {.times = times});
  ASSERT_TRUE(vertices) << vertices.error().to_string();
  EXPECT_TRUE(vertices->has_stamps);
  ASSERT_EQ(vertices->poses.size(), 3U);
  EXPECT_EQ(vertices->poses[0].stamp, 10.5);
  EXPECT_EQ(vertices->poses[0].pose.position.x(), 1.0);
  const std::string few = write("few.times", "1\n2\n");
  for (const std::string& told : {read_graph(graph, few).error().to_string(),
                                  read_trajectory(graph, {.times = few}).error().to_string()})
    EXPECT_TRUE(has_text(told, "has 2 stamps for the 3 poses of")) << told;
}

TEST_F(GraphInFile, OfToroHasItsOwnOrderOfTheInformation) {
  const GraphFile file =
      read("VERTEX2 0 0 0 0\nVERTEX2 1 1 0 0\nEDGE2 0 1 1 0 0 11 12 22 33 13 23\n");
  Mat3 information;
  information << 11, 12, 13, 12, 22, 23, 13, 23, 33;
  EXPECT_EQ(file.graph.edges[0].information, information);
}

TEST_F(GraphInFile, IsReadBackAsTheSameBits) {
  GraphFile file = read(kVertices + "FIX 10\nEDGE_SE2 7 10 0.1 0.2 -0.3 11 1 0.5 22 2 33.25\n");
  for (const char* name : {"a.g2o", "a.graph"}) {
    ASSERT_TRUE(write_graph(path(name), file).ok());
    const auto back = read_graph(path(name));
    ASSERT_TRUE(back.ok()) << back.error().to_string();
    EXPECT_EQ(back->ids, file.ids);
    EXPECT_EQ(back->stamps, file.stamps);
    EXPECT_EQ(back->graph.poses, file.graph.poses);
    ASSERT_EQ(back->graph.edges.size(), 1U);
    EXPECT_EQ(back->graph.edges[0].i, 1);
    EXPECT_EQ(back->graph.edges[0].i_from_j, file.graph.edges[0].i_from_j);
    EXPECT_EQ(back->graph.edges[0].information, file.graph.edges[0].information);
  }
  EXPECT_TRUE(has_text(content("a.graph"), "EDGE2 7 10 0.1 0.2 -0.3 11 1 22 33.25 0.5 2\n"));
  EXPECT_FALSE(write_graph(path("a.txt"), file).ok());
}

TEST_F(GraphInFile, InvalidFileIsRejectedWithMessageAndLine) {
  EXPECT_TRUE(has_text(complaint(kVertices + "EDGE_SE2 10 8 1 2 3 1 0 0 1 0 1\n"),
                       "/g:5: there is no vertex 8"));
  EXPECT_TRUE(has_text(complaint(kVertices + "EDGE_SE2 10 7 1 2 3 1 0 0 1\nFIX 7\n"),
                       "/g:5: wanted 'EDGE_SE2 i j"));
  EXPECT_TRUE(has_text(complaint(kVertices + "VERTEX_SE2 7 0 0 0\n"), "vertex 7 is there twice"));
  EXPECT_TRUE(has_text(complaint("VERTEX_SE3:QUAT 0 0 0 0 0 0 0 1\n"), "trajectories only"));
  EXPECT_TRUE(has_text(complaint("FIX 0\n"), "not one vertex"));
  const GraphFile cut = read(kVertices + "EDGE_SE2 10 7 1 2");
  EXPECT_TRUE(cut.graph.edges.empty());
  EXPECT_TRUE(has_remark(cut.remarks, "cut off"));
}

TEST_F(GraphInFile, LeavesOutEdgesFromAVertexToItself) {
  const GraphFile file = read(kVertices +
                              "EDGE_SE2 10 10 1 0 0 1 0 0 1 0 1\n"
                              "EDGE_SE2 10 7 1 2 0.5 1 0 0 1 0 1\n");
  EXPECT_EQ(file.graph.edges.size(), 1U);
  ASSERT_EQ(file.remarks.size(), 1U);
  EXPECT_NE(file.remarks[0].find("1 edges lead from a vertex to itself"), std::string::npos);
}

TEST_F(GraphInFile, WithATagOfItsOwnInEveryLineIsReadInLittleMemory) {
  std::string text = "VERTEX_SE2 0 0 0 0\n";
  for (int i = 0; i < 1000; ++i) text += "TAG" + std::to_string(i) + " 1\n";
  const auto file = read_graph(write("a.g2o", text));
  ASSERT_TRUE(file.ok());
  EXPECT_LT(file->remarks.size(), 30U);
  EXPECT_TRUE(has_remark(file->remarks, "900 lines with other tags"));
}

TEST_F(GraphInFile, ImpossibleNumbersAreRejectedWithMessageAndLine) {
  for (const char* line : {"VERTEX_SE2 1 1e300 0 0", "VERTEX_SE2 1 0 0 1e300", "# STAMP 1 1e300",
                           "EDGE_SE2 0 0 1e300 0 0 1 0 0 1 0 1"}) {
    const auto file = read_graph(write("a.g2o", "VERTEX_SE2 0 0 0 0\n" + std::string(line) + "\n"));
    ASSERT_FALSE(file.ok()) << line;
    EXPECT_TRUE(has_text(file.error().to_string(), "a.g2o:2: ")) << file.error().to_string();
  }
}

TEST_F(GraphInFile, BecomesRelationsAndComesBack) {
  const std::vector<Relation> relations = {
      {1134864645.90321, 1134864646.3242, make_pose(0.31293, 0.02935, 0, 0, 0, 0.24198)},
      {1134864648.5, 1134864645.90321, make_pose(-1, 2, 0, 0, 0, -3)}};
  const GraphFile graph = graph_of(relations);
  ASSERT_EQ(graph.ids.size(), 3U);
  ASSERT_TRUE(write_graph(path("a.g2o"), graph).ok());
  const auto back = relations_of(*read_graph(path("a.g2o")));
  ASSERT_TRUE(back.ok());
  ASSERT_EQ(back->size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ((*back)[i].stamp_i, relations[i].stamp_i);
    EXPECT_EQ((*back)[i].stamp_j, relations[i].stamp_j);
    EXPECT_EQ((*back)[i].i_from_j, relations[i].i_from_j);
  }
  EXPECT_FALSE(relations_of(read("VERTEX_SE2 0 0 0 0\n")).ok());
}

TEST_F(GraphInFile, OfRelationsBeginsWhereTheyLead) {
  const std::vector<Relation> relations = {{1, 2, make_pose(1, 0, 0, 0, 0, kPi / 2)},
                                           {4, 2, make_pose(0, 2, 0, 0, 0, 0)},
                                           {7, 8, make_pose(3, 0, 0, 0, 0, 0)}};
  const GraphFile graph = graph_of(relations);
  ASSERT_EQ(graph.stamps, (std::vector<double>{1, 2, 4, 7, 8}));
  const auto expect_at = [&](std::size_t k, double x, double y, double theta) {
    EXPECT_NEAR(graph.graph.poses[k].x, x, 1e-12) << k;
    EXPECT_NEAR(graph.graph.poses[k].y, y, 1e-12) << k;
    EXPECT_NEAR(graph.graph.poses[k].theta, theta, 1e-12) << k;
  };
  expect_at(0, 0, 0, 0);
  expect_at(1, 1, 0, kPi / 2);
  expect_at(2, 3, 0, kPi / 2);  // that edge leads back
  expect_at(3, 0, 0, 0);        // nothing leads here
  expect_at(4, 3, 0, 0);
}

TEST_F(GraphInFile, OfConstraintsHasAllThatWereNotRejectedWithTheirInformation) {
  ConstraintFile constraints;
  for (int k = 0; k < 3; ++k) {
    Constraint each;
    each.stamp_i = k;
    each.stamp_j = k + 1;
    each.i_from_j = {1.0, 0.0, 0.0};
    each.covariance = Vec3(0.25, 0.5, 0.01).asDiagonal();
    if (k == 2) each.state = ConstraintState::Rejected;
    constraints.constraints.push_back(each);
  }
  const GraphFile graph = graph_of(constraints);
  ASSERT_EQ(graph.graph.edges.size(), 2U);
  ASSERT_EQ(graph.graph.poses.size(), 3U);
  EXPECT_NEAR(graph.graph.poses[2].x, 2.0, 1e-12);
  EXPECT_NEAR(graph.graph.edges[0].information(0, 0), 4.0, 1e-9);
  EXPECT_NEAR(graph.graph.edges[0].information(2, 2), 100.0, 1e-9);
}

TEST_F(GraphInFile, IsWrittenAsAskedWhateverItsName) {
  const GraphFile graph = graph_of({{1, 2, make_pose(1, 0, 0, 0, 0, 0)}});
  ASSERT_TRUE(write_graph(path("a.txt"), graph, GraphFormat::Toro).ok());
  ASSERT_TRUE(write_graph(path("b.graph"), graph, GraphFormat::G2o).ok());
  EXPECT_EQ(*detect_format(path("a.txt")), FileFormat::Toro);
  EXPECT_EQ(*detect_format(path("b.graph")), FileFormat::G2o);
}

TEST(RealGraph, IsReadWhole) {
  const std::string folder = RUBBLE_SHARED_DIR "/data/slam/graphs/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "there is no " << folder;
  const auto manhattan = read_graph(folder + "M3500b.g2o.gz");
  ASSERT_TRUE(manhattan.ok()) << manhattan.error().to_string();
  EXPECT_EQ(manhattan->graph.poses.size(), 3500U);
  EXPECT_EQ(manhattan->graph.edges.size(), 5453U);
  const auto killian = read_graph(folder + "MITb.g2o.gz");
  EXPECT_EQ(killian->graph.poses.size(), 808U);
  EXPECT_EQ(killian->graph.edges.size(), 827U);
}

}  // namespace
}  // namespace rubble::trajectory
