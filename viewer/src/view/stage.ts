// SPDX-License-Identifier: Apache-2.0
// The scene of a run, updated by its messages.
import { Scene, Vector3 } from "three";
import { isInSight } from "./picker";
import type { CoverageFrame, PictureFrame, PosesFrame } from "../decode";
import type { Hello, Robot, Entity, Entities } from "../protocol";
import type { Run } from "../run";
import type { Layers } from "./api";
import type { Followed } from "./cameras";
import { SensorFrustums } from "./sensor_frustums";
import { Ghost } from "./ghost";
import { Grid, usableBounds, type Box } from "./ground";
import type { Label } from "./labels";
import { Lighting } from "./lighting";
import { Marks } from "./marks";
import { MaterialStore } from "./materials";
import { ModelStore } from "./models";
import { Motion } from "./motion";
import { OVERLAY_LAYER, type AnyCamera } from "./painter";
import { paletteOf, robotColor, type Palette, type Theme } from "./palette";
import { Pane } from "./pane";
import { isUsable, positionOf, rotationOf } from "./poses";
import { CoveragePlane } from "./radio/coverage_plane";
import { LinksLayer } from "./radio/links_layer";
import { NO_CUT } from "./roofs";
import { Scans } from "./scans";
import { TextureStore } from "./textures";
import { EntityStore } from "./entities";
import { Trails } from "./trails";

const LABELLED = new Set(["robot", "victim", "tag"]);
// Minimum scale for a label, pixels per metre.
const LABEL_DETAIL: Record<string, number> = { robot: 0, victim: 8, tag: 90 };
const LABEL_COLORS: Record<string, string> = { victim: "#c2473d", tag: "#5a6b7b" };

const BODY_POINTS = [[0, 0, 0], [0.85, 0, 0], [-0.85, 0, 0], [0, 0.85, 0], [0, -0.85, 0], [0, 0, 0.85]]; // of half its box

export function seconds(): number {
  return performance.now() / 1000;
}

export class Stage {
  readonly scene = new Scene();
  readonly motion = new Motion();
  readonly textures: TextureStore;
  readonly models = new ModelStore();
  readonly entities: EntityStore;
  readonly scans: Scans;
  readonly trails: Trails;
  readonly sensorFrustums: SensorFrustums;
  readonly pane: Pane;
  readonly ghost: Ghost;
  readonly links: LinksLayer;
  readonly coverage: CoveragePlane;
  bounds: Box = usableBounds(null);
  palette: Palette = paletteOf("light");
  private chosen = "";
  private covering = ""; // the station whose coverage is shown
  private readonly materials: MaterialStore;
  private readonly grid: Grid;
  private readonly lighting: Lighting;
  private readonly marks: Marks;
  private readonly labelled = new Map<number, Entity>();
  private readonly colors = new Map<string, number>(); // of robots, in the order they came
  private readonly bodies = new Map<number, Vector3[]>(); // of things that are named, in their first link
  private readonly depths = new Map<string, number>(); // how far robots reach below their pose
  private readonly robotParts = new Map<number, string>(); // first parts of robots
  private target: [number, number] | null = null;

  constructor(private readonly run: Run, layers: Layers, hasShadows: boolean, private readonly changed: () => void) {
    this.textures = new TextureStore(changed);
    this.materials = new MaterialStore(this.textures, changed);
    this.entities = new EntityStore(this.scene, this.models, this.materials);
    this.scans = new Scans(this.scene, OVERLAY_LAYER, layers);
    this.trails = new Trails(this.scene, OVERLAY_LAYER);
    this.sensorFrustums = new SensorFrustums(this.scene, OVERLAY_LAYER);
    this.pane = new Pane(this.scene, OVERLAY_LAYER, changed);
    this.ghost = new Ghost(this.scene, OVERLAY_LAYER, this.models);
    this.links = new LinksLayer(this.scene, OVERLAY_LAYER, (station) => this.poseOfRobot(station));
    this.coverage = new CoveragePlane(this.scene, OVERLAY_LAYER);
    this.grid = new Grid(this.scene);
    this.lighting = new Lighting(this.scene, hasShadows);
    this.marks = new Marks(this.scene, OVERLAY_LAYER);
    this.setLayers(layers);
    this.setTheme("light");
  }

  // ----- what the run tells

  begin(hello: Hello): void {
    this.empty();
    this.bounds = usableBounds(hello.bounds);
    this.entities.bounds = hello.bounds;
    this.grid.fit(this.bounds, this.floor);
    this.lighting.fit(this.bounds);
    this.scans.setHeights(this.floor, this.bounds.middle.z + this.bounds.size.z / 2);
  }

