// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rubble/mapping/constraint_store.h"
#include "rubble/mapping/truth_graph.h"
#include "rubble/server/truth_messages.h"
#include "rubble/server/truth_request.h"

namespace rubble::server {

struct TruthReply {
  std::vector<page::Frame> to_sender;  // what goes to the page that asked
  std::vector<page::Frame> broadcast;  // what every page gets, the asker too and first
};

// Where constraints are decided about: what pages ask for becomes decisions, each of them in the
// file before anybody is told, and the map is put right at once. Knows no sockets.
class TruthEditor {
 public:
  TruthEditor(mapping::ConstraintStore book, std::vector<mapping::PlanarScan> scans,
              TruthFacts facts, std::function<std::string()> now);

  const mapping::ConstraintStore& book() const { return book_; }
  const mapping::TruthGraph& graph() const { return graph_; }
  // Constraints that name scans the log does not have; they stay in the file and are not shown.
  std::size_t unmatched_constraints() const;

  std::vector<page::Frame> greeting() const;
  TruthReply handle_message(const std::string& text);

 private:
  Result<void> execute(const TruthRequest& request, TruthReply& reply);
  Result<mapping::TruthGraph::Ends> ends_at(std::size_t at) const;
  Result<void> show(const TruthRequest& request, TruthReply& reply) const;
  Result<void> match(const TruthRequest& request, TruthReply& reply) const;
  Result<void> decide(const TruthRequest& request, TruthReply& reply);
  Result<void> undo(TruthReply& reply);
  Result<void> add(const TruthRequest& request, TruthReply& reply);
  void append_change(std::size_t at, TruthReply& reply);
  mapping::PathCoverage coverage() const;
  // Of the scans of each constraint.
  std::vector<double> scan_overlaps() const;

  mapping::ConstraintStore book_;
  mapping::TruthGraph graph_;
  TruthFacts facts_;
  std::function<std::string()> now_;
  std::vector<std::size_t> order_;
};

}  // namespace rubble::server
