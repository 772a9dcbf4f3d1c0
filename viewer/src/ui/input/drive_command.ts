// SPDX-License-Identifier: Apache-2.0
// Drive input of a person, from keys, stick or gamepad: -1..1 of the maximum.

export interface DriveCommand {
  forward: number;
  turn: number; // left positive
  left: number; // flyers
  up: number; // flyers
}

export const NO_MOTION: Readonly<DriveCommand> = { forward: 0, turn: 0, left: 0, up: 0 };
export const DEADZONE = 0.12;

// Key codes rather than characters, so that the same positions work on every keyboard layout.
const KEYS: Record<string, Partial<DriveCommand>> = {
  KeyW: { forward: 1 },
  ArrowUp: { forward: 1 },
  KeyS: { forward: -1 },
  ArrowDown: { forward: -1 },
  KeyA: { turn: 1 },
  ArrowLeft: { turn: 1 },
  KeyD: { turn: -1 },
  ArrowRight: { turn: -1 },
};
const FLYING_KEYS: Record<string, Partial<DriveCommand>> = {
  KeyE: { up: 1 },
  KeyQ: { up: -1 },
  KeyZ: { left: 1 },
  KeyC: { left: -1 },
};

export function isDriveKey(code: string, flies: boolean): boolean {
  return code in KEYS || (flies && code in FLYING_KEYS);
}

export function fromKeys(codes: Iterable<string>, flies: boolean): DriveCommand {
  const commands = [...codes].map((code) => KEYS[code] ?? (flies ? FLYING_KEYS[code] : undefined) ?? {});
  return mix(commands.map((command) => ({ ...NO_MOTION, ...command })));
}

// Zero inside the deadzone, then continuous up to 1.
export function pastDeadzone(value: number, deadzone = DEADZONE): number {
  const size = Math.abs(value);
  if (!(size > deadzone)) return 0;
  return Math.sign(value) * Math.min(1, (size - deadzone) / (1 - deadzone));
}

// x to the right, y downwards, as for screens and gamepads.
export function fromStick(x: number, y: number): DriveCommand {
  const length = Math.hypot(x, y);
  const scale = length > 0 ? pastDeadzone(length) / length : 0;
  return { ...NO_MOTION, forward: tidy(-y * scale), turn: tidy(-x * scale) };
}

export function mix(commands: readonly DriveCommand[]): DriveCommand {
  const sum = (name: keyof DriveCommand) => tidy(commands.reduce((total, command) => total + command[name], 0));
  return { forward: sum("forward"), turn: sum("turn"), left: sum("left"), up: sum("up") };
}

export function isStill(command: DriveCommand): boolean {
  return command.forward === 0 && command.turn === 0 && command.left === 0 && command.up === 0;
}

// Clamped to -1..1, rounded to 0.001, without negative zero.
function tidy(value: number): number {
  return Math.round(1000 * Math.min(1, Math.max(-1, value))) / 1000 || 0;
}
