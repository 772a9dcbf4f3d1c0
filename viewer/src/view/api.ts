// SPDX-License-Identifier: Apache-2.0
// The interface of the 3-D view for the panels. Implemented by WorldView in view/world_view.ts.

import type { SpawnPreview } from "../protocol";

export type CameraMode = "orbit" | "tethered" | "first_person" | "plan" | "fixed";

export interface Layers {
  beams: boolean; // of lasers
  hits: boolean; // end points, including error codes
  clouds: boolean; // of 3-D scanners and depth cameras
  trails: boolean;
  smoke: boolean;
  labels: boolean;
  grid: boolean;
  sensors: boolean; // fields of view of cameras, cones of sonars
  links: boolean; // radio links between stations
}

export interface PickedPlace {
  point: [number, number, number]; // on the surface, world
  entity: number; // id; -1: none
  robot: string; // empty: none
}

// Preview of a robot to be spawned.
export interface SpawnGhost {
  preview: SpawnPreview;
  isAllowed: boolean; // red if not
}

export interface SceneCounts {
  entities: number;
  parts: number; // links that are drawn
  instances: number;
  draws: number; // draw calls of the last frame
  triangles: number;
  scanHits: number; // points drawn of all scans
  codeHits: number; // of them, error codes
  noReturns: number; // beams without a return
  particles: number;
  smokes: number;
  trailPoints: number;
  links: number; // lines of radio links that are up
  linksDown: number;
  coverageCells: number;
  ghostPieces: number; // of the spawn preview; 1: only its box
}

export interface WorldViewApi {
  // Camera mode of the main view. The followed robot is the selected one. "tethered" again resets that view.
  setMode(mode: CameraMode): void;
  readonly mode: CameraMode;
  // Moves the free camera so that the whole world is visible.
  frame(): void;
  select(robot: string): void;
  // Up to two small views in the corners of the same canvas, each with a mode of its own.
  setInsets(modes: CameraMode[]): void;
  // Stores the current camera pose as a fixed one and returns its index for goFixed.
  keepFixed(): number;
  goFixed(index: number): void;
  readonly fixedCount: number;
  setLayers(layers: Partial<Layers>): void;
  readonly layers: Layers;
  setTheme(theme: "light" | "dark"): void;
  // The surface point under these page coordinates.
  pick(clientX: number, clientY: number): PickedPlace | null;
  // A ring on the floor for a target, or none.
  showTarget(place: [number, number] | null): void;
  // The preview of a robot to be spawned, or none.
  showGhost(ghost: SpawnGhost | null): void;
  // The camera's picture as a pane in the world at a distance from the robot's camera (AV view), or none; in first person it fills the view.
  showPane(stream: number | null, distance: number, opacity: number): void;
  // The latest radio coverage of this station; empty: none.
  showCoverage(station: string): void;
  counts(): SceneCounts;
  // Draws now, also in a hidden tab; for tests and screenshots.
  drawNow(): void;
  dispose(): void;
}
