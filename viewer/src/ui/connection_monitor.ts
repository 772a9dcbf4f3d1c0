// SPDX-License-Identifier: Apache-2.0
// A program that is not heard of looks dead: the page turns grey and a banner says since when, until it is heard again.
import type { ConnectionState } from "../connection";
import type { Notices } from "./notices";
import { span } from "./format";

const UPDATE_PERIOD = 1000; // ms

const UNREACHED = "The program cannot be reached. If it printed an address with a token, open that very address. Trying again…";

const two = (value: number) => String(value).padStart(2, "0");

// heardAt: null if it was never heard of. Empty: all is well, or it is too early to tell.
export function lostConnectionNotice(state: ConnectionState, lastMessageAt: Date | null, now: Date): string {
  if (state === "open" || (state === "connecting" && !lastMessageAt)) return "";
  if (!lastMessageAt) return UNREACHED;
  const since = `${two(lastMessageAt.getHours())}:${two(lastMessageAt.getMinutes())}:${two(lastMessageAt.getSeconds())}`;
  const ago = span(Math.max(0, (now.getTime() - lastMessageAt.getTime()) / 1000));
  if (state === "silent") return `The program has said nothing since ${since} (${ago} ago). What you see is old. Waiting for it…`;
  return `The program has gone: nothing was heard of it since ${since} (${ago} ago). What you see is old. Trying again…`;
}

export class ConnectionMonitor {
  private state: ConnectionState = "connecting";
  private timer = 0;

  constructor(private readonly root: HTMLElement, private readonly notices: Notices, private readonly lastMessageAt: () => Date | null) {}

  set(state: ConnectionState): void {
    this.state = state;
    clearInterval(this.timer);
    if (state !== "open") this.timer = window.setInterval(() => this.showNotice(), UPDATE_PERIOD);
    this.showNotice();
  }

  private showNotice(): void {
    const sentence = lostConnectionNotice(this.state, this.lastMessageAt(), new Date());
    this.root.classList.toggle("is-dead", sentence !== "");
    this.notices.setBanner(sentence);
  }
}
