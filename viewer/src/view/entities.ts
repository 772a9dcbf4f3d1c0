// SPDX-License-Identifier: Apache-2.0
// All entities as instances in the scene, with the poses of their parts.
import { Box3, Matrix4, Vector3, type Object3D } from "three";
import type { Hello, Entity } from "../protocol";
import { clampPlane, type Box } from "./ground";
import { InstanceGroup, type Piece } from "./instances";
import { MaterialStore } from "./materials";
import { ModelStore, type Drawable } from "./models";
import { Occluders } from "./occluders";
import { isUsable, matrixOf } from "./poses";
import { Roofs, slabOf, type Slab } from "./roofs";

const MOST_PIECES = 400_000; // a page that shows more is of no use to anybody

const TALL = 1.8; // m

interface Part {
  entity: number;
  pose: Float64Array;
  pieces: Piece[];
  drawables: Drawable[];
  occluders: (number | null)[]; // of the drawables
}

const SEEN_THROUGH = 0.9; // of opacity: less hides nothing
const HIDING = new Set<Entity["kind"]>(["world", "object"]);

// Boxes as high as a room may be cut below its roof.
function filledIfTall(drawable: Drawable, matrix: Matrix4): Drawable {
  const isTall = drawable.geometryKey === "box" && new Vector3().setFromMatrixScale(matrix).z > TALL;
  return isTall && drawable.look.opacity >= 0.999 ? { ...drawable, look: { ...drawable.look, isFilled: true } } : drawable;
}

export class EntityStore {
  bounds: Hello["bounds"] | null = null;
  private readonly groups = new Map<string, InstanceGroup>();
  private readonly parts = new Map<number, Part>(); // of things that move, by part
  private readonly entities = new Map<number, Part[]>();
  readonly roofs = new Roofs();
  readonly occluders = new Occluders();
  private readonly content = new Box3(); // of all that stands still and is no roof
  private pieceCount = 0;

  constructor(private readonly scene: Object3D, private readonly models: ModelStore, private readonly materials: MaterialStore) {}

  add(entity: Entity): void {
    this.remove(entity.id);
    const links = this.models.links(entity.model) ?? [];
    const count = Math.max(links.length, entity.poses?.length ?? 0);
    const parts: Part[] = [];
    for (let link = 0; link < count; ++link) {
      const pose = entity.poses?.[link] ?? entity.poses?.[0];
      const part: Part = { entity: entity.id, pose: new Float64Array(7), pieces: [], drawables: links[link] ?? [], occluders: [] };
      if (!isUsable(pose)) part.drawables = [];
      else part.pose.set(pose!);
      this.draw(part, entity.is_static, HIDING.has(entity.kind));
      parts.push(part);
      if (!entity.is_static) this.parts.set(entity.first_part + link, part);
    }
    this.entities.set(entity.id, parts);
  }

  // Returns the removed parts.
  remove(id: number): number[] {
    const parts = this.entities.get(id);
    if (!parts) return [];
    this.entities.delete(id);
    this.roofs.remove(id);
    for (const piece of parts.flatMap((part) => part.pieces)) {
      piece.group.remove(piece);
      --this.pieceCount;
    }
    for (const id of parts.flatMap((part) => part.occluders)) if (id !== null) this.occluders.remove(id);
    const gone = [...this.parts].filter(([, part]) => part.entity === id).map(([number]) => number);
    for (const number of gone) this.parts.delete(number);
    return gone;
  }

  move(number: number, pose: ArrayLike<number>): void {
    const part = this.parts.get(number);
    if (!part) return;
    part.pose.set(pose);
    const worldFromLink = matrixOf(pose);
    part.pieces.forEach((piece, i) => {
      const matrix = new Matrix4().multiplyMatrices(worldFromLink, part.drawables[i].linkFromGeometry);
      piece.group.place(piece, matrix);
      const occluder = part.occluders[i];
      if (occluder !== null) this.occluders.move(occluder, matrix);
    });
  }

  // Pose of the entity's first link; null if it is unknown.
  poseOf(id: number, link = 0): Float64Array | null {
    const pose = this.entities.get(id)?.[link]?.pose;
    return pose && isUsable(pose) ? pose : null;
  }

  // Extent of the entity below its first link, in the frame of that link; m, downwards positive.
  depthBelow(id: number): number {
    const whole = this.boxOf(id);
    return whole.isEmpty() ? 0 : -whole.min.z;
  }

