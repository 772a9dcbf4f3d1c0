// SPDX-License-Identifier: Apache-2.0
// The stations that the selected robot receives, and the route to one of them.
import type { LinksFrame } from "../../decode";
import type { AppContext, Panel } from "../app_context";
import { emptyState, make, setText, show } from "../widgets/dom";
import { textButton } from "../widgets/icons";
import { PartnerRow } from "./partner_row";
import { Plot } from "../widgets/plot";
import { LinkEvents, linksOf, type PartnerLink } from "./radio_links";
import { RouteTable } from "./route_table";
import { fixed } from "../widgets/format";
import { Series } from "../widgets/series";

const ASK_EVERY = 1000; // ms, for the way
const SORT_EVERY = 1500; // ms: rows that dance cannot be clicked
const PRESETS: Record<LinksFrame["preset"], string> = { multiwall: "Multi-wall model", seed: "The paper's equation", wss: "As the wireless server computes it" };
const COLUMNS = ["Station", "dBm", "Walls", "Mb/s", "Loss", "Link"];

export class RadioPanel implements Panel {
  readonly id = "radio";
  readonly title = "Radio";
  readonly icon = "radio" as const;
  private readonly name = make("span");
  private readonly model = make("p", { class: "caption" });
  private readonly rows = make("tbody");
  private readonly way = new RouteTable();
  private readonly wayTitle = make("h2");
  private readonly history = make("div");
  private readonly coverage = textButton("Coverage", () => this.toggleCoverage(), { attributes: { "aria-pressed": "false" } }, "coverage");
  private readonly drop = textButton("Drop a relay", () => void this.dropRelay(), {}, "relay");
  private readonly partnerPart = make("section", { class: "stack" }, this.wayTitle, this.way.element, this.history);
  private readonly body: HTMLElement;
  private readonly buttons = make("div", { class: "button-row" }, this.coverage, this.drop);
  private readonly empty = make("div");
  readonly element = make("div", { class: "panel radio-panel stack" });
  private readonly partners = new Map<string, PartnerRow>();
  private readonly series = new Map<string, Series>();
  private readonly happened = new LinkEvents();
  private plot: Plot | null = null;
  private partner = "";
  private heard = ""; // whose links these are
  private isShown = false;
  private wasShown = false;
  private said = "";
  private askedAt = -Infinity;
  private sortedAt = -Infinity;

  constructor(private readonly context: AppContext) {
    const head = make("thead", {}, make("tr", {}, ...COLUMNS.map((text) => make("th", { text, attributes: { scope: "col" } }))));
    this.body = make("div", { class: "stack" }, make("table", { class: "partners" }, head, this.rows), this.partnerPart);
    this.element.append(make("h2", {}, this.name), this.model, this.buttons, this.body, this.empty);
    context.run.on("links", (frame) => this.receive(frame));
    context.run.on("route", (route) => {
      if (route.from === context.selection.name && route.to === this.partner) this.way.show(route);
    });
    context.run.on("hello", () => this.restart());
    context.selection.onChange(() => this.restart());
    context.radio.onChange(() => this.markCoverage());
    this.update();
  }

  show(): void {
    this.isShown = true;
    this.context.subscription.update({ radioPanel: true });
    if (!this.wasShown) this.context.radio.showLinks(true); // the table alone explains less
    this.wasShown = true;
    this.update();
  }

  hide(): void {
    this.isShown = false;
    this.context.subscription.update({ radioPanel: false });
    this.choosePlot();
  }

  private restart(): void {
    const { name } = this.context.selection;
    if (name !== this.heard || !this.context.run.links) {
      this.heard = name;
      this.series.clear();
      this.partner = "";
      this.sortedAt = -Infinity;
    }
    this.update();
  }

  private receive(frame: LinksFrame): void {
    const { name } = this.context.selection;
    const lost = name ? this.happened.follow(frame, name) : [];
    if (lost.length > 0) this.context.run.addEvents(lost);
    for (const { name: other, dbm } of linksOf(frame, name)) this.seriesOf(other).add(frame.time, [dbm, frame.sensitivity]);
    this.update();
  }

  private seriesOf(partner: string): Series {
    let series = this.series.get(partner);
    if (!series) this.series.set(partner, (series = new Series(2)));
    return series;
  }

