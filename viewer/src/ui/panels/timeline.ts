// SPDX-License-Identifier: Apache-2.0
// The timeline of a recording: drag it or use keys to seek.
import type { RunEvent } from "../../protocol";
import type { AppContext } from "../app_context";
import { make, setText, show } from "../widgets/dom";
import { keyOf } from "./event_feed";
import { iconButton, setIcon } from "../widgets/icons";
import { clock } from "../widgets/format";
import { STEP_TICKS } from "./top_bar";
import { shareOf, timeAfterKey, timeAt, type Extent } from "./scrub";

const SEEK_EVERY = 80; // ms while dragging
const MOST_MARKS = 500;

export class Timeline {
  private readonly fill = make("span", { class: "track-fill" });
  private readonly marks = make("span", { class: "track-marks" });
  private readonly knob = make("span", { class: "track-knob" });
  private readonly track = make("div", { class: "track", label: "Moment of the recording", title: "", attributes: { role: "slider", tabindex: "0" } }, make("span", { class: "track-line" }), this.fill, this.marks, this.knob);
  private readonly now = make("span", { class: "clock" });
  private readonly end = make("span", { class: "clock muted" });
  private readonly play = iconButton("pause", "Pause (P)", () => this.togglePlay());
  readonly element = make(
    "section",
    { class: "timeline", attributes: { "aria-label": "Timeline" } },
    iconButton("back", "Step back by 0.1 s", () => this.step(-STEP_TICKS)),
    this.play,
    iconButton("step", "Step on by 0.1 s (.)", () => this.step(STEP_TICKS)),
    this.now,
    this.track,
    this.end,
  );
  private readonly marked = new Set<string>();
  private isDragging = false;
  private wanted = 0;
  private askedAt = 0;

  constructor(private readonly context: AppContext) {
    context.run.on("hello", () => this.greet());
    context.run.on("status", () => this.update());
    context.run.on("poses", () => this.update());
    context.run.on("events", (events) => this.mark(events));
    this.track.addEventListener("pointerdown", (event) => this.beginDrag(event));
    this.track.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"] as const) this.track.addEventListener(name, () => this.endDrag());
    this.track.addEventListener("keydown", (event) => this.onKey(event));
    show(this.element, false);
  }

  private get extent(): Extent {
    const { begin, duration } = this.context.run.hello ?? { begin: 0, duration: 0 };
    return { begin, end: begin + duration };
  }

  private greet(): void {
    this.isDragging = false;
    this.marked.clear();
    this.marks.replaceChildren();
    show(this.element, this.context.run.hello?.mode === "playback");
    const { begin, end } = this.extent;
    setText(this.end, clock(end));
    this.track.setAttribute("aria-valuemin", begin.toFixed(1));
    this.track.setAttribute("aria-valuemax", end.toFixed(1));
    this.place(begin);
  }

  private update(): void {
    if (this.element.hidden) return;
    const { status } = this.context.run;
    const isStanding = Boolean(status?.is_paused || status?.is_over);
    setIcon(this.play, isStanding ? "play" : "pause", isStanding ? "Play (P)" : "Pause (P)");
    if (!this.isDragging) this.place(this.context.run.time);
  }

  private place(time: number): void {
    const share = `${100 * shareOf(time, this.extent)}%`;
    this.fill.style.width = share;
    this.knob.style.left = share;
    setText(this.now, clock(time));
    this.track.setAttribute("aria-valuenow", time.toFixed(1));
    this.track.setAttribute("aria-valuetext", `${clock(time)} of ${clock(this.extent.end)}`);
  }

  private mark(events: RunEvent[]): void {
    if (this.element.hidden) return;
    for (const event of events) {
      if (this.marked.size >= MOST_MARKS || this.marked.has(keyOf(event))) continue;
      this.marked.add(keyOf(event));
      const mark = make("span", { class: `mark is-${event.verdict}`, title: `${clock(event.time)} ${event.sentence}` });
      mark.style.left = `${100 * shareOf(event.time, this.extent)}%`;
      this.marks.append(mark);
    }
  }

  private beginDrag(event: PointerEvent): void {
    this.track.setPointerCapture(event.pointerId);
    this.isDragging = true;
    this.drag(event);
  }

  private drag(event: PointerEvent): void {
    if (!this.isDragging) return;
    const box = this.track.getBoundingClientRect();
    this.wanted = timeAt(event.clientX, box.left, box.width, this.extent);
    this.place(this.wanted);
    const now = performance.now();
    if (now - this.askedAt < SEEK_EVERY) return;
    this.askedAt = now;
    this.context.connection.send({ type: "seek", time: this.wanted });
  }

  private endDrag(): void {
    if (!this.isDragging) return;
    void this.context.request({ type: "seek", time: this.wanted }).then(() => (this.isDragging = false));
  }

  private onKey(event: KeyboardEvent): void {
    const time = timeAfterKey(event.key, this.context.run.time, this.extent);
    if (time === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.place(time);
    void this.context.request({ type: "seek", time });
  }

  // At the end, play restarts from the beginning.
  private togglePlay(): void {
    const { status } = this.context.run;
    if (status?.is_over) void this.context.request({ type: "seek", time: this.extent.begin });
    void this.context.request({ type: status?.is_paused || status?.is_over ? "resume" : "pause" });
  }

  private step(ticks: number): void {
    if (!this.context.run.status?.is_paused) void this.context.request({ type: "pause" });
    void this.context.request({ type: "step", ticks });
  }
}
