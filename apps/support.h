// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/commands.h"
#include "rubble/base/cpu_time.h"
#include "rubble/base/result.h"
#include "rubble/base/whole_number.h"
#include "rubble/messages/reading.h"
#include "rubble/rendering/picture_file.h"
#include "rubble/scenario/checked_world.h"
#include "rubble/scenario/observer.h"
#include "rubble/sdf/load.h"
#include "rubble/serialization/output_files.h"
#include "rubble/serialization/temporary_folder.h"
#include "rubble/world/world.h"

namespace rubble::apps {

// Prints "rubble: maze.sdf:3: ..." on stderr and returns the code.
int fail(const Error& error, int code = kBadInput);

using rendering::write_picture;
using rubble::check_inputs_are_kept;
using rubble::check_writable;
using rubble::cpu_seconds;
using rubble::TemporaryFolder;
using rubble::whole_number_of;
using rubble::write_file;
using scenario::check_sensors;
using scenario::load_settings;
using scenario::store_load_options;
using scenario::stored_load_options;

// scenario::load_checked_world; prints its warnings.
Result<World> open_world(const std::string& path, const LoadOptions& options);

// Prints the warnings of a world, counted by kind, on stderr.
void print_warnings(const std::vector<Warning>& warnings);

// Prints the remarks and warnings of a run on stderr.
scenario::Observer printing_observer();

// Lists written files on stderr. Ignores empty names, pipes and devices.
void print_written_files(const std::vector<std::string>& files);

// The robots that come with Rubble, by name.
std::vector<std::string> robot_classes();

// Progress of long work: a bar on a terminal, otherwise a line every ten seconds.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  void show(double done, const std::string& remark = {});  // 0..1

 private:
  void draw_bar(double done, const std::string& remark);
  void print_line(double done, const std::string& remark) const;

  std::string what_;
  bool is_terminal_;
  bool has_drawn_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace rubble::apps
