// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rubble/groundtruth/constraint_store.h"
#include "rubble/groundtruth/truth_graph.h"
#include "rubble/server/truth_messages.h"
#include "rubble/server/truth_request.h"

namespace rubble::server {

struct TruthReply {
  std::vector<viewer_protocol::Frame> to_sender;  // for the page that sent the request
  std::vector<viewer_protocol::Frame> broadcast;  // for all pages, sent before to_sender
};

// Manual verification of pose constraints: executes requests of pages. Each decision is saved to
// the file before it is broadcast, and the pose graph is optimized at once. No sockets;
// single-threaded.
class TruthEditor {
 public:
  TruthEditor(groundtruth::ConstraintStore book, std::vector<slam::PlanarScan> scans,
              TruthFacts facts, std::function<std::string()> now);

  const groundtruth::ConstraintStore& book() const { return book_; }
  const groundtruth::TruthGraph& graph() const { return graph_; }
  // Number of constraints whose scans are not in the log. They stay in the file and are not shown.
  std::size_t unmatched_constraints() const;

  std::vector<viewer_protocol::Frame> greeting() const;
  TruthReply handle_message(const std::string& text);

 private:
  Result<void> execute(const TruthRequest& request, TruthReply& reply);
  Result<groundtruth::TruthGraph::Ends> ends_at(std::size_t at) const;
  Result<void> show(const TruthRequest& request, TruthReply& reply) const;
  Result<void> match(const TruthRequest& request, TruthReply& reply) const;
  Result<void> decide(const TruthRequest& request, TruthReply& reply);
  Result<void> undo(TruthReply& reply);
  Result<void> add(const TruthRequest& request, TruthReply& reply);
  void append_change(std::size_t at, TruthReply& reply);
  groundtruth::PathCoverage coverage() const;
  // Overlap of the two scans of each constraint.
  std::vector<double> scan_overlaps() const;

  groundtruth::ConstraintStore book_;
  groundtruth::TruthGraph graph_;
  TruthFacts facts_;
  std::function<std::string()> now_;
  std::vector<std::size_t> order_;
};

}  // namespace rubble::server
