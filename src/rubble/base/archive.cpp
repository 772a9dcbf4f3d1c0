// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/archive.h"

namespace rubble {

void Archive::raw(void* data, std::size_t size) {
  if (!is_reading_) {
    bytes_.append(static_cast<const char*>(data), size);
    return;
  }
  if (has_failed()) return;
  if (size > bytes_.size() - next_) return fail("it ends too early");
  std::memcpy(data, bytes_.data() + next_, size);
  next_ += size;
}

std::size_t Archive::count(std::size_t size, std::size_t element_bytes) {
  std::uint64_t number = size;
  raw(&number, sizeof number);
  if (!is_reading_) return size;
  if (number > (bytes_.size() - next_) / element_bytes)
    fail("it says that more follows than there is");
  return has_failed() ? 0 : static_cast<std::size_t>(number);
}

void Archive::section(std::string_view name) {
  std::string read(name);
  (*this)(read);
  if (read != name) fail("expected part '" + std::string(name) + "'");
}

bool Archive::expect(std::string_view what, std::size_t count) {
  std::uint64_t number = count;
  raw(&number, sizeof number);
  if (number != count)
    fail("expected " + std::to_string(count) + " " + std::string(what) + ", found " +
         std::to_string(number));
  return !has_failed();
}

void Archive::fail(std::string why) {
  if (!has_failed()) error_ = std::move(why);
}

Result<void> Archive::finish() const {
  if (error_) return Error{{}, *error_};
  if (is_reading_ && next_ != bytes_.size())
    return Error{{}, std::to_string(bytes_.size() - next_) + " bytes are left over"};
  return {};
}

void serialize(Archive& archive, std::string& text) {
  const std::size_t size = archive.count(text.size());
  if (archive.is_reading()) text.resize(size);
  archive.raw(text.data(), size);
}

}  // namespace rubble
