// SPDX-License-Identifier: Apache-2.0
// Gamepad input for the selected robot: left stick drives, right stick for flying robots, shoulder buttons for flippers, first button for the light, second to stop.
import type { Driving } from "./driving";
import { fromStick, pastDeadzone, NO_MOTION, type DriveCommand } from "./drive_command";

const LIGHT = 0;
const STOP = 1;
const LEFT_SHOULDER = 4;
const RIGHT_SHOULDER = 5;

export function commandOfAxes(axes: readonly number[], flies: boolean): DriveCommand {
  const command = fromStick(axes[0] ?? 0, axes[1] ?? 0);
  return flies ? { ...command, left: -pastDeadzone(axes[2] ?? 0) || 0, up: -pastDeadzone(axes[3] ?? 0) || 0 } : command;
}

export interface GamepadActions {
  flies(): boolean;
  toggleLight(): void;
  notify(sentence: string): void;
}

export class GamepadReader {
  private wereDown = new Set<number>();
  private wasUsed = false;
  private timer = 0;

  constructor(private readonly driving: Driving, private readonly actions: GamepadActions) {
    window.addEventListener("gamepadconnected", () => {
      actions.notify("A gamepad is connected: its left stick drives the selected robot.");
      this.timer ||= window.setInterval(() => this.read(), 50);
    });
    window.addEventListener("gamepaddisconnected", () => this.loseOne());
  }

  private loseOne(): void {
    if (navigator.getGamepads().some((pad) => pad?.connected)) return;
    clearInterval(this.timer);
    this.timer = 0;
    this.driving.set("gamepad", NO_MOTION);
    this.driving.setPadFlipper(0);
  }

  private read(): void {
    const pad = navigator.getGamepads().find((each) => each?.connected);
    if (!pad || document.hidden || !document.hasFocus()) return;
    const down = new Set(pad.buttons.flatMap((button, index) => (button.pressed ? [index] : [])));
    const isNew = (index: number) => down.has(index) && !this.wereDown.has(index);
    if (isNew(LIGHT)) this.actions.toggleLight();
    if (isNew(STOP)) this.driving.stop();
    this.wereDown = down;
    this.move(commandOfAxes(pad.axes, this.actions.flies()), Number(down.has(RIGHT_SHOULDER)) - Number(down.has(LEFT_SHOULDER)));
  }

  // An idle gamepad sends nothing, so that it does not override the pilot.
  private move(command: DriveCommand, flipper: number): void {
    const isUsed = flipper !== 0 || Object.values(command).some((value) => value !== 0);
    if (!isUsed && !this.wasUsed) return;
    this.wasUsed = isUsed;
    this.driving.set("gamepad", command);
    this.driving.setPadFlipper(flipper);
  }
}
