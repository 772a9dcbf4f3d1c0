// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/latest_job_worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <stdexcept>
#include <vector>

namespace rubble {
namespace {

using Worker = LatestJobWorker<int>;

void ignore_failure(int&, const std::exception&) {}

void wait_until_idle(const Worker& worker) {
  while (!worker.is_idle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(LatestJobWorker, RunsEachJobThatFindsItIdle) {
  std::vector<int> done;
  Worker worker([&](int& job, const std::stop_token&) { done.push_back(job); }, ignore_failure);
  EXPECT_TRUE(worker.is_idle());
  for (const int job : {1, 2, 3}) {
    worker.submit(job);
    wait_until_idle(worker);
  }
  EXPECT_EQ(done, (std::vector<int>{1, 2, 3}));
}

TEST(LatestJobWorker, OfTheJobsThatArriveDuringOneOnlyTheNewestIsRun) {
  std::vector<int> done;
  std::promise<void> started, may_end;
  Worker worker(
      [&](int& job, const std::stop_token&) {
        if (job == 1) {
          started.set_value();
          may_end.get_future().wait();
        }
        done.push_back(job);
      },
      ignore_failure);
  worker.submit(1);
  started.get_future().wait();
  for (const int job : {2, 3, 4}) worker.submit(job);
  EXPECT_FALSE(worker.is_idle());
  may_end.set_value();
  wait_until_idle(worker);
  EXPECT_EQ(done, (std::vector<int>{1, 4}));
}

TEST(LatestJobWorker, AJobThatThrowsIsReportedAndTheNextOneRuns) {
  std::vector<int> done, failed;
  Worker worker(
      [&](int& job, const std::stop_token&) {
        if (job == 1) throw std::runtime_error("no memory");
        done.push_back(job);
      },
      [&](int& job, const std::exception& thrown) {
        EXPECT_STREQ(thrown.what(), "no memory");
        failed.push_back(job);
      });
  for (const int job : {1, 2}) {
    worker.submit(job);
    wait_until_idle(worker);
  }
  EXPECT_EQ(failed, (std::vector<int>{1}));
  EXPECT_EQ(done, (std::vector<int>{2}));
}

TEST(LatestJobWorker, StopsTheRunningJobAndDropsThePendingOne) {
  std::vector<int> begun;
  std::promise<void> started;
  {
    Worker worker(
        [&](int& job, const std::stop_token& stop) {
          begun.push_back(job);
          if (job == 1) started.set_value();
          while (!stop.stop_requested()) std::this_thread::yield();
        },
        ignore_failure);
    worker.submit(1);
    started.get_future().wait();
    worker.submit(2);
  }
  EXPECT_EQ(begun, (std::vector<int>{1}));
}

}  // namespace
}  // namespace rubble
