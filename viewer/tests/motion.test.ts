// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { decodePoses } from "../src/decode";
import type { Pose } from "../src/protocol";
import { blend, Motion, ShownClock, Track } from "../src/view/motion";
import { posesFrame } from "./frames";

const at = (x: number, yaw = 0): Pose => [x, 0, 0, 0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)];
const frame = (time: number, ...parts: [number, Pose][]) => decodePoses(posesFrame(time, parts));

function shownAt(motion: Motion, now: number, part = 1): number {
  let x = NaN;
  motion.show(now, (number, pose) => {
    if (number === part) x = pose[0];
  });
  return x;
}

describe("motion", () => {
  it("is even between frames that come evenly", () => {
    const motion = new Motion();
    const seen: number[] = [];
    for (let i = 0; i <= 40; ++i) {
      motion.receive(frame(i * 0.05, [1, at(i * 0.05)]), 100 + i * 0.05);
      for (const part of [0.01, 0.02, 0.03, 0.04]) seen.push(shownAt(motion, 100 + i * 0.05 + part));
    }
    const steps = seen.slice(100).map((x, i) => x - seen[99 + i]);
    for (const step of steps) {
      expect(step).toBeGreaterThan(-1e-9);
      expect(step).toBeLessThan(0.03);
    }
    expect(seen.at(-1)!).toBeGreaterThan(2 - 0.16);
    expect(seen.at(-1)!).toBeLessThanOrEqual(2);
  });

  it("ends at the newest pose and then rests", () => {
    const motion = new Motion();
    motion.receive(frame(1, [1, at(0)]), 10);
    motion.receive(frame(1.05, [1, at(0.1)]), 10.05);
    expect(shownAt(motion, 10.5)).toBeCloseTo(0.1, 6);
    expect(motion.show(10.6, () => {})).toBe(false);
  });

  it("does not slide from where something stood long ago", () => {
    const motion = new Motion();
    motion.receive(frame(0, [1, at(0)]), 0);
    for (let i = 1; i <= 20; ++i) motion.receive(frame(i * 0.05, [2, at(i * 0.01)]), i * 0.05);
    motion.receive(frame(1.05, [1, at(0.3)]), 1.05);
    expect(motion.clock.shown).toBeLessThan(1);
    expect(shownAt(motion, 1.05)).toBeCloseTo(0, 2);
  });

  it("puts what jumped, and everything when time goes back", () => {
    const track = new Track(), pose = new Float64Array(7);
    track.push(0, at(0), 0);
    track.push(1, at(3), 0);
    track.at(0.5, pose);
    expect(pose[0]).toBe(3);
    const motion = new Motion();
    motion.receive(frame(5, [1, at(0)]), 0);
    expect(motion.receive(frame(2, [1, at(0.2)]), 0.05)).toBe(true);
    expect(shownAt(motion, 0.05)).toBeCloseTo(0.2, 6);
    expect(motion.clock.shown).toBe(2);
  });

  it("leaves out poses that are none", () => {
    const motion = new Motion();
    motion.receive(frame(0, [1, [NaN, 0, 0, 0, 0, 0, 1]], [2, [0, 0, 0, 0, 0, 0, 0]]), 0);
    let told = 0;
    motion.show(1, () => ++told);
    expect(told).toBe(0);
  });

  it("turns the short way", () => {
    const into = new Float64Array(7);
    const from = at(0, 0.2), to = at(0, 0.4).map((value, k) => (k >= 3 ? -value : value));
    blend(from, to, 0.5, into);
    expect(Math.abs(2 * Math.atan2(into[5], into[6]))).toBeCloseTo(0.3, 6);
  });
});

describe("the shown clock", () => {
  it("shows single steps at once", () => {
    const clock = new ShownClock();
    clock.heard(1, 0);
    clock.heard(1 + 1 / 240, 8);
    expect(clock.shown).toBeCloseTo(1 + 1 / 240, 9);
  });

  it("never runs ahead of what is known", () => {
    const clock = new ShownClock();
    for (let i = 0; i < 40; ++i) clock.heard(i * 0.1, i * 0.05); // twice real time
    clock.move(100);
    expect(clock.shown).toBeCloseTo(3.9, 9);
    expect(clock.rate).toBeGreaterThan(1.8);
  });
});
