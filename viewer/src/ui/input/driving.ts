// SPDX-License-Identifier: Apache-2.0
// Sends drive requests for the selected robot from keys, stick and gamepad. The program drops a request after half a second, so it is repeated while
// input is held.
import type { Joint } from "../../protocol";
import type { AppContext } from "../app_context";
import { fromKeys, isDriveKey, isStill, mix, NO_MOTION, type DriveCommand } from "./drive_command";
import { REPEAT } from "../widgets/hold_button";

type Source = "keys" | "stick" | "gamepad";

// Front flippers by Q and E, rear ones by Z and C; downwards first.
const FLIPPER_KEYS: Record<string, { isFront: boolean; speed: number }> = {
  KeyQ: { isFront: true, speed: -1 },
  KeyE: { isFront: true, speed: 1 },
  KeyZ: { isFront: false, speed: -1 },
  KeyC: { isFront: false, speed: 1 },
};

const DRIVER_TIMEOUT = 1000; // ms

export function isFrontFlipper(joint: Joint): boolean {
  return !/^R[LR]|rear|back/i.test(joint.name);
}

export class Driving {
  private readonly pressed = new Set<string>();
  private readonly commands: Record<Source, DriveCommand> = { keys: NO_MOTION, stick: NO_MOTION, gamepad: NO_MOTION };
  private padFlipper = 0;
  private drivenRobot = ""; // the robot that drive requests go to
  private timer = 0;
  private isRefused = false;
  private lastDrive: DriveCommand = NO_MOTION;
  private lastSent = { robot: "", at: -Infinity };
  private flipperSpeeds = new Map<string, number>();

  constructor(private readonly context: AppContext) {
    context.selection.onChange((name) => {
      if (this.drivenRobot && this.drivenRobot !== name) this.releaseAll();
    });
    context.run.on("hello", () => this.releaseAll()); // another run, possibly without driving
    window.addEventListener("blur", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => this.releaseAll());
  }

  get isDriving(): boolean {
    return this.drivenRobot !== "";
  }

  // Whether this page drove the robot within the last second.
  hasDriven(robot: string): boolean {
    return this.lastSent.robot === robot && performance.now() - this.lastSent.at < DRIVER_TIMEOUT;
  }

  // Returns whether the key is a driving key. After a release by other means (lost focus, Space) key repeat is ignored until a new press.
  press(code: string, isRepeat = false): boolean {
    if (!this.isKey(code)) return false;
    if (isRepeat) return true;
    this.pressed.add(code);
    this.readKeys();
    return true;
  }

  release(code: string): void {
    if (this.pressed.delete(code)) this.readKeys();
  }

  set(source: Source, command: DriveCommand): void {
    this.commands[source] = command;
    this.update();
  }

  setPadFlipper(speed: number): void {
    this.padFlipper = speed;
    this.update();
  }

  stop(): void {
    this.releaseAll();
    if (this.context.selection.name && this.context.connection.isConnected) void this.context.request({ type: "stop", robot: this.context.selection.name });
  }

  releaseAll(): void {
    this.pressed.clear();
    this.commands.keys = this.commands.stick = this.commands.gamepad = NO_MOTION;
    this.padFlipper = 0;
    this.update();
  }

  private isKey(code: string): boolean {
    return isDriveKey(code, this.context.selection.flies) || (code in FLIPPER_KEYS && this.flippers().length > 0);
  }

  private readKeys(): void {
    this.commands.keys = fromKeys(this.pressed, this.context.selection.flies);
    this.update();
  }

  private command(): DriveCommand {
    return mix(Object.values(this.commands));
  }

  private flippers(): Joint[] {
    return (this.context.selection.robot?.joints ?? []).filter((joint) => joint.group === "flippers");
  }

  private flipperSpeedsFromInput(): Map<string, number> {
    const speeds = new Map<string, number>();
    if (this.context.selection.flies) return speeds;
    for (const joint of this.flippers()) {
      const keys = [...this.pressed].map((code) => FLIPPER_KEYS[code]).filter((key) => key && key.isFront === isFrontFlipper(joint));
      const speed = Math.sign(keys.reduce((sum, key) => sum + key.speed, this.padFlipper));
      if (speed !== 0) speeds.set(joint.name, speed);
    }
    return speeds;
  }

  // Sends changes immediately; the timer repeats them.
  private update(): void {
    const canDrive = this.context.connection.isConnected && (this.context.run.hello?.can.drive ?? false);
    const isActive = canDrive && (!isStill(this.command()) || this.flipperSpeedsFromInput().size > 0);
    if (isActive && !this.timer) this.begin();
    if (this.timer) this.send();
    if (!isActive && this.timer) this.end();
  }

  private begin(): void {
    this.isRefused = false;
    this.drivenRobot = this.context.selection.name;
    if (this.drivenRobot) this.timer = window.setInterval(() => this.send(), REPEAT);
  }

  private end(): void {
    clearInterval(this.timer);
    this.timer = 0;
    this.drivenRobot = "";
    this.lastDrive = NO_MOTION;
  }

  private send(): void {
    this.lastSent = { robot: this.drivenRobot, at: performance.now() };
    this.sendDrive();
    this.sendFlippers();
  }

  // Shows only the first refusal of a drive.
  private sendDrive(): void {
    const command = this.command();
    if (isStill(command) && isStill(this.lastDrive)) return;
    const isFirst = isStill(this.lastDrive);
    this.lastDrive = command;
    const request = { type: "drive" as const, robot: this.drivenRobot, ...command };
    if (!isFirst || this.isRefused) this.context.connection.send(request);
    else void this.context.request(request).then((answer) => (this.isRefused = !answer.ok));
  }

  private sendFlippers(): void {
    const wanted = this.flipperSpeedsFromInput();
    for (const name of this.flipperSpeeds.keys()) if (!wanted.has(name)) this.moveJoint(name, 0);
    for (const [name, speed] of wanted) this.moveJoint(name, speed);
    this.flipperSpeeds = wanted;
  }

  private moveJoint(joint: string, speed: number): void {
    this.context.connection.send({ type: "joint", robot: this.drivenRobot, joint, speed });
  }
}
