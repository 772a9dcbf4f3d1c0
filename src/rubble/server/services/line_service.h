// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rubble/net/line_server.h"
#include "rubble/server/services/service_table.h"

namespace rubble::server {

// Opens a port for lines of text; an error's file is its name.
Result<std::unique_ptr<net::LineServer>> open_line_server(const ServiceContext& context,
                                                          const std::string& name, int port);

// A service whose clients send lines of text.
class LineService : public Service {
 public:
  OptionalPort port() const override { return lines_->port(); }
  void add_counts(HostCounts& counts) const override;
  net::LineServer& lines() const { return *lines_; }

 protected:
  explicit LineService(std::unique_ptr<net::LineServer> lines) : lines_(std::move(lines)) {}

  // Events since the last call. While the run is late, fewer lines are read per client, so that a
  // flooding client delays only itself.
  std::vector<net::LineEvent> drain(bool is_late);

 private:
  std::unique_ptr<net::LineServer> lines_;
};

}  // namespace rubble::server
