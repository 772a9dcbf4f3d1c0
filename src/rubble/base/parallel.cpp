// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/parallel.h"

#include <algorithm>

#include "rubble/base/assert.h"

namespace rubble {

Workers::Workers(int thread_count) {
  for (int i = 1; i < thread_count; ++i) threads_.emplace_back([this] { serve(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  work_waits_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::parallel_for(std::size_t count, std::size_t chunk, const Body& body) {
  RUBBLE_ASSERT(chunk > 0);
  RUBBLE_ASSERT(chunk > 0 || count == 0);
  if (threads_.empty() || count <= chunk) {
    for (std::size_t first = 0; first < count; first += chunk)
      body(first, std::min(first + chunk, count));
    return;
  }
  std::unique_lock lock(mutex_);
  job_ = {.body = &body, .count = count, .chunk = chunk, .next = 0, .unfinished = count};
  work_waits_.notify_all();
  while (work_on_one_chunk(lock)) {
  }
  work_is_done_.wait(lock, [this] { return job_.unfinished == 0; });
}

void Workers::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_waits_.wait(lock, [this] { return is_stopping_ || job_.next < job_.count; });
    if (is_stopping_) return;
    work_on_one_chunk(lock);
  }
}

bool Workers::work_on_one_chunk(std::unique_lock<std::mutex>& lock) {
  if (job_.next >= job_.count) return false;
  const std::size_t first = job_.next;
  const std::size_t last = std::min(first + job_.chunk, job_.count);
  job_.next = last;
  const Body& body = *job_.body;
  lock.unlock();
  body(first, last);
  lock.lock();
  job_.unfinished -= last - first;
  if (job_.unfinished == 0) work_is_done_.notify_all();
  return true;
}

}  // namespace rubble
