// SPDX-License-Identifier: Apache-2.0
// What the scene shows of the radio: links, and the coverage of one station, requested again when the station moves.
import type { LinksFrame, RadioStation } from "../../decode";
import type { Connection } from "../../connection";
import type { Vec3 } from "../../protocol";
import type { Run } from "../../run";
import type { WorldViewApi } from "../../view/api";
import type { Selection } from "../selection";
import type { Subscription } from "../subscription";

const FAR = 0.5; // m: a station that moved so far is asked about again
const PAUSE = 1000; // ms between two questions
const COLUMNS = 140; // cells along the longer side of the world

export type CoverageChoice = { kind: "nobody" | "selected" } | { kind: "station"; name: string };

export class RadioDisplay {
  choice: CoverageChoice = { kind: "nobody" };
  private shown = ""; // the station whose coverage is drawn
  private asked: { station: string; antenna: Vec3 } | null = null;
  private askedAt = -Infinity; // ms
  private readonly listeners = new Set<() => void>();

  constructor(private readonly run: Run, private readonly connection: Connection, private readonly view: WorldViewApi, private readonly selection: Selection, private readonly subscription: Subscription) {
    run.on("hello", () => this.settle());
    run.on("links", (frame) => this.follow(frame));
    selection.onChange(() => this.settle());
  }

  get hasLinks(): boolean {
    return this.view.layers.links;
  }

  get station(): string {
    if (this.choice.kind === "station") return this.choice.name;
    return this.choice.kind === "selected" ? this.selection.name : "";
  }

  showLinks(isOn: boolean): void {
    this.view.setLayers({ links: isOn });
    this.subscription.update({ links: isOn });
    this.notifyListeners();
  }

  showCoverage(choice: CoverageChoice): void {
    this.choice = choice;
    this.subscription.update({ coverage: choice.kind !== "nobody" });
    this.settle();
  }

  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  private settle(): void {
    if (this.station !== this.shown) this.askedAt = -Infinity;
    this.shown = this.station;
    this.asked = null;
    this.view.showCoverage(this.shown);
    if (this.run.links) this.follow(this.run.links);
    this.notifyListeners();
  }

  private follow(frame: LinksFrame): void {
    if (this.shown === "") return;
    const station = frame.stations.find(({ name }) => name === this.shown);
    if (!station) {
      this.view.showCoverage(""); // it has left, or its battery is empty
      this.asked = null;
      return;
    }
    const now = performance.now();
    if (!this.hasMoved(station) || now - this.askedAt < PAUSE) return;
    this.askedAt = now;
    this.requestCoverage(station);
  }

  private hasMoved({ name, antenna }: RadioStation): boolean {
    const { asked } = this;
    return !asked || asked.station !== name || Math.hypot(...antenna.map((value, k) => value - asked.antenna[k])) > FAR;
  }

  private requestCoverage({ name, antenna }: RadioStation): void {
    this.asked = { station: name, antenna };
    this.view.showCoverage(name);
    const { low, high } = this.run.hello?.bounds ?? { low: [0, 0, 0], high: [10, 10, 1] };
    const cell = Math.min(Math.max(Math.max(high[0] - low[0], high[1] - low[1]) / COLUMNS, 0.1), 5);
    void this.connection.request({ type: "coverage", station: name, height: antenna[2], cell }).then((answer) => {
      if (!answer.ok && this.asked?.antenna === antenna) this.asked = null; // again, later
    });
  }

  private notifyListeners(): void {
    this.listeners.forEach((listener) => listener());
  }
}
