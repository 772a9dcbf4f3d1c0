// SPDX-License-Identifier: Apache-2.0
// Radio links as lines between stations: coloured by strength, grey and dashed if they are down.
import { Group, Vector3, type Camera, type Object3D } from "three";
import { pairIndex, type LinksFrame } from "../../decode";
import type { Label } from "../labels";
import type { Theme } from "../palette";
import { LinkSet } from "./link_set";
import { linear, strengthColor } from "./scale";

// With more links than this, links that are down are drawn only for the selected robot.
const MOST_DOWN = 66;
const MOST_LABELS = 12;
const NEAR = 8; // pixels between the mouse and a line
const DOWN: Record<Theme, number[]> = { light: [64, 74, 84], dark: [205, 213, 221] };
const LABEL_UP = "#2c3a48", LABEL_DOWN = "#6b7480", LABEL_STATION = "#3f5f7f";

// The displayed pose of a station's robot; null if there is none.
export type FindPose = (station: string) => ArrayLike<number> | null;

export interface ShownLink {
  one: number; // stations
  other: number;
  pair: number;
  isOwn: boolean; // of the selected robot
}

// Selects the links of a frame that are drawn.
export function linksToShow(frame: LinksFrame, selected: string): ShownLink[] {
  const count = frame.stations.length;
  const own = frame.stations.findIndex(({ name }) => name === selected);
  const downCount = frame.isUp.reduce((sum, isUp) => sum + (isUp ? 0 : 1), 0);
  const shown: ShownLink[] = [];
  for (let one = 0; one < count; ++one) {
    for (let other = one + 1; other < count; ++other) {
      const pair = pairIndex(one, other, count);
      const isOwn = one === own || other === own;
      if (frame.isUp[pair] || isOwn || downCount <= MOST_DOWN) shown.push({ one, other, pair, isOwn });
    }
  }
  return shown;
}

export class LinksLayer {
  private readonly group = new Group();
  private readonly sets: Record<"own" | "others" | "down", LinkSet>;
  private frame: LinksFrame | null = null;
  private selected = "";
  private shown: ShownLink[] = [];
  private lifts: number[] = []; // antennas over the poses of their robots
  private ends: Vector3[] = [];
  private hovered = -1; // pair
  private downColor = DOWN.light.map(linear);

  constructor(scene: Object3D, layer: number, private readonly poseOf: FindPose) {
    scene.add(this.group);
    this.group.visible = false;
    this.sets = {
      down: new LinkSet(this.group, layer, { width: 1.5, opacity: 0.6, ghost: 0.5, edge: 0, dash: 0.22 }, 2),
      others: new LinkSet(this.group, layer, { width: 2, opacity: 0.85, ghost: 0.3, edge: 0.5, dash: 0 }, 4),
      own: new LinkSet(this.group, layer, { width: 3.2, opacity: 1, ghost: 0.5, edge: 0.9, dash: 0 }, 8),
    };
  }

  get visible(): boolean {
    return this.group.visible;
  }
  set visible(value: boolean) {
    this.group.visible = value;
  }

  setTheme(theme: Theme): void {
    this.downColor = DOWN[theme].map(linear);
  }

  receive(frame: LinksFrame): void {
    this.frame = frame;
    this.lifts = frame.stations.map(({ name, antenna }) => antenna[2] - (this.poseOf(name)?.[2] ?? antenna[2]));
    this.choose();
  }

  select(robot: string): void {
    this.selected = robot;
    this.choose();
  }

  // Lines follow the robots between two frames.
  follow(): void {
    if (!this.frame || !this.visible) return;
    this.ends = this.frame.stations.map(({ name, antenna }, index) => {
      const pose = this.poseOf(name);
      return pose ? new Vector3(pose[0], pose[1], pose[2] + this.lifts[index]) : new Vector3(...antenna);
    });
    this.draw("down", ({ pair }) => !this.frame?.isUp[pair]);
    this.draw("others", ({ pair, isOwn }) => !!this.frame?.isUp[pair] && !isOwn);
    this.draw("own", ({ pair, isOwn }) => !!this.frame?.isUp[pair] && isOwn);
  }

  counts(): { links: number; linksDown: number } {
    const { frame } = this;
    if (!frame || !this.visible) return { links: 0, linksDown: 0 };
    const down = this.shown.filter(({ pair }) => !frame.isUp[pair]).length;
    return { links: this.shown.length - down, linksDown: down };
  }

