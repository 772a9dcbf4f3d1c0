// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/write_text_file.h"

#include "rubble/serialization/text_output.h"

namespace rubble {

Result<void> write_text_file(const std::string& path, std::string_view text) {
  TextOutput output(path);
  output << text;
  return output.finish();
}

}  // namespace rubble
