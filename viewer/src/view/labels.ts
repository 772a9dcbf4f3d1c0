// SPDX-License-Identifier: Apache-2.0
// Names over things, as elements of the page. Names come from outside and stay text.
import { Vector3, type Camera } from "three";

export interface Label {
  key: string;
  text: string;
  color: string; // CSS
  isStrong: boolean;
  place: Vector3; // world
}

const MOST_LABELS = 150;

const STYLE: Partial<CSSStyleDeclaration> = {
  position: "absolute", left: "0", top: "0", padding: "1px 7px", borderRadius: "9px", font: "500 11px/1.45 system-ui, sans-serif",
  color: "#fff", whiteSpace: "nowrap", maxWidth: "16em", overflow: "hidden", textOverflow: "ellipsis", willChange: "transform", textShadow: "0 0 2px rgba(0,0,0,.35)",
};

export class Labels {
  readonly element = document.createElement("div");
  private readonly elements = new Map<string, HTMLElement>();

  constructor() {
    Object.assign(this.element.style, { position: "absolute", inset: "0", overflow: "hidden", pointerEvents: "none" });
    this.element.className = "view-labels";
  }

  set visible(value: boolean) {
    this.element.style.display = value ? "" : "none";
  }

  // Over the view of the camera, of this many CSS pixels.
  show(labels: Label[], camera: Camera, width: number, height: number): void {
    const shown = new Set<string>();
    for (const label of labels.slice(0, MOST_LABELS)) {
      const place = label.place.clone().project(camera);
      if (!(Math.abs(place.x) < 1.1 && Math.abs(place.y) < 1.1 && place.z > -1 && place.z < 1)) continue;
      shown.add(label.key);
      const element = this.elementOf(label);
      const x = (place.x * 0.5 + 0.5) * width, y = (0.5 - place.y * 0.5) * height;
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -130%)`;
      element.style.zIndex = String(Math.round((1 - place.z) * 1e5));
    }
    for (const [key, element] of this.elements) {
      if (shown.has(key)) continue;
      element.remove();
      this.elements.delete(key);
    }
  }

  clear(): void {
    this.elements.forEach((element) => element.remove());
    this.elements.clear();
  }

  private elementOf(label: Label): HTMLElement {
    let element = this.elements.get(label.key);
    if (!element) {
      element = document.createElement("div");
      element.className = "view-label";
      Object.assign(element.style, STYLE);
      this.elements.set(label.key, element);
      this.element.append(element);
    }
    if (element.textContent !== label.text) element.textContent = label.text;
    element.style.background = label.color;
    element.style.opacity = label.isStrong ? "0.95" : "0.78";
    return element;
  }
}
