// SPDX-License-Identifier: Apache-2.0
// The progress panel, and the panel of the current constraint: its numbers and decisions.
import { make, setText, show } from "../ui/widgets/dom";
import { icon, type IconName } from "../ui/widgets/icons";
import { themeColor } from "../ui/widgets/theme";
import { isVerified, type ConstraintStore } from "./constraint_store";
import { degrees } from "./pose2";
import { day, percent, seconds, signed } from "./format";
import type { TruthView } from "./view";

export class ProgressPanel {
  private readonly count = make("strong");
  private readonly of = make("span", { class: "muted" });
  private readonly share = make("strong", { class: "push" });
  private readonly strip = make("canvas", { class: "coverage-strip", attributes: { role: "img" }, title: "The way from its beginning to its end; green is covered by verified constraints" });
  private readonly words = make("div", { class: "coverage-words" }, make("span"), make("span"));
  readonly element = make("section", { attributes: { "aria-label": "Progress" } }, make("div", { class: "progress-line" }, this.count, this.of, this.share, make("span", { class: "muted", text: "covered" })), this.strip, this.words);

  constructor(private readonly store: ConstraintStore) {
    for (const name of ["hello", "current", "constraint", "removed", "graph"] as const) store.on(name, () => this.update());
    new ResizeObserver(() => this.drawStrip()).observe(this.strip);
  }

  update(): void {
    const shown = this.store.constraints;
    const rejected = shown.filter(({ state }) => state === "rejected").length;
    const loops = shown.filter(({ kind }) => kind !== "neighbour");
    setText(this.count, String(shown.filter(isVerified).length));
    setText(this.of, `of ${shown.length} verified${rejected > 0 ? `, ${rejected} rejected` : ""}`);
    setText(this.share, percent(this.store.graph?.coverage.length ?? 0));
    setText(this.words.children[0], `${loops.filter(isVerified).length} of ${loops.length} loops`);
    setText(this.words.children[1], `${percent(this.store.graph?.coverage.time ?? 0)} of the time`);
    this.drawStrip();
  }

  drawStrip(): void {
    const { strip } = this;
    const touched = this.store.graph?.coverage.touched ?? "";
    strip.setAttribute("aria-label", `${percent(this.store.graph?.coverage.length ?? 0)} of the way are covered`);
    [strip.width, strip.height] = [Math.max(1, strip.clientWidth), Math.max(1, strip.clientHeight)];
    const context = strip.getContext("2d");
    if (!context) return;
    context.fillStyle = themeColor("--pressed");
    context.fillRect(0, 0, strip.width, strip.height);
    const ways = this.ways();
    const length = ways.at(-1) || 1;
    context.fillStyle = themeColor("--covered");
    for (let k = 0; k < touched.length; ++k)
      if (touched[k] === "1") context.fillRect((strip.width * ways[k]) / length, 0, Math.max(1, (strip.width * (ways[k + 1] - ways[k])) / length), strip.height);
    const { constraint } = this.store;
    for (const [node, color] of constraint ? ([[constraint.i, "--scan-earlier"], [constraint.j, "--scan-later"]] as const) : []) {
      context.fillStyle = themeColor(color);
      context.fillRect((strip.width * (ways[node] ?? 0)) / length - 1, 0, 3, strip.height);
    }
  }

  // Path length up to each node, m.
  private ways(): number[] {
    let way = 0;
    return this.store.poses.map((pose, k, all) => (way += k > 0 ? Math.hypot(pose[0] - all[k - 1][0], pose[1] - all[k - 1][1]) : 0));
  }
}

export interface Decisions {
  accept(): void;
  reject(): void;
  rematch(): void;
  undo(): void;
  back(): void;
  next(step: number): void;
  note(text: string): void;
}

const ROWS = ["Moved", "Match", "Agreement", "Off the map", "Scans", "From", "Decided"] as const;

export class CurrentPanel {
  private readonly title = make("h2");
  private readonly place = make("span", { class: "muted" });
  private readonly state = make("span", { class: "chip" });
  private readonly figures = [["x", "m"], ["y", "m"], ["turn", "°"]].map(([name, unit]) => ({ name, unit, value: make("span") }));
  private readonly rows = new Map(ROWS.map((name) => [name as string, make("dd")]));
  private readonly buttons: Record<"accept" | "reject" | "rematch" | "back" | "undo" | "next", HTMLButtonElement>;
  private readonly drafts = new Map<number, string>(); // notes, by constraint
  readonly note = make("input", { attributes: { type: "text", placeholder: "Note (kept with the decision)", maxlength: "500", "aria-label": "Note" } });
  readonly element: HTMLElement;

