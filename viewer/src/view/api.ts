// SPDX-License-Identifier: Apache-2.0
// What the panels may ask of the 3-D view. view/world_view.ts is it: class WorldView implements WorldViewApi, made with
// (container: HTMLElement, run: Run).

import type { SpawnPreview } from "../protocol";

export type CameraMode = "orbit" | "tethered" | "first_person" | "plan" | "fixed";

export interface Layers {
  beams: boolean; // of lasers
  hits: boolean; // where they ended, error codes too
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

// A robot that may come.
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
  noReturns: number; // beams that met nothing in range
  particles: number;
  smokes: number;
  trailPoints: number;
  links: number; // lines of radio links that are up
  linksDown: number;
  coverageCells: number;
  ghostPieces: number; // of the robot that may come; 1: only its box
}

export interface WorldViewApi {
  // Main view. The followed robot is the one selected. "tethered" again: behind it as at first.
  setMode(mode: CameraMode): void;
  readonly mode: CameraMode;
  // Moves the free camera so that the whole world is seen.
  frame(): void;
  select(robot: string): void;
  // Up to two small views in the corners of the same canvas, each with a mode of its own.
  setInsets(modes: CameraMode[]): void;
  // Keeps where the camera is now as a fixed pose; gives back its number; goFixed goes there.
  keepFixed(): number;
  goFixed(index: number): void;
  readonly fixedCount: number;
  setLayers(layers: Partial<Layers>): void;
  readonly layers: Layers;
  setTheme(theme: "light" | "dark"): void;
  // Where a click at these page coordinates meets the world.
  pick(clientX: number, clientY: number): PickedPlace | null;
  // A ring on the floor for a target, or none.
  showTarget(place: [number, number] | null): void;
  // A robot where it would stand, or none.
  showGhost(ghost: SpawnGhost | null): void;
  // The camera's picture as a pane in the world at a distance from the robot's camera (AV view), or none; in first person it fills the view.
  showPane(stream: number | null, distance: number, opacity: number): void;
  // How strong this station is heard everywhere, as the newest Coverage of it says; empty: none.
  showCoverage(station: string): void;
  counts(): SceneCounts;
  // Draws now, also in a hidden tab; for tests and screenshots.
  drawNow(): void;
  dispose(): void;
}
