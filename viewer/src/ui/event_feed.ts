// SPDX-License-Identifier: Apache-2.0
// What happened, newest last, coloured by how bad it was.
import type { RunEvent } from "../protocol";
import type { Desk, Panel } from "./desk";
import { choice, emptyState, make, setText, show } from "./dom";
import { mergeEvent, type EventLine } from "./event_lines";
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

class EventRow {
  private readonly time = make("time");
  private readonly sentence: HTMLElement;
  private readonly count = make("span", { class: "event-count" });
  readonly element: HTMLElement;

  // seek: goes to a moment of a recording.
  constructor(private readonly line: EventLine, seek: ((time: number) => void) | null) {
    const verdict = line.newest.verdict in RANK ? line.newest.verdict : "fine";
    this.sentence = seek
      ? make("button", { class: "sentence", title: "Go to this moment", attributes: { type: "button" }, on: { click: () => seek(line.newest.time) } })
      : make("span", { class: "sentence" });
    this.element = make("li", { class: `event is-${verdict}` }, this.time, make("span", { class: "verdict", text: VERDICT_WORDS[verdict] }), this.sentence, this.count);
    this.update();
  }

  update(): void {
    const { newest, count } = this.line;
    setText(this.time, clock(newest.time));
    setText(this.sentence, newest.sentence);
    setText(this.count, count > 1 ? `×${count}` : "");
  }
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
  private lines: EventLine[] = [];
  private readonly rows = new Map<EventLine, EventRow>();

  constructor(private readonly desk: Desk) {
    this.filter.setAttribute("aria-label", "Which events");
    desk.run.on("hello", () => this.rebuild());
    desk.run.on("events", (events) => this.add(events));
    this.rebuild();
  }

  private rebuild(): void {
    this.shown.clear();
    this.lines = [];
    this.rows.clear();
    this.list.replaceChildren();
    this.add(this.desk.run.events);
    this.list.scrollTop = this.list.scrollHeight;
  }

  private add(events: RunEvent[]): void {
    const isAtBottom = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < AT_BOTTOM;
    for (const event of events) if (this.isNew(event)) this.tell(event);
    while (this.lines.length > MOST_ROWS) this.dropFirst();
    this.sayEmpty();
    if (isAtBottom) this.list.scrollTop = this.list.scrollHeight;
  }

  private isNew(event: RunEvent): boolean {
    if (!isWanted(event, this.filter.value as Filter, this.words.value) || this.shown.has(keyOf(event))) return false;
    this.shown.add(keyOf(event));
    return true;
  }

  private tell(event: RunEvent): void {
    const line = mergeEvent(this.lines, event);
    const known = this.rows.get(line);
    if (known) return known.update();
    const isPlayback = this.desk.run.hello?.mode === "playback";
    const row = new EventRow(line, isPlayback ? (time) => void this.desk.ask({ type: "seek", time }) : null);
    this.rows.set(line, row);
    this.list.append(row.element);
  }

  private dropFirst(): void {
    const line = this.lines.shift();
    if (!line) return;
    this.rows.get(line)?.element.remove();
    this.rows.delete(line);
  }

  private sayEmpty(): void {
    const isEmpty = this.list.children.length === 0;
    show(this.list, !isEmpty);
    const sentence = this.desk.run.events.length > 0 ? emptyState("No event is of this kind.", "Change the filter above.") : emptyState("Nothing has happened yet.", "Bumps, arrivals, broken joints and empty batteries are told here.");
    this.empty.replaceChildren(...(isEmpty ? [sentence] : []));
  }
}
