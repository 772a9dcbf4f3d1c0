// SPDX-License-Identifier: Apache-2.0
// Checks with names that say what holds; each is told as it ends.

export class Suite {
  constructor(wanted) {
    this.wanted = wanted; // part of the names that are to run; empty: all
    this.done = 0;
    this.failed = [];
  }

  async check(name, act) {
    if (!name.includes(this.wanted)) return;
    ++this.done;
    const begin = Date.now();
    try {
      await act();
      console.log(`ok      ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
    } catch (error) {
      this.failed.push(name);
      console.log(`FAILED  ${name}: ${error.message}`);
    }
  }

  tell(sentence) {
    console.log(`        ${sentence}`);
  }
}

export function expect(claim, sentence) {
  if (!claim) throw new Error(sentence);
}

export function expectNear(value, wanted, tolerance, what) {
  expect(Math.abs(value - wanted) <= tolerance, `${what} is ${value}, not ${wanted} ± ${tolerance}`);
}

export const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

// What ask gives once it is neither false nor missing.
export async function until(what, ask, seconds = 60) {
  const end = Date.now() + 1000 * seconds;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`in ${seconds} s it did not come to be that ${what}`);
    await pause(0.05);
  }
}
