// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble::net {

struct WebFile {
  std::string type;  // Content-Type
  std::shared_ptr<const std::string> bytes;
  std::shared_ptr<const std::string> gzipped;  // precompressed variant; null: none
  std::string tag;                             // content hash, for ETag
  bool is_immutable = false;  // its name contains a hash of its content: cached forever
};

// By request path: "/index.html". Other paths are not served.
using WebFiles = std::map<std::string, WebFile, std::less<>>;

struct WebFilesLimits {
  std::size_t max_bytes = 64 << 20;
  std::size_t max_files = 4096;
};

// Reads all files of a folder into memory. FILE.gz becomes the precompressed variant of FILE.
// Names that begin with a dot are skipped.
Result<WebFiles> read_web_files(const std::string& folder, const WebFilesLimits& limits = {});
std::string_view content_type_of(std::string_view name);

}  // namespace rubble::net
