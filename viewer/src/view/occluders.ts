// SPDX-License-Identifier: Apache-2.0
// Occluders of the world. Boxes are tested analytically, everything else by its
// triangles after a bounding box test: thousands of pieces take some tens of microseconds per line.
import { Box3, Matrix4, Ray, Vector3, type BufferGeometry } from "three";

interface Occluder {
  entity: number;
  geometry: BufferGeometry;
  isBox: boolean;
  worldFromGeometry: Matrix4;
  geometryFromWorld: Matrix4 | null; // null: it has moved since
  box: Box3; // in the world, if the one above is there
}

// Segment-box intersection by the separating axis theorem. Without
// divisions or allocations, since it is called for every piece of a world.
export function meetsBox(from: Vector3, to: Vector3, { min, max }: Box3): boolean {
  const hx = (to.x - from.x) / 2, hy = (to.y - from.y) / 2, hz = (to.z - from.z) / 2; // half the line
  const mx = from.x + hx - (min.x + max.x) / 2, my = from.y + hy - (min.y + max.y) / 2, mz = from.z + hz - (min.z + max.z) / 2; // between the middles
  const sx = (max.x - min.x) / 2, sy = (max.y - min.y) / 2, sz = (max.z - min.z) / 2;
  const ax = Math.abs(hx), ay = Math.abs(hy), az = Math.abs(hz);
  if (Math.abs(mx) > sx + ax || Math.abs(my) > sy + ay || Math.abs(mz) > sz + az) return false;
  if (Math.abs(my * hz - mz * hy) > sy * az + sz * ay) return false;
  if (Math.abs(mz * hx - mx * hz) > sx * az + sz * ax) return false;
  return Math.abs(mx * hy - my * hx) <= sx * ay + sy * ax;
}

// The part of a segment below this height; null: none.
export function partBelow(from: Vector3, to: Vector3, height: number): [Vector3, Vector3] | null {
  if (from.z <= height && to.z <= height) return [from, to];
  if (from.z > height && to.z > height) return null;
  const edge = from.clone().lerp(to, (height - from.z) / (to.z - from.z));
  return from.z > height ? [edge, to] : [from, edge];
}

export class Occluders {
  version = 0; // another one whenever something came, went or moved
  private readonly all = new Map<number, Occluder>();
  private nextId = 0;

  add(entity: number, geometry: BufferGeometry, isBox: boolean, worldFromGeometry: Matrix4): number {
    this.all.set(this.nextId, { entity, geometry, isBox, worldFromGeometry: worldFromGeometry.clone(), geometryFromWorld: null, box: new Box3() });
    ++this.version;
    return this.nextId++;
  }

  move(id: number, worldFromGeometry: Matrix4): void {
    const occluder = this.all.get(id);
    if (!occluder) return;
    occluder.worldFromGeometry.copy(worldFromGeometry);
    occluder.geometryFromWorld = null;
    ++this.version;
  }

  remove(id: number): void {
    if (this.all.delete(id)) ++this.version;
  }

  clear(): void {
    this.all.clear();
    ++this.version;
  }

  // Whether the segment between two points is occluded below the cut height. An entity does not occlude itself.
  isBetween(from: Vector3, to: Vector3, cut: number, itself = -1): boolean {
    const part = partBelow(from, to, cut);
    if (!part) return false;
    const [low, high] = part;
    for (const occluder of this.all.values()) if (occluder.entity !== itself && blocks(occluder, low, high)) return true;
    return false;
  }
}

function settle(occluder: Occluder): Matrix4 {
  if (occluder.geometryFromWorld) return occluder.geometryFromWorld;
  const { geometry, worldFromGeometry, box } = occluder;
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  box.copy(geometry.boundingBox!).applyMatrix4(worldFromGeometry);
  return (occluder.geometryFromWorld = worldFromGeometry.clone().invert());
}

const ray = new Ray();
const corners = [new Vector3(), new Vector3(), new Vector3()];
const hit = new Vector3();

function blocks(occluder: Occluder, from: Vector3, to: Vector3): boolean {
  const geometryFromWorld = settle(occluder);
  if (!meetsBox(from, to, occluder.box)) return false;
  // An affine transformation preserves lines and ratios along them.
  const begin = from.clone().applyMatrix4(geometryFromWorld), end = to.clone().applyMatrix4(geometryFromWorld);
  return meetsBox(begin, end, occluder.geometry.boundingBox!) && (occluder.isBox || meetsTriangle(occluder.geometry, begin, end));
}

function meetsTriangle(geometry: BufferGeometry, from: Vector3, to: Vector3): boolean {
  const places = geometry.getAttribute("position"), index = geometry.getIndex();
  const length = from.distanceTo(to);
  ray.origin.copy(from);
  ray.direction.copy(to).sub(from).normalize();
  const count = index ? index.count : places.count;
  for (let i = 0; i + 2 < count; i += 3) {
    corners.forEach((corner, k) => corner.fromBufferAttribute(places as never, index ? index.getX(i + k) : i + k));
    if (ray.intersectTriangle(corners[0], corners[1], corners[2], false, hit) && hit.distanceTo(from) <= length) return true;
  }
  return false;
}
