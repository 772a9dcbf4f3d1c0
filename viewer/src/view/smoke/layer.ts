// SPDX-License-Identifier: Apache-2.0
import type { Scene, WebGLRenderer } from "three";
import type { ParticlesFrame } from "../../decode";
import type { Hello, Smoke } from "../../protocol";
import type { Box } from "../ground";
import type { ModelStore } from "../models";
import type { AnyCamera, Rectangle, SmokeDrawer } from "../painter";
export class SmokeLayer implements SmokeDrawer {
  isOn = true;
  particleCount = 0;
  smokeCount = 0;
  constructor(readonly models: ModelStore, readonly isSlow: boolean) {}
  get isNeeded(): boolean { return false; }
  begin(_hello: Hello, _bounds: Box): void {}
  take(_smoke: Smoke): void {}
  takeParticles(_frame: ParticlesFrame): void {}
  advance(_time: number): void {}
  setLight(_light: number): void {}
  draw(_renderer: WebGLRenderer, _scene: Scene, _camera: AnyCamera, _rectangle: Rectangle, _background: number): void {}
  dispose(): void {}
}
