// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { inOrder } from "../src/event_order";
import type { RunEvent } from "../src/protocol";
import { Run } from "../src/run";
import { linesOf } from "../src/ui/panels/event_lines";

const bump = (time: number, subject: string, object: string): RunEvent => ({ time, kind: "bumped", subject, data: { object }, sentence: `${subject} bumped into ${object}`, verdict: "careful" });
const entered = (time: number, subject: string): RunEvent => ({ time, kind: "robot_entered", subject, data: { class: "P3AT" }, sentence: `${subject} entered`, verdict: "fine" });
const countsOf = (...events: RunEvent[]) => linesOf(events).map(({ count }) => count);

// The same numbers every time.
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const left = [...items], mixed: Item[] = [];
  for (let state = seed; left.length > 0; ) {
    state = (1103515245 * state + 12345) % 2 ** 31;
    mixed.push(...left.splice(state % left.length, 1));
  }
  return mixed;
}

describe("events", () => {
  const all = Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? bump(i >> 2, "R1", `wall_${i % 2}`) : entered(i >> 2, `R${i}`)));

  it("are in the order of their times, however they come", () => {
    for (let seed = 1; seed <= 50; ++seed) {
      let known: RunEvent[] = [];
      for (const event of shuffled(all, seed)) known = inOrder(known, [event]);
      expect(known.every(({ time }, i) => i === 0 || known[i - 1].time <= time)).toBe(true);
      expect(new Set(known)).toEqual(new Set(all));
    }
  });
  it("of one time keep the order they came in", () => {
    const [a, b, c, late] = [entered(2, "a"), entered(2, "b"), entered(2, "c"), entered(1, "late")];
    expect(inOrder(inOrder([], [a, b]), [late, c])).toEqual([late, a, b, c]);
  });
  it("of a run are kept so, and of too many the oldest go", () => {
    const run = new Run();
    run.addEvents(Array.from({ length: 1000 }, (_, i) => entered(i + 10, `R${i}`)));
    run.addEvents([entered(500.5, "late")]);
    expect(run.events).toHaveLength(1000);
    expect(run.events[0].time).toBe(11);
    expect(run.events.findIndex(({ subject }) => subject === "late")).toBe(run.events.findIndex(({ time }) => time > 500) );
  });
});

describe("the lines of the event feed", () => {
  it("count what is told again, whichever of the two is named first, and stand where the first of them does", () => {
    const lines = linesOf([bump(1, "R1", "R2"), bump(2, "R2", "R1"), bump(9, "R1", "R2")]);
    expect(lines).toEqual([{ first: bump(1, "R1", "R2"), lastTime: 9, count: 3 }]);
  });
  it("are in order although lines before them go on counting", () => {
    const lines = linesOf([bump(0, "R1", "wall"), entered(1, "R2"), bump(2, "R1", "wall"), entered(3, "R3"), bump(4, "R1", "wall")]);
    expect(lines.map(({ first, count }) => [first.time, count])).toEqual([[0, 3], [1, 1], [3, 1]]);
  });
  it("go on counting as long as no pause is longer than ten seconds", () => {
    expect(countsOf(bump(0, "R1", "wall"), bump(9, "R1", "wall"), bump(18, "R1", "wall"))).toEqual([3]);
    expect(countsOf(bump(0, "R1", "wall"), bump(10.1, "R1", "wall"))).toEqual([1, 1]);
  });
  it("keep others apart, and count two floods at once", () => {
    expect(countsOf(bump(0, "R1", "wall"), bump(0.1, "R1", "door"), bump(0.2, "R1", "wall"), bump(0.3, "R1", "door"))).toEqual([2, 2]);
    expect(countsOf(entered(0, "R1"), entered(1, "R2"))).toEqual([1, 1]);
  });
  it("look back only over the last few", () => {
    const others = ["R2", "R3", "R4", "R5", "R6"].map((name) => entered(1, name));
    expect(countsOf(bump(0, "R1", "wall"), ...others, bump(2, "R1", "wall"))).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });
});
