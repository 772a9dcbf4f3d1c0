// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { boxChord, cylinderChord, densityAt, erf, gaussianIntegral, gaussianReach, sphereChord, turbulenceOverPath, type Triple } from "../src/view/smoke/optical_depth";

let state = 11;
const random = (low: number, high: number) => low + ((state = (state * 16807) % 2147483647) / 2147483647) * (high - low);

function randomLine(): { origin: Triple; direction: Triple; length: number } {
  const towards = [random(-1, 1), random(-1, 1), random(-1, 1)];
  const origin: Triple = [random(-3, 3), random(-3, 3), random(-3, 3)];
  const way = towards.map((value, k) => value - origin[k]);
  const norm = Math.hypot(...way);
  return { origin, direction: way.map((value) => value / norm) as unknown as Triple, length: random(0.2, 7) };
}

function summed(line: ReturnType<typeof randomLine>, density: (point: number[]) => number): number {
  const steps = 20000;
  let sum = 0;
  for (let i = 0; i < steps; ++i) {
    const s = ((i + 0.5) / steps) * line.length;
    sum += density(line.origin.map((value, k) => value + s * line.direction[k]));
  }
  return (sum * line.length) / steps;
}

const SHAPES: [string, (line: ReturnType<typeof randomLine>) => number, (point: number[]) => number][] = [
  ["a ball", (l) => sphereChord(l.origin, l.direction, l.length, 1.2), ([x, y, z]) => (x * x + y * y + z * z < 1.44 ? 1 : 0)],
  ["a box", (l) => boxChord(l.origin, l.direction, l.length, [1, 0.6, 0.8]), ([x, y, z]) => (Math.abs(x) < 1 && Math.abs(y) < 0.6 && Math.abs(z) < 0.8 ? 1 : 0)],
  ["a cylinder", (l) => cylinderChord(l.origin, l.direction, l.length, 0.9, 0.7), ([x, y, z]) => (x * x + y * y < 0.81 && Math.abs(z) < 0.7 ? 1 : 0)],
  ["a bell around a point", (l) => gaussianIntegral(l.origin, l.direction, l.length, 0.5, false), ([x, y, z]) => Math.exp(-2 * (x * x + y * y + z * z))],
  ["a bell around an axis", (l) => gaussianIntegral(l.origin, l.direction, l.length, 0.5, true), ([x, y]) => Math.exp(-2 * (x * x + y * y))],
];

describe("smoke on a line", () => {
  it.each(SHAPES)("in %s is what adding up in small steps gives", (_name, closed, density) => {
    let most = 0;
    for (let i = 0; i < 60; ++i) {
      const line = randomLine();
      const expected = summed(line, density);
      expect(closed(line)).toBeCloseTo(expected, 2.6);
      most = Math.max(most, expected);
    }
    expect(most).toBeGreaterThan(0.5); // lines did meet it
  });

  it("along the axis of a cylinder is its length, beside it nothing", () => {
    expect(cylinderChord([0.1, 0, -5], [0, 0, 1], 100, 0.5, 1)).toBeCloseTo(2, 6);
    expect(cylinderChord([0.6, 0, -5], [0, 0, 1], 100, 0.5, 1)).toBe(0);
    expect(gaussianIntegral([0.5, 0, -5], [0, 0, 1], 3, 0.5, true)).toBeCloseTo(3 * Math.exp(-0.5), 6);
  });

  it("has an error function that is right to seven digits", () => {
    expect(erf(0.5)).toBeCloseTo(0.5204998778, 6);
    expect(erf(-1.7)).toBeCloseTo(-0.9837904586, 6);
  });

  it("beyond the reach of a bell takes less than a grey level", () => {
    const sigma = 0.4, extinction = 115 * 0.05;
    const reach = gaussianReach(sigma, extinction);
    const depth = extinction * gaussianIntegral([reach, -50, 0], [0, 1, 0], 100, sigma, false);
    expect(1 - Math.exp(-depth)).toBeLessThan(1 / 256);
  });
});

describe("a schedule", () => {
  it("is linear between its entries and level outside", () => {
    const schedule: [number, number][] = [[1, 0], [3, 0.4], [3, 0.1], [5, 0.2]];
    expect([0, 1, 2, 3, 4, 9].map((time) => densityAt(schedule, 7, time))).toEqual([0, 0, 0.2, 0.4, 0.15000000000000002, 0.2]);
    expect(densityAt([], 7, 2)).toBe(7);
  });
});

describe("turbulence", () => {
  it("is itself on a short way and less on a long one", () => {
    expect(turbulenceOverPath(0.3, 0.2, 0.001)).toBeCloseTo(0.3, 3);
    expect(turbulenceOverPath(0.3, 0.2, 10)).toBeCloseTo(0.3 * Math.sqrt(0.04 * (1 - 0.02)), 6);
  });
});
