// SPDX-License-Identifier: Apache-2.0
#include "apps/support.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "rubble/base/log.h"
#include "rubble/rendering/picture_file.h"

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

Result<void> write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) return Error{{path}, "cannot be written; does its folder exist?"};
  return {};
}

void print_written_files(const std::vector<std::string>& files) {
  std::error_code unknown;
  for (const std::string& file : files)
    if (!file.empty() && std::filesystem::is_regular_file(file, unknown))
      fmt::print(stderr, "wrote {}\n", file);
}

Result<void> check_writable(const std::vector<std::string>& outputs) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const std::string& output : outputs) {
    if (output.empty() || output == "-") continue;
    if (fs::is_directory(output, ignored))
      return Error{{output}, "cannot be written: this is a folder; name a file in it"};
    const std::string folder = fs::path(output).parent_path().string();
    if (!folder.empty() && !fs::is_directory(folder, ignored))
      return Error{{output}, "cannot be written: there is no folder '" + folder + "'"};
    const std::string beside = folder.empty() ? "." : folder;
    const std::string& place = fs::exists(output, ignored) ? output : beside;
    if (::access(place.c_str(), W_OK) != 0)
      return Error{{output}, std::string("cannot be written: ") + std::strerror(errno)};
  }
  return {};
}

Result<void> check_inputs_are_kept(const std::vector<std::string>& outputs,
                                   const std::vector<std::string>& inputs) {
  std::error_code ignored;
  std::set<std::filesystem::path> written;
  for (const std::string& output : outputs)
    if (!output.empty() &&
        !written.insert(std::filesystem::weakly_canonical(output, ignored)).second)
      return Error{{output}, "is the name of two outputs; choose another name for one of them"};
  for (const std::string& output : outputs)
    for (const std::string& input : inputs)
      if (!output.empty() && !input.empty() && std::filesystem::equivalent(output, input, ignored))
        return Error{
            {output},
            "is also an input of this command and would be overwritten; choose another name"};
  return {};
}

Result<void> write_picture(const std::string& path, const Image& image) {
  const bool is_jpeg = path.ends_with(".jpg") || path.ends_with(".jpeg");
  if (!is_jpeg && !path.ends_with(".png"))
    return Error{{path}, "has a name that does not end in .png or .jpg"};
  constexpr int kGoodQuality = 92;
  const int quality = image.jpeg_quality > 0 ? image.jpeg_quality : kGoodQuality;
  return is_jpeg ? rendering::write_jpeg(path, image, quality) : rendering::write_png(path, image);
}

TemporaryFolder::TemporaryFolder(const std::string& word) {
  std::error_code error;
  path_ = (std::filesystem::temp_directory_path(error) / (word + "_XXXXXX")).string();
  if (error || ::mkdtemp(path_.data()) == nullptr) path_.clear();
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

usarsim::Dialect dialect_of(const std::string& word) {
  if (word == "classic") return usarsim::Dialect::Classic;
  return word == "udk" ? usarsim::Dialect::Udk : usarsim::Dialect::Compat;
}

std::optional<std::uint64_t> whole_number_of(std::string_view word) {
  std::uint64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
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
