// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/chart.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rubble::report {
namespace {

Chart two_series() {
  Chart chart{.title = "Errors, all", .x_label = "time [s]", .y_label = "error [m]"};
  chart.series.push_back({.name = "a", .x = {0.0, 1.0, 2.0}, .y = {0.5, std::nan(""), 0.25}});
  chart.series.push_back({.name = "b", .x = {1.0}, .y = {2.0}, .mark = Mark::Dots});
  return chart;
}

TEST(Chart, TheTableHasEveryFinitePointWithItsAxes) {
  EXPECT_EQ(charts_csv({two_series()}),
            "chart,series,x_axis,x,y_axis,y\n"
            "\"Errors, all\",a,time [s],0,error [m],0.5\n"
            "\"Errors, all\",a,time [s],2,error [m],0.25\n"
            "\"Errors, all\",b,time [s],1,error [m],2\n");
}

TEST(Chart, TheDrawingNamesBothAxesAndTheSeries) {
  const std::string text = charts_svg({two_series()});
  for (const char* const word : {">time [s]<", ">error [m]<", ">a<", ">b<", ">Errors, all<"})
    EXPECT_NE(text.find(word), std::string::npos) << word;
}

TEST(Chart, ColoursOfTheThemeCanBeReplacedByAPage) {
  const std::string text = charts_svg({two_series()});
  EXPECT_NE(text.find("class='fill-paper'"), std::string::npos);
  EXPECT_NE(text.find("class='stroke-grid'"), std::string::npos);
  EXPECT_NE(text.find("class='fill-blue'"), std::string::npos) << "the dots of a series";
}

}  // namespace
}  // namespace rubble::report
