// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/net/web/web_server.h"

namespace rubble::server {

using PageId = net::SessionId;  // of a page's WebSocket

}  // namespace rubble::server
