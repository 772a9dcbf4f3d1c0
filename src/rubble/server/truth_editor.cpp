// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/truth_editor.h"

#include <algorithm>

#include "rubble/groundtruth/scan_overlap.h"
#include "rubble/slam/2d/scan_match.h"

namespace rubble::server {

namespace {

using trajectory::Constraint;
using trajectory::ConstraintKind;
using trajectory::ConstraintSource;
using trajectory::ConstraintState;
using DeskKind = TruthRequest::Kind;

// Search window around a pose set by hand: m, rad.
constexpr slam::MatchWindow kHandWindow{0.25, 0.12};

std::string relations_name(const std::string& log) {
  const std::size_t dot = log.find('.', 1);
  return (dot == std::string::npos ? log : log.substr(0, dot)) + ".relations";
}

}  // namespace

TruthEditor::TruthEditor(groundtruth::ConstraintStore book, std::vector<slam::PlanarScan> scans,
                         TruthFacts facts, std::function<std::string()> now)
    : book_(std::move(book)),
      graph_(std::move(scans), book_.file().constraints),
      facts_(std::move(facts)),
      now_(std::move(now)),
      order_(groundtruth::verification_order(graph_.path(), book_.file().constraints,
                                             scan_overlaps())) {}

std::vector<double> TruthEditor::scan_overlaps() const {
  std::vector<double> views;
  for (const Constraint& each : book_.file().constraints) {
    const auto ends = graph_.ends_of(each);
    views.push_back(ends ? groundtruth::scan_overlap(
                               graph_.scans()[static_cast<std::size_t>(ends->i)],
                               graph_.scans()[static_cast<std::size_t>(ends->j)], each.i_from_j)
                         : 0.0);
  }
  return views;
}

std::size_t TruthEditor::unmatched_constraints() const {
  const auto& all = book_.file().constraints;
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](const Constraint& each) { return !graph_.ends_of(each); }));
}

groundtruth::PathCoverage TruthEditor::coverage() const {
  return groundtruth::coverage_of(graph_.path(), book_.file().constraints);
}

std::vector<viewer_protocol::Frame> TruthEditor::greeting() const {
  return {truth_hello(facts_, graph_, book_.file().constraints, order_, book_.can_undo()),
          truth_graph_frame(graph_, coverage(), 0.0)};
}

TruthReply TruthEditor::handle_message(const std::string& text) {
  TruthReply reply;
  int id = 0;
  const auto request = parse_truth_request(text, id);
  const Result<void> done = request ? execute(*request, reply) : Result<void>(request.error());
  if (id != 0 || !done)
    reply.to_sender.push_back(
        truth_answer(id, done.ok(), done ? std::string() : done.error().to_string()));
  return reply;
}

Result<void> TruthEditor::execute(const TruthRequest& request, TruthReply& reply) {
  switch (request.kind) {
    case DeskKind::Show:
      return show(request, reply);
    case DeskKind::Match:
      return match(request, reply);
    case DeskKind::Accept:
    case DeskKind::Reject:
    case DeskKind::Note:
      return decide(request, reply);
    case DeskKind::Undo:
      return undo(reply);
    case DeskKind::Add:
      return add(request, reply);
    case DeskKind::Export:
      reply.to_sender.push_back(truth_relations(
          relations_name(facts_.log),
          trajectory::relations_text(book_.file(), {.with_untouched = request.with_untouched})));
      return {};
  }
  return Error{{}, "Unknown request."};
}

Result<groundtruth::TruthGraph::Ends> TruthEditor::ends_at(std::size_t at) const {
  const auto& all = book_.file().constraints;
  if (at >= all.size())
    return Error{{}, "There are only " + std::to_string(all.size()) + " constraints."};
  const auto ends = graph_.ends_of(all[at]);
  if (!ends) return Error{{}, "The log has no scans with the stamps of this constraint."};
  return *ends;
}

