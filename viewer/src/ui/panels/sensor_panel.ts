// SPDX-License-Identifier: Apache-2.0
// All sensors of the selected robot; enabled ones are plotted over time.
import type { ScanFrame } from "../../decode";
import type { Stream, Values } from "../../protocol";
import type { AppContext, Panel } from "../app_context";
import { emptyState, make, setText, show } from "../widgets/dom";
import { Plot } from "../widgets/plot";
import { number } from "../widgets/format";
import { ScanPicture } from "../widgets/scan_picture";
import { scanSummary } from "./scan_summary";
import { Series } from "../widgets/series";
import { groupByUnit, nameWithoutUnit } from "../widgets/units";

const WORDS: Record<string, string> = { imu: "IMU", ins: "INS", gps: "GPS", rfid: "RFID" };

export function kindName(kind: string): string {
  return WORDS[kind] ?? kind.replaceAll("_", " ");
}

class SensorRow {
  readonly element: HTMLElement;
  private readonly toggle: HTMLButtonElement;
  private readonly text = make("p", { class: "sensor-text" });
  private readonly body = make("div", { class: "sensor-body" }, this.text);
  private series: Series;
  private channels: string[];
  private plots: Plot[] = [];
  private picture: ScanPicture | null = null;

  constructor(readonly stream: Stream, onToggle: () => void) {
    this.channels = stream.channels;
    this.series = new Series(this.channels.length);
    const rate = stream.rate > 0 ? `${number(Number(stream.rate.toPrecision(3))).replace(/\.?0+$/, "")} Hz` : "";
    this.toggle = make(
      "button",
      { class: "sensor", attributes: { type: "button", "aria-pressed": "false" }, on: { click: onToggle } },
      make("span", { class: "switch" }),
      make("span", { class: "sensor-name", text: stream.sensor }),
      make("span", { class: "sensor-kind", text: `${kindName(stream.kind)}   ${rate}` }),
    );
    this.element = make("li", {}, this.toggle, this.body);
    this.body.hidden = true;
  }

  setOn(isOn: boolean): void {
    this.toggle.setAttribute("aria-pressed", String(isOn));
    show(this.body, isOn);
    if (isOn) this.build();
    else this.dispose();
  }

  takeValues(values: Values): void {
    if (values.values.length > this.channels.length) this.rename(values.values.length);
    this.series.add(values.time, values.values);
    setText(this.text, values.text);
    for (const plot of this.plots) plot.update();
  }

  // Some sensors define their channels only with the first reading.
  private rename(count: number): void {
    this.channels = Array.from({ length: count }, (_, index) => this.stream.channels[index] ?? (count === 1 ? "value" : `value ${index + 1}`));
    this.series = new Series(count);
    const wasBuilt = !this.body.hidden;
    this.dispose();
    if (wasBuilt) this.build();
  }

  receiveScan(scan: ScanFrame): void {
    this.picture?.draw(scan);
    setText(this.text, scanSummary(scan));
  }

  dispose(): void {
    for (const plot of this.plots) {
      plot.dispose();
      plot.element.remove();
    }
    this.plots = [];
    this.picture?.element.remove();
    this.picture = null;
  }

  private build(): void {
    if (this.plots.length > 0 || this.picture) return;
    const { stream } = this;
    if (stream.encoding === "scan") this.body.append((this.picture = new ScanPicture(`Scan of ${stream.sensor} from above`)).element);
    if (stream.encoding === "values") this.buildPlots();
    if (stream.encoding === "picture" || stream.encoding === "depth") setText(this.text, "Its picture is in the Camera panel.");
  }

  private buildPlots(): void {
    const { stream, series } = this;
    for (const { unit, channels } of groupByUnit(this.channels)) {
      const lines = channels.map((channel) => ({ channel, name: nameWithoutUnit(this.channels[channel]) }));
      const plot = new Plot(series, lines, `${stream.sensor} over time${unit ? ` in ${unit}` : ""}`);
      if (unit) plot.element.prepend(make("p", { class: "plot-unit", text: unit }));
      this.plots.push(plot);
      this.body.append(plot.element);
    }
  }
}

export class SensorPanel implements Panel {
  readonly id = "sensors";
  readonly title = "Sensors";
  readonly icon = "chart" as const;
  private readonly list = make("ul", { class: "sensor-rows" });
  private readonly empty = make("div");
  readonly element = make("div", { class: "panel" }, this.list, this.empty);
  private rows = new Map<number, SensorRow>();
  private readonly watched = new Set<string>(); // robot and sensor
  private readonly seen = new Set<string>(); // robots that were given something to begin with
  private isShown = false;
  private built = "";

  constructor(private readonly context: AppContext) {
    context.selection.onChange(() => this.buildIfNew());
    context.run.on("values", (values) => this.rows.get(values.stream)?.takeValues(values));
    context.run.on("scan", (scan) => {
      if (this.isShown) this.rows.get(scan.stream)?.receiveScan(scan);
    });
    context.run.on("hello", () => this.buildIfNew());
    this.buildIfNew();
  }

  show(): void {
    this.isShown = true;
    this.refresh();
  }

  hide(): void {
    this.isShown = false;
    this.refresh();
  }

  private key(stream: Stream): string {
    return JSON.stringify([this.context.selection.name, stream.sensor]);
  }

  // The message "robots" is sent again when any robot changes; plots of unchanged ones are kept.
  private buildIfNew(): void {
    const { name, robot } = this.context.selection;
    const signature = JSON.stringify([this.context.run.hello?.run, name, robot?.streams]);
    if (signature === this.built) return;
    this.built = signature;
    this.build();
  }

  private build(): void {
    for (const row of this.rows.values()) row.dispose();
    const streams = this.context.selection.robot?.streams ?? [];
    this.rows = new Map(streams.map((stream) => [stream.id, new SensorRow(stream, () => this.toggle(stream))]));
    this.list.replaceChildren(...[...this.rows.values()].map((row) => row.element));
    this.empty.replaceChildren(...(streams.length > 0 ? [] : [this.emptyText()]));
    this.beginWithSome(streams);
    this.refresh();
  }

  // The first laser and the first value sensor are enabled initially.
  private beginWithSome(streams: Stream[]): void {
    const { name } = this.context.selection;
    if (streams.length === 0 || this.seen.has(name)) return;
    this.seen.add(name);
    for (const encoding of ["scan", "values"]) {
      const first = streams.find((stream) => stream.encoding === encoding);
      if (first) this.watched.add(this.key(first));
    }
  }

  private emptyText(): HTMLElement {
    const { name } = this.context.selection;
    return name ? emptyState(`${name} has no sensors.`, "Select another robot.") : emptyState("No robot is selected.", "Add one, or pick one in the list of robots.");
  }

  private toggle(stream: Stream): void {
    const key = this.key(stream);
    if (!this.watched.delete(key)) this.watched.add(key);
    this.refresh();
  }

  private refresh(): void {
    for (const row of this.rows.values()) row.setOn(this.isShown && this.watched.has(this.key(row.stream)));
    const robot = this.context.selection.name;
    const sensors = [...this.rows.values()].filter((row) => this.watched.has(this.key(row.stream))).map((row) => ({ robot, sensor: row.stream.sensor }));
    this.context.subscription.update({ sensors: this.isShown ? sensors : [] });
  }
}
