// SPDX-License-Identifier: Apache-2.0
// The virtual list of all constraints: only visible rows exist.
import { choice, make } from "../ui/widgets/dom";
import { isVerified, type ConstraintStore } from "./constraint_store";
import { degrees } from "./pose2";
import type { Constraint } from "./protocol";
import { seconds } from "./format";

const ROW = 32; // pixels
const SPARE = 6; // rows beyond what is seen

type Sort = "teaching" | "residual" | "score" | "time";
type Filter = "all" | "open" | "loops" | "verified" | "rejected";

const SORTS: [Sort, string][] = [["teaching", "Teaches most"], ["residual", "Worst on the map"], ["score", "Worst match"], ["time", "By time"]];
const FILTERS: [Filter, string][] = [["all", "All"], ["open", "Open"], ["loops", "Loops"], ["verified", "Verified"], ["rejected", "Rejected"]];

const CHOSEN: Record<Filter, (constraint: Constraint) => boolean> = {
  all: () => true,
  open: ({ state }) => state === "proposed",
  loops: ({ kind }) => kind !== "neighbour",
  verified: isVerified,
  rejected: ({ state }) => state === "rejected",
};

// A scalar residual for sorting: metres plus angle, where a degree counts as 2 cm.
const RESIDUAL_TURN = 0.02 / (Math.PI / 180);

export class ConstraintList {
  private sort: Sort = "teaching";
  private filter: Filter = "all";
  rows: number[] = []; // constraints, as they stand in the list
  private readonly room = make("div", { class: "list-room" });
  private readonly scroller = make("div", { class: "list-rows", attributes: { tabindex: "-1" }, on: { scroll: () => this.show() } }, this.room);
  private readonly empty = make("p", { class: "list-empty", text: "None like that." });
  readonly element: HTMLElement;

  constructor(private readonly store: ConstraintStore) {
    const sorts = choice(SORTS, this.sort, (value) => this.arrange({ sort: value as Sort }));
    const filters = choice(FILTERS, this.filter, (value) => this.arrange({ filter: value as Filter }));
    sorts.setAttribute("aria-label", "Order of the list");
    filters.setAttribute("aria-label", "Which constraints");
    this.element = make("section", { class: "constraint-list", attributes: { "aria-label": "Constraints" } }, make("div", { class: "list-bar" }, sorts, filters), heads(), this.scroller);
    for (const name of ["hello", "constraint", "removed", "graph"] as const) store.on(name, () => this.arrange({}));
    store.on("current", () => this.follow());
    new ResizeObserver(() => this.show()).observe(this.scroller);
  }

  // The one to look at after this: the next in the list that nobody has decided about, or its neighbour.
  next(step: number, onlyOpen: boolean): number {
    const { rows } = this;
    const at = rows.indexOf(this.store.current);
    for (let k = 1; k <= rows.length; ++k) {
      const row = rows[(((at + step * k) % rows.length) + rows.length) % rows.length];
      if (!onlyOpen || this.store.constraints[row].state === "proposed") return row;
    }
    return this.store.current;
  }

  private arrange({ sort = this.sort, filter = this.filter }: { sort?: Sort; filter?: Filter }): void {
    const isOther = sort !== this.sort || filter !== this.filter;
    [this.sort, this.filter] = [sort, filter];
    const { store } = this;
    this.rows = store.order.filter((at) => store.constraints[at].i >= 0 && CHOSEN[filter](store.constraints[at]));
    const keys: Record<Sort, ((at: number) => number) | null> = {
      teaching: null,
      residual: (at) => -this.weight(at),
      score: (at) => store.constraints[at].score,
      time: (at) => store.constraints[at].stamp_i,
    };
    const key = keys[sort];
    if (key) {
      const values = new Map(this.rows.map((at) => [at, key(at)]));
      this.rows.sort((a, b) => values.get(a)! - values.get(b)!);
    }
    this.room.style.height = `${ROW * this.rows.length}px`;
    if (isOther) this.follow();
    this.show();
  }

  private weight(at: number): number {
    const { way, turn } = this.store.residual(at);
    return way + RESIDUAL_TURN * turn;
  }

  private follow(): void {
    const at = this.rows.indexOf(this.store.current);
    const { scrollTop, clientHeight } = this.scroller;
    if (at >= 0 && (at * ROW < scrollTop || (at + 1) * ROW > scrollTop + clientHeight)) this.scroller.scrollTop = Math.max(0, at * ROW - clientHeight / 3);
    this.show();
  }

  private show(): void {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW) - SPARE);
    const last = Math.min(this.rows.length, Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / ROW) + SPARE);
    const elements = [];
    for (let row = first; row < last; ++row) elements.push(this.rowElement(row));
    this.room.replaceChildren(...(this.rows.length > 0 ? elements : [this.empty]));
  }

  private rowElement(row: number): HTMLElement {
    const at = this.rows[row];
    const constraint = this.store.constraints[at];
    const { way, turn } = this.store.residual(at);
    const element = make(
      "button",
      { class: "list-row", attributes: { type: "button", "data-at": `${at}`, "aria-current": String(at === this.store.current), tabindex: at === this.store.current ? "0" : "-1" }, on: { click: () => this.store.choose(at) } },
      make("span", { class: "muted", text: `#${at + 1}` }),
      make("span", { text: `${constraint.kind} ${seconds(constraint.stamp_j - constraint.stamp_i)}`, title: "What it is, and how far apart in time its ends are" }),
      make("span", { class: "number", text: `${Math.round(100 * constraint.score)} %`, title: "How well the matcher says the scans fit" }),
      make("span", { class: "number", text: `${(100 * way).toFixed(1)} cm`, title: `How far the map is from it: ${(100 * way).toFixed(1)} cm, ${degrees(turn).toFixed(2)}°` }),
      make("span", { class: "chip", text: constraint.state, attributes: { "data-state": constraint.state } }),
    );
    element.style.top = `${row * ROW}px`;
    return element;
  }
}

function heads(): HTMLElement {
  const titles: [text: string, title: string][] = [["", ""], ["Ends apart", "What it is, and how far apart in time its ends are"], ["Match", "How well the matcher says the scans fit"], ["Off map", "How far the map is from it"], ["State", ""]];
  return make("div", { class: "list-heads", attributes: { "aria-hidden": "true" } }, ...titles.map(([text, title]) => make("span", { text, title })));
}
