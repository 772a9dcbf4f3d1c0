// SPDX-License-Identifier: Apache-2.0
// The page with a made-up run instead of a program, to work on its looks: `npx vite`, then /tests/ui_sample.html.
// ?mode=playback, ?empty, ?tour, ?lost show other states. Not part of the build.
import "uplot/dist/uPlot.min.css";
import "../src/style/theme.css";
import "../src/style/layout.css";
import "../src/style/controls.css";
import "../src/style/panels.css";
import "../src/style/readouts.css";
import "../src/style/view.css";
import "../src/style/radio.css";
import "../src/style/over.css";
import { Connection } from "../src/connection";
import type { Request } from "../src/protocol";
import { Run } from "../src/run";
import { Page } from "../src/ui/page";
import { makeView } from "../src/ui/view_maker";
import { sampleEvents, sampleHello, sampleLines, sampleLinks, sampleRobots, sampleRoute, sampleStatus, sampleEntities, sampleValues, scanFrame } from "./ui_sample_run";

const query = new URLSearchParams(location.search);
const sent: Request[] = [];

class SampleConnection extends Connection {
  override send(request: Request): boolean {
    sent.push(request);
    if (request.id !== undefined) queueMicrotask(() => this.answer(request));
    return true;
  }
  override open(): void {
    this.state = query.has("lost") ? "lost" : "open";
    this.lastMessageAt = new Date();
    this.onState(this.state);
  }
  private answer(request: Request): void {
    if (request.type === "recordings") receive({ type: "recordings", files: [{ name: "maze-2026-11-16-0612.mcap", bytes: 4_512_300, modified: "2026-11-16T06:12:00Z" }, { name: "smoke_room-1.mcap", bytes: 88_120, modified: "2026-11-15T19:01:44Z" }] });
    if (request.type === "route") receive(sampleRoute(request.from, request.to, run.time));
    const isRefused = request.type === "obstacle" || request.type === "spawn";
    this.resolveAnswer({ type: "answer", id: request.id ?? 0, ok: !isRefused, text: isRefused ? "The place is taken by wall_3." : "" });
  }
}

const run = new Run();
const connection = new SampleConnection("");
const page = new Page(document.getElementById("page")!, run, connection, (container) => makeView(container, run));
const receive = (message: object) => run.receive(JSON.stringify(message));
connection.open();
const isPlayback = query.get("mode") === "playback";
receive(sampleHello(isPlayback, query.has("tour")));
receive(sampleEntities());
if (!query.has("empty")) {
  receive(sampleRobots());
  receive(sampleEvents());
  let time = 80;
  const tick = () => {
    time += 0.1;
    receive(sampleStatus(time, isPlayback));
    for (const values of sampleValues(time)) receive(values);
    run.receive(scanFrame(time));
    run.receive(sampleLinks(time));
    if (Math.random() < 0.3) receive(sampleLines(time));
  };
  for (let i = 0; i < 100; ++i) tick();
  setInterval(tick, 100);
} else {
  receive({ ...sampleStatus(3, isPlayback), robots: [], clients: [] });
}
Object.assign(window, { rubble: { run, connection, view: page.view, sent } });
