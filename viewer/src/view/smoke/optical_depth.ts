// SPDX-License-Identifier: Apache-2.0
// How much smoke lies on a line, in closed form; the twins of the shaders' functions, for tests and for what is not drawn
// by shaders. A line begins at `origin`, runs along the unit vector `direction` and ends after `length`; all in the frame
// of the area. The result is the integral of the density relative to the area's own (m).

export type Triple = readonly [number, number, number];

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// Abramowitz and Stegun 7.1.26: within 1.5e-7.
export function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}

// The part of [from, to] on the line, m.
function overlap(from: number, to: number, length: number): number {
  return Math.max(0, Math.min(to, length) - Math.max(from, 0));
}

export function sphereChord(origin: Triple, direction: Triple, length: number, radius: number): number {
  const middle = -dot(origin, direction);
  const inside = radius * radius - (dot(origin, origin) - middle * middle);
  if (inside <= 0) return 0;
  const half = Math.sqrt(inside);
  return overlap(middle - half, middle + half, length);
}

export function boxChord(origin: Triple, direction: Triple, length: number, half: Triple): number {
  let from = 0, to = length;
  for (let k = 0; k < 3; ++k) {
    const step = Math.abs(direction[k]) < 1e-7 ? 1e-7 : direction[k];
    const a = (-half[k] - origin[k]) / step, b = (half[k] - origin[k]) / step;
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return Math.max(0, to - from);
}

// Along z.
export function cylinderChord(origin: Triple, direction: Triple, length: number, radius: number, halfLength: number): number {
  const across = direction[0] ** 2 + direction[1] ** 2;
  let from = 0, to = length;
  if (across > 1e-12) {
    const middle = -(origin[0] * direction[0] + origin[1] * direction[1]) / across;
    const inside = radius * radius - ((origin[0] + middle * direction[0]) ** 2 + (origin[1] + middle * direction[1]) ** 2);
    if (inside <= 0) return 0;
    const half = Math.sqrt(inside / across);
    from = Math.max(from, middle - half);
    to = Math.min(to, middle + half);
  } else if (origin[0] ** 2 + origin[1] ** 2 > radius * radius) return 0;
  return Math.max(0, Math.min(to, length) - from) && slab(origin[2], direction[2], from, to, halfLength);
}

function slab(origin: number, direction: number, from: number, to: number, half: number): number {
  const step = Math.abs(direction) < 1e-7 ? 1e-7 : direction;
  const a = (-half - origin) / step, b = (half - origin) / step;
  return Math.max(0, Math.min(to, Math.max(a, b)) - Math.max(from, Math.min(a, b)));
}

// Gaussian density around a point or around the z axis; unbounded.
export function gaussianIntegral(origin: Triple, direction: Triple, length: number, sigma: number, isAroundAxis: boolean): number {
  const o: Triple = isAroundAxis ? [origin[0], origin[1], 0] : origin;
  const d: Triple = isAroundAxis ? [direction[0], direction[1], 0] : direction;
  const square = dot(d, d);
  if (square < 1e-10) return Math.exp((-0.5 * dot(o, o)) / (sigma * sigma)) * length;
  const middle = -dot(o, d) / square;
  const aside = dot(o, o) - middle * middle * square;
  const width = sigma / Math.sqrt(square);
  const scale = Math.SQRT1_2 / width;
  return Math.exp((-0.5 * Math.max(aside, 0)) / (sigma * sigma)) * width * Math.sqrt(Math.PI / 2) * (erf((length - middle) * scale) - erf(-middle * scale));
}

// Radius beyond which a Gaussian attenuates by less than one grey level.
export function gaussianReach(sigma: number, extinctionAtPeak: number): number {
  const most = extinctionAtPeak * sigma * Math.sqrt(2 * Math.PI);
  return sigma * Math.min(Math.max(Math.sqrt(2 * Math.log(Math.max(600 * most, 1))), 1.5), 6);
}

// Linear interpolation between entries, constant beyond the ends.
export function densityAt(schedule: readonly (readonly [number, number])[], density: number, time: number): number {
  if (!schedule || schedule.length === 0) return density;
  if (time <= schedule[0][0]) return schedule[0][1];
  for (let i = 1; i < schedule.length; ++i) {
    const [from, before] = schedule[i - 1], [to, after] = schedule[i];
    if (time <= to) return to > from ? before + ((after - before) * (time - from)) / (to - from) : after;
  }
  return schedule[schedule.length - 1][1];
}

// Relative standard deviation of the mean density along a path through turbulent smoke.
export function turbulenceOverPath(turbulence: number, correlationLength: number, length: number): number {
  const x = correlationLength / Math.max(length, 1e-6);
  if (x > 50) return turbulence;
  return turbulence * Math.sqrt(Math.max(0, 2 * x * (1 - x * (1 - Math.exp(-1 / x)))));
}
