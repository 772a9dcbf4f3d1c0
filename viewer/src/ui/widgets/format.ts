// SPDX-License-Identifier: Apache-2.0
// Formats numbers for people.
import type { Pose } from "../../protocol";

// 0:07.3, 12:30.0, 1:02:03.4
export function clock(seconds: number, decimals = 1): string {
  const scale = 10 ** decimals;
  const units = Math.round(Math.max(0, seconds) * scale); // whole, so that 59.96 becomes 1:00.0 and not 0:60.0
  const whole = Math.floor(units / scale);
  const fraction = decimals > 0 ? "." + String(units % scale).padStart(decimals, "0") : "";
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return (hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}`) + `:${two(rest)}${fraction}`;
}

// 45 s, 12 min, 1 h 05 min
export function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

export function bytes(count: number): string {
  if (count < 1000) return `${Math.round(count)} B`;
  if (count < 1e6) return `${(count / 1e3).toFixed(count < 1e4 ? 1 : 0)} kB`;
  if (count < 1e9) return `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} MB`;
  return `${(count / 1e9).toFixed(1)} GB`;
}

// For tables: as many digits as are significant.
export function number(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const text = size !== 0 && (size >= 1e6 || size < 1e-3) ? value.toExponential(1) : value.toFixed(size < 10 ? 3 : size < 1000 ? 2 : 0);
  return text.replace("-", "−");
}

export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

export function degrees(angle: number, decimals = 0): string {
  return fixed((angle * 180) / Math.PI, decimals) + "°";
}

export function paceName(rate: number): string {
  if (rate < 0) return "lockstep";
  return rate === 0 ? "max" : `${rate}×`;
}

export interface Attitude {
  roll: number;
  pitch: number; // nose up positive
  yaw: number;
  tilt: number; // between the robot's up and the world's
}

export function attitudeOf(pose: Pose): Attitude {
  const [, , , x, y, z, w] = pose;
  const upright = Math.min(1, Math.max(-1, 1 - 2 * (x * x + y * y)));
  return {
    roll: Math.atan2(2 * (w * x + y * z), upright),
    pitch: -Math.asin(Math.min(1, Math.max(-1, 2 * (w * y - z * x)))),
    yaw: Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
    tilt: Math.acos(upright),
  };
}
