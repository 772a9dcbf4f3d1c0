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
#include "rubble/messages/reading.h"
#include "rubble/scenario/checked_world.h"
#include "rubble/scenario/observer.h"
#include "rubble/sdf/load.h"
#include "rubble/usarsim/protocol/dialect.h"
#include "rubble/world/world.h"

namespace rubble::apps {

// Prints "rubble: maze.sdf:3: ..." on stderr and returns the code.
int fail(const Error& error, int code = kBadInput);

using rubble::cpu_seconds;
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

// Writes a text file.
Result<void> write_file(const std::string& path, const std::string& text);

// Lists written files on stderr. Ignores empty names, pipes and devices.
void print_written_files(const std::vector<std::string>& files);

// Checks in advance whether these files can be written, so that long work does not fail at its end.
// Ignores empty names, "-" and pipes.
Result<void> check_writable(const std::vector<std::string>& outputs);

// An error if one of the outputs is one of the inputs, which would be lost. Empty names do not
// count.
Result<void> check_inputs_are_kept(const std::vector<std::string>& outputs,
                                   const std::vector<std::string>& inputs);

// Writes an image; the extension selects the format: .jpg or .png.
Result<void> write_picture(const std::string& path, const Image& image);

// A temporary folder, removed by the destructor.
class TemporaryFolder {
 public:
  // `word` is the prefix of the name.
  explicit TemporaryFolder(const std::string& word);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;  // empty if it could not be created
};

// compat, classic or udk.
usarsim::Dialect dialect_of(const std::string& word);

// The robots that come with Rubble, by name.
std::vector<std::string> robot_classes();

// Digits that fit 64 bits, and nothing else.
std::optional<std::uint64_t> whole_number_of(std::string_view word);

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
