// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "rubble/page/request.h"
#include "rubble/server/web_server.h"

namespace rubble::server {

// A recording that one page looks at: it has its own thread and its own time, so that neither the
// live run nor other pages notice. The page gets a hello of its own, and then the same frames as
// from a live run.
class PlaybackSession {
 public:
  // Opens the file on its own thread; asked: the request to answer once it is open, or cannot be.
  // The web server must outlive it.
  PlaybackSession(WebServer& web, PageId page, std::string path,
                  std::optional<int> open_request_id);
  // Waits for its thread; after leave() and once it is_over() that takes no time.
  ~PlaybackSession();

  // The page turns away: nothing more is sent.
  void detach();
  bool is_over() const;

  // PageRequestHandler of the page: watch, pause, resume, step, pace, seek; others are answered
  // with why not. Never waits.
  void receive(page::Request request);

 private:
  class Worker;
  std::unique_ptr<Worker> worker_;
};

}  // namespace rubble::server