  constructor(private readonly store: ConstraintStore, private readonly view: TruthView, private readonly orderOf: () => number[], decisions: Decisions) {
    this.buttons = {
      accept: decisionButton("Accept", "A", "check", decisions.accept, "accept"),
      reject: decisionButton("Reject", "X", "close", decisions.reject, "danger"),
      rematch: decisionButton("Re-match", "R", "target", decisions.rematch, "", "Let the matcher lay it right, beginning where it lies now"),
      back: decisionButton("Proposal", "0", "frame", decisions.back, "", "Back to where it was proposed"),
      undo: decisionButton("Undo", "U", "undo", decisions.undo),
      next: decisionButton("Next", "N", "step", () => decisions.next(1)),
    };
    this.note.addEventListener("change", () => this.changeNote(decisions));
    this.element = make(
      "section",
      { class: "current", attributes: { "aria-label": "Constraint" } },
      make("div", { class: "current-head" }, this.title, this.place, this.state),
      make("dl", { class: "pose-figures" }, ...this.figures.map(({ name, unit, value }) => make("div", {}, make("dt", { text: name }), make("dd", {}, value, make("small", { text: ` ${unit}` }))))),
      make("dl", { class: "fit-figures" }, ...[...this.rows].map(([name, value]) => make("div", {}, make("dt", { text: name }), value))),
      make("div", { class: "decisions" }, ...Object.values(this.buttons)),
      make("div", { class: "note-line" }, this.note),
    );
    for (const name of ["hello", "current", "constraint", "removed", "graph", "pose", "scans", "match"] as const) store.on(name, () => this.update());
    for (const name of ["hello", "current", "constraint", "removed"] as const) store.on(name, () => this.takeNote());
  }

  // A note on an undecided constraint is sent with the decision.
  private changeNote(decisions: Decisions): void {
    if (this.store.constraint?.state === "proposed") this.drafts.set(this.store.current, this.note.value);
    else decisions.note(this.note.value);
  }

  private takeNote(): void {
    const { constraint, current } = this.store;
    if (constraint?.state !== "proposed") this.drafts.delete(current);
    if (document.activeElement !== this.note) this.note.value = this.drafts.get(current) ?? constraint?.note ?? "";
  }

  private update(): void {
    const { store } = this;
    const { constraint } = store;
    show(this.element, constraint !== null);
    if (!constraint) return;
    const order = this.orderOf();
    setText(this.title, `${constraint.kind[0].toUpperCase()}${constraint.kind.slice(1)} #${store.current + 1}`);
    setText(this.place, order.includes(store.current) ? `${order.indexOf(store.current) + 1} of ${order.length}` : "");
    setText(this.state, store.isMoved ? "moved" : constraint.state);
    this.state.dataset.state = store.isMoved ? "" : constraint.state;
    this.state.classList.toggle("is-moved", store.isMoved);
    const [x, y, theta] = store.pose;
    [signed(x, 3), signed(y, 3), signed(degrees(theta), 2)].forEach((text, k) => setText(this.figures[k].value, text));
    this.updateRows();
    this.buttons.undo.disabled = !store.canUndo && !store.canUnmove;
    this.buttons.back.disabled = constraint.proposed.every((part, k) => part === store.pose[k]);
    setText(this.buttons.accept.querySelector("span")!, store.isMoved || constraint.state === "adjusted" ? "Accept here" : "Accept");
  }

  private updateRows(): void {
    const { store } = this;
    const constraint = store.constraint!;
    const [dx, dy, turn] = [0, 1, 2].map((k) => store.pose[k] - constraint.proposed[k]);
    const off = store.residual(store.current, store.pose);
    const texts: Record<(typeof ROWS)[number], string> = {
      Moved: `${(100 * Math.hypot(dx, dy)).toFixed(1)} cm, ${signed(degrees(turn), 2)}° from the proposal`,
      Match: store.matchScore === null ? `${percent(constraint.score)} as proposed` : `${percent(store.matchScore)} re-matched`,
      Agreement: `${percent(this.view.agreement)} of the later points within 5 cm`,
      "Off the map": `${(100 * off.way).toFixed(1)} cm, ${degrees(off.turn).toFixed(2)}°`,
      Scans: `${seconds(constraint.stamp_j - constraint.stamp_i)} apart, ${Math.hypot(store.pose[0], store.pose[1]).toFixed(2)} m`,
      From: constraint.source === "truth" ? "exact truth of the simulation" : constraint.maker || "somebody",
      Decided: constraint.when ? `${constraint.state} by ${constraint.who || "somebody"}, ${day(constraint.when)}` : "not yet",
    };
    for (const [name, text] of Object.entries(texts)) {
      setText(this.rows.get(name)!, text);
      this.rows.get(name)!.title = text;
    }
  }
}

function decisionButton(text: string, key: string, iconName: IconName, act: () => void, kind = "", title = ""): HTMLButtonElement {
  const attributes = { type: "button", "aria-keyshortcuts": key };
  return make("button", { class: `button ${kind}`, title, attributes, on: { click: act } }, icon(iconName), make("span", { text }), make("kbd", { text: key, attributes: { "aria-hidden": "true" } }));
}
