// SPDX-License-Identifier: Apache-2.0
// Radio coverage of a station as colours on the floor, with a contour at the sensitivity.
import {
  Color, DataTexture, DataUtils, HalfFloatType, LinearFilter, Mesh, PlaneGeometry, RedFormat, ShaderMaterial, SRGBColorSpace, Vector2, type Object3D,
} from "three";
import type { CoverageFrame } from "../../decode";
import type { Theme } from "../palette";
import { rampColor, STRONGEST } from "./scale";

const LIFT = 0.03; // m over the floor

const VERTEX = `
#include <clipping_planes_pars_vertex>
varying vec2 vPlace;
void main() {
  vPlace = uv;
  #include <begin_vertex>
  #include <project_vertex>
  #include <clipping_planes_vertex>
}`;
// Faint contours every 10 dB, a clear one at the sensitivity. Weaker cells fade out.
const FRAGMENT = `
#include <clipping_planes_pars_fragment>
varying vec2 vPlace;
uniform sampler2D strengths; uniform sampler2D ramp; uniform float sensitivity; uniform float strongest; uniform float opacity; uniform vec3 ink;
float near(float value, float level, float pixels) { return 1.0 - smoothstep(0.5, 1.5, abs(value - level) / max(fwidth(value), 1e-4) / pixels); }
void main() {
  #include <clipping_planes_fragment>
  float dbm = texture2D(strengths, vPlace).r;
  float share = clamp((dbm - sensitivity) / (strongest - sensitivity), 0.0, 1.0);
  vec3 color = texture2D(ramp, vec2(share * 63.0 / 64.0 + 0.5 / 64.0, 0.5)).rgb;
  float alpha = opacity * smoothstep(sensitivity - 6.0, sensitivity + 1.0, dbm);
  float step10 = near(dbm, floor(dbm / 10.0 + 0.5) * 10.0, 0.7) * step(sensitivity, dbm) * step(fwidth(dbm), 2.5);
  color = mix(color, ink, 0.22 * step10);
  float edge = near(dbm, sensitivity, 1.3) * step(fwidth(dbm), 8.0);
  color = mix(color, ink, 0.9 * edge);
  alpha = max(alpha, 0.85 * edge);
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(color, alpha);
  #include <colorspace_fragment>
}`;

function rampTexture(): DataTexture {
  const width = 64;
  const bytes = new Uint8Array(4 * width);
  for (let i = 0; i < width; ++i) bytes.set([...rampColor(i / (width - 1)), 255], 4 * i);
  const texture = new DataTexture(bytes, width, 1);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

export class CoveragePlane {
  private readonly ramp = rampTexture();
  private strengths: DataTexture | null = null;
  private readonly material = new ShaderMaterial({
    vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false, clipping: true, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -4,
    uniforms: {
      strengths: { value: null }, ramp: { value: this.ramp }, sensitivity: { value: -92 }, strongest: { value: STRONGEST }, opacity: { value: 0.55 }, ink: { value: new Color() },
    },
  });
  private readonly mesh = new Mesh(new PlaneGeometry(1, 1), this.material);
  frame: CoverageFrame | null = null;

  constructor(scene: Object3D, layer: number) {
    this.mesh.layers.set(layer);
    this.mesh.visible = false;
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -0.5; // under beams, trails and links
    scene.add(this.mesh);
  }

  setTheme(theme: Theme): void {
    this.material.uniforms.ink.value.setHex(theme === "dark" ? 0xffffff : 0x10202e);
    this.material.uniforms.opacity.value = theme === "dark" ? 0.5 : 0.6;
  }

  // floor: m, height of the floor under the station.
  show(frame: CoverageFrame, floor: number): void {
    const { columns, rows, cell, first, dbm } = frame;
    if (!(columns > 0 && rows > 0 && cell > 0 && dbm.length === columns * rows)) return this.hide();
    this.frame = frame;
    this.strengths?.dispose();
    this.strengths = new DataTexture(Uint16Array.from(dbm, (value) => DataUtils.toHalfFloat(Math.max(value, -300))), columns, rows, RedFormat, HalfFloatType);
    this.strengths.magFilter = this.strengths.minFilter = LinearFilter;
    this.strengths.needsUpdate = true;
    this.material.uniforms.strengths.value = this.strengths;
    this.material.uniforms.sensitivity.value = frame.sensitivity;
    const size = new Vector2(columns, rows).multiplyScalar(cell);
    this.mesh.scale.set(size.x, size.y, 1);
    this.mesh.position.set(first[0] - cell / 2 + size.x / 2, first[1] - cell / 2 + size.y / 2, floor + LIFT);
    this.mesh.visible = true;
  }

  hide(): void {
    this.mesh.visible = false;
    this.frame = null;
  }

  get cellCount(): number {
    return this.frame ? this.frame.columns * this.frame.rows : 0;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.material.dispose();
    this.ramp.dispose();
    this.strengths?.dispose();
  }
}
