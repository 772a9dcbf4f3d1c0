// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/world/load.h"
#include "rubble/world/resources.h"
#include "rubble/world/xml.h"

namespace rubble {

// What a first look at a file and all it includes has found. SDFormat hangs on include cycles,
// forgets lines and drops what it does not know, so we look before it does.
struct FileScan {
  XmlNode root;                                                     // of the main file
  std::map<std::string, std::string> included_files;                // <uri> of an <include> -> file
  std::map<std::pair<std::string, std::string>, SourceLine> named;  // element, name -> first place
  std::map<std::string, SourceLine> rubble_lines;                   // rubble_key -> place
  std::set<std::string> auto_inertials;  // link_key of links whose inertia is to be computed
  std::vector<Warning> warnings;
  std::vector<std::string> files;  // that were read
};

// Tells apart the elements of our namespace, whose lines SDFormat forgets.
std::string rubble_key(const XmlNode& node);

// Tells links apart.
std::string link_key(const XmlNode& link);

// Checks size, XML, depth, numbers, names, include cycles and everything in our namespace.
Result<FileScan> scan_files(const std::string& text, const std::string& file,
                            const ResourceFinder& finder, const LoadSettings& settings);

}  // namespace rubble
