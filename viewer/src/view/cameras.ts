// SPDX-License-Identifier: Apache-2.0
// The camera of a view, with all its modes.
import { MathUtils, Matrix4, OrthographicCamera, PerspectiveCamera, Quaternion, Vector3, type Camera } from "three";
import type { CameraMode } from "./api";
import type { Box } from "./ground";
import { positionOf, rotationOf, yawOf } from "./poses";

const BEHIND = new Vector3(-2.5, 0, 1.5);
const AHEAD = new Vector3(0.5, 0, 0);
const SIDEWAYS = new Vector3(0, 1, 0);
const LIFTS = [0, 0.35, 0.7, 0.95]; // rad
const ELEVATION = Math.atan2(BEHIND.z, -BEHIND.x); // rad, over the robot
const MIN_ELEVATION = 0.03, MAX_ELEVATION = 1.5; // rad
const MIN_ZOOM = 0.25, MAX_ZOOM = 6; // times the usual distance
const ROBOT_HEIGHT = 0.35; // m, of what should be seen of it
const TIME_CONSTANT = 0.3; // s
const SNAP = 6; // m: farther than this the camera is put there, not moved
const UP = new Vector3(0, 0, 1);
const MARGIN = 1.1; // around a world that fits
const NORMAL_FIELD = 50; // degrees, vertical

// A camera sees along -z with y up; a sensor along x with z up.
const SENSOR_FROM_CAMERA = new Quaternion().setFromRotationMatrix(
  new Matrix4().makeBasis(new Vector3(0, -1, 0), new Vector3(0, 0, 1), new Vector3(-1, 0, 0)),
);

// The viewpoint of a robot's camera.
export interface Viewpoint {
  pose: ArrayLike<number>; // world from sensor, x is the optical axis
  fieldOfView: number; // rad, horizontal
  aspect: number;
}

export interface Followed {
  pose: ArrayLike<number> | null; // of the robot
  eye: Viewpoint | null;
  isInSight: (from: Vector3, to: Vector3) => boolean;
}

export interface FixedPose {
  position: Vector3;
  rotation: Quaternion;
  fieldOfView: number; // degrees, vertical
}

export function rotationOfViewpoint(pose: ArrayLike<number>): Quaternion {
  return rotationOf(pose).multiply(SENSOR_FROM_CAMERA);
}

// Vertical field of view, degrees, at which an image from this viewpoint just fits into a view.
export function fittingFieldOfView(eye: Viewpoint, viewAspect: number): number {
  const halfWidth = Math.tan(MathUtils.clamp(eye.fieldOfView, 0.05, 3) / 2);
  const halfHeight = halfWidth / Math.max(eye.aspect, 0.05);
  return 2 * MathUtils.radToDeg(Math.atan(Math.max(halfHeight, halfWidth / viewAspect)));
}

// The user's orbit and zoom of the view behind a robot, kept until reset. Rotates with the robot.
export class Tether {
  turn = 0; // rad around the robot, from behind it to the right-hand side's back and on
  elevation: number | null = null; // rad; null: as low as the robot can be seen from
  zoom = 1; // times the usual distance

  // Starts at the current elevation.
  rotate(turn: number, elevation: number, from: number): void {
    this.turn = MathUtils.euclideanModulo(this.turn + turn + Math.PI, 2 * Math.PI) - Math.PI;
    this.elevation = MathUtils.clamp((this.elevation ?? from) + elevation, MIN_ELEVATION, MAX_ELEVATION);
  }

  scale(factor: number): void {
    if (factor > 0) this.zoom = MathUtils.clamp(this.zoom * factor, MIN_ZOOM, MAX_ZOOM);
  }

  reset(): void {
    this.turn = 0;
    this.elevation = null;
    this.zoom = 1;
  }
}

const USUAL = new Tether();

// Position and target of the tethered camera for a robot pose; elevation in rad.
function tetherAt(place: Vector3, heading: number, elevation: number, { turn, zoom }: Tether): { eye: Vector3; look: Vector3 } {
  const around = new Quaternion().setFromAxisAngle(UP, heading + turn);
  const behind = BEHIND.clone().applyAxisAngle(SIDEWAYS, elevation - ELEVATION).multiplyScalar(zoom);
  const ahead = AHEAD.clone().multiplyScalar(Math.min(1, zoom));
  return { eye: behind.applyQuaternion(around).add(place), look: ahead.applyQuaternion(around).add(place) };
}

