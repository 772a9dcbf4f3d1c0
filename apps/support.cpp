// SPDX-License-Identifier: Apache-2.0
#include "apps/support.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "rubble/base/log.h"

namespace rubble::apps {

int fail(const Error& error, int code) {
  fmt::print(stderr, "rubble: {}\n", error.to_string());
  return code;
}

Result<World> open_world(const std::string& path, const LoadOptions& options) {
  auto world = scenario::load_checked_world(path, options);
  if (world) print_warnings(world->warnings);
  return world;
}

void print_warnings(const std::vector<Warning>& warnings) {
  std::map<std::string, std::vector<const Warning*>> by_kind;
  for (const Warning& warning : warnings) by_kind[warning.kind].push_back(&warning);
  for (const auto& [kind, members] : by_kind) {
    constexpr std::size_t kMaxToldAlike = 3;
    const std::size_t told = std::min(members.size(), kMaxToldAlike);
    for (std::size_t i = 0; i < told; ++i) {
      const std::string text = Error{members[i]->at, members[i]->message}.to_string();
      if (i + 1 < told || told == members.size())
        log_warning("{}", text);
      else
        log_warning("{} ({} like this: {})", text, members.size(), kind);
    }
  }
}

scenario::Observer printing_observer() {
  return {.remark = [](const std::string& text) { log_warning("{}", text); },
          .file_warnings = print_warnings,
          .progress = {}};
}

void print_written_files(const std::vector<std::string>& files) {
  std::error_code unknown;
  for (const std::string& file : files)
    if (!file.empty() && std::filesystem::is_regular_file(file, unknown))
      fmt::print(stderr, "wrote {}\n", file);
}

Progress::Progress(std::string what)
    : what_(std::move(what)),
      is_terminal_(isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (has_drawn_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::show(double done, const std::string& remark) {
  using namespace std::chrono_literals;
  const auto now = std::chrono::steady_clock::now();
  const auto pause = is_terminal_ ? 200ms : 10s;
  if (now - start_ < 2s || now - last_ < pause) return;
  last_ = now;
  is_terminal_ ? draw_bar(done, remark) : print_line(done, remark);
  std::fflush(stderr);
}

void Progress::draw_bar(double done, const std::string& remark) {
  has_drawn_ = true;
  constexpr int kWidth = 30;
  const int filled = static_cast<int>(std::clamp(done, 0.0, 1.0) * kWidth);
  fmt::print(stderr, "\r{} [{:=<{}}{:{}}] {:3.0f} % {}\x1b[K", what_, "", filled, "",
             kWidth - filled, 100.0 * done, remark);
}

void Progress::print_line(double done, const std::string& remark) const {
  fmt::print(stderr, "{}: {:.0f} %{}{}\n", what_, 100.0 * done, remark.empty() ? "" : ", ", remark);
}

}  // namespace rubble::apps
