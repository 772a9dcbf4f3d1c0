// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"

namespace rubble::mapping {

// What a file for or from mapping is, found out by looking into it, whatever its name.
enum class FileFormat {
  Tum,
  Kitti,
  Euroc,
  Planar,
  Relations,
  Carmen,
  Usarsim,
  G2o,
  Toro,
  Recording,
  Constraints,
  MapDescription,  // the .yaml beside a picture
  Picture,         // .pgm, .png
  Tiff,
};

const char* name_of(FileFormat kind);
// Of a file that is none of them the error says what it looks like and what was expected.
Result<FileFormat> detect_format(const std::string& path);

}  // namespace rubble::mapping
