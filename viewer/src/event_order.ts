// SPDX-License-Identifier: Apache-2.0
// Events by simulated time; those of one time stay in the order they came.

// All of them in order. `known` is in order already; late ones are put where they belong.
export function inOrder<Event extends { time: number }>(known: readonly Event[], coming: readonly Event[]): Event[] {
  const all = [...known];
  for (const event of coming) {
    let at = all.length;
    while (at > 0 && all[at - 1].time > event.time) --at;
    all.splice(at, 0, event);
  }
  return all;
}
