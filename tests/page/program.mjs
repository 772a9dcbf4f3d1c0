// SPDX-License-Identifier: Apache-2.0
// The program under test: started, asked and stopped.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SECONDS_TO_START = 60;
const SECONDS_TO_STOP = 20;

export class Program {
  // On free ports unless one is given; recordings go to a folder of its own.
  static async serve(path, world, { port = 0, host = "127.0.0.1", extra = [] } = {}) {
    const ports = ["--port", "0", "--image-port", "off", "--com-port", "off", "--truth-port", "off", "--radio-port", "off", "--web-port", String(port)];
    return Program.start(path, ["serve", world, ...ports, "--host", host, ...extra]);
  }

  static async demo(path) {
    return Program.start(path, ["demo", "--web-port", "0"]);
  }

  static async start(path, arguments_) {
    const program = new Program(path, arguments_);
    await program.waitUntilReady();
    return program;
  }

  constructor(path, arguments_) {
    this.folder = mkdtempSync(join(tmpdir(), "rubble_page_"));
    this.printed = "";
    this.process = spawn(path, arguments_, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    this.ended = new Promise((resolve) => this.process.once("exit", resolve));
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on("data", (data) => (this.printed += data));
  }

  get address() {
    return `http://127.0.0.1:${this.webPort}/${this.token ? `#token=${this.token}` : ""}`;
  }

  // `serve` prints its ports in one line, the demo an address for people.
  async waitUntilReady() {
    const until = Date.now() + 1000 * SECONDS_TO_START;
    for (;;) {
      const ready = /^ready (\{.*\})$/m.exec(this.printed);
      const demo = /http:\/\/127\.0\.0\.1:(\d+)\/[^]*port (\d+) speaks/.exec(this.printed);
      if (ready) this.ports = JSON.parse(ready[1]);
      if (demo) this.ports = { web: Number(demo[1]), usarsim: Number(demo[2]) };
      if (this.ports) break;
      if (this.process.exitCode !== null || Date.now() > until) throw new Error(`the program does not start: ${this.printed}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    this.webPort = this.ports.web;
  }

  get token() {
    return /#token=(\w+)/.exec(this.printed)?.[1] ?? "";
  }

  // It is there and says nothing.
  freeze() {
    this.process.kill("SIGSTOP");
  }

  thaw() {
    this.process.kill("SIGCONT");
  }

  async stop() {
    this.process.kill("SIGTERM");
    const timer = setTimeout(() => this.process.kill("SIGKILL"), 1000 * SECONDS_TO_STOP);
    await this.ended;
    clearTimeout(timer);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function worldInfo(path, world) {
  return JSON.parse(execFileSync(path, ["world", "info", world, "--json"], { encoding: "utf8" }));
}

// A client of the robots' port.
export async function connectClient(port) {
  const socket = connect(port, "127.0.0.1");
  const client = { heard: "", say: (line) => socket.write(`${line}\r\n`), close: () => socket.destroy() };
  socket.on("data", (data) => (client.heard += data));
  socket.on("error", () => {});
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  return client;
}
