// SPDX-License-Identifier: Apache-2.0
// State of the selected robot: attitude, speeds, battery, joints.
import type { RobotStatus } from "../../protocol";
import { AttitudePicture } from "../widgets/attitude";
import type { AppContext, Panel } from "../app_context";
import { emptyState, make, setText, show } from "../widgets/dom";
import { textButton } from "../widgets/icons";
import { JointList } from "./joint_list";
import { attitudeOf, degrees, fixed, span } from "../widgets/format";

const FIGURES = ["Position", "Speed", "Yaw rate", "Roll", "Pitch", "Heading"] as const;

export class StatePanel implements Panel {
  readonly id = "state";
  readonly title = "State";
  readonly icon = "gauge" as const;
  private readonly name = make("h2");
  private readonly attitude = new AttitudePicture();
  private readonly figures = new Map(FIGURES.map((name) => [name as string, make("dd", { class: "figure" })]));
  private readonly batteryFill = make("span", { class: "meter-fill" });
  private readonly battery = make("span", { class: "figure" });
  private readonly meter = make("div", { class: "meter tall", attributes: { role: "meter", "aria-label": "Battery", "aria-valuemin": "0", "aria-valuemax": "100" } }, this.batteryFill);
  private readonly light = textButton("Light", () => this.toggleLight(), { attributes: { "aria-pressed": "false" } }, "light");
  private readonly upright = textButton("Set upright", () => void this.context.request({ type: "upright", robot: this.context.selection.name }), {}, "upright");
  private readonly stop = textButton("Stop", () => void this.context.request({ type: "stop", robot: this.context.selection.name }), { class: "danger" }, "stop");
  private readonly joints: JointList;
  private readonly body: HTMLElement;
  private readonly empty = make("div");
  readonly element = make("div", { class: "panel state-panel" });
  private built = "";

  constructor(private readonly context: AppContext) {
    this.joints = new JointList(context);
    const list = make("dl", { class: "figures" }, ...[...this.figures].map(([name, value]) => make("div", {}, make("dt", { text: name }), value)));
    this.body = make(
      "div",
      { class: "stack" },
      this.name,
      make("div", { class: "attitude-row" }, this.attitude.element, list),
      make("div", { class: "battery-row" }, make("span", { text: "Battery" }), this.meter, this.battery),
      make("div", { class: "button-row" }, this.stop, this.light, this.upright),
      this.joints.element,
    );
    this.element.append(this.body, this.empty);
    context.selection.onChange(() => this.build());
    context.run.on("status", () => this.update());
    context.run.on("hello", () => this.build());
    this.build();
  }

  toggleLight(): void {
    const { robot, status, name } = this.context.selection;
    if (robot?.has_light && status) void this.context.request({ type: "light", robot: name, on: !status.light });
  }

  private build(): void {
    const { robot } = this.context.selection;
    const canDrive = this.context.run.hello?.can.drive ?? false;
    const signature = JSON.stringify([this.context.run.hello?.run, canDrive, robot]);
    if (signature === this.built) return;
    this.built = signature;
    show(this.body, robot !== undefined);
    this.empty.replaceChildren(...(robot ? [] : [emptyState("No robot is selected.", "Add one, or pick one in the list of robots.")]));
    this.name.replaceChildren(make("span", { text: robot?.name ?? "" }), make("small", { text: robot?.class ?? "" }));
    show(this.light, robot?.has_light ?? false);
    this.light.disabled = this.upright.disabled = this.stop.disabled = !canDrive;
    this.joints.build(robot);
    this.update();
  }

  private update(): void {
    const { status, robot } = this.context.selection;
    if (!status || !robot) return;
    this.updateFigures(status);
    const share = robot.battery > 0 ? Math.min(1, Math.max(0, status.battery / robot.battery)) : 1;
    this.batteryFill.style.width = `${100 * share}%`;
    this.meter.classList.toggle("is-low", share < 0.2);
    this.meter.setAttribute("aria-valuenow", String(Math.round(100 * share)));
    setText(this.battery, `${span(status.battery)} left`);
    this.light.setAttribute("aria-pressed", String(status.light));
    this.joints.update(status);
  }

  private updateFigures(status: RobotStatus): void {
    const attitude = attitudeOf(status.pose);
    const [x, y, z] = status.pose;
    this.attitude.draw(attitude);
    this.setFigure("Position", `${fixed(x, 2)}, ${fixed(y, 2)}, ${fixed(z, 2)} m`);
    this.setFigure("Heading", degrees(attitude.yaw));
    this.setFigure("Roll", degrees(attitude.roll, 1));
    this.setFigure("Pitch", degrees(attitude.pitch, 1));
    this.setFigure("Speed", `${fixed(status.speed, 2)} m/s`);
    this.setFigure("Yaw rate", `${fixed((status.turn * 180) / Math.PI, 0)} °/s`);
  }

  private setFigure(name: (typeof FIGURES)[number], text: string): void {
    const element = this.figures.get(name);
    if (element) setText(element, text);
  }
}