  receiveEntities(news: Entities): void {
    for (const id of news.removed ?? []) {
      for (const part of this.entities.remove(id)) this.motion.forget(part);
      this.labelled.delete(id);
      this.bodies.delete(id);
    }
    for (const entity of news.added ?? []) {
      this.entities.add(entity);
      if (LABELLED.has(entity.kind)) this.labelled.set(entity.id, entity);
    }
    this.followRobots();
  }

  receiveRobots(robots: Robot[]): void {
    const names = new Set(robots.map(({ name }) => name));
    for (const name of names) if (!this.colors.has(name)) this.colors.set(name, robotColor(this.colors.size));
    this.trails.keepOnly(names);
    this.scans.keepOnly(this.run.streams);
    this.sensorFrustums.keepOnly(this.run.streams);
    this.depths.clear();
    this.followRobots();
  }

  receivePoses(frame: PosesFrame): void {
    const jumped = this.motion.receive(frame, seconds());
    if (jumped) this.trails.cutAfter(frame.time);
    for (let i = 0; i < frame.parts.length; ++i) {
      const name = this.robotParts.get(frame.parts[i]);
      if (name) this.addToTrail(name, frame.time, frame.poses.subarray(7 * i, 7 * i + 7));
    }
  }

  receivePicture(frame: PictureFrame): void {
    const robot = this.run.streams.get(frame.stream)?.robot;
    this.sensorFrustums.receive(frame, robot ? this.poseOfRobot(robot) : null);
    this.pane.receive(frame, seconds());
  }

  receiveCoverage(frame: CoverageFrame): void {
    if (frame.station !== this.covering || frame.station === "") return;
    const pose = this.poseOfRobot(frame.station);
    this.coverage.show(frame, pose ? pose[2] - this.depthOf(frame.station) : this.floor);
  }

  // ----- what the panels want

  get selected(): string {
    return this.chosen;
  }
  set selected(robot: string) {
    this.chosen = robot;
    this.links.select(robot);
  }

  showCoverage(station: string): void {
    if (station !== this.covering) this.coverage.hide();
    this.covering = station;
  }

  setLayers(layers: Layers): void {
    this.scans.setLayers(layers);
    this.trails.visible = layers.trails;
    this.sensorFrustums.visible = layers.sensors;
    this.grid.mesh.visible = layers.grid;
    this.links.visible = layers.links;
  }

  setTheme(theme: Theme): void {
    this.palette = paletteOf(theme);
    this.lighting.paint(this.palette);
    this.grid.paint(this.palette.grid, this.palette.gridStrength);
    this.scans.setTheme(theme);
    this.links.setTheme(theme);
    this.coverage.setTheme(theme);
  }

  showTarget(place: [number, number] | null): void {
    this.target = place;
  }

  // ----- what views ask

  get floor(): number {
    return this.bounds.middle.z - this.bounds.size.z / 2 < -0.5 ? this.bounds.middle.z - this.bounds.size.z / 2 : 0;
  }

  // Advances all animations; returns whether they continue.
  advance(now: number): boolean {
    const goesOn = this.motion.show(now, (part, pose) => this.entities.move(part, pose));
    this.scans.expire(this.run.time);
    this.links.follow();
    const robot = this.run.robots.get(this.selected);
    const pose = this.poseOfRobot(this.selected);
    const floor = robot && pose ? pose[2] - this.depthOf(robot.name) : this.floor;
    this.marks.showSelected(robot, pose, robot ? this.depthOf(robot.name) : 0, this.colors.get(this.selected) ?? 0);
    this.marks.showTarget(this.target, floor);
    return goesOn;
  }

  // The cut height of a view from above, so that rooms are visible.
  cutFor(camera: AnyCamera): number {
    return this.cutFrom(camera.position.z);
  }

  private cutFrom(height: number): number {
    if (this.entities.roofs.isEmpty) return NO_CUT;
    const pose = this.poseOfRobot(this.selected);
    const floor = pose ? pose[2] - this.depthOf(this.selected) : this.floor;
    const cut = this.entities.roofs.cutHeight(this.bounds, Math.min(floor, this.bounds.middle.z + this.bounds.size.z / 2), pose);
    return height > cut ? cut : NO_CUT;
  }

  // Whether the world, below the cut height, occludes a point.
  isBetween(from: Vector3, to: Vector3, itself: number): boolean {
    return this.entities.occluders.isBetween(from, to, this.cutFrom(from.z), itself);
  }

  // The content that an overview should contain.
  content(): Box {
    const content = this.entities.contentBelow(this.entities.roofs.cutHeight(this.bounds, this.floor, null));
    if (!content || content.size.x < 1 || content.size.y < 1) return this.bounds;
    content.size.min(this.bounds.size);
    return content;
  }

