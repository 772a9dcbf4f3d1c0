// SPDX-License-Identifier: Apache-2.0
// Mouse and touch controls of the view behind a robot: drag orbits, wheel and pinch zoom.
import type { ViewCamera } from "./cameras";

const WHEEL_PIXELS: Record<number, number> = { 0: 1, 1: 16, 2: 400 }; // by deltaMode
const ZOOM_PER_PIXEL = 0.001; // of the wheel, exponent

interface Finger {
  x: number;
  y: number;
}

export class TetherControls {
  enabled = false;
  private readonly fingers = new Map<number, Finger>(); // that are down; the mouse is one

  constructor(private readonly view: ViewCamera, private readonly canvas: HTMLElement, private readonly changed: () => void) {
    canvas.addEventListener("pointerdown", this.press);
    canvas.addEventListener("pointermove", this.drag);
    for (const name of ["pointerup", "pointercancel"] as const) canvas.addEventListener(name, this.release);
    canvas.addEventListener("wheel", this.wheel, { passive: false });
  }

  dispose(): void {
    const { canvas } = this;
    canvas.removeEventListener("pointerdown", this.press);
    canvas.removeEventListener("pointermove", this.drag);
    for (const name of ["pointerup", "pointercancel"] as const) canvas.removeEventListener(name, this.release);
    canvas.removeEventListener("wheel", this.wheel);
  }

  private readonly press = (event: PointerEvent): void => {
    if (!this.enabled) return;
    if (this.fingers.size === 0 && event.isTrusted) this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  private readonly release = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
  };

  // The centroid of all touches orbits, their distance zooms. A full turn corresponds to the height of the view.
  private readonly drag = (event: PointerEvent): void => {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    if (!this.enabled) return void this.fingers.clear();
    const before = this.spread();
    const share = (2 * Math.PI) / Math.max(this.canvas.clientHeight, 1) / this.fingers.size;
    this.view.turnTether(-share * (event.clientX - finger.x), share * (event.clientY - finger.y));
    finger.x = event.clientX;
    finger.y = event.clientY;
    const after = this.spread();
    if (before > 0 && after > 0) this.view.tether.scale(before / after);
    this.changed();
  };

  private readonly wheel = (event: WheelEvent): void => {
    if (!this.enabled) return;
    event.preventDefault();
    this.view.tether.scale(Math.exp(ZOOM_PER_PIXEL * event.deltaY * (WHEEL_PIXELS[event.deltaMode] ?? 1)));
    this.changed();
  };

  // Distance of the first two touches, pixels; 0: fewer than two.
  private spread(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