Result<void> TruthEditor::show(const TruthRequest& request, TruthReply& reply) const {
  const auto ends = ends_at(request.at);
  if (!ends) return ends.error();
  const auto& scans = graph_.scans();
  reply.to_sender.push_back(truth_scans(request.at, scans[static_cast<std::size_t>(ends->i)],
                                        scans[static_cast<std::size_t>(ends->j)]));
  return {};
}

Result<void> TruthEditor::match(const TruthRequest& request, TruthReply& reply) const {
  const auto ends = ends_at(request.at);
  if (!ends) return ends.error();
  const auto& scan_i = graph_.scans()[static_cast<std::size_t>(ends->i)];
  const auto& scan_j = graph_.scans()[static_cast<std::size_t>(ends->j)];
  if (scan_i.hits.empty() || scan_j.hits.empty())
    return Error{{}, "One of the two scans saw nothing; there is nothing to match."};
  reply.to_sender.push_back(
      truth_match(request.at, slam::match_scans(scan_i, scan_j, request.pose, kHandWindow)));
  return {};
}

Result<void> TruthEditor::decide(const TruthRequest& request, TruthReply& reply) {
  if (const auto ends = ends_at(request.at); !ends) return ends.error();
  Constraint after = book_.file().constraints[request.at];
  after.note = request.note;
  if (request.kind != DeskKind::Note) {
    after.verifier = request.who.empty() ? facts_.who : request.who;
    after.when = now_();
  }
  if (request.kind == DeskKind::Reject) after.state = ConstraintState::Rejected;
  if (request.kind == DeskKind::Accept) {
    after.i_from_j = request.pose;
    const bool is_moved = !(request.pose == after.proposed);
    after.state = is_moved ? ConstraintState::Adjusted : ConstraintState::Accepted;
  }
  if (const auto kept = book_.decide(request.at, std::move(after)); !kept) return kept;
  append_change(request.at, reply);
  return {};
}

Result<void> TruthEditor::undo(TruthReply& reply) {
  const auto undone = book_.undo();
  if (!undone) return undone.error();
  const bool is_removed = *undone == book_.file().constraints.size();
  if (is_removed) std::erase(order_, *undone);
  append_change(*undone, reply);
  return {};
}

Result<void> TruthEditor::add(const TruthRequest& request, TruthReply& reply) {
  const int count = static_cast<int>(graph_.scans().size());
  if (request.node_i == request.node_j || std::max(request.node_i, request.node_j) >= count)
    return Error{{}, "A constraint wants two different scans of the log."};
  const auto i = static_cast<std::size_t>(std::min(request.node_i, request.node_j));
  const auto j = static_cast<std::size_t>(std::max(request.node_i, request.node_j));
  Constraint made;
  made.stamp_i = graph_.scans()[i].stamp;
  made.stamp_j = graph_.scans()[j].stamp;
  if (made.stamp_i == made.stamp_j) return Error{{}, "These two scans have the same stamp."};
  made.i_from_j = made.proposed = graph_.poses()[i].inverse() * graph_.poses()[j];
  made.covariance = Vec3(1.0, 1.0, 1.0).asDiagonal();
  made.kind = ConstraintKind::Manual;
  made.source = ConstraintSource::Person;
  made.maker = request.who.empty() ? facts_.who : request.who;
  if (const auto kept = book_.add(std::move(made)); !kept) return kept;
  order_.push_back(book_.file().constraints.size() - 1);
  append_change(order_.back(), reply);
  return {};
}

void TruthEditor::append_change(std::size_t at, TruthReply& reply) {
  const auto& all = book_.file().constraints;
  const double moved = graph_.solve(all);
  reply.broadcast.push_back(at < all.size()
                                ? truth_constraint(at, all[at], graph_, book_.can_undo())
                                : truth_removed(at, book_.can_undo()));
  reply.broadcast.push_back(truth_graph_frame(graph_, coverage(), moved));
}

}  // namespace rubble::server
