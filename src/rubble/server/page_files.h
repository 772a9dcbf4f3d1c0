// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble::server {

struct PageFile {
  std::string type;  // as in Content-Type
  std::shared_ptr<const std::string> bytes;
  std::shared_ptr<const std::string> gzipped;  // null: there is no such twin
  std::string tag;                             // another one for other bytes
  bool is_immutable = false;                   // has another name once its bytes change
};

// By path as in a request: "/index.html". What is not in here is not served.
using PageFiles = std::map<std::string, PageFile, std::less<>>;

struct PageFilesLimits {
  std::size_t max_bytes = 64 << 20;
  std::size_t max_files = 4096;
};

// The files of a built page, all of them in memory; FILE.gz becomes the twin of FILE. Names that
// begin with a dot are left out.
Result<PageFiles> read_page_files(const std::string& folder, const PageFilesLimits& limits = {});
std::string_view content_type_of(std::string_view name);

}  // namespace rubble::server
