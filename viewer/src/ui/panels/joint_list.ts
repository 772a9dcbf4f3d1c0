// SPDX-License-Identifier: Apache-2.0
// Joints of a robot: a slider sets an angle, buttons move the joint while they are held.
import type { Joint, Robot, RobotStatus } from "../../protocol";
import type { AppContext } from "../app_context";
import { make, setText } from "../widgets/dom";
import { holdButton } from "../widgets/hold_button";
import { degrees, fixed } from "../widgets/format";

const WIDEST = Math.PI; // of a slider whose joint has no limits
const LEAVE_ALONE = 800; // ms after a person moved the slider

class JointRow {
  private readonly input: HTMLInputElement;
  private readonly output = make("output", { class: "figure" });
  private movedAt = -Infinity;
  readonly element: HTMLElement;

  constructor(private readonly context: AppContext, private readonly robot: string, private readonly joint: Joint) {
    const lower = Math.max(joint.lower, -2 * WIDEST);
    const upper = Math.min(joint.upper, 2 * WIDEST);
    this.input = make("input", {
      label: `${joint.name}, wanted place`,
      attributes: { type: "range", min: `${lower}`, max: `${upper}`, step: `${Math.max(1e-3, (upper - lower) / 200)}` },
      on: { input: () => this.moveTo() },
    });
    this.element = make(
      "li",
      { class: "joint" },
      make("div", { class: "joint-head" }, make("span", { text: joint.name }), this.output),
      this.holdTo(-1, "minus", `Move ${joint.name} back`),
      this.input,
      this.holdTo(1, "plus", `Move ${joint.name} on`),
    );
    this.input.disabled = !context.run.hello?.can.drive;
  }

  update(place: number): void {
    setText(this.output, this.joint.is_prismatic ? `${fixed(place, 3)} m` : degrees(place, 1));
    if (performance.now() - this.movedAt > LEAVE_ALONE) this.input.value = `${place}`;
  }

  private moveTo(): void {
    this.movedAt = performance.now();
    this.context.connection.send({ type: "joint", robot: this.robot, joint: this.joint.name, angle: this.input.valueAsNumber });
  }

  private holdTo(speed: number, iconName: "minus" | "plus", label: string): HTMLButtonElement {
    const setSpeed = (value: number) => this.context.connection.send({ type: "joint", robot: this.robot, joint: this.joint.name, speed: value });
    const button = holdButton(iconName, label, () => setSpeed(speed), () => setSpeed(0));
    button.disabled = !this.context.run.hello?.can.drive;
    return button;
  }
}

export class JointList {
  private rows: JointRow[] = [];
  readonly element = make("div", { class: "joints" });

  constructor(private readonly context: AppContext) {}

  build(robot: Robot | undefined): void {
    const groups = new Map<string, JointRow[]>();
    this.rows = (robot?.joints ?? []).map((joint) => {
      const row = new JointRow(this.context, robot?.name ?? "", joint);
      groups.set(joint.group, [...(groups.get(joint.group) ?? []), row]);
      return row;
    });
    this.element.replaceChildren(...[...groups].map(([group, rows]) => this.groupElement(group, rows)));
  }

  update(status: RobotStatus): void {
    this.rows.forEach((row, index) => {
      if (status.joints[index] !== undefined) row.update(status.joints[index]);
    });
  }

  private groupElement(group: string, rows: JointRow[]): HTMLElement {
    return make("section", {}, make("h3", { text: group === "flippers" ? "Flippers" : group || "Joints" }), make("ul", { class: "joint-rows" }, ...rows.map((row) => row.element)));
  }
}
