// SPDX-License-Identifier: Apache-2.0
// Renders a view with smoke: the world with its depth, then the smoke in front of it, blended in linear light, and
// finally overlays (marks, scans).
import {
  AlwaysDepth, BufferAttribute, BufferGeometry, DepthTexture, HalfFloatType, LinearFilter, Mesh, NearestFilter, OrthographicCamera, Scene, ShaderMaterial, WebGLRenderTarget, type WebGLRenderer,
} from "three";
import { OVERLAY_LAYER, WORLD_LAYER, type AnyCamera, type Rectangle } from "../painter";
import type { SharedUniforms } from "./common";
import { JOIN_FRAGMENT, SCREEN_VERTEX } from "./shaders";

interface Targets {
  world: WebGLRenderTarget;
  smoke: WebGLRenderTarget;
}

function makeTargets(width: number, height: number, smokeShare: number, samples: number): Targets {
  const depthTexture = new DepthTexture(width, height);
  depthTexture.minFilter = depthTexture.magFilter = NearestFilter;
  const world = new WebGLRenderTarget(width, height, { type: HalfFloatType, depthTexture, samples, minFilter: LinearFilter, magFilter: LinearFilter });
  const smoke = new WebGLRenderTarget(Math.ceil(width * smokeShare), Math.ceil(height * smokeShare), {
    type: HalfFloatType, depthBuffer: false, minFilter: LinearFilter, magFilter: LinearFilter,
  });
  return { world, smoke };
}

// A full-screen triangle.
export function screenTriangle(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  return geometry;
}

export class SmokePass {
  private readonly targets = new Map<string, Targets>(); // by size: the main view and the small ones
  private readonly joining = new ShaderMaterial({
    vertexShader: SCREEN_VERTEX, fragmentShader: JOIN_FRAGMENT, depthFunc: AlwaysDepth, uniforms: { world: { value: null }, smoke: { value: null }, depthMap: { value: null } },
  });
  private readonly joinScene = new Scene();
  private readonly joinCamera = new OrthographicCamera();

  constructor(private readonly shared: SharedUniforms, private readonly smokeShare: number, private readonly samples: number) {
    const screen = new Mesh(screenTriangle(), this.joining);
    screen.frustumCulled = false;
    this.joinScene.add(screen);
  }

  draw(renderer: WebGLRenderer, scene: Scene, smokeScene: Scene, camera: AnyCamera, rectangle: Rectangle, background: number, beforeSmoke: () => void): void {
    const ratio = renderer.getPixelRatio();
    const { world, smoke } = this.targetsFor(Math.max(1, Math.round(rectangle.width * ratio)), Math.max(1, Math.round(rectangle.height * ratio)));
    camera.layers.set(WORLD_LAYER);
    renderer.setRenderTarget(world);
    renderer.setClearColor(background, 1);
    renderer.clear();
    renderer.render(scene, camera);

    this.shared.depthMap.value = world.depthTexture;
    this.shared.resolution.value.set(smoke.width, smoke.height);
    this.shared.depths.value.set(camera.near, camera.far);
    beforeSmoke();
    renderer.setRenderTarget(smoke);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(smokeScene, camera);

    renderer.setRenderTarget(null);
    this.joining.uniforms.world.value = world.texture;
    this.joining.uniforms.smoke.value = smoke.texture;
    this.joining.uniforms.depthMap.value = world.depthTexture;
    renderer.render(this.joinScene, this.joinCamera);
    camera.layers.set(OVERLAY_LAYER);
    renderer.render(scene, camera);
  }

  dispose(): void {
    this.targets.forEach(drop);
    this.targets.clear();
    this.joining.dispose();
  }

  private targetsFor(width: number, height: number): Targets {
    const key = `${width} ${height}`;
    let found = this.targets.get(key);
    if (found) return found;
    if (this.targets.size >= 3) {
      this.targets.forEach(drop);
      this.targets.clear();
    }
    found = makeTargets(width, height, this.smokeShare, this.samples);
    this.targets.set(key, found);
    return found;
  }
}

function drop({ world, smoke }: Targets): void {
  world.depthTexture?.dispose();
  world.dispose();
  smoke.dispose();
}