  // Current bounding box of the entity in the frame of its first link; empty if nothing of it is drawn.
  boxOf(id: number): Box3 {
    const parts = this.entities.get(id) ?? [];
    const box = new Box3(), whole = new Box3();
    const first = this.poseOf(id);
    if (!first) return whole;
    const firstFromWorld = matrixOf(first).invert();
    for (const part of parts) {
      const firstFromLink = matrixOf(part.pose).premultiply(firstFromWorld);
      for (const { geometryKey, linkFromGeometry } of part.pieces.length > 0 ? part.drawables : []) {
        const geometry = this.models.geometry(geometryKey);
        if (geometry && !geometry.boundingBox) geometry.computeBoundingBox();
        if (geometry?.boundingBox) whole.union(box.copy(geometry.boundingBox).applyMatrix4(linkFromGeometry).applyMatrix4(firstFromLink));
      }
    }
    return whole;
  }

  meshes(): Object3D[] {
    return [...this.groups.values()].filter((group) => group.count > 0).map((group) => group.mesh);
  }

  counts(): { entities: number; parts: number; instances: number } {
    let parts = 0;
    for (const list of this.entities.values()) for (const part of list) if (part.pieces.length > 0) ++parts;
    return { entities: this.entities.size, parts, instances: this.pieceCount };
  }

  clear(): void {
    this.groups.forEach((group) => group.dispose());
    this.groups.clear();
    this.parts.clear();
    this.entities.clear();
    this.roofs.clear();
    this.occluders.clear();
    this.content.makeEmpty();
    this.pieceCount = 0;
  }

  private draw(part: Part, isStatic: boolean, isHiding: boolean): void {
    const worldFromLink = matrixOf(part.pose);
    for (const drawable of part.drawables) {
      if (this.pieceCount >= MOST_PIECES) return;
      const matrix = new Matrix4().multiplyMatrices(worldFromLink, drawable.linkFromGeometry);
      if (drawable.isPlane && isStatic && this.bounds) clampPlane(matrix, this.bounds);
      const slab = isStatic ? this.takeExtent(part.entity, drawable, matrix) : null;
      const group = this.groupOf(isStatic ? filledIfTall(drawable, matrix) : drawable, !slab);
      if (!group) continue;
      part.pieces.push(group.add(part.entity, matrix, drawable.color));
      const geometry = this.models.geometry(drawable.geometryKey);
      const isOccluder = isHiding && geometry && drawable.look.opacity >= SEEN_THROUGH;
      part.occluders.push(isOccluder ? this.occluders.add(part.entity, geometry, drawable.geometryKey === "box", matrix) : null);
      ++this.pieceCount;
    }
  }

  // The bounds of the world below a height, that is without roofs.
  contentBelow(height: number): Box | null {
    if (this.content.isEmpty()) return null;
    const box = this.content.clone();
    box.max.z = Math.max(Math.min(box.max.z, height), box.min.z + 0.5);
    return { middle: box.getCenter(new Vector3()), size: box.getSize(new Vector3()) };
  }

  // Returns the slab if the piece is wide and horizontal.
  private takeExtent(entity: number, drawable: Drawable, matrix: Matrix4): Slab | null {
    const geometry = this.models.geometry(drawable.geometryKey);
    if (geometry && !geometry.boundingBox) geometry.computeBoundingBox();
    if (!geometry?.boundingBox) return null;
    const box = geometry.boundingBox.clone().applyMatrix4(matrix);
    const slab = slabOf(box);
    if (slab) this.roofs.add(entity, slab);
    else this.content.union(box);
    return slab;
  }

  private groupOf(drawable: Drawable, castsShadow: boolean): InstanceGroup | null {
    const key = `${drawable.geometryKey}#${this.materials.keyOf(drawable.look)}#${castsShadow}`;
    let group = this.groups.get(key);
    if (group) return group;
    const geometry = this.models.geometry(drawable.geometryKey);
    if (!geometry) return null;
    const isSolid = drawable.look.opacity >= 0.999 && !drawable.look.isUnlit;
    group = new InstanceGroup(this.scene, geometry, this.materials.get(drawable.look), isSolid && castsShadow, isSolid);
    this.groups.set(key, group);
    return group;
  }
}
