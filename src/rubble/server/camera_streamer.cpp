// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/camera_streamer.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "rubble/base/log.h"
#include "rubble/sim/offscreen_renderer.h"
#include "rubble/viewer_protocol/subscription.h"

namespace rubble::server {

class CameraStreamer::Worker {
 public:
  Worker(const World& world, std::uint64_t seed,
         std::shared_ptr<const rays::StaticScene> static_scene, Send send)
      : world_(world),
        seed_(seed),
        static_scene_(std::move(static_scene)),
        send_(std::move(send)),
        thread_([this] { thread_main(); }) {}

  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
    }
    wake_up_.notify_one();
    thread_.join();
  }

  bool is_idle() const {
    const std::lock_guard lock(mutex_);
    return is_idle_;
  }

  void start(State moment, std::vector<CameraJob> wanted) {
    {
      const std::lock_guard lock(mutex_);
      moment_ = std::move(moment);
      job_ = std::move(wanted);
      is_idle_ = false;
    }
    wake_up_.notify_one();
  }

 private:
  void thread_main() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_up_.wait(lock, [this] { return is_stopping_ || !is_idle_; });
      if (is_stopping_) return;
      lock.unlock();
      try {
        for (const CameraJob& wanted : job_)
          if (!is_stopping()) draw(wanted);
      } catch (const std::exception& thrown) {  // e.g. bad_alloc: this image is skipped
        log_warning("page: {}", thrown.what());
      }
      lock.lock();
      is_idle_ = true;
    }
  }

  bool is_stopping() const {
    const std::lock_guard lock(mutex_);
    return is_stopping_;
  }

  void draw(const CameraJob& wanted) {
    // The renderer and its scene are created on first use.
    if (!renderer_) renderer_.emplace(world_, seed_, static_scene_);
    const viewer_protocol::Stream& stream = wanted.stream;
    const auto image =
        renderer_->look(moment_, stream.robot, stream.sensor, wanted.width, wanted.height);
    if (!image) return;  // the robot has been removed
    const Pose world_from_camera =
        moment_.world_from_link(stream.instance, stream.link) * stream.link_from_sensor;
    const viewer_protocol::Frame frame =
        viewer_protocol::picture_frame(stream, seconds_at(moment_.tick), world_from_camera, *image);
    for (const PageId page : wanted.pages) send_(page, frame);
  }

  const World& world_;
  std::uint64_t seed_;
  const std::shared_ptr<const rays::StaticScene> static_scene_;
  const Send send_;
  std::optional<sim::OffscreenRenderer> renderer_;  // worker thread only

  mutable std::mutex mutex_;
  std::condition_variable wake_up_;
  State moment_;  // owned by the worker while it is busy
  std::vector<CameraJob> job_;
  bool is_idle_ = true;
  bool is_stopping_ = false;
  std::thread thread_;
};

CameraStreamer::CameraStreamer(const World& world, std::uint64_t seed,
                               std::shared_ptr<const rays::StaticScene> static_scene, Send send)
    : worker_(std::make_unique<Worker>(world, seed, std::move(static_scene), std::move(send))) {}
CameraStreamer::~CameraStreamer() = default;

bool CameraStreamer::is_idle() const { return worker_->is_idle(); }

void CameraStreamer::draw(State moment, std::vector<CameraJob> wanted) {
  worker_->start(std::move(moment), std::move(wanted));
}

}  // namespace rubble::server
