// SPDX-License-Identifier: Apache-2.0
// uPlot in the page's colours. Its legend is not used, since it would insert channel names as HTML.
import uPlot from "uplot";
import { make, setText } from "./dom";
import { clock, number } from "./format";
import type { Series } from "./series";
import { SERIES_COLORS, themeColor } from "./theme";

const HEIGHT = 132; // px
const DRAW_EVERY = 100; // ms

export class Plot {
  private readonly box = make("div", { class: "plot-box" });
  private readonly legend = make("ul", { class: "legend" });
  private readonly figures: HTMLElement[];
  private readonly hidden = new Set<number>();
  private plot: uPlot | null = null;
  private drawnAt = 0;
  private readonly resizing = new ResizeObserver(() => this.resize());
  private readonly theming = new MutationObserver(() => this.rebuild());
  readonly element = make("div", { class: "plot" }, this.box, this.legend);

  // lines: the channels of the series and their names.
  constructor(readonly of: Series, private readonly lines: { channel: number; name: string }[], label: string) {
    this.box.setAttribute("role", "img");
    this.box.setAttribute("aria-label", label);
    this.figures = lines.map(() => make("span", { class: "figure" }));
    lines.forEach(({ name }, index) => this.legend.append(this.legendRow(name, index)));
    this.resizing.observe(this.box);
    this.theming.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  }

  update(): void {
    const now = performance.now();
    if (now - this.drawnAt < DRAW_EVERY) return;
    this.drawnAt = now;
    this.draw();
    this.figures.forEach((figure, index) => setText(figure, number(this.of.channels[this.lines[index].channel].at(-1))));
  }

  dispose(): void {
    this.resizing.disconnect();
    this.theming.disconnect();
    this.plot?.destroy();
  }

  // Each name is a button that toggles its line.
  private legendRow(name: string, index: number): HTMLElement {
    const key = make("span", { class: `legend-key series-${index % SERIES_COLORS.length}` });
    const button = make("button", { attributes: { type: "button", "aria-pressed": "true" }, title: `Show or hide ${name}` }, key, make("span", { class: "legend-name", text: name }), this.figures[index]);
    button.addEventListener("click", () => {
      if (!this.hidden.delete(index)) this.hidden.add(index);
      button.setAttribute("aria-pressed", String(!this.hidden.has(index)));
      this.plot?.setSeries(index + 1, { show: !this.hidden.has(index) });
    });
    return make("li", {}, button);
  }

  private data(): uPlot.AlignedData {
    return [this.of.times, ...this.lines.map(({ channel }) => this.of.channels[channel])] as uPlot.AlignedData;
  }

  private draw(): void {
    if (this.plot) this.plot.setData(this.data());
    else this.rebuild();
  }

  private resize(): void {
    const width = this.box.clientWidth;
    if (this.plot && width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: HEIGHT });
    else if (!this.plot) this.rebuild();
  }

  private rebuild(): void {
    const width = this.box.clientWidth;
    if (width === 0) return;
    this.plot?.destroy();
    this.plot = new uPlot(this.options(width), this.data(), this.box);
  }

  private options(width: number): uPlot.Options {
    const axis: uPlot.Axis = {
      stroke: themeColor("--muted"),
      grid: { stroke: themeColor("--line"), width: 1 },
      ticks: { stroke: themeColor("--line"), width: 1, size: 4 },
      font: "11px system-ui, sans-serif",
    };
    return {
      width,
      height: HEIGHT,
      padding: [8, 8, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false } },
      axes: [
        { ...axis, size: 24, values: (_, ticks) => ticks.map((tick) => clock(tick, 0)) },
        { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => String(Number(tick.toPrecision(4)))) },
      ],
      series: [{}, ...this.lines.map((_, index): uPlot.Series => ({ stroke: themeColor(SERIES_COLORS[index % SERIES_COLORS.length]), width: 1.5, points: { show: false }, show: !this.hidden.has(index) }))],
    };
  }
}
