// SPDX-License-Identifier: Apache-2.0
// Converts scans and depth images to points in the world frame. Pure.
import { Matrix4, Vector3 } from "three";
import type { DepthFrame, ScanFrame } from "../decode";
import { isUsable, matrixOf } from "./poses";

export const CODE_STUB = 0.4; // m: how long a beam with an error code is drawn
const MOST_CLOUD_POINTS = 60_000;

export interface ScanPoints {
  origin: Vector3;
  ends: Float32Array; // 3 a beam: where it is drawn to
  isError: Uint8Array; // an error code
  isHit: Uint8Array; // neither an error nor without return
}

// Classifies a beam. Devices without a no-return code report their maximum range.
export function beamKind(frame: Pick<ScanFrame, "ranges" | "isError" | "maxRange">, beam: number): "hit" | "no_return" | "error" {
  if (frame.isError[beam]) return "error";
  const far = frame.maxRange > 0 ? frame.maxRange : Infinity;
  return frame.ranges[beam] < far * 0.999 ? "hit" : "no_return";
}

// In the sensor frame: columns rotate about z; rows are elevated, or the whole row is rolled about x.
export function beamDirection(column: number, row: number, isRolled: boolean, into: Vector3): Vector3 {
  const x = Math.cos(column), y = Math.sin(column), c = Math.cos(row), s = Math.sin(row);
  return isRolled ? into.set(x, y * c, y * s) : into.set(c * x, c * y, s);
}

// Null for invalid frames.
export function scanPoints(frame: ScanFrame): ScanPoints | null {
  const count = frame.rows * frame.columns;
  if (!isUsable(frame.pose) || !(count > 0) || frame.ranges.length < count) return null;
  const worldFromSensor = matrixOf(frame.pose);
  const points: ScanPoints = {
    origin: new Vector3(frame.pose[0], frame.pose[1], frame.pose[2]),
    ends: new Float32Array(3 * count), isError: new Uint8Array(count), isHit: new Uint8Array(count),
  };
  const end = new Vector3();
  const far = frame.maxRange > 0 ? frame.maxRange : CODE_STUB;
  for (let i = 0; i < count; ++i) {
    const column = frame.angleMin + (i % frame.columns) * frame.angleIncrement;
    const row = frame.rowAngles[Math.floor(i / frame.columns)] ?? 0;
    const kind = beamKind(frame, i);
    const range = kind === "hit" ? frame.ranges[i] : kind === "error" ? Math.min(CODE_STUB, far) : far;
    beamDirection(column, row, frame.isRolled, end).multiplyScalar(range).applyMatrix4(worldFromSensor).toArray(points.ends, 3 * i);
    points.isError[i] = kind === "error" ? 1 : 0;
    points.isHit[i] = kind === "hit" ? 1 : 0;
  }
  return points;
}

// 3 values per point; subsampled if there are too many.
export function depthPoints(frame: DepthFrame): Float32Array {
  if (!isUsable(frame.pose) || !(frame.width > 0 && frame.height > 0 && frame.fieldOfView > 0)) return new Float32Array();
  const step = Math.max(1, Math.ceil(Math.sqrt((frame.width * frame.height) / MOST_CLOUD_POINTS)));
  const worldFromSensor: Matrix4 = matrixOf(frame.pose);
  const perPixel = (2 * Math.tan(Math.min(frame.fieldOfView, 3) / 2)) / frame.width;
  const values: number[] = [];
  const point = new Vector3();
  for (let row = step >> 1; row < frame.height; row += step) {
    for (let column = step >> 1; column < frame.width; column += step) {
      const depth = frame.depths[row * frame.width + column];
      if (!(depth > 0)) continue;
      point.set(1, (frame.width / 2 - column - 0.5) * perPixel, (frame.height / 2 - row - 0.5) * perPixel).multiplyScalar(depth).applyMatrix4(worldFromSensor);
      values.push(point.x, point.y, point.z);
    }
  }
  return Float32Array.from(values);
}

// The points that are hits, 3 values per point.
export function hitPoints(points: ScanPoints): Float32Array {
  const count = points.isHit.length;
  const step = Math.max(1, Math.ceil(count / MOST_CLOUD_POINTS));
  const values: number[] = [];
  for (let i = 0; i < count; i += step) {
    if (points.isHit[i]) values.push(points.ends[3 * i], points.ends[3 * i + 1], points.ends[3 * i + 2]);
  }
  return Float32Array.from(values);
}
