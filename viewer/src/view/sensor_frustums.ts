// SPDX-License-Identifier: Apache-2.0
// The cameras of robots: the pose of the latest image of each, moved along with its robot, and the outline of its view frustum.
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Matrix4, Quaternion, Vector3, type Object3D } from "three";
import type { PictureFrame } from "../decode";
import type { Pose, Robot } from "../protocol";
import type { Viewpoint } from "./cameras";
import { isUsable, matrixOf } from "./poses";

interface Seen {
  pose: Pose; // when the image was taken
  robotFromEye: Matrix4 | null;
  fieldOfView: number;
  aspect: number;
}

const OUTLINE = 0.8; // m, length of the drawn frustum
const DEFAULT_FIELD = 1.2; // rad

export class SensorFrustums {
  private readonly seen = new Map<number, Seen>();
  private readonly outlines = new Map<number, LineSegments>();
  private readonly group = new Group();
  private readonly material = new LineBasicMaterial({ color: 0x8a63d2, transparent: true, opacity: 0.8 });

  constructor(scene: Object3D, private readonly layer: number) {
    scene.add(this.group);
  }

  set visible(value: boolean) {
    this.group.visible = value;
  }

  receive(frame: PictureFrame, robotPose: ArrayLike<number> | null): void {
    if (!isUsable(frame.pose) || !(frame.fieldOfView > 0 && frame.fieldOfView < Math.PI) || !(frame.width > 0 && frame.height > 0)) return;
    const robotFromEye = robotPose ? matrixOf(robotPose).invert().multiply(matrixOf(frame.pose)) : null;
    const seen = { pose: frame.pose, robotFromEye, fieldOfView: frame.fieldOfView, aspect: frame.width / frame.height };
    this.seen.set(frame.stream, seen);
    this.outline(frame.stream, seen);
  }

  // The exact pose of the latest image.
  exact(stream: number): Viewpoint | null {
    return this.seen.get(stream) ?? null;
  }

  // The viewpoint of the robot's first camera with an image, or else the top front of the robot.
  of(robot: Robot, pose: ArrayLike<number>): Viewpoint {
    for (const stream of robot.streams ?? []) {
      const seen = this.seen.get(stream.id);
      if (!seen) continue;
      return { ...seen, pose: seen.robotFromEye ? poseOf(matrixOf(pose).multiply(seen.robotFromEye)) : seen.pose };
    }
    const front = matrixOf(pose).multiply(new Matrix4().makeTranslation((robot.size?.[0] || 0.5) / 2, 0, (robot.size?.[2] || 0.3) + 0.05));
    return { pose: poseOf(front), fieldOfView: DEFAULT_FIELD, aspect: 4 / 3 };
  }

  keepOnly(streams: { has(id: number): boolean }): void {
    for (const stream of [...this.seen.keys()]) if (!streams.has(stream)) this.drop(stream);
  }

  clear(): void {
    for (const stream of [...this.seen.keys()]) this.drop(stream);
  }

  dispose(): void {
    this.clear();
    this.material.dispose();
  }

  private drop(stream: number): void {
    this.seen.delete(stream);
    const outline = this.outlines.get(stream);
    outline?.removeFromParent();
    outline?.geometry.dispose();
    this.outlines.delete(stream);
  }

  private outline(stream: number, seen: Seen): void {
    let lines = this.outlines.get(stream);
    if (!lines) {
      lines = new LineSegments(new BufferGeometry(), this.material);
      lines.layers.set(this.layer);
      lines.matrixAutoUpdate = false;
      lines.frustumCulled = false;
      this.outlines.set(stream, lines);
      this.group.add(lines);
    }
    lines.geometry.setAttribute("position", new BufferAttribute(outlineOf(seen.fieldOfView, seen.aspect), 3));
    lines.matrix.copy(matrixOf(seen.pose));
    lines.matrixWorldNeedsUpdate = true;
  }
}

function outlineOf(fieldOfView: number, aspect: number): Float32Array {
  const side = OUTLINE * Math.tan(fieldOfView / 2), up = side / aspect;
  const corners = [[OUTLINE, side, up], [OUTLINE, -side, up], [OUTLINE, -side, -up], [OUTLINE, side, -up]];
  const values: number[] = [];
  corners.forEach((corner, i) => values.push(0, 0, 0, ...corner, ...corner, ...corners[(i + 1) % 4]));
  return Float32Array.from(values);
}

function poseOf(matrix: Matrix4): Pose {
  const place = new Vector3(), turn = new Quaternion(), scale = new Vector3();
  matrix.decompose(place, turn, scale);
  return [place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w];
}
