// SPDX-License-Identifier: Apache-2.0
// Ambient sky light and a low sun that distinguishes faces.
import { DirectionalLight, HemisphereLight, type Scene } from "three";
import type { Box } from "./ground";
import type { Palette } from "./palette";

export class Lighting {
  private readonly sky = new HemisphereLight(0xffffff, 0x888888, 1);
  private readonly sun = new DirectionalLight(0xfff4e6, 1);

  constructor(scene: Scene, hasShadows: boolean) {
    this.sky.position.set(0, 0, 1);
    this.sun.castShadow = hasShadows;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.03;
    scene.add(this.sky, this.sun, this.sun.target);
  }

  paint(palette: Palette): void {
    this.sky.color.setHex(palette.sky);
    this.sky.groundColor.setHex(palette.earth);
    this.sky.intensity = palette.skyStrength;
    this.sun.intensity = palette.sunStrength;
  }

  fit(bounds: Box): void {
    const radius = bounds.size.length() / 2 + 2;
    this.sun.target.position.copy(bounds.middle);
    this.sun.position.set(-0.55, -0.35, 1.1).normalize().multiplyScalar(2 * radius).add(bounds.middle);
    const camera = this.sun.shadow.camera;
    camera.left = camera.bottom = -radius;
    camera.right = camera.top = radius;
    camera.near = 0.1;
    camera.far = 4 * radius;
    camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.sun.dispose();
    this.sky.dispose();
  }
}