  private update(): void {
    if (!this.isShown) return;
    const { run, selection } = this.context;
    const links = linksOf(run.links, selection.name);
    setText(this.name, selection.name ? `${selection.name} on the air` : "Radio");
    setText(this.model, run.links ? `${PRESETS[run.links.preset]}, hears down to ${fixed(run.links.sensitivity, 0)} dBm` : "");
    this.drop.disabled = !run.hello?.can.drive || selection.name === "";
    this.coverage.disabled = selection.name === "";
    show(this.body, links.length > 0);
    this.showSummary(links);
    this.settlePartner(links);
    this.showRows(links);
    this.choosePlot();
    this.plot?.update();
    this.askForWay();
  }

  private showSummary(links: PartnerLink[]): void {
    const words = links.length > 0 ? [] : this.emptyWords();
    if (JSON.stringify(words) === this.said) return;
    this.said = JSON.stringify(words);
    this.empty.replaceChildren(...(words.length > 0 ? [emptyState(words[0], ...words.slice(1))] : []));
  }

  private emptyWords(): string[] {
    const { run, selection } = this.context;
    if (selection.name === "") return ["No robot is selected.", "Add one, or pick one in the list of robots."];
    if (!run.links) return ["Nothing has been heard of the radio yet."];
    const isOn = run.links.stations.some(({ name }) => name === selection.name);
    if (!isOn) return [`${selection.name} is silent.`, "A robot with an empty battery has no radio."];
    return [`${selection.name} is alone on the air.`, "Add a second robot or a relay: here you see then who hears whom, how well, and through how many walls."];
  }

  private settlePartner(links: PartnerLink[]): void {
    if (links.some(({ name }) => name === this.partner)) return;
    this.choose(links[0]?.name ?? "");
  }

  private choose(partner: string): void {
    if (partner === this.partner) return;
    this.partner = partner;
    this.way.clear();
    this.askedAt = -Infinity;
    for (const [name, row] of this.partners) row.mark(name === partner);
    setText(this.wayTitle, partner ? `Way to ${partner}` : "");
    this.choosePlot();
    this.askForWay();
  }

  private showRows(links: PartnerLink[]): void {
    const sensitivity = this.context.run.links?.sensitivity ?? -92;
    const names = new Set(links.map(({ name }) => name));
    let isNew = false;
    for (const [name, row] of this.partners) {
      if (names.has(name)) continue;
      row.element.remove();
      this.partners.delete(name);
      this.series.delete(name);
    }
    for (const link of links) {
      let row = this.partners.get(link.name);
      if (!row) {
        this.partners.set(link.name, (row = new PartnerRow(link.name, () => this.choose(link.name))));
        isNew = true;
      }
      row.update(link, sensitivity);
      row.mark(link.name === this.partner);
    }
    if (isNew || performance.now() - this.sortedAt > SORT_EVERY) this.sort(links);
  }

  // Rows that are in place are not touched, since one of them may have the focus.
  private sort(links: PartnerLink[]): void {
    this.sortedAt = performance.now();
    links.forEach(({ name }, index) => {
      const element = this.partners.get(name)?.element;
      const there = this.rows.children[index];
      if (element && there !== element && !element.contains(document.activeElement)) this.rows.insertBefore(element, there ?? null);
    });
  }

  private choosePlot(): void {
    const series = this.isShown && this.partner ? this.seriesOf(this.partner) : null;
    if ((this.plot?.of ?? null) === series) return;
    this.plot?.dispose();
    this.plot = series ? new Plot(series, [{ channel: 0, name: this.partner }, { channel: 1, name: "just heard" }], `Signal strength of ${this.partner} over time in dBm`) : null;
    this.history.replaceChildren(...(this.plot ? [make("p", { class: "plot-unit", text: "dBm" }), this.plot.element] : []));
  }

  private askForWay(): void {
    const now = performance.now();
    if (!this.isShown || !this.partner || now - this.askedAt < ASK_EVERY) return;
    this.askedAt = now;
    const { partner } = this;
    void this.context.connection.request({ type: "route", from: this.context.selection.name, to: partner }).then((answer) => {
      if (!answer.ok && partner === this.partner) this.way.excuse(answer.text);
    });
  }

  private toggleCoverage(): void {
    const { radio, selection } = this.context;
    radio.showCoverage({ kind: radio.station === selection.name ? "nobody" : "selected" });
  }

  private markCoverage(): void {
    const { radio, selection } = this.context;
    this.coverage.setAttribute("aria-pressed", String(selection.name !== "" && radio.station === selection.name));
  }

  private async dropRelay(): Promise<void> {
    const robot = this.context.selection.name;
    const answer = await this.context.request({ type: "drop_relay", robot });
    if (answer.ok) this.context.notices.info(answer.text ? `${robot} dropped the relay ${answer.text}.` : `${robot} dropped a relay.`);
  }
}
