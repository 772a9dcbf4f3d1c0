// SPDX-License-Identifier: Apache-2.0
// The event list, sorted by time, newest last, coloured by severity. A list that was scrolled up does not move.
import type { RunEvent } from "../../protocol";
import type { AppContext, Panel } from "../app_context";
import { choice, emptyState, make, setText, show } from "../widgets/dom";
import { linesOf, mergeEvent, type EventLine } from "./event_lines";
import { clock } from "../widgets/format";

type Filter = "all" | "careful" | "harm";

const MAX_ROWS = 300;
const AT_BOTTOM = 24; // px
const RANK: Record<RunEvent["verdict"], number> = { fine: 0, careful: 1, harm: 2 };
const LEAST: Record<Filter, number> = { all: 0, careful: 1, harm: 2 };
const VERDICT_WORDS: Record<RunEvent["verdict"], string> = { fine: "fine", careful: "careful", harm: "harm" };

export function keyOf(event: RunEvent): string {
  return JSON.stringify([event.time, event.kind, event.subject, event.sentence]);
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

  // seek: jumps to a time of a recording.
  constructor(public line: EventLine, seek: ((time: number) => void) | null) {
    const verdict = line.first.verdict in RANK ? line.first.verdict : "fine";
    this.sentence = seek
      ? make("button", { class: "sentence", title: "Go to this moment", attributes: { type: "button" }, on: { click: () => seek(this.line.first.time) } })
      : make("span", { class: "sentence" });
    this.element = make("li", { class: `event is-${verdict}` }, this.time, make("span", { class: "verdict", text: VERDICT_WORDS[verdict] }), this.sentence, this.count);
    this.update();
  }

  update(): void {
    const { first, lastTime, count } = this.line;
    setText(this.time, clock(first.time));
    setText(this.sentence, first.sentence);
    setText(this.count, count > 1 ? `×${count}${clock(lastTime) === clock(first.time) ? "" : ` until ${clock(lastTime)}`}` : "");
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
  private readonly shown = new Set<string>(); // an event that is told again is not shown again
  private lines: EventLine[] = [];
  private lastTime = -Infinity; // of the events that are shown
  private readonly rows = new Map<string, EventRow>(); // by the first event of their line
  private isFollowing = true; // the newest is in view and stays so

  constructor(private readonly context: AppContext) {
    this.filter.setAttribute("aria-label", "Which events");
    this.list.addEventListener("scroll", () => (this.isFollowing = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < AT_BOTTOM));
    context.run.on("hello", () => this.rebuild());
    context.run.on("events", (events) => this.add(events));
    this.rebuild();
  }

  show(): void {
    if (this.isFollowing) this.list.scrollTop = this.list.scrollHeight;
  }

  private rebuild(): void {
    this.rows.clear();
    this.list.replaceChildren();
    this.isFollowing = true;
    this.sortIn();
  }

  private add(events: RunEvent[]): void {
    let time = this.lastTime;
    const isInOrder = events.every((event) => event.time >= time && ((time = event.time), true));
    if (!isInOrder) return this.sortIn();
    this.lastTime = time;
    this.keepingPlace(() => {
      for (const event of events) if (this.isNew(event)) this.append(event);
      while (this.lines.length > MAX_ROWS) this.dropFirst();
    });
  }

  // A late event may belong anywhere, so all lines are recomputed; existing rows are reused.
  private sortIn(): void {
    this.shown.clear();
    this.lines = linesOf(this.context.run.events.filter((event) => this.isNew(event))).slice(-MAX_ROWS);
    this.lastTime = this.context.run.events.at(-1)?.time ?? -Infinity;
    this.keepingPlace(() => {
      const rows = this.lines.map((line) => this.rowOf(line));
      const wanted = new Set(rows);
      for (const [key, row] of this.rows) if (!wanted.has(row)) this.drop(key, row);
      rows.forEach((row, i) => {
        if (this.list.children[i] !== row.element) this.list.insertBefore(row.element, this.list.children[i] ?? null);
      });
    });
  }

  private isNew(event: RunEvent): boolean {
    if (!isWanted(event, this.filter.value as Filter, this.words.value) || this.shown.has(keyOf(event))) return false;
    this.shown.add(keyOf(event));
    return true;
  }

  private append(event: RunEvent): void {
    const row = this.rowOf(mergeEvent(this.lines, event));
    if (row.element.parentElement !== this.list) this.list.append(row.element);
  }

  private rowOf(line: EventLine): EventRow {
    const key = keyOf(line.first);
    let row = this.rows.get(key);
    if (!row) {
      const isPlayback = this.context.run.hello?.mode === "playback";
      row = new EventRow(line, isPlayback ? (time) => void this.context.request({ type: "seek", time }) : null);
      this.rows.set(key, row);
    }
    row.line = line;
    row.update();
    return row;
  }

  private dropFirst(): void {
    const line = this.lines.shift();
    const row = line && this.rows.get(keyOf(line.first));
    if (line && row) this.drop(keyOf(line.first), row);
  }

  private drop(key: string, row: EventRow): void {
    row.element.remove();
    this.rows.delete(key);
  }

  // Keeps the visible rows in place when rows above them change.
  private keepingPlace(act: () => void): void {
    const { list } = this;
    const inView = this.isFollowing ? [] : ([...list.children] as HTMLElement[]).filter((row) => row.offsetTop + row.offsetHeight > list.scrollTop);
    const before = inView.map((row) => row.offsetTop);
    act();
    this.sayEmpty();
    const stayed = inView.findIndex((row) => row.parentElement === list);
    if (this.isFollowing) list.scrollTop = list.scrollHeight;
    else if (stayed >= 0) list.scrollTop += inView[stayed].offsetTop - before[stayed];
  }

  private sayEmpty(): void {
    const isEmpty = this.list.children.length === 0;
    show(this.list, !isEmpty);
    const sentence = this.context.run.events.length > 0 ? emptyState("No events of this kind.", "Change the filter above.") : emptyState("Nothing has happened yet.", "Bumps, arrivals, broken joints and empty batteries are told here.");
    this.empty.replaceChildren(...(isEmpty ? [sentence] : []));
  }
}
