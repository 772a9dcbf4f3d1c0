// SPDX-License-Identifier: Apache-2.0
#include "apps/support.h"

#include <fmt/core.h>
#include <sys/resource.h>
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
#include "rubble/base/text.h"
#include "rubble/generators/world_kinds.h"
#include "rubble/recording/recorder.h"
#include "rubble/rendering/picture_file.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::apps {

int fail(const Error& error, int code) {
  fmt::print(stderr, "rubble: {}\n", error.to_string());
  return code;
}

LoadSettings load_settings(const LoadOptions& options) {
  LoadSettings settings;
  settings.resource_folders = default_resource_folders();
  settings.is_strict = options.strict;
  settings.is_lenient = options.lenient;
  return settings;
}

namespace {

// A path, one below Rubble's own folder, or the name of a world that comes with Rubble.
Result<std::string> world_path(const std::string& word) {
  std::error_code ignored;
  const std::string named = data_folder() + "/worlds/" + word + ".sdf";
  for (const std::string& path : {word, data_folder() + "/" + word, named})
    if (std::filesystem::is_regular_file(path, ignored)) return path;
  if (word.find_first_of("./") != std::string::npos) return word;
  std::vector<std::string> known;
  for (const generators::WorldKind& kind : generators::kWorldKinds) known.emplace_back(kind.name);
  const auto meant = closest_word(word, known);
  return Error{
      {},
      "there is neither a file nor a world of the name '" + word + "'" +
          (meant ? "; did you mean '" + *meant + "'?" : "; './rubble world list' has all")};
}

}  // namespace

Result<World> open_world(const std::string& path, const LoadOptions& options) {
  const auto file = world_path(path);
  if (!file) return file.error();
  auto world = load_world(*file, load_settings(options));
  if (!world) return world;
  if (options.smoke > 0.0) world->hazes.push_back({.density = options.smoke});
  for (const auto& model : world->models)
    if (const auto checked = check_sensors(*model, options, world->warnings); !checked)
      return checked.error();
  print_warnings(world->warnings);
  return world;
}

namespace {
constexpr const char* kLenientSetting = "lenient";
}  // namespace

void store_load_options(const LoadOptions& options, std::map<std::string, std::string>& settings) {
  if (options.lenient) settings[kLenientSetting] = "yes";
  if (options.smoke > 0.0)
    settings[recording::kSmokeSetting] = fmt::format("{:.17g}", options.smoke);
}

LoadOptions stored_load_options(const std::map<std::string, std::string>& settings) {
  LoadOptions options;
  options.lenient = settings.contains(kLenientSetting);
  if (const auto smoke = settings.find(recording::kSmokeSetting); smoke != settings.end())
    options.smoke = parse_number(smoke->second).value_or(0.0);
  return options;
}

Result<void> check_sensors(const Model& model, const LoadOptions& options,
                           std::vector<Warning>& warnings) {
  const std::size_t before = warnings.size();
  if (const auto checked = sensors::check_sensors(model, warnings); !checked) return checked;
  if (options.strict && warnings.size() > before)
    return Error{warnings[before].at, warnings[before].message};
  return {};
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

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
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
