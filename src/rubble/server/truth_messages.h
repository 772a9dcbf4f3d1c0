// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "rubble/groundtruth/proposals.h"
#include "rubble/groundtruth/truth_graph.h"
#include "rubble/slam/2d/planar_scan.h"
#include "rubble/slam/2d/scan_match.h"
#include "rubble/trajectory/constraint.h"
#include "rubble/viewer_protocol/frame.h"

namespace rubble::server {

// Messages to pages that verify constraints, as specified in viewer/src/truth/protocol.ts.

struct TruthFacts {
  std::string program;
  std::string log;   // name of the file
  std::string file;  // name of the constraints file
  std::string who;
};

viewer_protocol::Frame truth_hello(const TruthFacts& facts, const groundtruth::TruthGraph& graph,
                                   std::span<const trajectory::Constraint> constraints,
                                   std::span<const std::size_t> order, bool can_undo);
viewer_protocol::Frame truth_constraint(std::size_t at, const trajectory::Constraint& constraint,
                                        const groundtruth::TruthGraph& graph, bool can_undo);
// The last constraint has been removed by undo.
viewer_protocol::Frame truth_removed(std::size_t at, bool can_undo);
// moved: largest displacement of a node, m.
viewer_protocol::Frame truth_graph_frame(const groundtruth::TruthGraph& graph,
                                         const groundtruth::PathCoverage& coverage, double moved);
viewer_protocol::Frame truth_scans(std::size_t at, const slam::PlanarScan& scan_i,
                                   const slam::PlanarScan& scan_j);
viewer_protocol::Frame truth_match(std::size_t at, const slam::ScanMatch& match);
viewer_protocol::Frame truth_relations(const std::string& name, const std::string& text);
viewer_protocol::Frame truth_answer(int id, bool ok, const std::string& text);

}  // namespace rubble::server
