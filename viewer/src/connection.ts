// SPDX-License-Identifier: Apache-2.0
// The WebSocket to the program. Comes back by itself when the program does.
import type { Answer, Request } from "./protocol";

export type ConnectionState = "connecting" | "open" | "lost";

const FIRST_PAUSE = 250; // ms
const LONGEST_PAUSE = 3000;

export class Connection<Wish extends { type: string } = Request> {
  state: ConnectionState = "connecting";
  onState: (state: ConnectionState) => void = () => {};
  onMessage: (data: string | ArrayBuffer) => void = () => {};

  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private nextId = 1;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  // token: what the program printed after "#token=" in its address; empty if it asks for none.
  constructor(private readonly token: string) {}

  open(): void {
    const query = this.token ? `?token=${encodeURIComponent(this.token)}` : "";
    const socket = new WebSocket(`ws://${location.host}/ws${query}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.change("open");
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => this.onMessage(event.data);
    socket.onclose = () => this.comeBackLater();
    this.socket = socket;
  }

  // Without waiting for anything; false if there is nobody to hear it.
  send(request: Wish): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  // The program's answer; one that says why not if it cannot be reached.
  ask(request: Wish): Promise<Answer> {
    const id = this.nextId++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      if (!this.send({ ...request, id })) this.hear({ type: "answer", id, ok: false, text: "There is no connection to the program." });
    });
  }

  // Answers come with all other messages; whoever takes those hands them on.
  hear(answer: Answer): void {
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  }

  private comeBackLater(): void {
    this.change("lost");
    for (const id of [...this.waiting.keys()]) this.hear({ type: "answer", id, ok: false, text: "The connection was lost." });
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }

  private change(state: ConnectionState): void {
    this.state = state;
    this.onState(state);
  }
}
