// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/net/web/web_frame.h"

namespace rubble::viewer_protocol {

// One message to a page, text (JSON) or binary. The formats are specified in
// viewer/src/protocol.ts.
using Frame = net::WebFrame;
using net::binary_frame;
using net::text_frame;

}  // namespace rubble::viewer_protocol
