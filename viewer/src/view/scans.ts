// SPDX-License-Identifier: Apache-2.0
// The latest scan of each stream: beams as a thin fan, hits as points, beams without a return as faint rays,
// error codes as stubs in their own colour; 3-D scanners and depth cameras as clouds coloured by height. A scan expires when no new one arrives.
import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, Points,
  PointsMaterial, type Object3D,
} from "three";
import type { DepthFrame, ScanFrame } from "../decode";
import type { Layers } from "./api";
import { BEAM_COLOR, CODE_COLOR, heightColor, HIT_COLOR, type Theme } from "./palette";
import { depthPoints, hitPoints, scanPoints, type ScanPoints } from "./scan_points";

const KEPT = 1; // s of simulated time
const MOST_LINES = 120; // beams drawn as lines; the fan shows the others

interface Shown {
  time: number;
  group: Group;
  hits: number;
  codes: number;
  noReturns: number;
}

type Parts = "beams" | "hits" | "clouds";

export class Scans {
  private readonly shown = new Map<number, Shown>();
  private readonly group = new Group();
  private readonly fan = new MeshBasicMaterial({ color: BEAM_COLOR, transparent: true, opacity: 0.1, side: DoubleSide, depthWrite: false });
  private readonly lines = new LineBasicMaterial({ color: BEAM_COLOR, transparent: true, opacity: 0.28, depthWrite: false });
  private readonly rays = new LineBasicMaterial({ color: BEAM_COLOR, transparent: true, opacity: 0.1, depthWrite: false }); // without a return
  private readonly stubs = new LineBasicMaterial({ color: CODE_COLOR, transparent: true, opacity: 0.4, depthWrite: false });
  private readonly dots = new PointsMaterial({ size: 4, sizeAttenuation: false, vertexColors: true });
  private readonly cloud = new PointsMaterial({ size: 2.5, sizeAttenuation: false, vertexColors: true });
  private low = 0;
  private high = 2;

  constructor(scene: Object3D, private readonly layer: number, private layers: Layers) {
    scene.add(this.group);
  }

  setHeights(low: number, high: number): void {
    this.low = low;
    this.high = Math.max(high, low + 0.5);
  }

  setTheme(theme: Theme): void {
    this.fan.opacity = theme === "dark" ? 0.12 : 0.1;
  }

  setLayers(layers: Layers): void {
    this.layers = layers;
    for (const { group } of this.shown.values()) this.applyLayers(group);
  }

  setPixelRatio(ratio: number): void {
    this.dots.size = 4 * ratio;
    this.cloud.size = 2.5 * ratio;
  }

  receiveScan(frame: ScanFrame): void {
    const points = scanPoints(frame);
    if (!points) return;
    const group = new Group();
    if (frame.rows > 1) this.addCloud(group, hitPoints(points));
    else {
      this.addBeams(group, points);
      this.addDots(group, points);
    }
    const sum = (flags: Uint8Array) => flags.reduce((total, value) => total + value, 0);
    const codes = sum(points.isError), hits = codes + sum(points.isHit);
    this.replace(frame.stream, { time: frame.time, group, hits, codes, noReturns: points.isHit.length - hits });
  }

  receiveDepth(frame: DepthFrame): void {
    const places = depthPoints(frame);
    const group = new Group();
    this.addCloud(group, places);
    this.replace(frame.stream, { time: frame.time, group, hits: places.length / 3, codes: 0, noReturns: 0 });
  }

  // Removes scans that are too old, or in the future; returns whether any was removed.
  expire(time: number): boolean {
    let changed = false;
    for (const [stream, { time: taken }] of this.shown) {
      if (time - taken <= KEPT && taken - time <= KEPT) continue;
      this.drop(stream);
      changed = true;
    }
    return changed;
  }

  keepOnly(streams: { has(id: number): boolean }): void {
    for (const stream of [...this.shown.keys()]) if (!streams.has(stream)) this.drop(stream);
  }

  counts(): { hits: number; codes: number; noReturns: number } {
    let hits = 0, codes = 0, noReturns = 0;
    for (const each of this.shown.values()) {
      hits += each.hits;
      codes += each.codes;
      noReturns += each.noReturns;
    }
    return { hits, codes, noReturns };
  }

  clear(): void {
    for (const stream of [...this.shown.keys()]) this.drop(stream);
  }

  dispose(): void {
    this.clear();
    for (const material of [this.fan, this.lines, this.rays, this.stubs, this.dots, this.cloud]) material.dispose();
  }

  private replace(stream: number, next: Shown): void {
    this.drop(stream);
    next.group.traverse((object) => {
      object.layers.set(this.layer);
      object.frustumCulled = false;
    });
    this.applyLayers(next.group);
    this.group.add(next.group);
    this.shown.set(stream, next);
  }

  private drop(stream: number): void {
    const old = this.shown.get(stream);
    if (!old) return;
    old.group.removeFromParent();
    old.group.traverse((object) => (object as Mesh).geometry?.dispose());
    this.shown.delete(stream);
  }

  private applyLayers(group: Group): void {
    for (const child of group.children) child.visible = this.layers[child.userData.part as Parts];
  }

  private add(group: Group, part: Parts, object: Object3D): void {
    object.userData.part = part;
    group.add(object);
  }

  private addBeams(group: Group, points: ScanPoints): void {
    const count = points.isHit.length;
    const step = Math.max(1, Math.ceil(count / MOST_LINES));
    const fan: number[] = [], lines: number[] = [], rays: number[] = [], stubs: number[] = [];
    const { x, y, z } = points.origin;
    const end = (i: number) => points.ends.subarray(3 * i, 3 * i + 3);
    for (let i = 0; i < count; ++i) {
      if (points.isError[i]) stubs.push(x, y, z, ...end(i));
      else if (i % step === 0) (points.isHit[i] ? lines : rays).push(x, y, z, ...end(i));
      if (i + 1 < count && points.isHit[i] && points.isHit[i + 1]) fan.push(x, y, z, ...end(i), ...end(i + 1));
    }
    if (fan.length > 0) this.add(group, "beams", new Mesh(geometryOf(fan), this.fan));
    if (lines.length > 0) this.add(group, "beams", new LineSegments(geometryOf(lines), this.lines));
    if (rays.length > 0) this.add(group, "beams", new LineSegments(geometryOf(rays), this.rays));
    if (stubs.length > 0) this.add(group, "hits", new LineSegments(geometryOf(stubs), this.stubs));
  }

  private addDots(group: Group, points: ScanPoints): void {
    const places: number[] = [], colors: number[] = [];
    const hit = new Color(HIT_COLOR), code = new Color(CODE_COLOR);
    for (let i = 0; i < points.isHit.length; ++i) {
      if (!points.isHit[i] && !points.isError[i]) continue;
      places.push(points.ends[3 * i], points.ends[3 * i + 1], points.ends[3 * i + 2]);
      colors.push(...(points.isError[i] ? code : hit).toArray());
    }
    if (places.length > 0) this.add(group, "hits", new Points(geometryOf(places, colors), this.dots));
  }

  private addCloud(group: Group, places: Float32Array): void {
    if (places.length === 0) return;
    const colors = new Float32Array(places.length);
    for (let i = 0; i < places.length; i += 3) heightColor((places[i + 2] - this.low) / (this.high - this.low), colors, i);
    this.add(group, "clouds", new Points(geometryOf(places, colors), this.cloud));
  }
}

function geometryOf(places: ArrayLike<number>, colors?: ArrayLike<number>): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(places), 3));
  if (colors) geometry.setAttribute("color", new BufferAttribute(Float32Array.from(colors), 3));
  return geometry;
}
