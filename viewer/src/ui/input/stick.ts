// SPDX-License-Identifier: Apache-2.0
// An on-screen stick for touch and mouse. While it has the focus, arrow keys drive as everywhere else.
import { fromStick, NO_MOTION, type DriveCommand } from "./drive_command";
import { make } from "../widgets/dom";

export class Stick {
  private readonly knob = make("span", { class: "stick-knob" });
  readonly element = make(
    "div",
    { class: "stick", label: "Driving stick: drag it, or hold the arrow keys", title: "Drag to drive", attributes: { role: "group", tabindex: "0" } },
    this.knob,
  );

  constructor(private readonly onCommand: (command: DriveCommand) => void) {
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      this.drag(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.drag(event);
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) this.element.addEventListener(name, () => this.letGo());
  }

  private drag(event: PointerEvent): void {
    event.preventDefault();
    const box = this.element.getBoundingClientRect();
    const radius = box.width / 2;
    const x = (event.clientX - box.left - radius) / radius;
    const y = (event.clientY - box.top - radius) / radius;
    const scale = 1 / Math.max(1, Math.hypot(x, y));
    this.place(x * scale, y * scale);
    this.onCommand(fromStick(x * scale, y * scale));
  }

  private letGo(): void {
    this.place(0, 0);
    this.onCommand(NO_MOTION);
  }

  private place(x: number, y: number): void {
    this.knob.style.transform = `translate(${(36 * x).toFixed(1)}px, ${(36 * y).toFixed(1)}px)`;
  }
}
