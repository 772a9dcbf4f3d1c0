// SPDX-License-Identifier: Apache-2.0
// Smoke areas with the shape of a closed mesh: signed distances to the faces are accumulated in a separate render target.
import { AddEquation, CustomBlending, DoubleSide, FloatType, HalfFloatType, Mesh, NearestFilter, OneFactor, Scene, ShaderMaterial, Vector3, WebGLRenderTarget, type WebGLRenderer } from "three";
import type { SmokeArea } from "../../protocol";
import type { ModelStore } from "../models";
import type { AnyCamera } from "../painter";
import { linearColor } from "../palette";
import { isUsable, matrixOf } from "../poses";
import { smokeMaterial, type SharedUniforms } from "./common";
import { densityAt } from "./optical_depth";
import { screenTriangle } from "./pass";
import { FACES_FRAGMENT, MESH_FRAGMENT, SCREEN_VERTEX, VOLUME_VERTEX } from "./shaders";

const MOST_MESHES = 8; // each has a picture

class MeshBody {
  readonly screen: Mesh;
  private readonly faces = new Scene();
  private readonly facesMaterial: ShaderMaterial;
  private readonly material: ShaderMaterial;
  private target: WebGLRenderTarget | null = null;

  constructor(private readonly area: SmokeArea, private readonly perDensity: number, private readonly shared: SharedUniforms, models: ModelStore) {
    this.facesMaterial = new ShaderMaterial({
      vertexShader: VOLUME_VERTEX, fragmentShader: FACES_FRAGMENT, uniforms: shared.all(), side: DoubleSide, depthTest: false, depthWrite: false, transparent: true,
      blending: CustomBlending, blendEquation: AddEquation, blendSrc: OneFactor, blendDst: OneFactor,
    });
    this.material = smokeMaterial({
      vertexShader: SCREEN_VERTEX, fragmentShader: MESH_FRAGMENT, side: DoubleSide,
      uniforms: { ...shared.all(), ways: { value: null }, extinction: { value: 0 }, color: { value: linearColor(area.color) } },
    });
    this.screen = new Mesh(screenTriangle(), this.material);
    this.screen.frustumCulled = false;
    const mesh = area.shape.kind === "mesh" ? area.shape.mesh : -1;
    for (const geometry of models.meshGeometries(mesh)) {
      const face = new Mesh(geometry, this.facesMaterial);
      face.frustumCulled = false;
      face.matrixAutoUpdate = false;
      this.faces.add(face);
    }
  }

  moveTo(time: number): void {
    const { area } = this;
    const extinction = this.perDensity * densityAt(area.schedule, area.density, time);
    this.screen.visible = extinction > 1e-6 && this.faces.children.length > 0;
    this.material.uniforms.extinction.value = extinction;
    const worldFromArea = matrixOf(area.pose);
    for (let k = 0; k < 3; ++k) worldFromArea.elements[12 + k] += area.velocity[k] * time;
    this.screen.position.setFromMatrixPosition(worldFromArea); // only to be drawn in its turn
    if (area.shape.kind === "mesh") worldFromArea.scale(new Vector3(...area.shape.scale));
    for (const face of this.faces.children) {
      face.matrix.copy(worldFromArea);
      face.matrixWorldNeedsUpdate = true;
    }
  }

  measure(renderer: WebGLRenderer, camera: AnyCamera): void {
    if (!this.screen.visible) return;
    const { x: width, y: height } = this.shared.resolution.value;
    if (!this.target) {
      const type = renderer.extensions.has("EXT_float_blend") ? FloatType : HalfFloatType;
      this.target = new WebGLRenderTarget(width, height, { type, depthBuffer: false, minFilter: NearestFilter, magFilter: NearestFilter });
    }
    this.target.setSize(width, height);
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.faces, camera);
    this.material.uniforms.ways.value = this.target.texture;
  }

  dispose(): void {
    this.screen.removeFromParent();
    this.screen.geometry.dispose();
    this.material.dispose();
    this.facesMaterial.dispose();
    this.target?.dispose();
  }
}

export class MeshAreas {
  private bodies: MeshBody[] = [];

  constructor(private readonly scene: Scene, private readonly shared: SharedUniforms, private readonly models: ModelStore) {}

  receive(areas: SmokeArea[], extinction: number): void {
    this.clear();
    for (const area of areas) {
      if (area.shape.kind !== "mesh" || !isUsable(area.pose) || this.bodies.length === MOST_MESHES) continue;
      const body = new MeshBody(area, extinction * area.visible_ratio, this.shared, this.models);
      this.bodies.push(body);
      this.scene.add(body.screen);
    }
  }

  moveTo(time: number): void {
    this.bodies.forEach((body) => body.moveTo(time));
  }

  measure(renderer: WebGLRenderer, camera: AnyCamera): void {
    this.bodies.forEach((body) => body.measure(renderer, camera));
  }

  get visibleCount(): number {
    return this.bodies.reduce((sum, { screen }) => sum + (screen.visible ? 1 : 0), 0);
  }

  clear(): void {
    this.bodies.forEach((body) => body.dispose());
    this.bodies = [];
  }
}
