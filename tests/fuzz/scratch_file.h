// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file, for readers that want a path. run.sh removes the folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "rubble/base/assert.h"

namespace rubble::fuzz {

inline std::string scratch_path(const std::string& name) {
  return (std::filesystem::temp_directory_path() / name).string();
}

inline std::string scratch_file(const std::string& name, std::string_view bytes) {
  const std::string path = scratch_path(name);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  RUBBLE_ASSERT(file.good());
  return path;
}

inline std::string_view bytes_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// A sentence for a person: there is one, and it is short enough to be read.
inline void check_sentence(const std::string& sentence) {
  constexpr std::size_t kMaxSentenceLength = 3000;
  RUBBLE_ASSERT(!sentence.empty() && sentence.size() <= kMaxSentenceLength);
}

}  // namespace rubble::fuzz
