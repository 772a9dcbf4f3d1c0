// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "rubble/server/page_id.h"
#include "rubble/server/truth_editor.h"

namespace rubble::server {

// The pages connected to a TruthEditor. All show the same constraints; decisions are broadcast.
class TruthSession {
 public:
  // Both must outlive it.
  TruthSession(net::WebServer& web, TruthEditor& editor) : web_(web), editor_(editor) {}

  // Handles pending events of pages; false if there were none.
  bool process_events();

 private:
  void handle_message(PageId page, const std::string& text);

  net::WebServer& web_;
  TruthEditor& editor_;
  std::set<PageId> pages_;
};

// Current UTC time, as "2026-01-31T12:00:00Z".
std::string utc_now();

}  // namespace rubble::server
