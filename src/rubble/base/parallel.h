// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rubble {

// Thread pool for parallel loops. Results do not depend on the number of threads, because chunks
// have a fixed size and each chunk writes only its own output elements.
class Workers {
 public:
  using Body = std::function<void(std::size_t first, std::size_t last)>;

  // thread_count includes the calling thread: with 1, no thread is started.
  explicit Workers(int thread_count = 1);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int thread_count() const { return static_cast<int>(threads_.size()) + 1; }

  // Calls body for [0, chunk), [chunk, 2 chunk), ... up to count, and returns when all calls have
  // returned. The order of the calls is unspecified. Not reentrant: one loop at a time.
  void parallel_for(std::size_t count, std::size_t chunk, const Body& body);

 private:
  struct Job {
    const Body* body = nullptr;
    std::size_t count = 0;
    std::size_t chunk = 1;
    std::size_t next = 0;        // first index not handed out
    std::size_t unfinished = 0;  // indices handed out or waiting
  };

  void serve();
  bool work_on_one_chunk(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable work_waits_;
  std::condition_variable work_is_done_;
  Job job_;
  bool is_stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace rubble
