// SPDX-License-Identifier: Apache-2.0
// Radio links, routes and coverage for pages.
#include <algorithm>

#include "rubble/server/page_server.h"
#include "rubble/viewer_protocol/radio_frames.h"

namespace rubble::server {
namespace {

constexpr double kMaxLinkBytesPerSecond = 300e3;  // per page
constexpr double kFresh = 1.5;                    // simulated s
constexpr double kCoveragePause = 0.5;            // wall s between two computations for one page

}  // namespace

bool PageServer::needs_links() const {
  return std::any_of(sessions_.begin(), sessions_.end(), [](const auto& entry) {
    return entry.second.is_live() && entry.second.watcher->watch().radio > 0.0;
  });
}

void PageServer::publish_links(std::shared_ptr<const radio::Links> links) {
  if (links == links_) return;
  links_ = std::move(links);
  links_frame_ = {};
  const double now = wall_seconds();
  for (auto& [page, session] : sessions_)
    if (session.is_live()) send_links(page, session, now);
}

// At the requested rate, limited so that the links of many stations leave bandwidth for other
// frames.
void PageServer::send_links(PageId page, PageSession& session, double now) {
  const double rate = session.watcher->watch().radio;
  if (rate <= 0.0 || now < session.next_links || session.sent_links == links_ ||
      !has_fresh_links() || !has_budget(page, session))
    return;
  if (!links_frame_.bytes) links_frame_ = viewer_protocol::links_frame(*links_);
  constexpr double kSlack = 0.75;  // of a period: links are updated in steps
  session.next_links =
      now + std::max(kSlack / rate,
                     static_cast<double>(links_frame_.bytes->size()) / kMaxLinkBytesPerSecond);
  session.sent_links = links_;
  session.send(links_frame_);
}

// Links are only kept up to date while some page subscribes to them.
bool PageServer::has_fresh_links() const {
  return links_ && seconds_at(simulation_.state().tick) - links_->time <= kFresh;
}

Result<void> PageServer::send_route(PageId page, PageSession& session,
                                    const viewer_protocol::RouteRequest& request) {
  if (!has_fresh_links()) return Error{{}, "There are no radio links yet."};
  const Result<viewer_protocol::Frame> route = route_frame(*links_, request);
  if (!route) return route.error();
  session.budget.spend(static_cast<double>(route->bytes->size()));
  web_.send(page, *route);  // precedes the reply
  return {};
}

// A newer request of a page replaces its pending one.
void PageServer::queue_coverage(PageId page, PageSession& session, CoverageJob wanted) {
  if (session.coverage && session.coverage->id)
    web_.send(page, viewer_protocol::answer_message(*session.coverage->id, false, kSuperseded));
  session.coverage = std::move(wanted);
}

// One computation at a time; the page that has waited longest comes first.
void PageServer::compute_coverage(double now) {
  if (!coverage_.is_idle()) return;
  PageSession* next = nullptr;
  for (auto& [page, session] : sessions_)
    if (session.is_live() && session.coverage && now >= session.next_coverage &&
        has_budget(page, session) &&
        (next == nullptr || session.next_coverage < next->next_coverage))
      next = &session;
  if (next == nullptr) return;
  next->next_coverage = now + kCoveragePause;
  if (links_) next->coverage->preset = links_->preset;
  coverage_.compute(simulation_.state(), *std::exchange(next->coverage, {}));
}

}  // namespace rubble::server
