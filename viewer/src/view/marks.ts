// SPDX-License-Identifier: Apache-2.0
// Rings on the floor: around the selected robot, with a heading mark, and at the target.
import { CircleGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial, RingGeometry, type Object3D } from "three";
import type { Robot } from "../protocol";
import { MARK_COLOR, TARGET_COLOR } from "./palette";
import { positionOf, rotationOf } from "./poses";

const ABOVE_FLOOR = 0.015; // m

function flat(color: number, opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, transparent: true, opacity, side: DoubleSide, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -4 });
}

export class Marks {
  private readonly ringMaterial = flat(MARK_COLOR, 0.9);
  private readonly targetMaterial = flat(TARGET_COLOR, 0.9);
  private readonly selected = new Group();
  private readonly target = new Group();

  constructor(scene: Object3D, layer: number) {
    const tip = new Mesh(new CircleGeometry(0.16, 3), this.ringMaterial);
    tip.position.x = 1.16;
    this.selected.add(new Mesh(new RingGeometry(0.92, 1, 56), this.ringMaterial), tip);
    this.target.add(
      new Mesh(new RingGeometry(0.22, 0.27, 40), this.targetMaterial),
      new Mesh(new RingGeometry(0.09, 0.12, 28), this.targetMaterial),
      new Mesh(new CircleGeometry(0.035, 16), this.targetMaterial),
    );
    this.selected.visible = this.target.visible = false;
    for (const group of [this.selected, this.target]) {
      group.traverse((object) => object.layers.set(layer));
      scene.add(group);
    }
  }

  // Lies in the plane on which the robot stands, this many metres below its pose.
  showSelected(robot: Robot | undefined, pose: ArrayLike<number> | null, below: number, color: number): void {
    this.selected.visible = !!robot && !!pose;
    if (!robot || !pose) return;
    const radius = Math.max(Math.hypot(robot.size?.[0] || 0.5, robot.size?.[1] || 0.5) / 2 + 0.08, 0.15);
    rotationOf(pose, 0, this.selected.quaternion);
    this.selected.position.set(0, 0, ABOVE_FLOOR - below).applyQuaternion(this.selected.quaternion).add(positionOf(pose));
    this.selected.scale.setScalar(Math.min(radius, 20));
    this.ringMaterial.color.copy(new Color(color));
  }

  showTarget(place: [number, number] | null, floor: number): void {
    this.target.visible = !!place && Number.isFinite(place[0]) && Number.isFinite(place[1]);
    if (place && this.target.visible) this.target.position.set(place[0], place[1], floor + ABOVE_FLOOR);
  }

  dispose(): void {
    for (const group of [this.selected, this.target]) group.traverse((object) => (object as Mesh).geometry?.dispose());
    this.ringMaterial.dispose();
    this.targetMaterial.dispose();
  }
}
