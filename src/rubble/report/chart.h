// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/messages/reading.h"
#include "rubble/report/canvas.h"

namespace rubble::report {

enum class Mark { Line, Dots };

struct Series {
  std::string name;  // empty: not in the legend
  std::vector<double> x;
  std::vector<double> y;  // NaN breaks a line
  std::string color{series_color(0)};
  Mark mark = Mark::Line;
  double dot_radius = 1.7;  // pixels
};

// A labelled line of constant x or y.
struct Guide {
  bool is_vertical = false;
  double at = 0.0;
  std::string label;
};

// A chart with axes. Limits that are not given are fitted to the data.
struct Chart {
  std::string title;
  std::string x_label;  // quantity [unit]
  std::string y_label;  // quantity [unit]
  std::vector<Series> series;
  std::vector<Guide> guides;
  std::optional<double> y_low;
  std::optional<double> y_high;
  int width = 760;
  int height = 300;
};

// Charts below each other.
Svg charts_drawing(const std::vector<Chart>& charts);
std::string charts_svg(const std::vector<Chart>& charts);
Image charts_picture(const std::vector<Chart>& charts);
// One row per point: chart, series, both axes and values. Points of a broken line are left out.
std::string charts_csv(const std::vector<Chart>& charts);

}  // namespace rubble::report
