// SPDX-License-Identifier: Apache-2.0
// Insets, small views in a corner: their rectangles and frames.
import type { CameraMode } from "./api";
import { ViewCamera } from "./cameras";
import type { Box } from "./ground";
import type { Rectangle } from "./painter";

const MOST_INSETS = 2;
const SHARE = 0.27; // of the width
const MARGIN = 10; // CSS pixels

const CAPTIONS: Record<CameraMode, string> = {
  orbit: "overview", tethered: "behind the robot", first_person: "robot's eye", plan: "plan", fixed: "fixed",
};

export interface Inset {
  view: ViewCamera;
  rectangle: Rectangle;
  frame: HTMLElement;
}

// Below each other in the upper right corner; the others belong to buttons and the stick.
export function insetRectangle(index: number, width: number, height: number): Rectangle {
  const wide = Math.round(Math.min(width * SHARE, (height * 0.32 * 16) / 10));
  const high = Math.round((wide * 10) / 16);
  return { x: width - wide - MARGIN, y: MARGIN + index * (high + MARGIN), width: Math.max(wide, 1), height: Math.max(high, 1) };
}

export class Insets {
  list: Inset[] = [];

  constructor(private readonly parent: HTMLElement) {}

  set(modes: CameraMode[], bounds: Box): void {
    this.list.forEach(({ frame }) => frame.remove());
    this.list = modes.slice(0, MOST_INSETS).map((mode) => {
      const view = new ViewCamera();
      view.mode = mode;
      view.frame(bounds, 1.6);
      return { view, rectangle: { x: 0, y: 0, width: 1, height: 1 }, frame: this.makeFrame(CAPTIONS[mode] ?? "") };
    });
  }

  fit(width: number, height: number): void {
    this.list.forEach((inset, index) => {
      inset.rectangle = insetRectangle(index, width, height);
      const { x, y, width: wide, height: high } = inset.rectangle;
      Object.assign(inset.frame.style, { left: `${x}px`, top: `${y}px`, width: `${wide}px`, height: `${high}px` });
      inset.view.fit(wide / high);
    });
  }

  private makeFrame(caption: string): HTMLElement {
    const frame = document.createElement("div");
    frame.className = "view-inset";
    Object.assign(frame.style, {
      position: "absolute", boxSizing: "border-box", border: "1px solid rgba(120,135,150,.8)", borderRadius: "3px", pointerEvents: "none",
      boxShadow: "0 2px 10px rgba(0,0,0,.25)", font: "500 10px/1.6 system-ui, sans-serif", color: "#fff", zIndex: "0",
    });
    const title = document.createElement("span");
    title.textContent = caption;
    Object.assign(title.style, { background: "rgba(30,40,52,.65)", padding: "0 6px", borderRadius: "0 0 4px 0", position: "absolute", left: "0", top: "0" });
    frame.append(title);
    this.parent.append(frame);
    return frame;
  }
}
