// SPDX-License-Identifier: Apache-2.0
// The colour ramp of signal strengths, from dark violet at the sensitivity to bright yellow. Its lightness is monotonic, so that it is readable
// without colour vision and in greyscale print.

export const STRONGEST = -35; // dBm: stronger ones look the same

type Triple = readonly [number, number, number];
const RAMP: readonly Triple[] = [
  [72, 26, 108], [71, 47, 125], [57, 86, 140], [41, 120, 142], [31, 150, 139], [53, 183, 121], [115, 208, 86], [181, 222, 43], [253, 231, 37],
];

// 0 at the sensitivity, 1 at the strongest.
export function strengthShare(dbm: number, sensitivity: number): number {
  if (!Number.isFinite(dbm)) return 0;
  const span = Math.max(STRONGEST - sensitivity, 1);
  return Math.min(Math.max((dbm - sensitivity) / span, 0), 1);
}

// sRGB, 0..255.
export function rampColor(share: number): [number, number, number] {
  const place = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1);
  const low = Math.min(Math.floor(place), RAMP.length - 2);
  return [0, 1, 2].map((k) => Math.round(RAMP[low][k] + (RAMP[low + 1][k] - RAMP[low][k]) * (place - low))) as [number, number, number];
}

export function strengthColor(dbm: number, sensitivity: number): [number, number, number] {
  return rampColor(strengthShare(dbm, sensitivity));
}

export function cssColor(color: readonly number[]): string {
  return `rgb(${color.join(" ")})`;
}

// For a legend, from weak to strong.
export function cssGradient(): string {
  return `linear-gradient(to right, ${RAMP.map((color) => cssColor(color)).join(", ")})`;
}

export function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
