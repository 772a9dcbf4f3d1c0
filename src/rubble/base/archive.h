// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "rubble/base/result.h"

namespace rubble {

// Writes values as bytes, or reads them back to the same bits, for snapshots of a run. A class
// names its members once, for both directions:
//
//   void serialize(Archive& archive) { archive(speed_, points_, mode_); }
//
// Types of other libraries get a free function serialize(Archive&, T&) in their own namespace or in
// rubble. Bytes are in the order of this machine; a snapshot belongs to one program version.
//
// Reading never goes beyond the bytes there are. The first thing that does not fit ends it: all
// that follows keeps its value, and finish() says what was wrong.
class Archive {
 public:
  Archive() = default;                                                                  // writes
  explicit Archive(std::string bytes) : bytes_(std::move(bytes)), is_reading_(true) {}  // reads

  bool is_reading() const { return is_reading_; }
  bool has_failed() const { return error_.has_value(); }

  template <class... Values>
  void operator()(Values&... values) {
    (one(values), ...);
  }

  // Marks where a part begins; reading fails if another one is there.
  void section(std::string_view name);

  // For numbers that follow from elsewhere, such as how many bodies there are: written, and
  // compared when read. False if they differ; reading has then failed.
  bool expect(std::string_view what, std::size_t count);

  void fail(std::string why);

  // What was written. Only of an archive that writes.
  std::string take_bytes() { return std::move(bytes_); }
  // Reading: an error if something did not fit or bytes are left over.
  Result<void> finish() const;

 private:
  void raw(void* data, std::size_t size);
  // How many elements follow, each of at least so many bytes.
  std::size_t count(std::size_t size, std::size_t element_bytes = 1);

  template <class T>
  void one(T& value) {
    if constexpr (requires { value.serialize(*this); }) {
      value.serialize(*this);
    } else if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = value ? 1 : 0;
      raw(&byte, 1);
      value = byte != 0;
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      raw(&value, sizeof(T));
    } else if constexpr (requires {
                           T::SizeAtCompileTime;
                           value.data();
                         }) {  // Eigen's matrices
      static_assert(T::SizeAtCompileTime > 0, "matrices of fixed size only");
      raw(value.data(), sizeof(*value.data()) * static_cast<std::size_t>(T::SizeAtCompileTime));
    } else if constexpr (requires { value.coeffs().data(); }) {  // Eigen's quaternions
      one(value.coeffs());
    } else {
      serialize(*this, value);
    }
  }

  friend void serialize(Archive& archive, std::string& text);
  template <class T>
  friend void serialize(Archive& archive, std::vector<T>& items);
  template <class Key, class Value>
  friend void serialize(Archive& archive, std::map<Key, Value>& map);

  std::string bytes_;
  std::size_t next_ = 0;  // byte to read
  bool is_reading_ = false;
  std::optional<std::string> error_;
};

void serialize(Archive& archive, std::string& text);

template <class T>
void serialize(Archive& archive, std::vector<T>& items) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    const std::size_t size = archive.count(items.size(), sizeof(T));
    if (archive.is_reading()) items.resize(size);
    archive.raw(items.data(), size * sizeof(T));
  } else {
    const std::size_t size = archive.count(items.size());
    if (archive.is_reading()) items.clear();
    for (std::size_t i = 0; i < size && !archive.has_failed(); ++i) {
      if (archive.is_reading()) items.emplace_back();
      archive(items[i]);
    }
  }
}

inline void serialize(Archive& archive, std::vector<bool>& items) {
  std::vector<std::uint8_t> bytes(items.begin(), items.end());
  archive(bytes);
  items.assign(bytes.begin(), bytes.end());
}

template <class T, std::size_t kSize>
void serialize(Archive& archive, std::array<T, kSize>& items) {
  for (T& item : items) archive(item);
}

template <class First, class Second>
void serialize(Archive& archive, std::pair<First, Second>& pair) {
  archive(pair.first, pair.second);
}

template <class T>
void serialize(Archive& archive, std::optional<T>& value) {
  bool has_value = value.has_value();
  archive(has_value);
  if (archive.is_reading()) {
    value.reset();
    if (has_value) value.emplace();
  }
  if (has_value) archive(*value);
}

template <class Key, class Value>
void serialize(Archive& archive, std::map<Key, Value>& map) {
  const std::size_t size = archive.count(map.size());
  if (!archive.is_reading()) {
    for (auto& [key, value] : map) {
      Key copy = key;
      archive(copy, value);
    }
    return;
  }
  map.clear();
  for (std::size_t i = 0; i < size && !archive.has_failed(); ++i) {
    Key key{};
    archive(key);
    archive(map[key]);
  }
}

}  // namespace rubble
