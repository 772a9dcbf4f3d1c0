// SPDX-License-Identifier: Apache-2.0
// Events as lines of a feed: the same thing told again and again is one line that counts.
import type { RunEvent } from "../protocol";

export interface EventLine {
  newest: RunEvent;
  count: number;
}

const LOOK_BACK = 5; // lines; an older one would change out of sight
const SAME_FOR = 10; // s

// Of two that bump into each other, each may be told as the one that did it.
function subjectOf({ kind, subject, text, sentence }: RunEvent): string {
  return JSON.stringify(kind === "bumped" ? [kind, ...[subject, text].sort()] : [kind, subject, text, sentence]);
}

// The line that took the event in: one of the last few, or a new one at the end.
export function mergeEvent(lines: EventLine[], event: RunEvent): EventLine {
  const isSame = ({ newest }: EventLine) => Math.abs(event.time - newest.time) <= SAME_FOR && newest.verdict === event.verdict && subjectOf(newest) === subjectOf(event);
  const known = lines.slice(-LOOK_BACK).find(isSame);
  if (!known) {
    const line = { newest: event, count: 1 };
    lines.push(line);
    return line;
  }
  known.count += 1;
  if (event.time >= known.newest.time) known.newest = event;
  return known;
}
