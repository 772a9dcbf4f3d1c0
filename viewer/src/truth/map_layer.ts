// SPDX-License-Identifier: Apache-2.0
// All scans in grey: a pixel is darker the more points fall on it. Drawn into memory directly, which is many times
// faster than a canvas's own rectangles.
import type { Pose2 } from "./protocol";

export interface Camera {
  x: number; // m, in the middle of the view
  y: number;
  scale: number; // pixels a metre
}

export class MapLayer {
  private readonly canvas = document.createElement("canvas");
  private counts = new Uint16Array(0);

  // As it was drawn last.
  get picture(): HTMLCanvasElement {
    return this.canvas;
  }

  // ink: red, green, blue of a wall.
  draw(width: number, height: number, camera: Camera, points: readonly number[][], poses: readonly Pose2[], ink: readonly number[]): HTMLCanvasElement {
    this.resize(width, height);
    this.counts.fill(0);
    const size = camera.scale > 160 ? 3 : camera.scale > 60 ? 2 : 1;
    for (let k = 0; k < poses.length; ++k) this.add(points[k] ?? [], poses[k], camera, size);
    this.paint(ink);
    return this.canvas;
  }

  private resize(width: number, height: number): void {
    if (this.canvas.width === width && this.canvas.height === height && this.counts.length > 0) return;
    [this.canvas.width, this.canvas.height] = [width, height];
    this.counts = new Uint16Array(width * height);
  }

  private add(points: readonly number[], pose: Pose2, camera: Camera, size: number): void {
    const { width, height } = this.canvas;
    const { counts } = this;
    const scale = camera.scale / 1000;
    const [c, s] = [scale * Math.cos(pose[2]), scale * Math.sin(pose[2])];
    const left = width / 2 + (pose[0] - camera.x) * camera.scale - (size - 1) / 2;
    const top = height / 2 - (pose[1] - camera.y) * camera.scale - (size - 1) / 2;
    for (let k = 0; k + 1 < points.length; k += 2) {
      const column = Math.floor(left + c * points[k] - s * points[k + 1]);
      const row = Math.floor(top - s * points[k] - c * points[k + 1]);
      if (column < 0 || row < 0 || column + size > width || row + size > height) continue;
      for (let r = row; r < row + size; ++r) for (let q = column; q < column + size; ++q) ++counts[r * width + q];
    }
  }

  private paint(ink: readonly number[]): void {
    const { width, height } = this.canvas;
    const context = this.canvas.getContext("2d");
    if (!context || width === 0 || height === 0) return;
    const picture = context.createImageData(width, height);
    const { data } = picture;
    const { counts } = this;
    for (let k = 0; k < counts.length; ++k) {
      const count = counts[k];
      if (count === 0) continue;
      const at = 4 * k;
      [data[at], data[at + 1], data[at + 2]] = [ink[0], ink[1], ink[2]];
      data[at + 3] = Math.min(215, 60 + 30 * count);
    }
    context.putImageData(picture, 0, 0);
  }
}
