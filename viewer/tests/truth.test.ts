// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { PointCells } from "../src/truth/agreement";
import { ConstraintStore } from "../src/truth/constraint_store";
import { between, inverse, placed, times, wrapped } from "../src/truth/pose2";
import type { Constraint, Pose2 } from "../src/truth/protocol";

const near = (one: Pose2, other: Pose2) => one.forEach((part, k) => expect(part).toBeCloseTo(other[k], 12));

describe("places on a plan", () => {
  it("go back where they came from", () => {
    const [a, b]: Pose2[] = [[1, 2, 0.3], [-4, 0.5, 3]];
    near(times(a, inverse(a)), [0, 0, 0]);
    near(times(a, between(a, b)), b);
  });
  it("keep angles within a turn", () => {
    for (const angle of [-7, -Math.PI, -0.1, 0, 3, Math.PI, 20]) {
      expect(wrapped(angle)).toBeGreaterThan(-Math.PI);
      expect(wrapped(angle)).toBeLessThanOrEqual(Math.PI);
      expect(Math.cos(wrapped(angle))).toBeCloseTo(Math.cos(angle), 12);
    }
  });
  it("place points given in millimetres", () => {
    const [x, y] = placed([1000, 0], [2, 3, Math.PI / 2]);
    expect(x).toBeCloseTo(2, 12);
    expect(y).toBeCloseTo(4, 12);
  });
});

describe("agreement", () => {
  it("is the same as comparing all with all", () => {
    const random = (k: number) => (Math.sin(12.9898 * k) * 43758.5453) % 1;
    const fixed = Array.from({ length: 600 }, (_, k) => 2 * random(k + 1));
    const loose = Array.from({ length: 400 }, (_, k) => 2 * random(k + 2000));
    const found = new PointCells(fixed, 0.05).agreeing(loose);
    for (let k = 0; k < loose.length; k += 2) {
      let isNear = false;
      for (let n = 0; n < fixed.length; n += 2) isNear ||= Math.hypot(fixed[n] - loose[k], fixed[n + 1] - loose[k + 1]) <= 0.05;
      expect(found[k / 2]).toBe(isNear);
    }
    expect(found.filter(Boolean).length).toBeGreaterThan(5);
  });
});

function constraint(state: Constraint["state"]): Constraint {
  return { i: 0, j: 1, stamp_i: 0, stamp_j: 1, pose: [1, 0, 0], proposed: [1, 0, 0], sigmas: [0, 0, 0], score: 1, kind: "loop", state, source: "slam", maker: "", who: "", when: "", note: "" };
}

function bookOf(...constraints: Constraint[]): ConstraintStore {
  const store = new ConstraintStore();
  store.receive(JSON.stringify({ type: "hello", program: "", log: "", file: "", who: "", stamps: [0, 1], points: [[], []], constraints, order: constraints.map((_, k) => k), can_undo: false }));
  store.receive(JSON.stringify({ type: "graph", poses: [0, 0, 0, 1.5, 0, 0.1], coverage: { length: 0, time: 0, touched: "0" }, cost: 0, moved: 0 }));
  return store;
}

describe("the book of constraints", () => {
  it("lets go of a tie that was undone, and shows another", () => {
    const store = bookOf(constraint("proposed"));
    store.receive(JSON.stringify({ type: "constraint", at: 1, constraint: { ...constraint("proposed"), kind: "manual" }, can_undo: true }));
    store.choose(1);
    const gone: number[] = [];
    store.on("removed", (at) => gone.push(at));
    store.receive(JSON.stringify({ type: "removed", at: 1, can_undo: false }));
    expect([store.constraints.length, store.order, store.current, store.canUndo, gone]).toEqual([1, [0], 0, false, [1]]);
  });
  it("begins with the first that is open", () => {
    expect(bookOf(constraint("accepted"), constraint("rejected"), constraint("proposed")).current).toBe(2);
    expect(bookOf(constraint("accepted")).current).toBe(0);
    expect(bookOf().current).toBe(-1);
  });
  it("takes moves back one by one, and those that belong together at once", () => {
    const store = bookOf(constraint("proposed"));
    store.move([2, 0, 0]);
    store.move([3, 0, 0]);
    store.move([4, 0, 0], true);
    expect(store.isMoved).toBe(true);
    store.unmove();
    expect(store.pose).toEqual([2, 0, 0]);
    store.unmove();
    expect(store.isMoved).toBe(false);
    expect(store.canUnmove).toBe(false);
  });
  it("knows how far the map is from a constraint", () => {
    const { way, turn } = bookOf(constraint("proposed")).residual(0);
    expect(way).toBeCloseTo(0.5, 12);
    expect(turn).toBeCloseTo(0.1, 12);
  });
  it("forgets moves when somebody else decides", () => {
    const store = bookOf(constraint("proposed"));
    store.move([2, 0, 0]);
    store.receive(JSON.stringify({ type: "constraint", at: 0, constraint: constraint("rejected"), can_undo: true }));
    expect(store.isMoved).toBe(false);
    expect(store.canUndo).toBe(true);
  });
});
