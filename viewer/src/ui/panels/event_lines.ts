// SPDX-License-Identifier: Apache-2.0
// Events as lines of a feed: repetitions are merged into one line with a count. A line is sorted by its first
// event, so that lines keep their places.
import type { RunEvent } from "../../protocol";

export interface EventLine {
  first: RunEvent;
  lastTime: number; // s, of the newest event in it
  count: number;
}

const LOOK_BACK = 5; // lines; an older one would change out of sight
const SAME_FOR = 10; // s

// Of a collision of two bodies, either may be reported as the subject.
function subjectOf({ kind, subject, data, sentence }: RunEvent): string {
  return JSON.stringify(kind === "bumped" ? [kind, ...[subject, data.object ?? ""].sort()] : [kind, subject, sentence]);
}

// Returns the line that the event was merged into: one of the last few, or a new one at the end. Events must be sorted.
export function mergeEvent(lines: EventLine[], event: RunEvent): EventLine {
  const isSame = ({ first, lastTime }: EventLine) => event.time - lastTime <= SAME_FOR && first.verdict === event.verdict && subjectOf(first) === subjectOf(event);
  const known = lines.slice(-LOOK_BACK).find(isSame);
  if (!known) {
    const line = { first: event, lastTime: event.time, count: 1 };
    lines.push(line);
    return line;
  }
  known.count += 1;
  known.lastTime = event.time;
  return known;
}

// events: sorted.
export function linesOf(events: readonly RunEvent[]): EventLine[] {
  const lines: EventLine[] = [];
  for (const event of events) mergeEvent(lines, event);
  return lines;
}
