// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace rubble {

// Runs jobs one at a time on its own thread. Of the jobs submitted while one runs, only the newest
// is kept. For work whose result is soon out of date, such as images of a moving robot.
template <class Job>
class LatestJobWorker {
 public:
  // Both are called on the worker's thread. A long job should end early once stop_requested().
  using Run = std::function<void(Job&, const std::stop_token&)>;
  // Gets the job whose run threw, such as bad_alloc; must not throw.
  using OnFailure = std::function<void(Job&, const std::exception&)>;

  LatestJobWorker(Run run, OnFailure on_failure)
      : run_(std::move(run)),
        on_failure_(std::move(on_failure)),
        thread_([this](const std::stop_token& stop) { thread_main(stop); }) {}
  // Discards the pending job, asks the running one to stop and waits for it.
  ~LatestJobWorker() = default;
  LatestJobWorker(const LatestJobWorker&) = delete;
  LatestJobWorker& operator=(const LatestJobWorker&) = delete;

  // --- any thread ---
  // No job is running or pending.
  bool is_idle() const {
    const std::lock_guard lock(mutex_);
    return !is_running_ && !pending_;
  }
  // Replaces the pending job, if any. Never waits for a job.
  void submit(Job job) {
    std::optional<Job> replaced(std::move(job));
    {
      const std::lock_guard lock(mutex_);
      pending_.swap(replaced);
    }
    wake_up_.notify_one();
  }

 private:
  void thread_main(const std::stop_token& stop) {
    while (std::optional<Job> job = next(stop)) {
      try {
        run_(*job, stop);
      } catch (const std::exception& thrown) {
        on_failure_(*job, thrown);
      }
      job.reset();
      const std::lock_guard lock(mutex_);
      is_running_ = false;
    }
  }

  // Waits for a job; nothing once the worker stops.
  std::optional<Job> next(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    wake_up_.wait(lock, stop, [this] { return pending_.has_value(); });
    if (stop.stop_requested()) return std::nullopt;
    is_running_ = true;
    return std::exchange(pending_, std::nullopt);
  }

  const Run run_;
  const OnFailure on_failure_;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_up_;
  std::optional<Job> pending_;
  bool is_running_ = false;
  std::jthread thread_;  // last: it ends before the other members do
};

}  // namespace rubble
