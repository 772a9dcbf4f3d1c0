// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rubble::report {

// Text as it stands between the tags of HTML and SVG, and in quoted attributes. Control characters,
// which XML forbids, are left out.
std::string markup_escaped(std::string_view words);
// A relative path as a URL. Nothing but letters, digits and /-._~ stays, so it never has a scheme.
std::string url_of_path(std::string_view path);
// A field of a CSV file, quoted if necessary.
std::string csv_field(const std::string& words);

}  // namespace rubble::report
