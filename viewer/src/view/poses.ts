// SPDX-License-Identifier: Apache-2.0
// Conversion and validation of protocol poses for three.js.
import { Matrix4, Quaternion, Vector3 } from "three";

const FARTHEST = 1e6; // m; beyond it a pose is a mistake

export function isUsable(pose: ArrayLike<number> | undefined, at = 0): boolean {
  if (!pose || pose.length < at + 7) return false;
  for (let k = 0; k < 7; ++k) if (!Number.isFinite(pose[at + k])) return false;
  const lengthSquared = pose[at + 3] ** 2 + pose[at + 4] ** 2 + pose[at + 5] ** 2 + pose[at + 6] ** 2;
  return lengthSquared > 0.25 && Math.abs(pose[at]) < FARTHEST && Math.abs(pose[at + 1]) < FARTHEST && Math.abs(pose[at + 2]) < FARTHEST;
}

export function positionOf(pose: ArrayLike<number>, at = 0, into = new Vector3()): Vector3 {
  return into.set(pose[at], pose[at + 1], pose[at + 2]);
}

export function rotationOf(pose: ArrayLike<number>, at = 0, into = new Quaternion()): Quaternion {
  return into.set(pose[at + 3], pose[at + 4], pose[at + 5], pose[at + 6]).normalize();
}

const position = new Vector3();
const rotation = new Quaternion();
const ONE = new Vector3(1, 1, 1);

export function matrixOf(pose: ArrayLike<number>, at = 0, into = new Matrix4(), scale = ONE): Matrix4 {
  return into.compose(positionOf(pose, at, position), rotationOf(pose, at, rotation), scale);
}

export function yawOf(turn: Quaternion): number {
  return Math.atan2(2 * (turn.w * turn.z + turn.x * turn.y), 1 - 2 * (turn.y * turn.y + turn.z * turn.z));
}
