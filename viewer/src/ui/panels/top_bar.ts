// SPDX-License-Identifier: Apache-2.0
// The top bar: world, time, and controls to pause, step, pace and record.
import type { ConnectionState } from "../../connection";
import type { Hello, Status } from "../../protocol";
import type { AppContext } from "../app_context";
import { choice, make, setText, show } from "../widgets/dom";
import { icon, iconButton, setIcon } from "../widgets/icons";
import { clock, fixed, paceName } from "../widgets/format";
import type { Theme } from "../widgets/theme";

export const STEP_TICKS = 24; // 0.1 s: the clock moves by its last digit
const PACES = [0.25, 0.5, 1, 2, 4, 8, 0];
const CONNECTION_WORDS: Record<ConnectionState, string> = { connecting: "Connecting", open: "Connected", silent: "No answer", lost: "No connection" };

export interface TopBarActions {
  openRecordings(): void;
  showHelp(): void;
}

export class TopBar {
  private readonly world = make("h1", { class: "world-name", text: "Rubble" });
  private readonly mode = make("span", { class: "badge" });
  private readonly link = make("span", { class: "link-state", attributes: { role: "status" } });
  private readonly time = make("span", { class: "clock", label: "Simulated time" });
  private readonly factor = make("span", { class: "factor", label: "Real-time factor" });
  private readonly pauseButton = iconButton("pause", "Pause (P)", () => this.togglePause());
  private readonly stepButton = iconButton("step", "Step on by 0.1 s (.)", () => this.step(STEP_TICKS));
  private readonly pace = choice(PACES.map((rate) => [String(rate), paceName(rate)]), "1", (value) => void this.context.request({ type: "pace", rate: Number(value) }));
  private readonly recordButton = iconButton("record", "Record this run (R)", () => this.toggleRecord(), { class: "record" });
  private readonly recordTime = make("span", { class: "record-time" });
  private readonly liveButton = iconButton("live", "Back to the live run", () => void this.context.request({ type: "live" }));
  readonly element: HTMLElement;

  constructor(private readonly context: AppContext, theme: Theme, actions: TopBarActions) {
    this.pace.setAttribute("aria-label", "Pace");
    this.pace.title = "Pace";
    const themeButton = iconButton("moon", "Dark theme", () => theme.toggle());
    theme.onChange((name) => setIcon(themeButton, name === "dark" ? "sun" : "moon", name === "dark" ? "Light theme" : "Dark theme"));
    this.element = make(
      "header",
      { class: "top-bar" },
      make("div", { class: "bar-group identity" }, this.brand(), this.world, this.mode, this.link),
      make("div", { class: "bar-group times" }, this.time, this.factor),
      make("div", { class: "bar-group", attributes: { role: "group", "aria-label": "Time" } }, this.pauseButton, this.stepButton, this.pace),
      make("div", { class: "bar-group", attributes: { role: "group", "aria-label": "Recording" } }, this.recordButton, this.recordTime, iconButton("folder", "Open a recording", actions.openRecordings), this.liveButton),
      make("div", { class: "bar-group" }, themeButton, iconButton("help", "Keys and help (?)", actions.showHelp)),
    );
    context.run.on("hello", (hello) => this.greet(hello));
    context.run.on("status", (status) => this.update(status));
    context.run.on("poses", (frame) => setText(this.time, clock(frame.time)));
    show(this.liveButton, false);
    this.setConnection("connecting");
    setText(this.time, clock(0));
  }

  // The clock stops while the connection is lost.
  setConnection(state: ConnectionState): void {
    this.link.dataset.state = state;
    setText(this.link, CONNECTION_WORDS[state]);
    if (state !== "silent" && state !== "lost") return;
    setText(this.factor, this.context.run.hello ? "stopped" : "");
    this.factor.classList.remove("is-slow");
  }

  togglePause(): void {
    void this.context.request({ type: this.context.run.status?.is_paused ? "resume" : "pause" });
  }

  // Stepping requires a paused run; the first step pauses a running one.
  step(ticks: number): void {
    if (!this.context.run.status?.is_paused) void this.context.request({ type: "pause" });
    else void this.context.request({ type: "step", ticks });
  }

  toggleRecord(): void {
    if (this.context.run.hello?.can.record) void this.context.request({ type: "record", on: !this.context.run.status?.recording });
  }

  private brand(): HTMLElement {
    return make("span", { class: "brand", title: "Rubble" }, icon("obstacle"));
  }

  private greet(hello: Hello): void {
    const isPlayback = hello.mode === "playback";
    setText(this.world, hello.world.name || "World");
    this.world.title = `${hello.world.name}, seed ${hello.world.seed}${hello.recording ? `, recording ${hello.recording}` : ""}`;
    setText(this.mode, isPlayback ? "Playback" : "Live");
    this.mode.dataset.mode = hello.mode;
    document.title = `${hello.world.name || "World"} – Rubble`;
    this.pauseButton.disabled = this.stepButton.disabled = this.pace.disabled = !hello.can.pace;
    show(this.recordButton, hello.can.record);
    show(this.recordTime, false);
    show(this.liveButton, isPlayback);
    show(this.pauseButton, !isPlayback); // the timeline has its own
    show(this.stepButton, !isPlayback);
  }

  private update(status: Status): void {
    setText(this.time, clock(status.time));
    setText(this.factor, status.is_paused ? "paused" : `× ${fixed(status.real_time_factor, 2)}`);
    this.factor.classList.toggle("is-slow", !status.is_paused && status.pace > 0 && status.real_time_factor < 0.9 * status.pace);
    const isStanding = status.is_paused || status.is_over;
    setIcon(this.pauseButton, isStanding ? "play" : "pause", isStanding ? "Go on (P)" : "Pause (P)");
    this.showPace(status.pace);
    this.showRecording(status);
  }

  private showPace(rate: number): void {
    const value = String(rate);
    if (document.activeElement === this.pace || this.pace.value === value) return;
    if (![...this.pace.options].some((option) => option.value === value)) this.pace.append(make("option", { text: paceName(rate), attributes: { value } }));
    this.pace.value = value;
  }

  private showRecording(status: Status): void {
    const recording = status.recording;
    this.recordButton.classList.toggle("is-on", recording !== null);
    this.recordButton.setAttribute("aria-pressed", String(recording !== null));
    const label = recording ? `Stop recording ${recording.name} (R)` : "Record this run (R)";
    this.recordButton.setAttribute("aria-label", label);
    this.recordButton.title = label;
    show(this.recordTime, recording !== null);
    if (recording) setText(this.recordTime, clock(recording.seconds, 0));
  }
}
