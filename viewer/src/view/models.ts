// SPDX-License-Identifier: Apache-2.0
// Models as lists of drawables per link.
import { BufferGeometry, Color, Matrix4, Quaternion, Vector3 } from "three";
import type { ModelsFrame } from "../decode";
import type { Visual } from "../protocol";
import { formOf, meshGeometry } from "./geometry";
import { colorOf, lookOf, type Look } from "./materials";
import { isUsable, matrixOf } from "./poses";

// One geometry with one appearance, in a link.
export interface Drawable {
  geometryKey: string;
  look: Look;
  color: Color;
  linkFromGeometry: Matrix4; // with its scale
  isPlane: boolean;
}

interface MeshSurface {
  key: string;
  color: readonly number[];
  texture: number;
}

export class ModelStore {
  private readonly models = new Map<number, Drawable[][]>();
  private readonly geometries = new Map<string, BufferGeometry>();
  private readonly meshes = new Map<number, MeshSurface[]>();

  receive(frame: ModelsFrame): void {
    for (const mesh of frame.json.meshes ?? []) this.takeMesh(frame, mesh);
    for (const model of frame.json.models ?? []) {
      this.models.set(model.id, (model.links ?? []).map((link) => (link.visuals ?? []).flatMap((visual) => this.drawables(visual))));
    }
  }

  // Drawables of each link; null if the model is unknown.
  links(model: number): Drawable[][] | null {
    return this.models.get(model) ?? null;
  }

  geometry(key: string): BufferGeometry | null {
    return this.geometries.get(key) ?? null;
  }

  meshGeometries(mesh: number): BufferGeometry[] {
    return (this.meshes.get(mesh) ?? []).map(({ key }) => this.geometries.get(key)!);
  }

  clear(): void {
    this.geometries.forEach((geometry) => geometry.dispose());
    this.geometries.clear();
    this.models.clear();
    this.meshes.clear();
  }

  private takeMesh(frame: ModelsFrame, mesh: ModelsFrame["json"]["meshes"][number]): void {
    const surfaces: MeshSurface[] = [];
    (mesh.parts ?? []).forEach((part, index) => {
      const geometry = meshGeometry(frame, part);
      if (!geometry) return;
      const key = `mesh ${mesh.id} ${index}`;
      this.geometries.get(key)?.dispose();
      this.geometries.set(key, geometry);
      surfaces.push({ key, color: part.color, texture: geometry.getAttribute("uv") ? part.texture : -1 });
    });
    this.meshes.set(mesh.id, surfaces);
  }

  private drawables(visual: Visual): Drawable[] {
    if (!visual.shape || !isUsable(visual.pose)) return [];
    if (visual.shape.kind === "mesh") return this.meshDrawables(visual, visual.shape.mesh, visual.shape.scale);
    const form = formOf(visual.shape);
    if (!form) return [];
    if (!this.geometries.has(form.key)) this.geometries.set(form.key, form.make());
    const look = lookOf(visual.material, this.extentOf(form.key), form.key === "box", form.key === "plane");
    const linkFromGeometry = matrixOf(visual.pose).multiply(new Matrix4().compose(new Vector3(), form.turn ?? new Quaternion(), form.scale));
    return [{ geometryKey: form.key, look, color: colorOf(visual.material?.color), linkFromGeometry, isPlane: form.key === "plane" }];
  }

  private meshDrawables(visual: Visual, mesh: number, scale: readonly number[]): Drawable[] {
    const factor = new Vector3(...(scale?.map((value) => (Number.isFinite(value) && value !== 0 ? value : 1)) ?? [1, 1, 1]));
    const linkFromGeometry = matrixOf(visual.pose, 0, new Matrix4(), factor);
    return (this.meshes.get(mesh) ?? []).map((surface) => {
      const look = lookOf(visual.material, this.extentOf(surface.key), false, true);
      let color = colorOf(visual.material?.color);
      if (visual.material?.keeps_mesh_colors) {
        look.texture = surface.texture;
        look.opacity = surface.color?.[3] ?? 1;
        color = colorOf(surface.color);
      }
      if (!this.geometries.get(surface.key)!.getAttribute("uv")) look.texture = -1;
      return { geometryKey: surface.key, look, color, linkFromGeometry: linkFromGeometry.clone(), isPlane: false };
    });
  }

  private extentOf(key: string): Vector3 {
    const geometry = this.geometries.get(key)!;
    if (!geometry.boundingBox) geometry.computeBoundingBox();
    return geometry.boundingBox!.getSize(new Vector3());
  }
}
