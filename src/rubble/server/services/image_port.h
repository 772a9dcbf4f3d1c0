// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rubble/server/image_server.h"
#include "rubble/server/services/service_table.h"

namespace rubble::server {

// The image server's port: gives it a copy of the state when a client waits for an image.
class ImagePort : public Service {
 public:
  ImagePort(std::unique_ptr<ImageServer> images, const LiveRun& live)
      : images_(std::move(images)), live_(live) {}

  OptionalPort port() const override { return images_->port(); }
  void idle() override;
  void add_counts(HostCounts& counts) const override { counts.frames += images_->frames_sent(); }

 private:
  std::unique_ptr<ImageServer> images_;
  const LiveRun& live_;
};

Result<std::unique_ptr<Service>> open_image_port(ServiceContext& context);

}  // namespace rubble::server
