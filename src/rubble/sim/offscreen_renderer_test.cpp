// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/offscreen_renderer.h"

#include "rubble/sim/test_room.h"

namespace rubble::sim {
namespace {

class Onlooking : public Room {
 protected:
  Image taken() {
    EXPECT_TRUE(order("R1", ScanNow{"Camera"}).is_done);
    return latest<Image>("Camera");
  }
  Image seen(OffscreenRenderer& onlooker, int width, int height) {
    const State copy = state();
    auto image = onlooker.look(copy, "R1", "Camera", width, height);
    EXPECT_TRUE(image.ok()) << (image.ok() ? "" : image.error().message);
    return image.ok() ? *image : Image{};
  }
};

TEST_F(Onlooking, SeesWhatTheCameraSees) {
  OffscreenRenderer onlooker(simulation.world(), simulation.settings().seed);
  enter("P3AT", {0, 0, 0}, {"usual"});
  advance(0.3);
  const Image first = taken();
  EXPECT_EQ(seen(onlooker, first.width, first.height).rgb, first.rgb);
  // Something comes, the camera zooms, something goes.
  order("box",
        CreateObject{
            .kind = "box", .world_from_object = {Vec3(2, 0, 0.5)}, .physics = ObjectPhysics::None});
  order("R1", SetFieldOfView{"Camera", 0.6});
  const Image second = taken();
  EXPECT_NE(second.rgb, first.rgb);
  EXPECT_EQ(seen(onlooker, second.width, second.height).rgb, second.rgb);
  order("box", LeaveWorld{});
  const Image third = taken();
  EXPECT_EQ(seen(onlooker, third.width, third.height).rgb, third.rgb);
}

TEST_F(Onlooking, KeepsTheFieldOfViewAtOtherSizes) {
  OffscreenRenderer onlooker(simulation.world(), simulation.settings().seed);
  enter("P3AT", {0, 0, 0}, {"usual"});
  const Image own = taken();
  const Image small = seen(onlooker, 64, 48);
  EXPECT_EQ(small.width, 64);
  EXPECT_EQ(small.rgb.size(), 64U * 48U * 3U);
  EXPECT_DOUBLE_EQ(small.horizontal_field_of_view, own.horizontal_field_of_view);
}

TEST_F(Onlooking, RefusesWhatIsNotThere) {
  OffscreenRenderer onlooker(simulation.world(), 1);
  enter("P3AT", {0, 0, 0});
  EXPECT_FALSE(onlooker.look(state(), "R2", "Camera", 64, 48).ok());
  EXPECT_FALSE(onlooker.look(state(), "R1", "Odometry", 64, 48).ok());
  EXPECT_FALSE(onlooker.look(state(), "R1", "Camera", 0, 48).ok());
}

}  // namespace
}  // namespace rubble::sim
