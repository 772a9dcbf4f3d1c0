// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rubble/server/page_server.h"
#include "rubble/server/recordings_folder.h"
#include "rubble/server/services/service_table.h"

namespace rubble::server {

// The web port: pages that show and control the run.
class PageService : public Service {
 public:
  // The context must outlive it.
  PageService(std::unique_ptr<net::WebServer> web, const ServiceContext& context);
  ~PageService() override;
  PageService(const PageService&) = delete;
  PageService& operator=(const PageService&) = delete;

  OptionalPort port() const override { return web_->port(); }
  Work work() const override { return Work::Page; }
  // While the run is late, pages get one request each per 50 ms of simulated time.
  void receive(bool is_late) override;
  void after_tick() override;
  void idle() override;
  void add_counts(HostCounts& counts) const override { counts.page_seconds += cpu_seconds_; }

 private:
  PageServerSettings page_server_settings();
  // Records to a new file in the recordings folder.
  Result<void> begin_recording();
  double* cpu_seconds_sum() { return context_.settings.measures_page ? &cpu_seconds_ : nullptr; }

  const ServiceContext& context_;
  const RecordingsFolder recordings_;
  std::unique_ptr<net::WebServer> web_;
  PageServer pages_;          // sends through web_
  double cpu_seconds_ = 0.0;  // of this thread, if measured
};

Result<std::unique_ptr<Service>> open_page_service(ServiceContext& context);

}  // namespace rubble::server
