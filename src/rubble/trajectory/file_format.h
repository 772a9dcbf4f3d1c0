// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"

namespace rubble::trajectory {

// Formats of files that mapping reads. Detected from the content, never from the name.
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
  MapDescription,  // the .yaml of a map image
  Picture,         // .pgm, .png
  Tiff,
};

const char* name_of(FileFormat kind);
// Of an unknown file the error says what it looks like and what was expected.
Result<FileFormat> detect_format(const std::string& path);

}  // namespace rubble::trajectory