// The same for a pose; lift (rad): how much it rises over its usual place, on an arc.
export function tetherOf(pose: ArrayLike<number>, lift = 0, tether: Tether = USUAL): { eye: Vector3; look: Vector3 } {
  return tetherAt(positionOf(pose), yawOf(rotationOf(pose)), ELEVATION + lift, tether);
}

// The lowest elevation from which the robot is visible: in a maze, over the walls.
function elevationInSight(followed: Followed, pose: ArrayLike<number>, tether: Tether): number {
  const top = positionOf(pose).add(new Vector3(0, 0, ROBOT_HEIGHT));
  return ELEVATION + (LIFTS.find((lift) => followed.isInSight(tetherOf(pose, lift, tether).eye, top)) ?? LIFTS[LIFTS.length - 1]);
}

// Target and distance at which all corners of a box are just in view from a direction.
export function framingOf(bounds: Box, direction: Vector3, fieldOfView: number, aspect: number): { target: Vector3; distance: number } {
  const right = new Vector3().crossVectors(UP, direction).normalize();
  const above = new Vector3().crossVectors(direction, right);
  const tangent = Math.tan(MathUtils.degToRad(fieldOfView / 2)) / MARGIN;
  const target = bounds.middle.clone();
  let distance = 1;
  for (let round = 0; round < 4; ++round) {
    const corners = cornersOf(bounds).map((corner) => corner.sub(target));
    distance = Math.max(1, ...corners.map((corner) => corner.dot(direction) + Math.max(Math.abs(corner.dot(above)) / tangent, Math.abs(corner.dot(right)) / (tangent * aspect))));
    // Near corners look larger than far ones: the middle of the picture is not that of the box.
    const heights = corners.map((corner) => corner.dot(above) / (distance - corner.dot(direction)));
    target.addScaledVector(above, 0.5 * distance * (Math.max(...heights) + Math.min(...heights)));
  }
  return { target, distance };
}

function cornersOf({ middle, size }: Box): Vector3[] {
  return Array.from({ length: 8 }, (_, i) => size.clone().multiply(new Vector3((i & 1) - 0.5, ((i >> 1) & 1) - 0.5, ((i >> 2) & 1) - 0.5)).add(middle));
}

export class ViewCamera {
  mode: CameraMode = "orbit";
  readonly orbit = new PerspectiveCamera(NORMAL_FIELD, 1, 0.1, 500);
  readonly plan = new OrthographicCamera(-1, 1, 1, -1, 0.1, 500);
  readonly target = new Vector3(); // what orbit turns around
  readonly planTarget = new Vector3();
  private readonly follower = new PerspectiveCamera(NORMAL_FIELD, 1, 0.05, 500);
  readonly tether = new Tether();
  // What the tethered camera is smoothed to: robot's place and heading, and its own elevation. The person's hand is not smoothed.
  private readonly anchor = new Vector3();
  private heading = 0; // rad
  private elevation = ELEVATION;
  private followedFrom = ""; // mode and robot that the follower is smoothed for
  private planHeight = 10; // m that the plan shows from bottom to top

  constructor() {
    for (const camera of [this.orbit, this.plan, this.follower]) camera.up.copy(UP);
  }

  get camera(): Camera & (PerspectiveCamera | OrthographicCamera) {
    if (this.mode === "orbit") return this.orbit;
    return this.mode === "plan" ? this.plan : this.follower;
  }

  frame(bounds: Box, aspect: number): void {
    const direction = new Vector3(-0.45, -0.62, 0.68).normalize();
    const { target, distance } = framingOf(bounds, direction, NORMAL_FIELD, aspect);
    this.target.copy(target);
    this.orbit.position.copy(direction).multiplyScalar(distance).add(target);
    this.orbit.lookAt(this.target);
    this.setDepths(bounds, distance);
    this.planHeight = Math.max(bounds.size.y, bounds.size.x / aspect) * 1.12 + 0.5;
    this.planTarget.copy(bounds.middle);
    const top = bounds.middle.z + bounds.size.z / 2 + 5;
    this.plan.position.set(bounds.middle.x, bounds.middle.y, top);
    this.plan.far = bounds.size.z + 60;
    this.plan.zoom = 1;
    this.plan.lookAt(bounds.middle.x, bounds.middle.y + 1e-6, bounds.middle.z);
    this.plan.quaternion.identity(); // x to the right, y upwards
    this.fit(aspect);
  }

