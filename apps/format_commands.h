// SPDX-License-Identifier: Apache-2.0
// Commands about files of mapping: what is in them, and from one format to another.
#pragma once

#include <string>

namespace rubble::apps {

struct LogDoctorOptions {
  std::string file;
  bool json = false;
};
int log_doctor(const LogDoctorOptions& options);

struct ConvertOptions {
  std::string input;
  std::string output;
  std::string from;   // format word; empty = by content
  std::string to;     // format word; empty = by the name's end
  std::string log;    // of a corrected CARMEN log: the one whose scans it repeats
  std::string times;  // of KITTI and graphs
  std::string robot;  // of a recording with several
  std::string laser;  // fault of the laser to correct; empty: none
  std::string odometry;
};
int convert(const ConvertOptions& options);

}  // namespace rubble::apps
