// SPDX-License-Identifier: Apache-2.0
#include "rubble/recording/file_names.h"

#include <algorithm>
#include <filesystem>

namespace rubble::recording {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxNameBytes = 1000;
constexpr std::size_t kMaxPartBytes = 200;

// Links are not followed: names stay as the loader saw them.
fs::path absolute_path(const std::string& path) {
  std::error_code code;
  fs::path absolute = fs::absolute(path, code).lexically_normal();
  if (!absolute.has_filename()) absolute = absolute.parent_path();
  return absolute;
}

// Relative path from a folder to something in it; nothing if it is elsewhere.
std::optional<std::string> way_down(const fs::path& folder, const fs::path& inside) {
  const fs::path way = inside.lexically_relative(folder);
  if (way.empty() || *way.begin() == "..") return std::nullopt;
  return way.string();
}

std::string joined(const std::string& folder, const std::string& way) {
  return way == "." ? folder : folder + "/" + way;
}

}  // namespace

FileNames::FileNames(const std::string& world_file,
                     const std::vector<std::string>& resource_folders) {
  const fs::path world = absolute_path(world_file);
  const fs::path own = world.parent_path();
  const std::string own_name = own.has_filename() ? own.filename().string() : "folder";
  roots_.emplace_back(own.string(), "world/" + own_name);
  if (own.parent_path().has_filename()) roots_.emplace_back(own.parent_path().string(), "world");
  world_ = "world/" + own_name + "/" + world.filename().string();
  for (std::size_t i = 0; i < resource_folders.size(); ++i)
    add_folder(resource_folders[i], "resources/" + std::to_string(i));
  add_folder(".", "here");
}

void FileNames::add_folder(const std::string& folder, const std::string& name_elsewhere) {
  const fs::path absolute = absolute_path(folder);
  std::string name = name_elsewhere;
  // A world may refer to files beside it or in its folder by relative path.
  for (const auto& [root, root_name] : {roots_.front(), roots_[roots_.size() > 1 ? 1 : 0]}) {
    const auto way = way_down(root, absolute);
    const bool is_near = way && way->find('/') == std::string::npos;
    if (is_near && root_name.starts_with("world")) {
      name = joined(root_name, *way);
      break;
    }
  }
  roots_.emplace_back(absolute.string(), name);
  resource_folders_.push_back(name);
}

std::optional<std::string> FileNames::name_of(const std::string& path) const {
  const fs::path absolute = absolute_path(path);
  std::optional<std::string> best;
  std::size_t deepest = 0;
  for (const auto& [root, name] : roots_) {
    const auto way = way_down(root, absolute);
    if (!way || root.size() <= deepest) continue;
    deepest = root.size();
    best = joined(name, *way);
  }
  if (best && !is_safe_name(*best)) return std::nullopt;
  return best;
}

bool is_safe_name(const std::string& name) {
  if (name.empty() || name.size() > kMaxNameBytes || name.find('\0') != std::string::npos ||
      name.find('\\') != std::string::npos)
    return false;
  const fs::path path(name);
  return path.is_relative() && std::all_of(path.begin(), path.end(), [](const fs::path& part) {
           return !part.empty() && part != ".." && part != "." &&
                  part.string().size() <= kMaxPartBytes;
         });
}

}  // namespace rubble::recording
