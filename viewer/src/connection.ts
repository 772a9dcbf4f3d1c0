// SPDX-License-Identifier: Apache-2.0
// The WebSocket to the program. Comes back by itself when the program does, and notices when it says nothing any more.
import type { Answer, Request } from "./protocol";

// silent: the socket is open, but nothing comes.
export type ConnectionState = "connecting" | "open" | "silent" | "lost";

const MIN_BACKOFF = 250; // ms
const MAX_BACKOFF = 3000;
const CHECK_PERIOD = 500; // ms
// In looks. A page that is busy itself looks less often and does not take its own silence for the program's.
const SILENT_AFTER = 6; // 3 s; the program speaks 4 times a second
const RECONNECT_AFTER = 30; // 15 s: then it tries a new socket
const CONNECT_TIMEOUT = 16; // 8 s

export class Connection<Wish extends { type: string } = Request> {
  state: ConnectionState = "connecting";
  onState: (state: ConnectionState) => void = () => {};
  onMessage: (data: string | ArrayBuffer) => void = () => {};
  lastMessageAt: Date | null = null; // when the program last said something

  private socket: WebSocket | null = null;
  private backoff = MIN_BACKOFF;
  private silentChecks = 0; // since it said something, or since the socket was made
  private nextId = 1;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  // token: what the program printed after "#token=" in its address; empty if it asks for none.
  // isTalkative: the program is known to speak all the time, so that silence means something.
  constructor(private readonly token: string, private readonly expectsHeartbeat = false) {}

  get isConnected(): boolean {
    return this.state === "open";
  }

  open(): void {
    const query = this.token ? `?token=${encodeURIComponent(this.token)}` : "";
    const socket = new WebSocket(`ws://${location.host}/ws${query}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.backoff = MIN_BACKOFF;
      this.noteMessage();
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      this.noteMessage();
      this.onMessage(event.data);
    };
    const watch = setInterval(() => this.checkTimeout(socket), CHECK_PERIOD);
    socket.onclose = () => {
      clearInterval(watch);
      this.reconnectLater();
    };
    this.socket = socket;
    this.silentChecks = 0;
  }

  // Without waiting for anything; false if there is nobody to hear it.
  send(request: Wish): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  // The program's answer; one that says why not if it cannot be reached.
  request(request: Wish): Promise<Answer> {
    const id = this.nextId++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      if (!this.send({ ...request, id })) this.resolveAnswer({ type: "answer", id, ok: false, text: "There is no connection to the program." });
    });
  }

  // Answers come with all other messages; whoever takes those hands them on.
  resolveAnswer(answer: Answer): void {
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  }

  private noteMessage(): void {
    this.silentChecks = 0;
    this.lastMessageAt = new Date();
    if (this.state !== "open") this.change("open");
  }

  private checkTimeout(socket: WebSocket): void {
    ++this.silentChecks;
    if (socket.readyState === WebSocket.CONNECTING && this.silentChecks >= CONNECT_TIMEOUT) return this.abandonSocket(socket);
    if (!this.expectsHeartbeat || socket.readyState === WebSocket.CONNECTING) return;
    if (this.silentChecks >= RECONNECT_AFTER) return this.abandonSocket(socket);
    if (this.silentChecks >= SILENT_AFTER && this.state === "open") this.change("silent");
  }

  // Closing waits for the other side, which may never answer.
  private abandonSocket(socket: WebSocket): void {
    const end = socket.onclose as (() => void) | null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    end?.();
  }

  private reconnectLater(): void {
    this.change("lost");
    for (const id of [...this.waiting.keys()]) this.resolveAnswer({ type: "answer", id, ok: false, text: "The connection was lost." });
    setTimeout(() => this.open(), this.backoff);
    this.backoff = Math.min(2 * this.backoff, MAX_BACKOFF);
  }

  private change(state: ConnectionState): void {
    this.state = state;
    this.onState(state);
  }
}
