// SPDX-License-Identifier: Apache-2.0
// Mouse and touch controls of the main view: orbit rotates, plan pans, the view behind a robot orbits it; all zoom. Keys belong
// to the panels.
import { MOUSE, TOUCH } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { CameraMode } from "./api";
import type { ViewCamera } from "./cameras";
import type { Box } from "./ground";
import { TetherControls } from "./tether_controls";

export class ViewControls {
  private readonly orbit: OrbitControls;
  private readonly plan: OrbitControls;
  private readonly tether: TetherControls;
  isTouched = false; // since the cameras were put somewhere

  constructor(private readonly view: ViewCamera, canvas: HTMLElement, changed: () => void) {
    this.orbit = new OrbitControls(view.orbit, canvas);
    this.orbit.maxPolarAngle = Math.PI * 0.495;
    this.orbit.zoomToCursor = true;
    this.plan = new OrbitControls(view.plan, canvas);
    this.plan.enableRotate = false;
    this.plan.zoomToCursor = true;
    this.plan.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    this.plan.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    this.plan.minZoom = 0.2;
    this.plan.maxZoom = 60;
    for (const controls of [this.orbit, this.plan]) {
      controls.addEventListener("change", changed);
      controls.addEventListener("start", () => (this.isTouched = true));
    }
    this.tether = new TetherControls(view, canvas, changed);
    this.setMode(view.mode);
  }

  setMode(mode: CameraMode): void {
    this.orbit.enabled = mode === "orbit";
    this.plan.enabled = mode === "plan";
    this.tether.enabled = mode === "tethered";
  }

  // The cameras were moved by other means.
  follow(bounds: Box): void {
    this.orbit.target.copy(this.view.target);
    this.orbit.minDistance = 0.3;
    this.orbit.maxDistance = 4 * bounds.size.length() + 20;
    this.plan.target.copy(this.view.planTarget);
    this.orbit.update();
    this.plan.update();
  }

  dispose(): void {
    this.orbit.dispose();
    this.plan.dispose();
    this.tether.dispose();
  }
}
