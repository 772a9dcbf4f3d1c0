// SPDX-License-Identifier: Apache-2.0
// Name labels over entities, as page elements. Names come from outside and are inserted as text only.
import { Vector3, type Camera } from "three";
import type { OcclusionTarget } from "./label_sight";
import type { Rectangle } from "./painter";
import { placeInView } from "./picker";

export interface Label extends OcclusionTarget {
  text: string;
  color: string; // CSS
  isStrong: boolean; // shown, if faintly, also behind walls
  detail: number; // shown only where a metre has so many pixels
}

interface Spot {
  label: Label;
  x: number;
  y: number;
  depth: number;
  isHidden: boolean;
}

// Pixels per metre at a point.
export function pixelsPerMetre(place: Vector3, camera: Camera, height: number): number {
  const scale = camera.projectionMatrix.elements[5] * height * 0.5;
  const isPerspective = camera.projectionMatrix.elements[15] === 0;
  return isPerspective ? scale / Math.max(-place.clone().applyMatrix4(camera.matrixWorldInverse).z, 0.1) : scale;
}

// The labels that do not overlap an earlier one.
export function withoutOverlaps<Kind extends { x: number; y: number; label: { text: string } }>(spots: Kind[]): Kind[] {
  const kept: Kind[] = [];
  for (const spot of spots) {
    const half = (each: Kind) => 3.2 * Math.min(each.label.text.length, 26) + 7;
    if (kept.every((other) => Math.abs(other.y - spot.y) > 17 || Math.abs(other.x - spot.x) > half(other) + half(spot))) kept.push(spot);
  }
  return kept;
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
    Object.assign(this.element.style, { position: "absolute", inset: "0", overflow: "hidden", pointerEvents: "none", isolation: "isolate", zIndex: "0" });
    this.element.className = "view-labels";
  }

  set visible(value: boolean) {
    this.element.style.display = value ? "" : "none";
  }

  // Over the view of the camera, of this many CSS pixels; the first ones matter most. Not where small views
  // cover it, nor behind what hides them.
  show(labels: Label[], camera: Camera, width: number, height: number, covered: Rectangle[], isHidden: (label: Label) => boolean): void {
    const spots: Spot[] = [];
    for (const label of labels) {
      const place = label.place.clone().project(camera);
      if (!(Math.abs(place.x) < 1.05 && Math.abs(place.y) < 1.05 && place.z > -1 && place.z < 1)) continue;
      if (label.detail > 0 && pixelsPerMetre(label.place, camera, height) < label.detail) continue;
      const x = (place.x * 0.5 + 0.5) * width, y = (0.5 - place.y * 0.5) * height;
      if (covered.some((inset) => placeInView(x, y, inset))) continue;
      const isBehind = isHidden(label);
      if (!isBehind || label.isStrong) spots.push({ label, x, y, depth: place.z, isHidden: isBehind });
    }
    spots.sort((a, b) => Number(a.isHidden) - Number(b.isHidden)); // a faint one makes way for those that are seen
    const shown = new Set<string>();
    for (const spot of withoutOverlaps(spots).slice(0, MOST_LABELS)) {
      shown.add(spot.label.key);
      const { style } = this.elementOf(spot.label);
      style.opacity = spot.isHidden ? "0.35" : spot.label.isStrong ? "0.95" : "0.78";
      style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px) translate(-50%, -130%)`;
      style.zIndex = String(Math.round((1 - spot.depth) * 1e5));
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
    return element;
  }
}
