// SPDX-License-Identifier: Apache-2.0
// Trails of robots: a ribbon and a line of the last points of each.
import { BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Group, Line, LineBasicMaterial, Mesh, MeshBasicMaterial, type Object3D, type Vector3 } from "three";

const MOST_POINTS = 2000;
const STEP = 0.04; // m between points
const JUMP = 1; // m: nothing drives so far between two poses; a new trail begins
const HALF_WIDTH = 0.022; // m
const LIFT = 0.05; // m over where the robot stood, so that floors do not hide it

// The points of one trail with their times. Pure; drawing is below.
export class TrailPoints {
  readonly places = new Float32Array(3 * MOST_POINTS);
  private times: number[] = [];

  get count(): number {
    return this.times.length;
  }

  // Returns whether the point was added.
  add(time: number, x: number, y: number, z: number): boolean {
    if (!Number.isFinite(x + y + z)) return false;
    const last = 3 * (this.count - 1);
    const away = this.count > 0 ? Math.hypot(x - this.places[last], y - this.places[last + 1], z - this.places[last + 2]) : Infinity;
    if (away < STEP) return false;
    if (this.count > 0 && away > JUMP) this.times = [];
    if (this.count === MOST_POINTS) this.dropOldest(MOST_POINTS / 8);
    this.places.set([x, y, z], 3 * this.count);
    this.times.push(time);
    return true;
  }

  // Removes points after this time (a recording was rewound).
  cutAfter(time: number): void {
    let count = this.count;
    while (count > 0 && this.times[count - 1] > time) --count;
    this.times.length = count;
  }

  private dropOldest(count: number): void {
    this.places.copyWithin(0, 3 * count, 3 * this.count);
    this.times.splice(0, count);
  }
}

class Trail {
  readonly points = new TrailPoints();
  readonly group = new Group();
  private readonly line = new BufferGeometry();
  private readonly ribbon = new BufferGeometry();
  private readonly lineMaterial: LineBasicMaterial;
  private readonly ribbonMaterial: MeshBasicMaterial;

  constructor(color: number, layer: number) {
    this.lineMaterial = new LineBasicMaterial({ color, transparent: true, opacity: 0.9 });
    this.ribbonMaterial = new MeshBasicMaterial({ color, transparent: true, opacity: 0.75, side: DoubleSide, depthWrite: false });
    this.line.setAttribute("position", new BufferAttribute(new Float32Array(3 * MOST_POINTS), 3).setUsage(DynamicDrawUsage));
    this.ribbon.setAttribute("position", new BufferAttribute(new Float32Array(6 * MOST_POINTS), 3).setUsage(DynamicDrawUsage));
    const indices: number[] = [];
    for (let i = 0; i + 1 < MOST_POINTS; ++i) indices.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3);
    this.ribbon.setIndex(indices);
    this.group.add(new Line(this.line, this.lineMaterial), new Mesh(this.ribbon, this.ribbonMaterial));
    this.group.traverse((object) => {
      object.layers.set(layer);
      object.frustumCulled = false;
    });
    this.rebuild(0);
  }

  rebuild(from: number): void {
    const { places, count } = this.points;
    const line = this.line.getAttribute("position") as BufferAttribute, ribbon = this.ribbon.getAttribute("position") as BufferAttribute;
    for (let i = from; i < count; ++i) {
      const before = 3 * Math.max(i - 1, 0), after = 3 * Math.min(i + 1, count - 1);
      const x = places[after] - places[before], y = places[after + 1] - places[before + 1];
      const scale = HALF_WIDTH / (Math.hypot(x, y) || 1);
      const z = places[3 * i + 2] + LIFT;
      line.setXYZ(i, places[3 * i], places[3 * i + 1], z);
      ribbon.setXYZ(2 * i, places[3 * i] - y * scale, places[3 * i + 1] + x * scale, z);
      ribbon.setXYZ(2 * i + 1, places[3 * i] + y * scale, places[3 * i + 1] - x * scale, z);
    }
    line.needsUpdate = ribbon.needsUpdate = true;
    this.line.setDrawRange(0, count);
    this.ribbon.setDrawRange(0, 6 * Math.max(count - 1, 0));
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const each of [this.line, this.ribbon, this.lineMaterial, this.ribbonMaterial]) each.dispose();
  }
}

export class Trails {
  private readonly trails = new Map<string, Trail>();
  private readonly group = new Group();

  constructor(scene: Object3D, private readonly layer: number) {
    scene.add(this.group);
  }

  set visible(value: boolean) {
    this.group.visible = value;
  }

  add(robot: string, color: number, time: number, place: Vector3): void {
    let trail = this.trails.get(robot);
    if (!trail) {
      this.trails.set(robot, (trail = new Trail(color, this.layer)));
      this.group.add(trail.group);
    }
    const before = trail.points.count;
    if (trail.points.add(time, place.x, place.y, place.z)) trail.rebuild(trail.points.count > before ? Math.max(before - 1, 0) : 0);
  }

  cutAfter(time: number): void {
    for (const trail of this.trails.values()) {
      trail.points.cutAfter(time);
      trail.rebuild(0);
    }
  }

  // Removes the trails of robots that have left.
  keepOnly(robots: ReadonlySet<string>): void {
    for (const [name, trail] of this.trails) {
      if (robots.has(name)) continue;
      trail.dispose();
      this.trails.delete(name);
    }
  }

  get pointCount(): number {
    let sum = 0;
    for (const trail of this.trails.values()) sum += trail.points.count;
    return sum;
  }

  clear(): void {
    this.keepOnly(new Set());
  }
}
