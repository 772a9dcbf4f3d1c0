// SPDX-License-Identifier: Apache-2.0
// Shows a lost or silent connection: the page turns grey and a banner says since when, until messages arrive again.
import type { ConnectionState } from "../../connection";
import type { Notices } from "../widgets/notices";
import { span } from "../widgets/format";

const UPDATE_PERIOD = 1000; // ms

const UNREACHED = "The program cannot be reached. If it printed an address with a token, open exactly that address. Reconnecting…";

const two = (value: number) => String(value).padStart(2, "0");

// lastMessageAt: null before the first message. Returns an empty text if the connection works or is still being opened.
export function lostConnectionNotice(state: ConnectionState, lastMessageAt: Date | null, now: Date): string {
  if (state === "open" || (state === "connecting" && !lastMessageAt)) return "";
  if (!lastMessageAt) return UNREACHED;
  const since = `${two(lastMessageAt.getHours())}:${two(lastMessageAt.getMinutes())}:${two(lastMessageAt.getSeconds())}`;
  const ago = span(Math.max(0, (now.getTime() - lastMessageAt.getTime()) / 1000));
  if (state === "silent") return `No data from the program since ${since} (${ago} ago). The page is out of date. Waiting…`;
  return `Connection lost: no data since ${since} (${ago} ago). The page is out of date. Reconnecting…`;
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
