// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/sdf/load.h"
#include "rubble/sdf/resources.h"
#include "rubble/sdf/xml.h"

namespace rubble {

// Result of the first pass over a file and everything it includes. The pass is needed because
// libsdformat hangs on include cycles, loses line numbers and drops unknown elements.
struct FileScan {
  XmlNode root;                                                     // of the main file
  std::map<std::string, std::string> included_files;                // <uri> of an <include> -> file
  std::map<std::pair<std::string, std::string>, SourceLine> named;  // element, name -> first place
  std::map<std::string, SourceLine> rubble_lines;                   // rubble_key -> place
  std::set<std::string> auto_inertials;  // link_key of links with <inertial auto="true">
  std::vector<Warning> warnings;
  std::vector<std::string> files;  // all files that were read
};

// Identity of an element of our namespace, used to recover the line number libsdformat loses.
std::string rubble_key(const XmlNode& node);

// Identity of a link element.
std::string link_key(const XmlNode& link);

// Checks size, XML, depth, numbers, names, include cycles and everything in our namespace.
Result<FileScan> scan_files(const std::string& text, const std::string& file,
                            const ResourceFinder& finder, const LoadSettings& settings);

}  // namespace rubble
