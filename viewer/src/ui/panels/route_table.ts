// SPDX-License-Identifier: Apache-2.0
// The route of a message, hop by hop.
import type { Route } from "../../protocol";
import { make, setText, show } from "../widgets/dom";
import { lossText, rateText } from "./partner_row";
import { fixed } from "../widgets/format";

const COLUMNS = ["Hop", "m", "Walls", "dBm", "Mb/s", "Loss"];

export function sumUp(route: Route): string {
  if (route.hops.length === 0) return "There is no way: hardly anything would arrive.";
  const hops = route.hops.length === 1 ? "Directly" : `Over ${route.hops.length} hops`;
  const arrives = `${(100 * route.success).toFixed(route.success > 0.9 && route.success < 0.9995 ? 1 : 0)} % of packets arrive`;
  return `${hops}: ${arrives}, ${rateText(route.rate)} Mb/s.${route.is_up ? "" : " A hop is out of range."}`;
}

export class RouteTable {
  private readonly sum = make("p", { attributes: { role: "status" } });
  private readonly rows = make("tbody");
  private readonly table = make("table", { class: "hops" }, make("thead", {}, make("tr", {}, ...COLUMNS.map((text) => make("th", { text, attributes: { scope: "col" } })))), this.rows);
  readonly element = make("div", { class: "stack" }, this.sum, this.table);
  private shown = "";

  constructor() {
    this.clear();
  }

  show(route: Route): void {
    setText(this.sum, sumUp(route));
    show(this.table, route.hops.length > 0);
    const signature = JSON.stringify(route.hops);
    if (signature === this.shown) return;
    this.shown = signature;
    this.rows.replaceChildren(
      ...route.hops.map((hop) =>
        make("tr", { class: hop.is_up ? "" : "is-down" }, ...[`${hop.from} → ${hop.to}`, fixed(hop.distance, 1), String(hop.walls), fixed(hop.dbm, 1), rateText(hop.rate), lossText(hop.loss)].map((text, index) => make("td", { text, class: index > 0 ? "figure" : "" }))),
      ),
    );
  }

  excuse(sentence: string): void {
    this.clear();
    setText(this.sum, sentence);
  }

  clear(): void {
    this.shown = "";
    setText(this.sum, "");
    this.rows.replaceChildren();
    show(this.table, false);
  }
}
