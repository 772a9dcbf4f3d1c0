// SPDX-License-Identifier: Apache-2.0
// The floor: infinite planes clipped to the world, and a grid with 1 m spacing.
import { Color, Matrix4, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, Vector3, type Object3D } from "three";
import type { Hello } from "../protocol";

export interface Box {
  middle: Vector3;
  size: Vector3;
}

// Sanitised bounds: never empty, infinite or inverted.
export function usableBounds(bounds: Hello["bounds"] | null | undefined): Box {
  const low = bounds?.low ?? [-5, -5, 0], high = bounds?.high ?? [5, 5, 2];
  const middle = new Vector3(), size = new Vector3();
  for (let k = 0; k < 3; ++k) {
    const isFine = Number.isFinite(low[k]) && Number.isFinite(high[k]) && high[k] >= low[k] && high[k] - low[k] < 1e4;
    middle.setComponent(k, isFine ? (low[k] + high[k]) / 2 : 0);
    size.setComponent(k, isFine ? Math.max(high[k] - low[k], 1) : 20);
  }
  return { middle, size };
}

// The drawn size of the floor: the world and a margin.
export function floorSize(bounds: Box): number {
  return Math.max(bounds.size.x, bounds.size.y) * 1.3 + 6;
}

// Clips a horizontal plane that extends far beyond the world.
export function clampPlane(worldFromPlane: Matrix4, bounds: Hello["bounds"]): void {
  const place = new Vector3(), turn = new Quaternion(), scale = new Vector3();
  worldFromPlane.decompose(place, turn, scale);
  const box = usableBounds(bounds);
  const most = floorSize(box);
  const isLevel = new Vector3(0, 0, 1).applyQuaternion(turn).z > 0.999;
  if (!isLevel || (scale.x <= most && scale.y <= most)) return;
  const along = new Vector3(box.middle.x - place.x, box.middle.y - place.y, 0).applyQuaternion(turn.clone().invert());
  const shift = new Vector3();
  for (const axis of ["x", "y"] as const) {
    if (scale[axis] <= most) continue;
    const reach = (scale[axis] - most) / 2;
    shift[axis] = Math.min(Math.max(along[axis], -reach), reach);
    scale[axis] = most;
  }
  worldFromPlane.compose(place.add(shift.applyQuaternion(turn)), turn, scale);
}

const VERTEX = `
varying vec2 vPlace;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vPlace = world.xy;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;
const FRAGMENT = `
varying vec2 vPlace;
uniform vec3 color; uniform float strength; uniform vec3 middle; uniform float reach; uniform float spacing;
float lines(float apart) {
  vec2 place = vPlace / apart;
  vec2 width = max(fwidth(place), 1e-5);
  vec2 away = abs(fract(place - 0.5) - 0.5) / width;
  vec2 shown = clamp(0.35 / width - 0.4, 0.0, 1.0); // finer than a few pixels is grey, not lines
  vec2 line = (1.0 - smoothstep(0.3, 1.2, away)) * shown;
  return max(line.x, line.y);
}
void main() {
  float fade = 1.0 - smoothstep(0.35, 0.95, length(vPlace - middle.xy) / reach);
  float value = max(0.45 * lines(spacing), lines(5.0 * spacing)) * fade * strength;
  if (value < 0.004) discard;
  gl_FragColor = vec4(color, value);
  #include <colorspace_fragment>
}`;

export class Grid {
  private readonly material = new ShaderMaterial({
    vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -2,
    uniforms: { color: { value: new Color() }, strength: { value: 0.2 }, middle: { value: new Vector3() }, reach: { value: 10 }, spacing: { value: 1 } },
  });
  readonly mesh = new Mesh(new PlaneGeometry(1, 1), this.material);

  constructor(scene: Object3D) {
    this.mesh.renderOrder = -1;
    scene.add(this.mesh);
  }

  fit(bounds: Box, height: number): void {
    const reach = floorSize(bounds);
    this.mesh.position.set(bounds.middle.x, bounds.middle.y, height);
    this.mesh.scale.set(2 * reach, 2 * reach, 1);
    this.material.uniforms.middle.value.copy(bounds.middle);
    this.material.uniforms.reach.value = reach;
    this.material.uniforms.spacing.value = reach > 90 ? 5 : 1;
  }

  paint(color: number, strength: number): void {
    this.material.uniforms.color.value.setHex(color);
    this.material.uniforms.strength.value = strength;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}
