// SPDX-License-Identifier: Apache-2.0
#include "rubble/validation/experiment_files.h"

#include "rubble/rendering/picture_file.h"
#include "rubble/serialization/write_text_file.h"

namespace rubble::validation {
namespace {

constexpr const char* kDataLink = "data (CSV)";

}  // namespace

Result<FigureFile> write_charts(const std::string& folder, const std::string& name,
                                const std::string& caption,
                                const std::vector<report::Chart>& charts) {
  const std::string data = name + ".csv";
  const FigureFile figure{name + ".svg", caption, {{kDataLink, data}}};
  if (const auto drawn = write_text_file(folder + "/" + figure.file, report::charts_svg(charts));
      !drawn)
    return drawn.error();
  if (const auto written = write_text_file(folder + "/" + data, report::charts_csv(charts));
      !written)
    return written.error();
  return figure;
}

Result<FigureFile> write_image(const std::string& folder, const std::string& name,
                               const std::string& caption, const Image& image,
                               const std::string& csv) {
  FigureFile figure{name + ".png", caption};
  if (const auto drawn = rendering::write_png(folder + "/" + figure.file, image); !drawn)
    return drawn.error();
  if (csv.empty()) return figure;
  figure.files = {{kDataLink, name + ".csv"}};
  if (const auto written = write_text_file(folder + "/" + name + ".csv", csv); !written)
    return written.error();
  return figure;
}

}  // namespace rubble::validation
