// SPDX-License-Identifier: Apache-2.0
// All smoke of a run, as dense as the program says: what a line of sight loses is exp(-extinction * visible_ratio * integral
// of density). Smoke shows its colour times the light that falls on everything.
import { Scene, type WebGLRenderer } from "three";
import type { ParticlesFrame } from "../../decode";
import type { Hello, Smoke } from "../../protocol";
import { usableBounds, type Box } from "../ground";
import type { ModelStore } from "../models";
import type { AnyCamera, Rectangle, SmokeDrawer } from "../painter";
import { Areas } from "./areas";
import { SharedUniforms } from "./common";
import { MeshAreas } from "./mesh_areas";
import { SmokePass } from "./pass";
import { Plumes } from "./plumes";

const USUAL_EXTINCTION = 115.21; // 1/(d m)

export class SmokeLayer implements SmokeDrawer {
  isOn = true;
  private readonly scene = new Scene();
  private readonly shared = new SharedUniforms();
  private readonly areas = new Areas(this.scene, this.shared);
  private readonly meshes: MeshAreas;
  private readonly plumes = new Plumes(this.scene, this.shared);
  private readonly pass: SmokePass;
  private extinction = USUAL_EXTINCTION;
  private bounds: Box = usableBounds(null);

  // Slow: drawn by the processor; smoke is soft, half the pixels do.
  constructor(models: ModelStore, isSlow: boolean) {
    this.pass = new SmokePass(this.shared, isSlow ? 0.5 : 1, isSlow ? 0 : 4);
    this.meshes = new MeshAreas(this.scene, this.shared, models);
  }

  get isNeeded(): boolean {
    return this.isOn && (this.smokeCount > 0 || this.particleCount > 0);
  }

  get smokeCount(): number {
    return this.areas.visibleCount + this.meshes.visibleCount;
  }

  get particleCount(): number {
    return this.plumes.count;
  }

  begin(hello: Hello, bounds: Box): void {
    this.clear();
    this.extinction = hello.extinction > 0 ? hello.extinction : USUAL_EXTINCTION;
    this.bounds = bounds;
  }

  receive(smoke: Smoke): void {
    this.areas.receive(smoke, this.extinction, this.bounds);
    this.meshes.receive(smoke.areas ?? [], this.extinction);
    this.plumes.receive(smoke.plumes, this.extinction);
  }

  receiveParticles(frame: ParticlesFrame): void {
    this.plumes.receiveParticles(frame);
  }

  setLight(light: number): void {
    this.shared.light.value = light;
  }

  // time: simulated, s.
  advance(time: number): void {
    this.areas.moveTo(time);
    this.meshes.moveTo(time);
    this.plumes.moveTo(time);
  }

  draw(renderer: WebGLRenderer, scene: Scene, camera: AnyCamera, rectangle: Rectangle, background: number): void {
    this.plumes.sortFor(camera);
    this.pass.draw(renderer, scene, this.scene, camera, rectangle, background, () => this.meshes.measure(renderer, camera));
  }

  dispose(): void {
    this.clear();
    this.pass.dispose();
  }

  private clear(): void {
    this.areas.clear();
    this.meshes.clear();
    this.plumes.clear();
  }
}
