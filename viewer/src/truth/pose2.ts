// SPDX-License-Identifier: Apache-2.0
// 2-D poses. times(a, b) is the composition a * b.
import type { Pose2 } from "./protocol";

export function wrapped(angle: number): number {
  const turns = Math.round(angle / (2 * Math.PI));
  const rest = angle - 2 * Math.PI * turns;
  return rest <= -Math.PI ? rest + 2 * Math.PI : rest;
}

export function times(a: Pose2, b: Pose2): Pose2 {
  const [c, s] = [Math.cos(a[2]), Math.sin(a[2])];
  return [a[0] + c * b[0] - s * b[1], a[1] + s * b[0] + c * b[1], wrapped(a[2] + b[2])];
}

export function inverse(a: Pose2): Pose2 {
  const [c, s] = [Math.cos(a[2]), Math.sin(a[2])];
  return [-c * a[0] - s * a[1], s * a[0] - c * a[1], wrapped(-a[2])];
}

// b in the frame of a, inverse(a) * b.
export function between(a: Pose2, b: Pose2): Pose2 {
  return times(inverse(a), b);
}

export function isSame(a: Pose2, b: Pose2): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

export const degrees = (radians: number): number => (180 * radians) / Math.PI;
export const radians = (inDegrees: number): number => (Math.PI * inDegrees) / 180;

// Points as they come (mm, x, y, x, y, ...) in another frame, m.
export function placed(points: readonly number[], pose: Pose2): Float64Array {
  const [c, s] = [Math.cos(pose[2]) / 1000, Math.sin(pose[2]) / 1000];
  const out = new Float64Array(points.length);
  for (let k = 0; k + 1 < points.length; k += 2) {
    out[k] = pose[0] + c * points[k] - s * points[k + 1];
    out[k + 1] = pose[1] + s * points[k] + c * points[k + 1];
  }
  return out;
}
