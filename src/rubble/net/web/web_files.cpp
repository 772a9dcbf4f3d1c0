// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/web_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "rubble/base/hash.h"

namespace rubble::net {

namespace fs = std::filesystem;

namespace {

struct ContentType {
  std::string_view ending;
  std::string_view type;
};

constexpr ContentType kContentTypes[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".txt", "text/plain; charset=utf-8"},
};

using FileBytes = std::map<std::string, std::shared_ptr<const std::string>>;

// Nothing if it cannot be read or is longer.
std::shared_ptr<const std::string> file_bytes(const fs::path& path, std::size_t max_bytes) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes;
  std::string chunk(64 << 10, '\0');
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0) {
    bytes.append(chunk, 0, static_cast<std::size_t>(file.gcount()));
    if (bytes.size() > max_bytes) return nullptr;
  }
  if (!file.eof()) return nullptr;
  return std::make_shared<const std::string>(std::move(bytes));
}

Result<FileBytes> bytes_below(const std::string& folder, const WebFilesLimits& limits) {
  std::error_code error;
  FileBytes found;
  std::size_t remaining_bytes = limits.max_bytes;
  for (fs::recursive_directory_iterator next(folder, error), end; !error && next != end;
       next.increment(error)) {
    const bool is_hidden = next->path().filename().string().front() == '.';
    if (is_hidden) next.disable_recursion_pending();
    std::error_code unknown;
    if (is_hidden || !next->is_regular_file(unknown)) continue;
    if (found.size() >= limits.max_files)
      return Error{{folder}, fmt::format("holds more than {} files", limits.max_files)};
    auto bytes = file_bytes(next->path(), remaining_bytes);
    if (!bytes)
      return Error{
          {next->path().string()},
          fmt::format("cannot be read, or the folder holds more than {} bytes", limits.max_bytes)};
    remaining_bytes -= bytes->size();
    found["/" + next->path().lexically_relative(folder).generic_string()] = std::move(bytes);
  }
  if (error) return Error{{folder}, error.message()};
  return found;
}

}  // namespace

std::string_view content_type_of(std::string_view name) {
  for (const ContentType& known : kContentTypes)
    if (name.ends_with(known.ending)) return known.type;
  return "application/octet-stream";
}

Result<WebFiles> read_web_files(const std::string& folder, const WebFilesLimits& limits) {
  const auto all = bytes_below(folder, limits);
  if (!all) return all.error();
  WebFiles files;
  for (const auto& [name, bytes] : *all) {
    if (name.ends_with(".gz") && all->contains(name.substr(0, name.size() - 3))) continue;
    const auto gzip = all->find(name + ".gz");
    files[name] = {std::string(content_type_of(name)), bytes,
                   gzip == all->end() ? nullptr : gzip->second,
                   fmt::format("{:016x}", Hash{}.add(std::string_view(*bytes)).value()),
                   name.starts_with("/assets/")};
  }
  return files;
}

}  // namespace rubble::net
