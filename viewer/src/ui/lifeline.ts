// SPDX-License-Identifier: Apache-2.0
// A program that is not heard of looks dead: the page turns grey and a banner says since when, until it is heard again.
import type { ConnectionState } from "../connection";
import type { Notices } from "./notices";
import { span } from "./say";

const SAY_EVERY = 1000; // ms

const UNREACHED = "The program cannot be reached. If it printed an address with a token, open that very address. Trying again…";

const two = (value: number) => String(value).padStart(2, "0");

// heardAt: null if it was never heard of. Empty: all is well, or it is too early to tell.
export function deathNotice(state: ConnectionState, heardAt: Date | null, now: Date): string {
  if (state === "open" || (state === "connecting" && !heardAt)) return "";
  if (!heardAt) return UNREACHED;
  const since = `${two(heardAt.getHours())}:${two(heardAt.getMinutes())}:${two(heardAt.getSeconds())}`;
  const ago = span(Math.max(0, (now.getTime() - heardAt.getTime()) / 1000));
  if (state === "silent") return `The program has said nothing since ${since} (${ago} ago). What you see is old. Waiting for it…`;
  return `The program has gone: nothing was heard of it since ${since} (${ago} ago). What you see is old. Trying again…`;
}

export class Lifeline {
  private state: ConnectionState = "connecting";
  private timer = 0;

  constructor(private readonly root: HTMLElement, private readonly notices: Notices, private readonly heardAt: () => Date | null) {}

  set(state: ConnectionState): void {
    this.state = state;
    clearInterval(this.timer);
    if (state !== "open") this.timer = window.setInterval(() => this.say(), SAY_EVERY);
    this.say();
  }

  private say(): void {
    const sentence = deathNotice(this.state, this.heardAt(), new Date());
    this.root.classList.toggle("is-dead", sentence !== "");
    this.notices.setBanner(sentence);
  }
}
