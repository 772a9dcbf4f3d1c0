// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "rubble/server/page_id.h"
#include "rubble/viewer_protocol/request.h"

namespace rubble::server {

// Playback of a recording for one page. Has its own thread and time, independent of the live run
// and of other pages. The page gets a new hello, then the same frames as from a live run.
class PlaybackSession {
 public:
  // Opens the file on its own thread. `open_request_id`: the request to be answered when the file
  // is open or has failed to open. The web server must outlive the session.
  PlaybackSession(net::WebServer& web, PageId page, std::string path,
                  std::optional<int> open_request_id);
  // Joins its thread; does not block once is_over().
  ~PlaybackSession();

  // The page leaves the recording: nothing more is sent, the thread ends soon.
  void detach();
  bool is_over() const;

  // Queues a request of the page: watch, pause, resume, step, pace, seek, route, coverage; others
  // are answered with an error. Never blocks.
  void receive(viewer_protocol::Request request);

 private:
  class Worker;
  std::unique_ptr<Worker> worker_;
};

}  // namespace rubble::server