  // The link under the mouse is named; returns whether that is another one now. x, y: pixels in a view of that size, or none.
  hover(place: { x: number; y: number } | null, camera: Camera, width: number, height: number): boolean {
    const before = this.hovered;
    this.hovered = place && this.visible ? this.nearest(place, camera, width, height) : -1;
    return this.hovered !== before;
  }

  labels(): Label[] {
    const { frame } = this;
    if (!frame || !this.visible || this.ends.length !== frame.stations.length) return [];
    const strongest = this.shown.filter(({ isOwn }) => isOwn).sort((a, b) => frame.dbm[b.pair] - frame.dbm[a.pair]).slice(0, MOST_LABELS);
    const hovered = this.shown.find(({ pair }) => pair === this.hovered);
    const named = hovered ? [hovered, ...strongest.filter(({ pair }) => pair !== hovered.pair)] : strongest;
    return [...named.map((link) => this.label(link, frame)), ...this.stationLabels(frame)];
  }

  clear(): void {
    this.frame = null;
    this.shown = [];
    this.ends = [];
    this.hovered = -1;
    for (const set of Object.values(this.sets)) set.show(new Float32Array(), new Float32Array());
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const set of Object.values(this.sets)) set.dispose();
  }

  private choose(): void {
    this.shown = this.frame ? linksToShow(this.frame, this.selected) : [];
  }

  private draw(name: keyof LinksLayer["sets"], isIn: (link: ShownLink) => boolean): void {
    const { frame } = this;
    if (!frame) return;
    const links = this.shown.filter(isIn);
    const places = new Float32Array(6 * links.length), colors = new Float32Array(3 * links.length);
    links.forEach(({ one, other, pair }, i) => {
      this.ends[one].toArray(places, 6 * i);
      this.ends[other].toArray(places, 6 * i + 3);
      colors.set(name === "down" ? this.downColor : strengthColor(frame.dbm[pair], frame.sensitivity).map(linear), 3 * i);
    });
    this.sets[name].show(places, colors);
  }

  private label({ one, other, pair, isOwn }: ShownLink, frame: LinksFrame): Label {
    const isHovered = pair === this.hovered;
    const strength = `${frame.dbm[pair].toFixed(0).replace("-", "−")} dBm`;
    const names = `${frame.stations[one].name} – ${frame.stations[other].name}: `;
    return {
      key: `link ${one} ${other}`,
      text: `${isHovered ? names : ""}${strength}${frame.isUp[pair] ? "" : ", out of range"}`,
      color: frame.isUp[pair] ? LABEL_UP : LABEL_DOWN,
      isStrong: isHovered,
      body: null, // lines are seen through walls
      entity: -1,
      place: this.ends[one].clone().lerp(this.ends[other], 0.5),
      detail: isHovered || isOwn ? 0 : 8,
    };
  }

  // Robots are labelled already.
  private stationLabels(frame: LinksFrame): Label[] {
    return frame.stations.flatMap(({ name }, index): Label[] => {
      if (this.poseOf(name)) return [];
      return [{ key: `station ${index}`, text: name, color: LABEL_STATION, isStrong: false, place: this.ends[index].clone(), body: [], entity: -1, detail: 0 }];
    });
  }

  private nearest(place: { x: number; y: number }, camera: Camera, width: number, height: number): number {
    let best = -1, least = NEAR;
    const spots = this.ends.map((end) => {
      const at = end.clone().project(camera);
      return at.z > -1 && at.z < 1 ? { x: (at.x * 0.5 + 0.5) * width, y: (0.5 - at.y * 0.5) * height } : null;
    });
    for (const { one, other, pair } of this.shown) {
      const [a, b] = [spots[one], spots[other]];
      const away = a && b ? distanceToSegment(place, a, b) : Infinity;
      if (away < least) [best, least] = [pair, away];
    }
    return best;
  }
}

type Spot = { x: number; y: number };

export function distanceToSegment(place: Spot, a: Spot, b: Spot): number {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const share = Math.min(Math.max(((place.x - a.x) * x + (place.y - a.y) * y) / (x * x + y * y || 1), 0), 1);
  return Math.hypot(place.x - a.x - share * x, place.y - a.y - share * y);
}
