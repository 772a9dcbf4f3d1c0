// SPDX-License-Identifier: Apache-2.0
// The map before a decision moved it; fades out during the animation.
import { MapLayer, type Camera } from "./map_layer";
import type { Pose2 } from "./protocol";

const LASTS = 1400; // ms
const INK = [222, 84, 60];

export class MapGhost {
  private readonly map = new MapLayer();
  private poses: Pose2[] = [];
  private endsAt = 0;
  private drawnFor = ""; // camera and size
  private onGone = () => {};

  begin(poses: Pose2[]): void {
    this.poses = poses;
    this.endsAt = performance.now() + LASTS;
    this.drawnFor = "";
  }

  get isThere(): boolean {
    return performance.now() < this.endsAt;
  }

  end(): void {
    this.endsAt = 0;
    this.onGone();
  }

  // Time at which it has faded out.
  async gone(): Promise<void> {
    const left = this.endsAt - performance.now();
    if (left <= 0) return;
    await new Promise<void>((resolve) => {
      this.onGone = resolve;
      setTimeout(resolve, left);
    });
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, points: readonly number[][]): void {
    if (!this.isThere) return;
    const { width, height } = context.canvas;
    const key = [camera.x, camera.y, camera.scale, width, height].join();
    const picture = this.drawnFor === key ? this.map.picture : this.map.draw(width, height, camera, points, this.poses, INK);
    this.drawnFor = key;
    context.globalAlpha = Math.min(1, (2 * (this.endsAt - performance.now())) / LASTS);
    context.drawImage(picture, 0, 0);
    context.globalAlpha = 1;
  }
}
