// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/generators/furnished_room/parts.h"

namespace rubble::generators {
namespace {

constexpr double kShelfHalf = 0.60, kShelfDepth = 0.30, kShelfTop = 1.95, kShelfBoard = 0.024;
constexpr double kShelfStep = 0.37;  // m, from board to board
constexpr int kShelfBoards = 5;      // that carry books
constexpr int kSpineCount = 8;       // pictures spine_1 to spine_8

constexpr std::array<std::array<float, 3>, 9> kCovers{{{0.72F, 0.16F, 0.15F},
                                                       {0.20F, 0.36F, 0.62F},
                                                       {0.24F, 0.48F, 0.30F},
                                                       {0.90F, 0.72F, 0.24F},
                                                       {0.92F, 0.90F, 0.82F},
                                                       {0.46F, 0.26F, 0.50F},
                                                       {0.85F, 0.45F, 0.18F},
                                                       {0.36F, 0.62F, 0.66F},
                                                       {0.55F, 0.38F, 0.26F}}};

struct BookSize {
  double thickness;
  double depth;
  double height;
};

// The block of the book and, on its front, a spine in the colour of the cover.
void add_book(Link& link, const Vec3& back_corner, const BookSize& size, std::size_t cover,
              int spine) {
  const std::string name = numbered("book", link.visuals.size());
  const auto& rgb = kCovers[cover];
  const Vec3 half = Vec3(size.depth, size.thickness, size.height) / 2;
  add_visual(link, name, {back_corner + half}, Box{2 * half},
             colored("plastic", rgb[0], rgb[1], rgb[2]));
  const std::string picture = numbered("spine", static_cast<std::size_t>(spine));
  add_picture(link, name + "_spine",
              {back_corner + Vec3(size.depth - kSheetThickness + 0.001, half.y(), half.z())},
              {picture, size.thickness, size.height});
  link.visuals.back().appearance.color = {rgb[0], rgb[1], rgb[2], 1.0F};
}

// From right to left until the board is full or the draw leaves a gap at its end.
void fill_shelf_board(Link& link, double height, Random random) {
  const double end = kShelfHalf - kShelfBoard - random.uniform(0.02, 0.30);
  for (double y = -kShelfHalf + kShelfBoard + 0.005; y < end;) {
    BookSize size{};
    size.thickness = random.uniform(0.018, 0.055);
    size.depth = random.uniform(0.15, 0.21);
    size.height = random.uniform(0.19, 0.31);
    const auto cover =
        static_cast<std::size_t>(random.integer(0, static_cast<int>(kCovers.size()) - 1));
    const int spine = random.integer(1, kSpineCount);
    if (y + size.thickness > end) break;
    add_book(link, {-kShelfDepth / 2 + 0.03, y, height}, size, cover, spine);
    y += size.thickness + 0.001;
  }
}

}  // namespace

Link room_shelf(const Pose& pose, std::uint64_t seed) {
  const MaterialPreset wood = colored("plywood", 0.62F, 0.46F, 0.30F);
  const double deep = kShelfDepth / 2, inner = kShelfHalf - kShelfBoard;
  Link link = make_link("shelf", pose, "Shelf");
  add_block(link, "right_side", {-deep, -kShelfHalf, 0.0}, {deep, -inner, kShelfTop}, wood);
  add_block(link, "left_side", {-deep, inner, 0.0}, {deep, kShelfHalf, kShelfTop}, wood);
  add_block(link, "back", {-deep, -inner, 0.0}, {-deep + 0.01, inner, kShelfTop}, wood);
  for (int i = 0; i <= kShelfBoards; ++i) {
    const double low = i < kShelfBoards ? 0.06 + kShelfStep * i : kShelfTop - kShelfBoard;
    add_block(link, numbered("board", static_cast<std::size_t>(i)), {-deep + 0.01, -inner, low},
              {deep, inner, low + kShelfBoard}, wood);
    if (i < kShelfBoards)
      fill_shelf_board(link, low + kShelfBoard,
                       Random(seed, "books", static_cast<std::uint64_t>(i)));
  }
  return link;
}

}  // namespace rubble::generators
