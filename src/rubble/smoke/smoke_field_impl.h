// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>

#include "rubble/smoke/smoke_snapshot.h"

namespace rubble::smoke {

// Builds the snapshot lazily on the first query after advance(), since most ticks have none.
// Several threads may query at once; the first one builds under the mutex.
class SmokeField::Impl {
 public:
  Impl(const World& world, std::uint64_t seed) : sources_(world, seed) {}

  void advance(double time, std::span<const SmokeArea> runtime_areas) {
    const bool has_new_smoke = sources_.set_runtime_areas(runtime_areas);
    if (time == time_ && !has_new_smoke) return;
    time_ = time;
    is_ready_.store(false, std::memory_order_release);
  }

  const SmokeSnapshot& now() const {
    if (!is_ready_.load(std::memory_order_acquire)) {
      const std::lock_guard lock(mutex_);
      if (!is_ready_.load(std::memory_order_relaxed)) {
        snapshot_ = sources_.at(time_);
        is_ready_.store(true, std::memory_order_release);
      }
    }
    return snapshot_;
  }

  double heat_at(const Vec3& point) const { return sources_.heat_at(point, time_); }

 private:
  SmokeSources sources_;
  double time_ = 0.0;
  mutable std::mutex mutex_;
  mutable std::atomic<bool> is_ready_ = false;
  mutable SmokeSnapshot snapshot_;
};

}  // namespace rubble::smoke
