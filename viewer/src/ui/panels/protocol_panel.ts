// SPDX-License-Identifier: Apache-2.0
// The protocol lines between the client of the selected robot and the program.
import type { Lines } from "../../protocol";
import type { AppContext, Panel } from "../app_context";
import { emptyState, make, setText, show } from "../widgets/dom";
import { iconButton, setIcon } from "../widgets/icons";
import { clock } from "../widgets/format";

type Line = Lines["lines"][number];

const MOST_LINES = 400;
const AT_BOTTOM = 24; // px

export function matchesWords(line: Line, filter: string): boolean {
  const text = line.text.toLowerCase();
  return filter.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

export class ProtocolPanel implements Panel {
  readonly id = "protocol";
  readonly title = "Protocol";
  readonly icon = "protocol" as const;
  private readonly filter = make("input", { label: "Show only lines with these words", attributes: { type: "search", placeholder: "Filter, e.g. DRIVE", spellcheck: "false" }, on: { input: () => this.rebuild() } });
  private readonly pauseButton = iconButton("pause", "Pause the list", () => this.togglePause());
  private readonly list = make("ol", { class: "lines", attributes: { tabindex: "0", "aria-label": "Protocol lines" } });
  private readonly empty = make("div");
  readonly element = make(
    "div",
    { class: "panel fills" },
    make("div", { class: "panel-bar" }, this.filter, this.pauseButton, iconButton("copy", "Copy the lines shown", () => void this.copy()), iconButton("remove", "Clear the list", () => this.forget())),
    this.list,
    this.empty,
  );
  private lines: Line[] = [];
  private robot = "";
  private isHeld = false;

  constructor(private readonly context: AppContext) {
    context.run.on("lines", (lines) => this.receive(lines));
    context.run.on("hello", () => this.forget());
    context.selection.onChange((name) => {
      if (name !== this.robot) this.forget();
      this.robot = name;
    });
    this.forget();
  }

  show(): void {
    this.context.subscription.update({ lines: true });
    this.list.scrollTop = this.list.scrollHeight;
  }

  hide(): void {
    this.context.subscription.update({ lines: false });
  }

  private receive(lines: Lines): void {
    if (lines.robot !== this.context.selection.name || this.isHeld) return;
    this.lines = [...this.lines, ...lines.lines].slice(-MOST_LINES);
    const isAtBottom = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < AT_BOTTOM;
    this.list.append(...lines.lines.slice(-MOST_LINES).filter((line) => matchesWords(line, this.filter.value)).map(rowOf));
    while (this.list.children.length > MOST_LINES) this.list.firstChild?.remove();
    this.sayEmpty();
    if (isAtBottom) this.list.scrollTop = this.list.scrollHeight;
  }

  private rebuild(): void {
    this.list.replaceChildren(...this.lines.filter((line) => matchesWords(line, this.filter.value)).map(rowOf));
    this.list.scrollTop = this.list.scrollHeight;
    this.sayEmpty();
  }

  private forget(): void {
    this.lines = [];
    this.rebuild();
  }

  private sayEmpty(): void {
    const isEmpty = this.list.children.length === 0;
    show(this.list, !isEmpty);
    this.empty.replaceChildren(...(isEmpty ? [this.emptyText()] : []));
  }

  private emptyText(): HTMLElement {
    const { name } = this.context.selection;
    const port = this.context.run.hello?.ports.usarsim;
    if (this.lines.length > 0) return emptyState("No line contains this text.", "Change the filter above.");
    if (!name) return emptyState("No robot is selected.", "Pick one in the list of robots.");
    if (this.context.run.hello?.mode === "playback") return emptyState("No lines yet.", "Lines come while the recording plays.");
    return emptyState(`No lines of ${name} yet.`, port ? `Lines appear here when a client drives ${name} over port ${port}.` : "Lines appear here when a client drives it.");
  }

  private togglePause(): void {
    this.isHeld = !this.isHeld;
    setIcon(this.pauseButton, this.isHeld ? "play" : "pause", this.isHeld ? "Let the lines run" : "Pause the list");
  }

  private async copy(): Promise<void> {
    const text = this.lines.filter((line) => matchesWords(line, this.filter.value)).map((line) => `${line.from === "client" ? ">" : "<"} ${line.text}`).join("\n");
    await navigator.clipboard.writeText(text).then(
      () => this.context.notices.info("The lines were copied to the clipboard."),
      () => this.context.notices.warn("The browser does not let this page use the clipboard."),
    );
  }
}

function rowOf(line: Line): HTMLElement {
  const row = make("li", { class: `line from-${line.from === "client" ? "client" : "server"}` });
  const direction = make("span", { class: "line-from", title: line.from === "client" ? "from the client" : "to the client" });
  setText(direction, line.from === "client" ? "→" : "←");
  row.append(make("time", { text: clock(line.time, 2) }), direction, make("code", { text: line.text }));
  return row;
}
