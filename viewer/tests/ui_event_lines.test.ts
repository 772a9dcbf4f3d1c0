// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../src/protocol";
import { mergeEvent, type EventLine } from "../src/ui/event_lines";

const bump = (time: number, subject: string, text: string): RunEvent => ({ time, kind: "bumped", subject, text, sentence: `${subject} bumped into ${text}`, verdict: "careful" });
const entered = (time: number, subject: string): RunEvent => ({ time, kind: "robot_entered", subject, text: "P3AT", sentence: `${subject} entered`, verdict: "fine" });

function linesOf(...events: RunEvent[]): EventLine[] {
  const lines: EventLine[] = [];
  for (const event of events) mergeEvent(lines, event);
  return lines;
}
const countsOf = (...events: RunEvent[]) => linesOf(...events).map(({ count }) => count);

describe("the lines of the event feed", () => {
  it("count what is told again, whichever of the two is named first, with the newest time", () => {
    const lines = linesOf(bump(1, "R1", "R2"), bump(2, "R2", "R1"), bump(9, "R1", "R2"));
    expect(lines).toEqual([{ newest: bump(9, "R1", "R2"), count: 3 }]);
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
  it("keep the newest time when an older event is told later", () => {
    expect(linesOf(bump(5, "R1", "wall"), bump(3, "R1", "wall"))).toEqual([{ newest: bump(5, "R1", "wall"), count: 2 }]);
  });
});
