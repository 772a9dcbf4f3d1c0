// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/result.h"

namespace rubble {

std::string Error::to_string() const {
  if (at.file.empty()) return message;
  if (at.line <= 0) return at.file + ": " + message;
  return at.file + ":" + std::to_string(at.line) + ": " + message;
}

}  // namespace rubble
