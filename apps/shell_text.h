// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/base/shell_text.h"

namespace rubble::apps {
using rubble::shell_quoted;
}
