// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "rubble/mapping/constraint.h"
#include "rubble/mapping/planar_scan.h"
#include "rubble/mapping/proposals.h"
#include "rubble/mapping/scan_match.h"
#include "rubble/mapping/truth_graph.h"
#include "rubble/page/frame.h"

namespace rubble::server {

// Messages to pages that verify constraints, as specified in viewer/src/truth/protocol.ts.

struct TruthFacts {
  std::string program;
  std::string log;   // name of the file
  std::string file;  // name of the constraints file
  std::string who;
};

page::Frame truth_hello(const TruthFacts& facts, const mapping::TruthGraph& graph,
                        std::span<const mapping::Constraint> constraints,
                        std::span<const std::size_t> order, bool can_undo);
page::Frame truth_constraint(std::size_t at, const mapping::Constraint& constraint,
                             const mapping::TruthGraph& graph, bool can_undo);
// The last constraint has been removed by undo.
page::Frame truth_removed(std::size_t at, bool can_undo);
// moved: largest displacement of a node, m.
page::Frame truth_graph_frame(const mapping::TruthGraph& graph,
                              const mapping::PathCoverage& coverage, double moved);
page::Frame truth_scans(std::size_t at, const mapping::PlanarScan& scan_i,
                        const mapping::PlanarScan& scan_j);
page::Frame truth_match(std::size_t at, const mapping::ScanMatch& match);
page::Frame truth_relations(const std::string& name, const std::string& text);
page::Frame truth_answer(int id, bool ok, const std::string& text);

}  // namespace rubble::server
