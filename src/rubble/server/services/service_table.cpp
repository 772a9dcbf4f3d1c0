// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/services/service_table.h"

#include "rubble/server/radio_service.h"
#include "rubble/server/services/image_port.h"
#include "rubble/server/services/page_service.h"
#include "rubble/server/services/reply_port.h"
#include "rubble/server/services/usarsim_port.h"

namespace rubble::server {

std::span<const ServiceKind> service_kinds() {
  static constexpr ServiceKind kKinds[] = {
      {"usarsim", &HostPorts::usarsim, true, open_usarsim_port},
      {"image", &HostPorts::image, true, open_image_port},
      {"com", &HostPorts::com, true, open_com_port},
      {"truth", &HostPorts::truth, true, open_truth_port},
      {"radio", &HostPorts::radio, false, open_radio_service},
      {"web", &HostPorts::web, false, open_page_service},
  };
  return kKinds;
}

}  // namespace rubble::server
