// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/camera_streamer.h"

#include <optional>

#include "rubble/base/latest_job_worker.h"
#include "rubble/base/log.h"
#include "rubble/sim/offscreen_renderer.h"
#include "rubble/viewer_protocol/subscription.h"

namespace rubble::server {

struct CameraBatch {
  State moment;
  std::vector<CameraJob> wanted;
};

class CameraStreamer::Renderer {
 public:
  Renderer(const World& world, std::uint64_t seed,
           std::shared_ptr<const rays::StaticScene> static_scene, Send send)
      : world_(world),
        seed_(seed),
        static_scene_(std::move(static_scene)),
        send_(std::move(send)) {}

  bool is_idle() const { return worker_.is_idle(); }
  void submit(CameraBatch batch) { worker_.submit(std::move(batch)); }

 private:
  // --- worker thread ---
  void draw(const State& moment, const CameraJob& wanted) {
    // The renderer and its scene are created on first use.
    if (!renderer_) renderer_.emplace(world_, seed_, static_scene_);
    const viewer_protocol::Stream& stream = wanted.stream;
    const auto image =
        renderer_->look(moment, stream.robot, stream.sensor, wanted.width, wanted.height);
    if (!image) return;  // the robot has been removed
    const Pose world_from_camera =
        moment.world_from_link(stream.instance, stream.link) * stream.link_from_sensor;
    const viewer_protocol::Frame frame =
        viewer_protocol::picture_frame(stream, seconds_at(moment.tick), world_from_camera, *image);
    for (const PageId page : wanted.pages) send_(page, frame);
  }

  const World& world_;
  const std::uint64_t seed_;
  const std::shared_ptr<const rays::StaticScene> static_scene_;
  const Send send_;
  std::optional<sim::OffscreenRenderer> renderer_;  // worker thread only
  LatestJobWorker<CameraBatch> worker_{
      [this](const CameraBatch& batch, const std::stop_token& stop) {
        for (const CameraJob& wanted : batch.wanted)
          if (!stop.stop_requested()) draw(batch.moment, wanted);
      },
      [](CameraBatch&, const std::exception& thrown) {  // these images are skipped
        log_warning("page: {}", thrown.what());
      }};
};

CameraStreamer::CameraStreamer(const World& world, std::uint64_t seed,
                               std::shared_ptr<const rays::StaticScene> static_scene, Send send)
    : renderer_(std::make_unique<Renderer>(world, seed, std::move(static_scene), std::move(send))) {
}
CameraStreamer::~CameraStreamer() = default;

bool CameraStreamer::is_idle() const { return renderer_->is_idle(); }

void CameraStreamer::draw(State moment, std::vector<CameraJob> wanted) {
  renderer_->submit({std::move(moment), std::move(wanted)});
}

}  // namespace rubble::server
