// SPDX-License-Identifier: Apache-2.0
// Events as lines of a feed: the same thing told again and again is one line that counts. A line stands where its first
// event does, so that lines are in order and stay where they are.
import type { RunEvent } from "../protocol";

export interface EventLine {
  first: RunEvent;
  lastTime: number; // s, of the newest event in it
  count: number;
}

const LOOK_BACK = 5; // lines; an older one would change out of sight
const SAME_FOR = 10; // s

// Of two that bump into each other, each may be told as the one that did it.
function subjectOf({ kind, subject, text, sentence }: RunEvent): string {
  return JSON.stringify(kind === "bumped" ? [kind, ...[subject, text].sort()] : [kind, subject, text, sentence]);
}

// The line that took the event in: one of the last few, or a new one at the end. The event is not earlier than those before.
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

// Of events in order.
export function linesOf(events: readonly RunEvent[]): EventLine[] {
  const lines: EventLine[] = [];
  for (const event of events) mergeEvent(lines, event);
  return lines;
}
