// SPDX-License-Identifier: Apache-2.0
// Compiled with the vectoriser on (see CMakeLists.txt): comparisons are written so that they become
// the processor's min and max, and a 0 * infinity (a line in the plane of a face) drops out of
// them.
#include "rubble/smoke/convex_kernels.h"

#include <cmath>
#include <limits>

#include "rubble/base/wide_registers.h"

namespace rubble::smoke {
namespace {

double larger(double a, double b) { return a > b ? a : b; }
double smaller(double a, double b) { return a < b ? a : b; }

}  // namespace

KernelLine::KernelLine(const Line& line)
    : ox(line.origin.x()),
      oy(line.origin.y()),
      oz(line.origin.z()),
      dx(line.direction.x()),
      dy(line.direction.y()),
      dz(line.direction.z()),
      ix(1.0 / dx),
      iy(1.0 / dy),
      iz(1.0 / dz),
      length(line.length) {}

RUBBLE_FOR_WIDE_REGISTERS
void cross(const AlignedBoxes& boxes, KernelRange range, const KernelLine& line,
           double* __restrict starts, double* __restrict ends) {
  const auto from = [&](const std::vector<double>& low, const std::vector<double>& high,
                        double inverse) {
    return (std::signbit(inverse) ? high : low).data() + range.first;
  };
  const double* near_x = from(boxes.low_x, boxes.high_x, line.ix);
  const double* near_y = from(boxes.low_y, boxes.high_y, line.iy);
  const double* near_z = from(boxes.low_z, boxes.high_z, line.iz);
  const double* far_x = from(boxes.high_x, boxes.low_x, line.ix);
  const double* far_y = from(boxes.high_y, boxes.low_y, line.iy);
  const double* far_z = from(boxes.high_z, boxes.low_z, line.iz);
  for (std::size_t i = 0; i < range.count; ++i) {
    double start = 0.0, end = line.length;
    start = larger((near_x[i] - line.ox) * line.ix, start);
    start = larger((near_y[i] - line.oy) * line.iy, start);
    start = larger((near_z[i] - line.oz) * line.iz, start);
    end = smaller((far_x[i] - line.ox) * line.ix, end);
    end = smaller((far_y[i] - line.oy) * line.iy, end);
    end = smaller((far_z[i] - line.oz) * line.iz, end);
    starts[i] = start;
    ends[i] = end;
  }
}

RUBBLE_FOR_WIDE_REGISTERS
void cross(const OrientedBoxes& boxes, KernelRange range, const KernelLine& line,
           double* __restrict starts, double* __restrict ends) {
  const std::size_t k = range.first;
  const double *x = &boxes.x[k], *y = &boxes.y[k], *z = &boxes.z[k];
  const double *ux = &boxes.ux[k], *uy = &boxes.uy[k], *uz = &boxes.uz[k];
  const double *vx = &boxes.vx[k], *vy = &boxes.vy[k], *vz = &boxes.vz[k];
  const double *wx = &boxes.wx[k], *wy = &boxes.wy[k], *wz = &boxes.wz[k];
  const double *half_u = &boxes.half_u[k], *half_v = &boxes.half_v[k], *half_w = &boxes.half_w[k];
  for (std::size_t i = 0; i < range.count; ++i) {
    const double mx = line.ox - x[i], my = line.oy - y[i], mz = line.oz - z[i];
    const double inverse_u = 1.0 / (ux[i] * line.dx + uy[i] * line.dy + uz[i] * line.dz);
    const double inverse_v = 1.0 / (vx[i] * line.dx + vy[i] * line.dy + vz[i] * line.dz);
    const double inverse_w = 1.0 / (wx[i] * line.dx + wy[i] * line.dy + wz[i] * line.dz);
    const double u = ux[i] * mx + uy[i] * my + uz[i] * mz;
    const double v = vx[i] * mx + vy[i] * my + vz[i] * mz;
    const double w = wx[i] * mx + wy[i] * my + wz[i] * mz;
    const double u0 = (-half_u[i] - u) * inverse_u, u1 = (half_u[i] - u) * inverse_u;
    const double v0 = (-half_v[i] - v) * inverse_v, v1 = (half_v[i] - v) * inverse_v;
    const double w0 = (-half_w[i] - w) * inverse_w, w1 = (half_w[i] - w) * inverse_w;
    double start = 0.0, end = line.length;
    start = larger(smaller(u0, u1), start);
    start = larger(smaller(v0, v1), start);
    start = larger(smaller(w0, w1), start);
    end = smaller(larger(u0, u1), end);
    end = smaller(larger(v0, v1), end);
    end = smaller(larger(w0, w1), end);
    starts[i] = start;
    ends[i] = end;
  }
}

RUBBLE_FOR_WIDE_REGISTERS
void cross(const Balls& balls, KernelRange range, const KernelLine& line, double* __restrict starts,
           double* __restrict ends) {
  const double *x = &balls.x[range.first], *y = &balls.y[range.first], *z = &balls.z[range.first];
  const double* square = &balls.square[range.first];
  for (std::size_t i = 0; i < range.count; ++i) {
    const double mx = x[i] - line.ox, my = y[i] - line.oy, mz = z[i] - line.oz;
    const double along = mx * line.dx + my * line.dy + mz * line.dz;
    const double aside = (mx * mx + my * my + mz * mz) - along * along;
    const double root = std::sqrt(larger(square[i] - aside, 0.0));
    starts[i] = larger(along - root, 0.0);
    ends[i] = smaller(along + root, line.length);
  }
}

RUBBLE_FOR_WIDE_REGISTERS
void cross_soft_balls(const Balls& soft_balls, KernelRange range, const KernelLine& line,
                      double* __restrict starts, double* __restrict ends) {
  const double *x = &soft_balls.x[range.first], *y = &soft_balls.y[range.first],
               *z = &soft_balls.z[range.first];
  const double* square = &soft_balls.square[range.first];
  for (std::size_t i = 0; i < range.count; ++i) {
    const double mx = x[i] - line.ox, my = y[i] - line.oy, mz = z[i] - line.oz;
    const double along = mx * line.dx + my * line.dy + mz * line.dz;
    const double aside = (mx * mx + my * my + mz * mz) - along * along;
    const double root_square = larger(square[i] - aside, 0.0);
    const double half = std::sqrt(root_square) * (root_square / square[i]) * (5.0 / 3.0);
    starts[i] = larger(along - half, 0.0);
    ends[i] = smaller(along + half, line.length);
  }
}

RUBBLE_FOR_WIDE_REGISTERS
void cross(const Cylinders& cylinders, KernelRange range, const KernelLine& line,
           double* __restrict starts, double* __restrict ends) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::size_t k = range.first;
  const double *x = &cylinders.x[k], *y = &cylinders.y[k], *z = &cylinders.z[k];
  const double *ux = &cylinders.ux[k], *uy = &cylinders.uy[k], *uz = &cylinders.uz[k];
  const double *square = &cylinders.square[k], *half = &cylinders.half[k];
  for (std::size_t i = 0; i < range.count; ++i) {
    const double mx = line.ox - x[i], my = line.oy - y[i], mz = line.oz - z[i];
    const double height = mx * ux[i] + my * uy[i] + mz * uz[i];
    const double climb = line.dx * ux[i] + line.dy * uy[i] + line.dz * uz[i];
    // Direction and origin without their parts along the axis.
    const double px = line.dx - climb * ux[i], py = line.dy - climb * uy[i],
                 pz = line.dz - climb * uz[i];
    const double qx = mx - height * ux[i], qy = my - height * uy[i], qz = mz - height * uz[i];
    const double a = px * px + py * py + pz * pz;
    const double b = qx * px + qy * py + qz * pz;
    const double c = (qx * qx + qy * qy + qz * qz) - square[i];
    const double root = std::sqrt(larger(b * b - a * c, 0.0));
    const double inverse = 1.0 / a;
    const bool is_parallel = a < 1e-24;
    const double outside = c > 0.0 ? kInfinity : -kInfinity;
    const double enter = is_parallel ? outside : (-b - root) * inverse;
    const double leave = is_parallel ? -outside : (-b + root) * inverse;
    const double rate = 1.0 / climb;
    const double h0 = (-half[i] - height) * rate, h1 = (half[i] - height) * rate;
    starts[i] = larger(smaller(h0, h1), larger(enter, 0.0));
    ends[i] = smaller(larger(h0, h1), smaller(leave, line.length));
  }
}

RUBBLE_FOR_WIDE_REGISTERS
double add_lengths(double sum, const double* __restrict starts, const double* __restrict ends,
                   const double* __restrict weights, std::size_t count) {
  constexpr std::size_t kBatch = 16;
  double parts[kBatch];
  for (std::size_t first = 0; first < count; first += kBatch) {
    const std::size_t size = count - first < kBatch ? count - first : kBatch;
    for (std::size_t i = 0; i < size; ++i)
      parts[i] = larger(ends[first + i] - starts[first + i], 0.0) * weights[first + i];
    for (std::size_t i = 0; i < size; ++i) sum += parts[i];
  }
  return sum;
}

}  // namespace rubble::smoke
