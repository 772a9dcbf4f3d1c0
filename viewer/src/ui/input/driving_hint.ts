// SPDX-License-Identifier: Apache-2.0
// One line in the view: who drives, and which keys to press.
import type { RobotStatus } from "../../protocol";
import type { AppContext } from "../app_context";
import { make, setText, show } from "../widgets/dom";
import { fixed } from "../widgets/format";
import type { TargetRing } from "./target_ring";

export function hintOf(status: RobotStatus, isDriving: boolean, canDrive: boolean, isPaused = false): string {
  const { name } = status;
  if (isDriving && isPaused) return `Paused: ${name} moves once the run goes on`;
  if (isDriving) return `You drive ${name}`;
  const takeOver = canDrive ? ": press W or drag the stick to take over" : "";
  if (status.driver === "go_to" && status.target) return `${name} goes to ${fixed(status.target[0], 1)}, ${fixed(status.target[1], 1)}`;
  if (status.driver === "pilot") return `The pilot drives ${name}${takeOver}`;
  if (status.driver === "client") return `A client drives ${name}${takeOver}`;
  if (status.driver === "page") return `${name} is driven from a page`;
  return canDrive ? `${name} stands by: drive with W A S D or the stick, or double-click the floor` : "";
}

const ADVICE_STAYS = 6000; // ms without input

export class DrivingHint {
  private usedAt = performance.now();
  readonly element = make("p", { class: "driving-hint" });

  constructor(private readonly context: AppContext, private readonly ring: TargetRing, private readonly isDriving: () => boolean) {
    context.run.on("status", () => this.update());
    context.selection.onChange(() => this.update());
    for (const name of ["keydown", "pointerdown"]) window.addEventListener(name, () => this.wake());
    this.update();
  }

  private wake(): void {
    this.usedAt = performance.now();
    this.update();
  }

  update(): void {
    const { run, selection } = this.context;
    const status = selection.status;
    const hello = run.hello;
    const text = status && this.context.connection.isConnected && hello?.mode === "live" ? hintOf(status, this.isDriving(), hello.can.drive, run.status?.is_paused) : "";
    if (text !== this.element.textContent) this.usedAt = performance.now();
    const isAdvice = status?.driver === "" && !this.isDriving(); // who drives is always told
    this.element.classList.toggle("is-faded", isAdvice && performance.now() - this.usedAt > ADVICE_STAYS);
    setText(this.element, text);
    show(this.element, text !== "");
    this.element.classList.toggle("is-yours", this.isDriving());
    this.ring.setWay(status?.driver === "go_to" ? status.target : null);
  }
}
