// SPDX-License-Identifier: Apache-2.0
// What happened, newest last, coloured by how bad it was.
import type { RunEvent } from "../protocol";
import type { Desk, Panel } from "./desk";
import { choice, emptyState, make, show } from "./dom";
import { clock } from "./say";

type Filter = "all" | "careful" | "harm";

const MOST_ROWS = 300;
const AT_BOTTOM = 24; // px
const RANK: Record<RunEvent["verdict"], number> = { fine: 0, careful: 1, harm: 2 };
const LEAST: Record<Filter, number> = { all: 0, careful: 1, harm: 2 };
const VERDICT_WORDS: Record<RunEvent["verdict"], string> = { fine: "fine", careful: "careful", harm: "harm" };

export function keyOf(event: RunEvent): string {
  return JSON.stringify([event.time, event.kind, event.subject, event.text]);
}

export function isWanted(event: RunEvent, filter: Filter, words: string): boolean {
  const text = `${event.sentence} ${event.kind} ${event.subject}`.toLowerCase();
  return RANK[event.verdict] >= LEAST[filter] && words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

export class EventFeed implements Panel {
  readonly id = "events";
  readonly title = "Events";
  readonly icon = "events" as const;
  private readonly list = make("ol", { class: "event-rows", attributes: { tabindex: "0", "aria-label": "Events, newest last" } });
  private readonly empty = make("div");
  private readonly filter = choice([["all", "All"], ["careful", "Careful and harm"], ["harm", "Harm only"]], "all", () => this.rebuild());
  private readonly words = make("input", { label: "Show only events with these words", attributes: { type: "search", placeholder: "Filter", spellcheck: "false" }, on: { input: () => this.rebuild() } });
  readonly element = make(
    "section",
    { class: "event-feed", attributes: { "aria-label": "Events" } },
    make("div", { class: "panel-bar" }, make("h2", { text: "Events" }), this.filter, this.words),
    this.list,
    this.empty,
  );
  private readonly shown = new Set<string>(); // a recording that is scrubbed tells its events again

  constructor(private readonly desk: Desk) {
    this.filter.setAttribute("aria-label", "Which events");
    desk.run.on("hello", () => this.rebuild());
    desk.run.on("events", (events) => this.add(events));
    this.rebuild();
  }

  private rebuild(): void {
    this.shown.clear();
    this.list.replaceChildren();
    this.add(this.desk.run.events);
    this.list.scrollTop = this.list.scrollHeight;
  }

  private add(events: RunEvent[]): void {
    const isAtBottom = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < AT_BOTTOM;
    for (const event of events) if (this.isNew(event)) this.list.append(this.row(event));
    while (this.list.children.length > MOST_ROWS) this.list.firstChild?.remove();
    this.sayEmpty();
    if (isAtBottom) this.list.scrollTop = this.list.scrollHeight;
  }

  private isNew(event: RunEvent): boolean {
    if (!isWanted(event, this.filter.value as Filter, this.words.value) || this.shown.has(keyOf(event))) return false;
    this.shown.add(keyOf(event));
    return true;
  }

  private row(event: RunEvent): HTMLElement {
    const verdict = event.verdict in RANK ? event.verdict : "fine";
    const row = make("li", { class: `event is-${verdict}` }, make("time", { text: clock(event.time) }), make("span", { class: "verdict", text: VERDICT_WORDS[verdict] }));
    row.append(this.desk.run.hello?.mode === "playback" ? this.seekButton(event) : make("span", { class: "sentence", text: event.sentence }));
    return row;
  }

  private seekButton(event: RunEvent): HTMLElement {
    return make("button", { class: "sentence", text: event.sentence, title: "Go to this moment", attributes: { type: "button" }, on: { click: () => void this.desk.ask({ type: "seek", time: event.time }) } });
  }

  private sayEmpty(): void {
    const isEmpty = this.list.children.length === 0;
    show(this.list, !isEmpty);
    const sentence = this.desk.run.events.length > 0 ? emptyState("No event is of this kind.", "Change the filter above.") : emptyState("Nothing has happened yet.", "Bumps, arrivals, broken joints and empty batteries are told here.");
    this.empty.replaceChildren(...(isEmpty ? [sentence] : []));
  }
}
