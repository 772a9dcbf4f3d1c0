// SPDX-License-Identifier: Apache-2.0
// False-colour depth image: near is warm, far is cold, no return is dark.
import type { DepthFrame } from "../../decode";

// 0 near .. 1 far
export function depthColor(share: number): [number, number, number] {
  const t = Math.min(1, Math.max(0, share));
  return [Math.round(255 * (1 - t) ** 0.8), Math.round(230 * Math.sin(Math.PI * Math.min(1, 0.15 + 0.8 * t)) ** 1.2), Math.round(60 + 180 * t)];
}

export function drawDepth(context: CanvasRenderingContext2D, frame: DepthFrame, maxRange: number): void {
  const image = context.createImageData(frame.width, frame.height);
  const far = maxRange > 0 ? maxRange : frame.depths.reduce((most, depth) => Math.max(most, depth), 1);
  frame.depths.forEach((depth, index) => {
    const [red, green, blue] = depth > 0 ? depthColor(depth / far) : [16, 18, 22];
    image.data.set([red, green, blue, 255], 4 * index);
  });
  context.putImageData(image, 0, 0);
}
