// SPDX-License-Identifier: Apache-2.0
// Top view of the first row of a scan, with the sensor at the centre and forward up. Error codes are at the rim, beams
// without a return are faint rays.
import type { ScanFrame } from "../../decode";
import { beamKind } from "../../view/scan_points";
import { make } from "./dom";
import { themeColor } from "./theme";

const SIZE = 200; // px, of the page
const RAY_EVERY = 6; // beams

// Scaled to the farthest hit, so that a small room fills the picture.
function reachOf(scan: ScanFrame): number {
  const farthest = scan.ranges.reduce((most, range, beam) => (range > most && beamKind(scan, beam) === "hit" ? range : most), 0);
  const wanted = farthest > 0 ? 1.1 * farthest : scan.maxRange;
  return Math.max(1, Math.min(wanted, scan.maxRange > 0 ? scan.maxRange : Infinity));
}

export class ScanPicture {
  readonly element = make("canvas", { class: "scan-picture", attributes: { role: "img" } });

  constructor(label: string) {
    this.element.setAttribute("aria-label", label);
    this.element.width = this.element.height = SIZE * Math.min(2, window.devicePixelRatio || 1);
  }

  draw(scan: ScanFrame): void {
    const context = this.element.getContext("2d");
    if (!context) return;
    const size = this.element.width;
    context.clearRect(0, 0, size, size);
    const reach = reachOf(scan);
    this.drawRings(context, size, reach);
    this.drawBeams(context, size, reach, scan);
  }

  private drawRings(context: CanvasRenderingContext2D, size: number, reach: number): void {
    const step = reach > 25 ? 10 : reach > 10 ? 5 : reach > 4 ? 2 : 1;
    context.strokeStyle = themeColor("--line");
    context.fillStyle = themeColor("--muted");
    context.font = `${size / 20}px system-ui, sans-serif`;
    for (let radius = step; radius <= reach; radius += step) {
      const pixels = (radius / reach) * (size / 2 - 2);
      context.beginPath();
      context.arc(size / 2, size / 2, pixels, 0, 2 * Math.PI);
      context.stroke();
      context.fillText(`${radius} m`, size / 2 + 3, size / 2 - pixels + size / 18);
    }
  }

  private drawBeams(context: CanvasRenderingContext2D, size: number, reach: number, scan: ScanFrame): void {
    const colors = { hit: themeColor("--accent"), error: themeColor("--harm"), no_return: themeColor("--line") };
    context.strokeStyle = colors.no_return;
    for (let column = 0; column < scan.columns; ++column) {
      const angle = scan.angleMin + column * scan.angleIncrement;
      const kind = beamKind(scan, column);
      const radius = kind === "hit" ? Math.min(scan.ranges[column], reach) : reach;
      const [x, y] = [-Math.sin(angle), -Math.cos(angle)];
      const pixels = (radius / reach) * (size / 2 - 2);
      if (kind === "no_return") {
        if (column % RAY_EVERY === 0) this.drawRay(context, size / 2, x * pixels, y * pixels);
        continue;
      }
      context.fillStyle = colors[kind];
      context.fillRect(size / 2 + x * pixels - size / 200, size / 2 + y * pixels - size / 200, size / 90, size / 90);
    }
  }

  private drawRay(context: CanvasRenderingContext2D, middle: number, x: number, y: number): void {
    context.beginPath();
    context.moveTo(middle, middle);
    context.lineTo(middle + x, middle + y);
    context.stroke();
  }
}
