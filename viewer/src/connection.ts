// SPDX-License-Identifier: Apache-2.0
// The WebSocket to the program. Reconnects with exponential backoff and detects a silent connection.
import type { Answer, Request } from "./protocol";

// silent: the socket is open, but no messages arrive.
export type ConnectionState = "connecting" | "open" | "silent" | "lost";

const MIN_BACKOFF = 250; // ms
const MAX_BACKOFF = 3000;
const CHECK_PERIOD = 500; // ms
// Counted in checks rather than in time, so that a page that was busy or suspended does not blame the program.
const SILENT_AFTER = 6; // 3 s; the program sends 4 status messages per second
const RECONNECT_AFTER = 30; // 15 s, then a new socket is opened
const CONNECT_TIMEOUT = 16; // 8 s

export class Connection<Body extends { type: string } = Request> {
  state: ConnectionState = "connecting";
  onState: (state: ConnectionState) => void = () => {};
  onMessage: (data: string | ArrayBuffer) => void = () => {};
  lastMessageAt: Date | null = null; // time of the last message

  private socket: WebSocket | null = null;
  private backoff = MIN_BACKOFF;
  private silentChecks = 0; // since the last message, or since the socket was opened
  private nextId = 1;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  // token: from "#token=" in the address that the program printed; empty if there is none.
  // expectsHeartbeat: the program sends continuously, so silence means a problem.
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

  // Sends without waiting for an answer; false if there is no connection.
  send(request: Body): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  // Sends with an id and resolves with the answer; with a negative one if the program cannot be reached.
  request(request: Body): Promise<Answer> {
    const id = this.nextId++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      if (!this.send({ ...request, id })) this.resolveAnswer({ type: "answer", id, ok: false, text: "There is no connection to the program." });
    });
  }

  // To be called by the receiver of messages for each answer.
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

  // The closing handshake may never complete, so the socket is abandoned.
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
