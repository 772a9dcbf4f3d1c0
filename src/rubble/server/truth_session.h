// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "rubble/server/truth_editor.h"
#include "rubble/server/web_server.h"

namespace rubble::server {

// The pages at a desk: all see the same constraints, and what one person decides the others see.
class TruthSession {
 public:
  // Both must outlive it.
  TruthSession(WebServer& web, TruthEditor& editor) : web_(web), editor_(editor) {}

  // Takes in what pages want and answers it; false if nobody wanted anything.
  bool process_events();

 private:
  void handle_message(PageId page, const std::string& text);

  WebServer& web_;
  TruthEditor& editor_;
  std::set<PageId> pages_;
};

// Now, as "2026-01-31T12:00:00Z".
std::string utc_now();

}  // namespace rubble::server
