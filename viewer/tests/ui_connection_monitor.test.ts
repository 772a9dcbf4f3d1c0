// SPDX-License-Identifier: Apache-2.0
// A program that is not heard of any more: when the page notices, what it says, and that it tries again.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type ConnectionState } from "../src/connection";
import { lostConnectionNotice } from "../src/ui/panels/connection_monitor";

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  isClosed = false;
  sent: string[] = [];
  constructor() {
    FakeSocket.made.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(): void {
    this.onmessage?.({ data: "{}" });
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.isClosed = true; // the other side never answers
  }
}

let states: ConnectionState[] = [];
const newest = () => FakeSocket.made[FakeSocket.made.length - 1];

function connect(expectsHeartbeat: boolean): Connection {
  const connection = new Connection("", expectsHeartbeat);
  connection.onState = (state) => states.push(state);
  connection.open();
  newest().open();
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { host: "127.0.0.1" });
  FakeSocket.made = [];
  states = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a connection", () => {
  it("is alive as long as something comes four times a second", () => {
    const connection = connect(true);
    for (let i = 0; i < 200; ++i) {
      vi.advanceTimersByTime(250);
      newest().say();
    }
    expect(states).toEqual(["open"]);
    expect(connection.isConnected).toBe(true);
    expect(connection.lastMessageAt).toEqual(new Date());
  });
  it("is silent after three seconds without a word, and alive with the next", () => {
    const connection = connect(true);
    vi.advanceTimersByTime(2900);
    expect(connection.isConnected).toBe(true);
    vi.advanceTimersByTime(600);
    expect(states).toEqual(["open", "silent"]);
    expect(connection.isConnected).toBe(false);
    newest().say();
    expect(states).toEqual(["open", "silent", "open"]);
    expect(FakeSocket.made).toHaveLength(1);
  });
  it("that stays silent is given up and tried anew, again and again, without waiting for the old one to close", async () => {
    const connection = connect(true);
    const answer = connection.request({ type: "pause" });
    vi.advanceTimersByTime(15_000);
    expect(states.at(-1)).toBe("lost");
    expect(await answer).toMatchObject({ ok: false, text: "The connection was lost." });
    vi.advanceTimersByTime(300);
    expect(FakeSocket.made).toHaveLength(2);
    expect(FakeSocket.made[0].isClosed).toBe(true);
    vi.advanceTimersByTime(60_000); // sockets that never open
    expect(FakeSocket.made.length).toBeGreaterThan(4);
    expect(states.at(-1)).toBe("lost");
    for (const count = FakeSocket.made.length; FakeSocket.made.length === count; ) vi.advanceTimersByTime(100);
    newest().open();
    expect(states.at(-1)).toBe("open");
    FakeSocket.made[0].say(); // an old one has nothing to say any more
    vi.advanceTimersByTime(3100);
    expect(states.at(-1)).toBe("silent");
  });
  it("to a program that speaks only when asked is never silent", () => {
    connect(false);
    vi.advanceTimersByTime(600_000);
    expect(states).toEqual(["open"]);
  });
});

describe("the banner", () => {
  const heard = new Date(2026, 10, 18, 14, 3, 7), now = new Date(2026, 10, 18, 14, 3, 19);
  it("says since when nothing was heard, and that it goes on trying", () => {
    expect(lostConnectionNotice("lost", heard, now)).toContain("Connection lost: no data since 14:03:07 (12 s ago)");
    expect(lostConnectionNotice("silent", heard, now)).toContain("No data from the program since 14:03:07 (12 s ago)");
    for (const state of ["lost", "silent"] as const) expect(lostConnectionNotice(state, heard, now)).toMatch(/Reconnecting|Waiting/);
  });
  it("is not there while all is well, nor before it is known", () => {
    expect(lostConnectionNotice("open", heard, now)).toBe("");
    expect(lostConnectionNotice("connecting", null, now)).toBe("");
  });
  it("of a program that never answered tells about the token", () => {
    expect(lostConnectionNotice("lost", null, now)).toContain("token");
  });
});
