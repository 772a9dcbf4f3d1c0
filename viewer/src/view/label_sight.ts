// SPDX-License-Identifier: Apache-2.0
// Occlusion of labels. Tested again only when the camera, the label or the world moved, and for at most a few
// milliseconds per frame: the remaining labels keep their state until the next frame.
import { Matrix4, OrthographicCamera, Vector3, type Camera } from "three";

const MAX_TIME = 4; // ms a picture
const SAME = 0.01; // m
const SHORT_OF = 0.05; // m before the place: what it is stuck to

export interface OcclusionTarget {
  key: string;
  place: Vector3;
  body: Vector3[] | null; // points of what is named: if one is seen, so is its label; null: always shown
  entity: number; // does not hide itself; -1: none
}

// Whether the line between two points is occluded.
export type IsBetween = (from: Vector3, to: Vector3, itself: number) => boolean;

interface Known {
  isHidden: boolean;
  eye: Vector3;
  place: Vector3;
  world: string;
}

// The viewpoint of a camera for a point: in a plan, directly above it.
export function viewpointFor(camera: Camera, place: Vector3): Vector3 {
  const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
  if (!(camera instanceof OrthographicCamera)) return eye;
  const back = new Vector3().setFromMatrixColumn(camera.matrixWorld as Matrix4, 2).normalize();
  return place.clone().addScaledVector(back, eye.sub(place).dot(back));
}

export class LabelOcclusion {
  private known = new Map<string, Known>();
  private ends = 0; // of the time for this picture
  isBehind = false; // some labels were left over
  private hasLooked = false; // at one at least, however slow the machine is

  constructor(private readonly isBetween: IsBetween, private readonly clock: () => number = () => performance.now()) {}

  begin(): void {
    this.ends = this.clock() + MAX_TIME;
    this.isBehind = this.hasLooked = false;
  }

  // world: a text that changes whenever the world or its cut height changes.
  isHidden(label: OcclusionTarget, camera: Camera, world: string): boolean {
    if (!label.body) return false;
    const eye = viewpointFor(camera, label.place);
    const known = this.known.get(label.key);
    const isSame = known && known.world === world && known.eye.distanceTo(eye) < SAME && known.place.distanceTo(label.place) < SAME;
    if (known && isSame) return known.isHidden;
    if (this.hasLooked && this.clock() > this.ends) {
      this.isBehind = true;
      return known?.isHidden ?? true; // it does not flash up
    }
    this.hasLooked = true;
    const isHidden = [label.place, ...label.body].every((point) => this.isCovered(viewpointFor(camera, point), point, label.entity));
    this.known.set(label.key, { isHidden, eye, place: label.place.clone(), world });
    return isHidden;
  }

  clear(): void {
    this.known.clear();
  }

  private isCovered(eye: Vector3, place: Vector3, entity: number): boolean {
    const way = eye.distanceTo(place);
    return way > SHORT_OF && this.isBetween(eye, place.clone().lerp(eye, SHORT_OF / way), entity);
  }
}
