// SPDX-License-Identifier: Apache-2.0
// Replaces the 3-D view if the browser has no WebGL; the panels still work.
import type { CameraMode, Layers, PickedPlace, SceneCounts, WorldViewApi } from "../../view/api";
import { emptyState } from "./dom";

export class BlankView implements WorldViewApi {
  mode: CameraMode = "orbit";
  readonly fixedCount = 0;
  readonly layers: Layers = { beams: true, hits: true, clouds: true, trails: true, smoke: true, labels: true, grid: true, sensors: false, links: false };

  constructor(container: HTMLElement, reason: string) {
    const text = emptyState("The world cannot be drawn here.", reason, "The panels work all the same.");
    text.classList.add("blank-view");
    container.append(text);
  }

  setMode(mode: CameraMode): void {
    this.mode = mode;
  }
  setLayers(layers: Partial<Layers>): void {
    Object.assign(this.layers, layers);
  }
  keepFixed(): number {
    return 0;
  }
  pick(): PickedPlace | null {
    return null;
  }
  counts(): SceneCounts {
    return { entities: 0, parts: 0, instances: 0, draws: 0, triangles: 0, scanHits: 0, codeHits: 0, particles: 0, smokes: 0, trailPoints: 0, links: 0, linksDown: 0, coverageCells: 0, noReturns: 0, ghostPieces: 0 };
  }
  select(): void {}
  setInsets(): void {}
  goFixed(): void {}
  setTheme(): void {}
  showTarget(): void {}
  showGhost(): void {}
  showPane(): void {}
  showCoverage(): void {}
  frame(): void {}
  drawNow(): void {}
  dispose(): void {}
}
