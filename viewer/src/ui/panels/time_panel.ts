// SPDX-License-Identifier: Apache-2.0
// Real-time factor, and the time profile of the program.
import type { Status } from "../../protocol";
import type { AppContext, Panel } from "../app_context";
import { make, setText, show } from "../widgets/dom";
import { Plot } from "../widgets/plot";
import { fixed } from "../widgets/format";
import { Series } from "../widgets/series";
import { SERIES_COLORS } from "../widgets/theme";

// Pads the number so that the digits of a column are aligned.
function column(value: number, width: number): string {
  return fixed(value, 0).padStart(width, "\u2007");
}

export class TimePanel implements Panel {
  readonly id = "time";
  readonly title = "Time";
  readonly icon = "clock" as const;
  private readonly factors = new Series(1);
  private readonly plot = new Plot(this.factors, [{ channel: 0, name: "real-time factor" }], "Real-time factor over time");
  private readonly bar = make("div", { class: "spent-bar", attributes: { role: "img" } });
  private readonly rows = make("ul", { class: "spent-rows" });
  private readonly none = make("p", { class: "muted", text: "Not available in a playback." });
  readonly element = make("div", { class: "panel stack" }, make("h2", { text: "Real-time factor" }), this.plot.element, make("h2", { text: "Where time goes" }), make("p", { class: "muted", text: "Of each second of the program's main thread" }), this.bar, this.rows, this.none);
  private isShown = false;

  constructor(private readonly context: AppContext) {
    context.run.on("hello", () => this.factors.clear());
    context.run.on("status", (status) => this.update(status));
  }

  show(): void {
    this.isShown = true;
    if (this.context.run.status) this.update(this.context.run.status);
  }

  hide(): void {
    this.isShown = false;
  }

  private update(status: Status): void {
    this.factors.add(status.time, [status.real_time_factor]);
    if (!this.isShown) return;
    this.plot.update();
    const isIdle = (part: { name: string }) => part.name === "idle";
    this.showSpent([...status.spent.filter((part) => !isIdle(part)), ...status.spent.filter(isIdle)]);
  }

  private showSpent(spent: Status["spent"]): void {
    const total = Math.max(1e-9, spent.reduce((sum, part) => sum + part.seconds, 0));
    this.bar.setAttribute("aria-label", spent.map((part) => `${part.name} ${fixed((100 * part.seconds) / total, 0)} %`).join(", "));
    if (this.bar.children.length !== spent.length) this.build(spent);
    spent.forEach((part, index) => {
      const share = part.seconds / total;
      (this.bar.children[index] as HTMLElement).style.width = `${100 * share}%`;
      const [, name, figure] = this.rows.children[index].children;
      setText(name, part.name);
      setText(figure, `${column(1000 * part.seconds, 5)} ms ${column(100 * share, 4)} %`);
    });
    show(this.none, spent.length === 0);
  }

  private build(spent: Status["spent"]): void {
    const colorOf = (name: string, index: number) => (name === "idle" ? "series-idle" : `series-${index % SERIES_COLORS.length}`);
    this.bar.replaceChildren(...spent.map((part, index) => make("span", { class: colorOf(part.name, index), title: part.name })));
    this.rows.replaceChildren(
      ...spent.map((part, index) => make("li", {}, make("span", { class: `legend-key ${colorOf(part.name, index)}` }), make("span"), make("span", { class: "figure" }))),
    );
  }
}
