// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::ros2 {

// Messages of ROS 2 as bytes: CDR, little endian, every number aligned to its size.
class CdrWriter {
 public:
  CdrWriter() : bytes_("\0\1\0\0", kHead) {}

  template <class Number>
  CdrWriter& number(Number value) {
    while ((bytes_.size() - kHead) % sizeof(value) != 0) bytes_ += '\0';
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    return *this;
  }
  CdrWriter& text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size() + 1));
    bytes_.append(value);
    bytes_ += '\0';
    return *this;
  }
  CdrWriter& count(std::size_t items) { return number(static_cast<std::uint32_t>(items)); }
  CdrWriter& bytes(const std::vector<std::uint8_t>& data) {
    count(data.size());
    bytes_.append(reinterpret_cast<const char*>(data.data()), data.size());
    return *this;
  }
  const std::string& finish() const { return bytes_; }

 private:
  static constexpr std::size_t kHead = 4;
  std::string bytes_;
};

}  // namespace rubble::ros2