  followed(): Followed {
    const robot = this.run.robots.get(this.selected);
    const pose = this.poseOfRobot(this.selected);
    const sight = (from: Vector3, to: Vector3) => isInSight(from, to, this.entities.meshes(), this.cutFrom(from.z));
    if (!robot || !pose) return { pose: null, eye: null, isInSight: sight };
    const seen = this.pane.isShown && this.pane.stream !== null && this.run.streams.get(this.pane.stream)?.robot === robot.name
      ? this.sensorFrustums.exact(this.pane.stream) : null;
    return { pose, eye: seen ?? this.sensorFrustums.of(robot, pose), isInSight: sight };
  }

  robotOf(entity: number): string {
    for (const robot of this.run.robots.values()) if (robot.entity === entity) return robot.name;
    return "";
  }

  labels(): Label[] {
    const labels: Label[] = [];
    for (const entity of this.labelled.values()) {
      const pose = this.entities.poseOf(entity.id);
      if (!pose) continue;
      const isRobot = entity.kind === "robot";
      const height = isRobot ? (this.run.robots.get(entity.name)?.size?.[2] || 0.3) + 0.1 : entity.kind === "victim" ? 0.4 : 0.12;
      labels.push({
        key: `${entity.kind} ${entity.id}`,
        text: entity.kind === "tag" ? `tag ${entity.label || entity.name}` : entity.name,
        color: isRobot ? `#${(this.colors.get(entity.name) ?? 0x2f7de1).toString(16).padStart(6, "0")}` : LABEL_COLORS[entity.kind],
        isStrong: isRobot && entity.name === this.selected,
        place: new Vector3(pose[0], pose[1], pose[2] + height),
        body: this.bodyOf(entity.id, pose),
        entity: entity.id,
        detail: LABEL_DETAIL[entity.kind] ?? 0,
      });
    }
    labels.push(...this.links.labels());
    const rank = (label: Label) => (label.isStrong ? 0 : 1) + label.detail;
    return labels.sort((a, b) => rank(a) - rank(b));
  }

  dispose(): void {
    this.empty();
    for (const each of [this.grid, this.lighting, this.marks, this.scans, this.sensorFrustums, this.pane, this.ghost, this.links, this.coverage]) each.dispose();
  }

  private empty(): void {
    this.motion.clear();
    this.entities.clear();
    this.models.clear();
    this.materials.clear();
    this.textures.clear();
    this.scans.clear();
    this.trails.clear();
    this.sensorFrustums.clear();
    this.pane.clear();
    this.ghost.show(null);
    this.links.clear();
    this.coverage.hide();
    for (const map of [this.labelled, this.colors, this.bodies, this.depths, this.robotParts]) map.clear();
    this.target = null;
    this.changed();
  }

  private poseOfRobot(name: string): Float64Array | null {
    const robot = this.run.robots.get(name);
    return robot ? this.entities.poseOf(robot.entity) : null;
  }

  private followRobots(): void {
    this.robotParts.clear();
    for (const robot of this.run.robots.values()) {
      const entity = this.run.entities.get(robot.entity);
      if (entity && !entity.is_static) this.robotParts.set(entity.first_part, robot.name);
    }
  }

  private addToTrail(name: string, time: number, pose: Float32Array): void {
    if (!isUsable(pose)) return;
    const place = new Vector3(0, 0, -this.depthOf(name)).applyQuaternion(rotationOf(pose)).add(positionOf(pose));
    this.trails.add(name, this.colors.get(name) ?? robotColor(0), time, place);
  }

  // Points of a labelled entity: its centre, ends and top.
  private bodyOf(id: number, pose: ArrayLike<number>): Vector3[] {
    let points = this.bodies.get(id);
    if (!points) {
      const box = this.entities.boxOf(id);
      const middle = box.isEmpty() ? new Vector3() : box.getCenter(new Vector3());
      const half = box.isEmpty() ? new Vector3() : box.getSize(new Vector3()).multiplyScalar(0.5);
      points = BODY_POINTS.map(([x, y, z]) => new Vector3(x, y, z).multiply(half).add(middle));
      this.bodies.set(id, points);
    }
    const turn = rotationOf(pose), place = positionOf(pose);
    return points.map((point) => point.clone().applyQuaternion(turn).add(place));
  }

  private depthOf(name: string): number {
    let depth = this.depths.get(name);
    if (depth === undefined) {
      const robot = this.run.robots.get(name);
      depth = robot ? Math.min(Math.max(this.entities.depthBelow(robot.entity), -2), 2) : 0;
      this.depths.set(name, depth);
    }
    return depth;
  }
}
