// SPDX-License-Identifier: Apache-2.0
// Finds the surface under a point of a view.
import { Plane, Raycaster, Vector2, Vector3, type Camera, type InstancedMesh, type Object3D } from "three";
import type { InstanceGroup } from "./instances";
import type { Rectangle } from "./painter";

export interface PickHit {
  point: Vector3;
  entity: number; // -1: the bare floor
}

// Normalised device coordinates in a view, y upwards; null outside.
export function placeInView(x: number, y: number, rectangle: Rectangle): Vector2 | null {
  const across = (x - rectangle.x) / rectangle.width, down = (y - rectangle.y) / rectangle.height;
  if (!(across >= 0 && across <= 1 && down >= 0 && down <= 1)) return null;
  return new Vector2(2 * across - 1, 1 - 2 * down);
}

// The nearest surface below the cut height of the view, or else the floor plane.
export function pickHit(place: Vector2, camera: Camera, meshes: Object3D[], floor: number, cut: number): PickHit | null {
  const caster = new Raycaster();
  camera.updateMatrixWorld();
  caster.setFromCamera(place, camera);
  const hit = caster.intersectObjects(meshes, false).find(({ point }) => point.z <= cut);
  if (hit) {
    const group = (hit.object as InstancedMesh).userData.group as InstanceGroup | undefined;
    return { point: hit.point, entity: group?.entityAt(hit.instanceId ?? -1) ?? -1 };
  }
  const point = caster.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -floor), new Vector3());
  return point && point.length() < 1e5 ? { point, entity: -1 } : null;
}

const OWN = 0.5; // m around what is looked at: itself

// Whether the line between two points is free of drawn surfaces.
export function isInSight(from: Vector3, to: Vector3, meshes: Object3D[], cut: number): boolean {
  const way = to.clone().sub(from);
  const caster = new Raycaster(from, way.clone().normalize(), 0, Math.max(0, way.length() - OWN));
  return !caster.intersectObjects(meshes, false).some(({ point }) => point.z <= cut);
}