  fit(aspect: number): void {
    for (const camera of [this.orbit, this.follower]) {
      camera.aspect = aspect;
      camera.updateProjectionMatrix();
    }
    this.plan.top = this.planHeight / 2;
    this.plan.bottom = -this.plan.top;
    this.plan.right = this.plan.top * aspect;
    this.plan.left = -this.plan.right;
    this.plan.updateProjectionMatrix();
  }

  goFixed(pose: FixedPose): void {
    this.mode = "fixed";
    this.follower.position.copy(pose.position);
    this.follower.quaternion.copy(pose.rotation);
    this.setField(pose.fieldOfView);
    this.followedFrom = "";
  }

  fixedPose(): FixedPose {
    const camera = this.camera;
    if (camera instanceof PerspectiveCamera) return { position: camera.position.clone(), rotation: camera.quaternion.clone(), fieldOfView: camera.fov };
    const height = this.planHeight / this.plan.zoom / 2 / Math.tan(MathUtils.degToRad(NORMAL_FIELD / 2));
    return { position: this.plan.position.clone().setZ(this.planTarget.z + height), rotation: this.plan.quaternion.clone(), fieldOfView: NORMAL_FIELD };
  }

  // Follows its target; returns whether it is still moving.
  update(followed: Followed, robot: string, seconds: number): boolean {
    if (this.mode === "tethered" && followed.pose) return this.follow(followed, followed.pose, `tethered ${robot}`, seconds);
    if (this.mode === "first_person" && followed.eye) this.lookThrough(followed.eye);
    return false;
  }

  // By a drag: azimuth and elevation change, rad.
  turnTether(turn: number, elevation: number): void {
    this.tether.rotate(turn, elevation, this.elevation);
    this.elevation = this.tether.elevation ?? this.elevation;
  }

  private follow(followed: Followed, pose: ArrayLike<number>, key: string, seconds: number): boolean {
    const place = positionOf(pose), heading = yawOf(rotationOf(pose));
    const elevation = this.tether.elevation ?? elevationInSight(followed, pose, this.tether);
    const isNew = this.followedFrom !== key || this.anchor.distanceTo(place) > SNAP;
    const share = isNew ? 1 : 1 - Math.exp(-seconds / TIME_CONSTANT);
    if (isNew) this.setField(NORMAL_FIELD);
    this.followedFrom = key;
    const turnLeft = Math.atan2(Math.sin(heading - this.heading), Math.cos(heading - this.heading));
    this.anchor.lerp(place, share);
    this.heading += share * turnLeft;
    this.elevation += share * (elevation - this.elevation);
    const { eye, look } = tetherAt(this.anchor, this.heading, this.elevation, this.tether);
    this.follower.position.copy(eye);
    this.follower.lookAt(look);
    const isThere = (1 - share) * Math.abs(turnLeft) < 1e-3 && Math.abs(elevation - this.elevation) < 1e-3;
    return !isThere || this.anchor.distanceTo(place) > 2e-3;
  }

  private lookThrough(eye: Viewpoint): void {
    this.followedFrom = "";
    positionOf(eye.pose, 0, this.follower.position);
    this.follower.quaternion.copy(rotationOfViewpoint(eye.pose));
    this.setField(fittingFieldOfView(eye, this.follower.aspect));
  }

  private setField(degrees: number): void {
    if (Math.abs(this.follower.fov - degrees) < 1e-6) return;
    this.follower.fov = degrees;
    this.follower.updateProjectionMatrix();
  }

  private setDepths(bounds: Box, distance: number): void {
    const far = Math.max(200, distance * 6 + bounds.size.length());
    this.orbit.near = Math.max(0.05, far / 5000);
    this.orbit.far = this.follower.far = far;
  }
}
