// SPDX-License-Identifier: Apache-2.0
// All colours of the 3-D view.
import { Color, SRGBColorSpace } from "three";
import type { Rgb } from "../protocol";

export type Theme = "light" | "dark";

export interface Palette {
  background: number;
  sky: number; // light from above
  earth: number; // light from below
  skyStrength: number;
  sunStrength: number;
  grid: number;
  gridStrength: number;
  smokeLight: number; // what falls on smoke; 1 = white smoke looks white
}

const LIGHT: Palette = {
  background: 0xe9edf1, sky: 0xffffff, earth: 0xb9b2a8, skyStrength: 1.75, sunStrength: 1.9, grid: 0x2d3b49, gridStrength: 0.2, smokeLight: 0.95,
};
const DARK: Palette = {
  background: 0x14181d, sky: 0xdfe8f5, earth: 0x6b645c, skyStrength: 0.95, sunStrength: 1.15, grid: 0xb8c7d6, gridStrength: 0.16, smokeLight: 0.6,
};

export function paletteOf(theme: Theme): Palette {
  return theme === "dark" ? DARK : LIGHT;
}

const ROBOT_COLORS = [0x2f7de1, 0xe0792b, 0x2fa36b, 0xb04bc4, 0xd4a514, 0x1fa5b5, 0xd64545, 0x7a63d8];

export function robotColor(index: number): number {
  return ROBOT_COLORS[((index % ROBOT_COLORS.length) + ROBOT_COLORS.length) % ROBOT_COLORS.length];
}

export const MARK_COLOR = 0xffb020;
export const GHOST_COLOR = 0x17b978;
export const REFUSED_COLOR = 0xe03131;
export const TARGET_COLOR = 0x17b978;
export const CODE_COLOR = 0xff2fa8;
export const HIT_COLOR = 0xe5352b;
export const BEAM_COLOR = 0x38a1ff;
export const PANE_FRESH = 0x22b455;
export const PANE_LATE = 0xf0a31a;
export const PANE_LOST = 0xdd3333;

export function linearColor(rgb: Rgb | readonly number[]): Color {
  const value = (i: number) => (Number.isFinite(rgb[i]) ? Math.min(Math.max(rgb[i], 0), 1) : 0.7);
  return new Color().setRGB(value(0), value(1), value(2), SRGBColorSpace);
}

const RAMP = [[0.19, 0.21, 0.58], [0.16, 0.55, 0.79], [0.25, 0.75, 0.52], [0.83, 0.83, 0.27], [0.92, 0.45, 0.15]];

// From low (0) to high (1); linear light, written at `at`.
export function heightColor(share: number, into: Float32Array, at: number): void {
  const place = Math.min(Math.max(share, 0), 0.9999) * (RAMP.length - 1);
  const low = Math.floor(place);
  for (let k = 0; k < 3; ++k) {
    const value = RAMP[low][k] + (RAMP[low + 1][k] - RAMP[low][k]) * (place - low);
    into[at + k] = value * value; // close enough to sRGB's curve
  }
}
