// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace rubble::server {

// Bytes that may be sent to one page now: a token bucket. A single large frame may run it into
// debt. Wall clock, s.
class BandwidthBudget {
 public:
  explicit BandwidthBudget(double bytes_per_second) : bytes_per_second_(bytes_per_second) {}

  // Refills with the time since the last call, up to 0.5 s worth of bytes.
  void refill(double now) {
    constexpr double kMaxBurst = 0.5;  // s
    bytes_ =
        std::min(bytes_ + (now - refilled_at_) * bytes_per_second_, kMaxBurst * bytes_per_second_);
    refilled_at_ = now;
  }
  void spend(double bytes) { bytes_ -= bytes; }
  // Forgives debt beyond what refills in this time, s.
  void limit_debt(double seconds) { bytes_ = std::max(bytes_, -seconds * bytes_per_second_); }
  bool is_left() const { return bytes_ > 0.0; }

 private:
  double bytes_per_second_;
  double bytes_ = 0.0;
  double refilled_at_ = 0.0;
};

// Bytes per second that were really sent to a page, over the last second or so.
class ThroughputMeter {
 public:
  // total: bytes sent so far. now: wall clock, s.
  double measure(double now, std::int64_t total) {
    if (now - measured_at_ >= 1.0) {
      bytes_per_second_ = static_cast<double>(total - total_then_) / (now - measured_at_);
      measured_at_ = now;
      total_then_ = total;
    }
    return bytes_per_second_;
  }

 private:
  double measured_at_ = 0.0;
  std::int64_t total_then_ = 0;
  double bytes_per_second_ = 0.0;
};

}  // namespace rubble::server
