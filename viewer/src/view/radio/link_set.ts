// SPDX-License-Identifier: Apache-2.0
// Lines that look alike, drawn as wide as they should be: solid where they are seen, faint where walls hide them.
import type { Object3D } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";

export interface LinkLook {
  width: number; // pixels
  opacity: number;
  ghost: number; // opacity behind walls
  edge: number; // pixels of a dark edge on each side
  dash: number; // m; 0: none
}

const EDGE_COLOR = 0x10161d;

export class LinkSet {
  private geometry = new LineSegmentsGeometry();
  private readonly lines: LineSegments2[];
  private readonly materials: LineMaterial[] = [];
  private count = -1;

  constructor(private readonly parent: Object3D, private readonly layer: number, private readonly look: LinkLook, order: number) {
    const { width, opacity, ghost, edge } = look;
    const passes = [this.material(width, ghost, false, true)];
    if (edge > 0) passes.push(this.material(width + 2 * edge, 0.5 * opacity, true, false));
    passes.push(this.material(width, opacity, true, true));
    this.lines = passes.map((material, index) => this.line(material, order + index));
  }

  // Six numbers a line: from where to where; three colours (linear, 0..1) a line.
  show(places: Float32Array, colors: Float32Array): void {
    const count = places.length / 6;
    if (count !== this.count) this.rebuild(count);
    for (const line of this.lines) line.visible = count > 0;
    if (count === 0) return;
    this.write("instanceStart", places);
    const both = new Float32Array(2 * colors.length);
    for (let i = 0; i < count; ++i) for (let k = 0; k < 3; ++k) both[6 * i + k] = both[6 * i + 3 + k] = colors[3 * i + k];
    this.write("instanceColorStart", both);
    if (this.look.dash > 0) this.write("instanceDistanceStart", lengthsOf(places));
  }

  dispose(): void {
    for (const line of this.lines) line.removeFromParent();
    for (const material of this.materials) material.dispose();
    this.geometry.dispose();
  }

  private material(width: number, opacity: number, isHidden: boolean, isColored: boolean): LineMaterial {
    const material = new LineMaterial({
      linewidth: width, vertexColors: isColored, color: isColored ? 0xffffff : EDGE_COLOR, transparent: true, opacity, depthTest: isHidden, depthWrite: false,
      dashed: this.look.dash > 0, dashSize: this.look.dash, gapSize: 0.8 * this.look.dash,
    });
    this.materials.push(material);
    return material;
  }

  private line(material: LineMaterial, order: number): LineSegments2 {
    const line = new LineSegments2(this.geometry, material);
    line.layers.set(this.layer);
    line.frustumCulled = false;
    line.renderOrder = order;
    line.visible = false;
    this.parent.add(line);
    return line;
  }

  private rebuild(count: number): void {
    this.count = count;
    this.geometry.dispose();
    this.geometry = new LineSegmentsGeometry();
    this.geometry.setPositions(new Float32Array(6 * count));
    this.geometry.setColors(new Float32Array(6 * count));
    for (const line of this.lines) line.geometry = this.geometry;
    if (this.look.dash > 0) this.lines[0].computeLineDistances(); // makes the room for them
  }

  private write(name: string, values: Float32Array): void {
    const attribute = this.geometry.getAttribute(name) as unknown as { data: { array: Float32Array; needsUpdate: boolean } };
    attribute.data.array.set(values);
    attribute.data.needsUpdate = true;
  }
}

// Dashes are counted from the beginning of each line: 0 and its length.
function lengthsOf(places: Float32Array): Float32Array {
  const lengths = new Float32Array(places.length / 3);
  for (let i = 0; i < places.length; i += 6) lengths[i / 3 + 1] = Math.hypot(places[i + 3] - places[i], places[i + 4] - places[i + 1], places[i + 5] - places[i + 2]);
  return lengths;
}
