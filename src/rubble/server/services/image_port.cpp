// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/services/image_port.h"

namespace rubble::server {

void ImagePort::idle() {
  if (images_->wants_snapshot()) images_->show(live_.camera_snapshot());
}

Result<std::unique_ptr<Service>> open_image_port(ServiceContext& context) {
  const HostSettings& settings = context.settings;
  if (!settings.ports.image) return std::unique_ptr<Service>();
  auto images = ImageServer::listen(context.network,
                                    {.host = settings.host,
                                     .port = *settings.ports.image,
                                     .type = settings.image_type,
                                     .pushes_first_frame = settings.pushes_first_frame,
                                     .grid = settings.run.tiles},
                                    context.simulation);
  if (!images) return Error{{"image"}, images.error().message};
  return std::unique_ptr<Service>(std::make_unique<ImagePort>(*std::move(images), context.live));
}

}  // namespace rubble::server
