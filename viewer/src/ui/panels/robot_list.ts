// SPDX-License-Identifier: Apache-2.0
// All robots of the run, one of them selected.
import type { Robot, RobotStatus } from "../../protocol";
import type { AppContext } from "../app_context";
import { emptyState, make, setText, show } from "../widgets/dom";
import { iconButton } from "../widgets/icons";
import { attitudeOf, degrees, fixed, span } from "../widgets/format";

const DRIVERS: Record<RobotStatus["driver"], string> = { client: "client", pilot: "pilot", page: "a page", go_to: "on its way", "": "nobody drives" };
const TILT_TO_WORRY = 0.6; // rad
const BATTERY_TO_WORRY = 0.2;

// Who drives, in a word or two; empty in a recording.
export function driverWords(driver: RobotStatus["driver"], isYours: boolean, isLive: boolean): string {
  if (!isLive) return "";
  return driver === "page" && isYours ? "you" : DRIVERS[driver];
}

class RobotRow {
  private readonly driver = make("span", { class: "robot-driver" });
  private readonly speed = make("span", { class: "figure" });
  private readonly tilt = make("span", { class: "figure" });
  private readonly battery = make("span", { class: "meter-fill" });
  private readonly meter = make("span", { class: "meter", attributes: { role: "meter", "aria-label": "Battery", "aria-valuemin": "0", "aria-valuemax": "100" } }, this.battery);
  readonly button: HTMLButtonElement;
  readonly element: HTMLElement;

  constructor(private readonly robot: Robot, choose: () => void, remove: (() => void) | null) {
    this.button = make(
      "button",
      { class: "robot", attributes: { type: "button" }, on: { click: choose } },
      make("span", { class: "robot-head" }, make("span", { class: "robot-name", text: robot.name }), make("span", { class: "robot-class", text: robot.class })),
      make("span", { class: "robot-figures" }, this.speed, this.tilt, this.driver),
      this.meter,
    );
    this.element = make("li", { class: "robot-row" }, this.button, remove && iconButton("remove", `Remove ${robot.name}`, remove, { class: "small" }));
  }

  update(status: RobotStatus, driver: string): void {
    const share = this.robot.battery > 0 ? Math.min(1, Math.max(0, status.battery / this.robot.battery)) : 1;
    const tilt = attitudeOf(status.pose).tilt;
    setText(this.speed, `${fixed(status.speed, 2)} m/s`);
    setText(this.tilt, `tilt ${degrees(tilt)}`);
    setText(this.driver, driver);
    this.tilt.classList.toggle("is-careful", tilt > TILT_TO_WORRY);
    this.driver.dataset.driver = status.driver;
    this.battery.style.width = `${100 * share}%`;
    this.meter.classList.toggle("is-low", share < BATTERY_TO_WORRY);
    this.meter.setAttribute("aria-valuenow", String(Math.round(100 * share)));
    this.meter.title = `Battery: ${span(status.battery)} left`;
  }
}

export class RobotList {
  private readonly list = make("ul", { class: "robot-rows" });
  private readonly count = make("span", { class: "count" });
  private readonly empty = make("div");
  private readonly rows = new Map<string, RobotRow>();
  readonly element = make("section", { class: "robots", attributes: { "aria-label": "Robots" } }, make("h2", {}, "Robots ", this.count), this.list, this.empty);

  constructor(private readonly context: AppContext, private readonly isYours: (robot: string) => boolean) {
    context.run.on("hello", () => this.build());
    context.run.on("robots", () => this.build());
    context.run.on("status", () => this.update());
    context.selection.onChange(() => this.mark());
    this.build();
  }

  private build(): void {
    const { run } = this.context;
    this.rows.clear();
    for (const robot of run.robots.values()) this.rows.set(robot.name, this.makeRow(robot));
    this.list.replaceChildren(...[...this.rows.values()].map((row) => row.element));
    setText(this.count, run.robots.size > 0 ? String(run.robots.size) : "");
    show(this.list, run.robots.size > 0);
    this.empty.replaceChildren(...(run.robots.size === 0 && run.hello ? [this.emptyText()] : []));
    this.mark();
    this.update();
  }

  private makeRow(robot: Robot): RobotRow {
    const remove = this.context.run.hello?.can.change ? () => void this.context.request({ type: "remove", name: robot.name }) : null;
    return new RobotRow(robot, () => this.context.selection.choose(robot.name), remove);
  }

  private emptyText(): HTMLElement {
    const hello = this.context.run.hello;
    if (hello?.mode === "playback") return emptyState("No robot is here now.", "Move along the timeline: one may come later.");
    const port = hello?.ports.usarsim;
    const first = hello?.can.change ? "Add one below" : "Robots come with clients";
    return emptyState("No robot is here yet.", port ? `${first}, or connect a client to port ${port} and send INIT.` : `${first}.`);
  }

  private mark(): void {
    for (const [name, row] of this.rows) {
      const isSelected = name === this.context.selection.name;
      row.element.classList.toggle("is-selected", isSelected);
      row.button.setAttribute("aria-pressed", String(isSelected));
    }
  }

  private update(): void {
    const { run } = this.context;
    const isLive = run.hello?.mode === "live";
    for (const status of run.status?.robots ?? []) this.rows.get(status.name)?.update(status, driverWords(status.driver, this.isYours(status.name), isLive));
  }
}
