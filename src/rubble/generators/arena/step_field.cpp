// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/arena/step_field.h"

#include <algorithm>
#include <cmath>

#include "rubble/generators/builder.h"

namespace rubble::generators {
namespace {

enum class Pattern { Flat, Hill, Diagonal };

int pattern_height(Pattern pattern, int i, int j, Random& random) {
  const int noise = random.integer(-1, 1);
  double height = 1.0 + random.uniform();
  if (pattern == Pattern::Hill) height = 4.0 - std::abs(i - 4.5) * (3.0 / 4.5);
  if (pattern == Pattern::Diagonal) height = 4.0 - std::abs(i - j) * (3.0 / 5.0);
  return std::clamp(static_cast<int>(std::lround(height)) + noise, 1, 4);
}

// The lowest neighbour of a post; outside lies the frame, one unit high.
int lowest_neighbor(const StepHeights& heights, int i, int j) {
  const auto height = [&](int a, int b) {
    const bool is_frame = a < 0 || b < 0 || a >= kStepFieldPosts || b >= kStepFieldPosts;
    return is_frame ? 1 : heights[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
  };
  return std::min({height(i - 1, j), height(i + 1, j), height(i, j - 1), height(i, j + 1)});
}

// Lowers posts until no two neighbours differ by more than the limit.
void level(StepHeights& heights, int limit) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (int i = 0; i < kStepFieldPosts; ++i)
      for (int j = 0; j < kStepFieldPosts; ++j) {
        int& height = heights[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        const int most = lowest_neighbor(heights, i, j) + limit;
        if (height <= most) continue;
        height = most;
        has_changed = true;
      }
  }
}

double unit_of(StepFieldKind kind) { return kind == StepFieldKind::FullCubic ? 0.10 : 0.05; }

double edge_of(int post) { return (post - kStepFieldPosts / 2) * kStepPostWidth; }

// Posts of one height side by side: columns first_i..last_i-1, rows first_j..last_j-1.
struct PostBlock {
  int first_i = 0;
  int first_j = 0;
  int last_i = 0;
  int last_j = 0;
};

class PostMerger {
 public:
  explicit PostMerger(const StepHeights& heights) : heights_(heights) {}

  // Grows each block along a row first, then over rows that are the same.
  std::vector<PostBlock> blocks() {
    std::vector<PostBlock> found;
    for (int j = 0; j < kStepFieldPosts; ++j)
      for (int i = 0; i < kStepFieldPosts; ++i)
        if (!is_used(i, j)) found.push_back(grow(i, j));
    return found;
  }

 private:
  int height(int i, int j) const {
    return heights_[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  }
  bool is_used(int i, int j) const {
    return used_[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  }
  bool fits(int i, int j, int wanted) const {
    return i < kStepFieldPosts && j < kStepFieldPosts && !is_used(i, j) && height(i, j) == wanted;
  }
  bool row_fits(const PostBlock& block, int j, int wanted) const {
    for (int i = block.first_i; i < block.last_i; ++i)
      if (!fits(i, j, wanted)) return false;
    return true;
  }
  PostBlock grow(int i, int j) {
    const int wanted = height(i, j);
    PostBlock block{i, j, i + 1, j + 1};
    while (fits(block.last_i, j, wanted)) ++block.last_i;
    while (row_fits(block, block.last_j, wanted)) ++block.last_j;
    for (int a = block.first_i; a < block.last_i; ++a)
      for (int b = block.first_j; b < block.last_j; ++b)
        used_[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = true;
    return block;
  }

  const StepHeights& heights_;
  std::array<std::array<bool, kStepFieldPosts>, kStepFieldPosts> used_{};
};

void add_posts(Link& link, const PostBlock& block, double height) {
  const std::string name =
      "post_" + std::to_string(block.first_i) + "_" + std::to_string(block.first_j);
  const Vec2 low(edge_of(block.first_i), edge_of(block.first_j));
  const Vec2 high(edge_of(block.last_i), edge_of(block.last_j));
  const Vec2 middle = (low + high) / 2;
  const Vec2 size = high - low;
  add_solid(link, name, at(middle.x(), middle.y(), height / 2), Box{{size.x(), size.y(), height}},
            material_preset("wood"));
}

void add_frame(Link& link, double cell_width, double height) {
  const double inner = kStepFieldPosts * kStepPostWidth;
  const double board = (cell_width - inner) / 2;
  const double middle = (inner + board) / 2;
  for (const int sign : {-1, 1}) {
    const std::string side = sign < 0 ? "low" : "high";
    add_solid(link, "frame_x_" + side, at(sign * middle, 0.0, height / 2),
              Box{{board, inner, height}}, material_preset("plywood"));
    add_solid(link, "frame_y_" + side, at(0.0, sign * middle, height / 2),
              Box{{cell_width, board, height}}, material_preset("plywood"));
  }
}

}  // namespace

StepHeights draw_step_heights(StepFieldKind kind, Random random) {
  const auto pattern = static_cast<Pattern>(random.integer(0, 2));
  StepHeights heights{};
  for (int i = 0; i < kStepFieldPosts; ++i)
    for (int j = 0; j < kStepFieldPosts; ++j)
      heights[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
          pattern_height(pattern, i, j, random);
  level(heights, kind == StepFieldKind::FullCubic ? 2 : 1);
  return heights;
}

Link step_field_link(const std::string& name, const Pose& middle, StepFieldKind kind,
                     const StepHeights& heights, double cell_width) {
  Link link = make_link(name, middle, "StepField");
  link.semantic.name = kind == StepFieldKind::FullCubic ? "full_cubic" : "half_cubic";
  const double unit = unit_of(kind);
  add_frame(link, cell_width, unit);
  for (const PostBlock& block : PostMerger(heights).blocks())
    add_posts(link, block,
              unit * heights[static_cast<std::size_t>(block.first_i)]
                            [static_cast<std::size_t>(block.first_j)]);
  return link;
}

}  // namespace rubble::generators
