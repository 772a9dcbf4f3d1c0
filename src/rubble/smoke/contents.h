// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>

#include "rubble/smoke/moment.h"

namespace rubble::smoke {

// The moment is put together when somebody looks first: most ticks nobody does.
class Air::Contents {
 public:
  Contents(const World& world, std::uint64_t seed) : ingredients_(world, seed) {}

  void advance(double time, std::span<const SmokeArea> made) {
    const bool has_new_smoke = ingredients_.take(made);
    if (time == time_ && !has_new_smoke) return;
    time_ = time;
    is_ready_.store(false, std::memory_order_release);
  }

  const Moment& now() const {
    if (!is_ready_.load(std::memory_order_acquire)) {
      const std::lock_guard lock(mutex_);
      if (!is_ready_.load(std::memory_order_relaxed)) {
        moment_ = ingredients_.at(time_);
        is_ready_.store(true, std::memory_order_release);
      }
    }
    return moment_;
  }

  double heat_at(const Vec3& point) const { return ingredients_.heat_at(point, time_); }

 private:
  Ingredients ingredients_;
  double time_ = 0.0;
  mutable std::mutex mutex_;
  mutable std::atomic<bool> is_ready_ = false;
  mutable Moment moment_;
};

}  // namespace rubble::smoke
