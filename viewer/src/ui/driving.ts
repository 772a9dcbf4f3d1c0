// SPDX-License-Identifier: Apache-2.0
// Keys, stick and gamepad become requests to the selected robot. The program forgets a request after half a second, so it is said again while it holds.
import type { Joint } from "../protocol";
import type { Desk } from "./desk";
import { fromKeys, isDriveKey, isStill, mix, STAND_STILL, type DriveWish } from "./drive_wish";
import { REPEAT } from "./hold_button";

type Source = "keys" | "stick" | "gamepad";

// Front flippers by Q and E, rear ones by Z and C; downwards first.
const FLIPPER_KEYS: Record<string, { isFront: boolean; speed: number }> = {
  KeyQ: { isFront: true, speed: -1 },
  KeyE: { isFront: true, speed: 1 },
  KeyZ: { isFront: false, speed: -1 },
  KeyC: { isFront: false, speed: 1 },
};

const STILL_YOURS = 1000; // ms

export function isFrontFlipper(joint: Joint): boolean {
  return !/^R[LR]|rear|back/i.test(joint.name);
}

export class Driving {
  private readonly pressed = new Set<string>();
  private readonly wishes: Record<Source, DriveWish> = { keys: STAND_STILL, stick: STAND_STILL, gamepad: STAND_STILL };
  private padFlipper = 0;
  private driven = ""; // the robot that was last told to move
  private timer = 0;
  private isRefused = false;
  private lastDrive: DriveWish = STAND_STILL;
  private lastSaid = { robot: "", at: -Infinity };
  private flipperSpeeds = new Map<string, number>();

  constructor(private readonly desk: Desk) {
    desk.selection.onChange((name) => {
      if (this.driven && this.driven !== name) this.letGo();
    });
    desk.run.on("hello", () => this.letGo()); // another run, perhaps one that cannot be driven
    window.addEventListener("blur", () => this.letGo());
    document.addEventListener("visibilitychange", () => this.letGo());
  }

  get isDriving(): boolean {
    return this.driven !== "";
  }

  // Whether this page told the robot to move within the last second.
  hasDriven(robot: string): boolean {
    return this.lastSaid.robot === robot && performance.now() - this.lastSaid.at < STILL_YOURS;
  }

  // Whether the key is one of driving.
  // A repeated key that was let go of (the window lost the focus, Space was pressed) wants a new press.
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

  set(source: Source, wish: DriveWish): void {
    this.wishes[source] = wish;
    this.follow();
  }

  setPadFlipper(speed: number): void {
    this.padFlipper = speed;
    this.follow();
  }

  stop(): void {
    this.letGo();
    if (this.desk.selection.name && this.desk.connection.isAlive) void this.desk.ask({ type: "stop", robot: this.desk.selection.name });
  }

  letGo(): void {
    this.pressed.clear();
    this.wishes.keys = this.wishes.stick = this.wishes.gamepad = STAND_STILL;
    this.padFlipper = 0;
    this.follow();
  }

  private isKey(code: string): boolean {
    return isDriveKey(code, this.desk.selection.flies) || (code in FLIPPER_KEYS && this.flippers().length > 0);
  }

  private readKeys(): void {
    this.wishes.keys = fromKeys(this.pressed, this.desk.selection.flies);
    this.follow();
  }

  private wish(): DriveWish {
    return mix(Object.values(this.wishes));
  }

  private flippers(): Joint[] {
    return (this.desk.selection.robot?.joints ?? []).filter((joint) => joint.group === "flippers");
  }

  private wantedFlippers(): Map<string, number> {
    const speeds = new Map<string, number>();
    if (this.desk.selection.flies) return speeds;
    for (const joint of this.flippers()) {
      const keys = [...this.pressed].map((code) => FLIPPER_KEYS[code]).filter((key) => key && key.isFront === isFrontFlipper(joint));
      const speed = Math.sign(keys.reduce((sum, key) => sum + key.speed, this.padFlipper));
      if (speed !== 0) speeds.set(joint.name, speed);
    }
    return speeds;
  }

  // At once when something changed; the timer says it again.
  private follow(): void {
    const canDrive = this.desk.connection.isAlive && (this.desk.run.hello?.can.drive ?? false);
    const isWanted = canDrive && (!isStill(this.wish()) || this.wantedFlippers().size > 0);
    if (isWanted && !this.timer) this.begin();
    if (this.timer) this.say();
    if (!isWanted && this.timer) this.end();
  }

  private begin(): void {
    this.isRefused = false;
    this.driven = this.desk.selection.name;
    if (this.driven) this.timer = window.setInterval(() => this.say(), REPEAT);
  }

  private end(): void {
    clearInterval(this.timer);
    this.timer = 0;
    this.driven = "";
    this.lastDrive = STAND_STILL;
  }

  private say(): void {
    this.lastSaid = { robot: this.driven, at: performance.now() };
    this.sayDrive();
    this.sayFlippers();
  }

  // A first refusal is told and the rest of this drive is kept quiet.
  private sayDrive(): void {
    const wish = this.wish();
    if (isStill(wish) && isStill(this.lastDrive)) return;
    const isFirst = isStill(this.lastDrive);
    this.lastDrive = wish;
    const request = { type: "drive" as const, robot: this.driven, ...wish };
    if (!isFirst || this.isRefused) this.desk.connection.send(request);
    else void this.desk.ask(request).then((answer) => (this.isRefused = !answer.ok));
  }

  private sayFlippers(): void {
    const wanted = this.wantedFlippers();
    for (const name of this.flipperSpeeds.keys()) if (!wanted.has(name)) this.moveJoint(name, 0);
    for (const [name, speed] of wanted) this.moveJoint(name, speed);
    this.flipperSpeeds = wanted;
  }

  private moveJoint(joint: string, speed: number): void {
    this.desk.connection.send({ type: "joint", robot: this.driven, joint, speed });
  }
}
