// SPDX-License-Identifier: Apache-2.0
// Uniforms shared by all smoke shaders, set once per view.
import { AddEquation, BackSide, CustomBlending, OneFactor, OneMinusSrcAlphaFactor, ShaderMaterial, Vector2, type IUniform, type ShaderMaterialParameters, type Texture } from "three";

export class SharedUniforms {
  readonly depthMap: IUniform<Texture | null> = { value: null };
  readonly resolution: IUniform<Vector2> = { value: new Vector2(1, 1) };
  readonly depths: IUniform<Vector2> = { value: new Vector2(0.1, 100) }; // near and far
  readonly light: IUniform<number> = { value: 0.95 };

  all(): Record<string, IUniform> {
    return { depthMap: this.depthMap, resolution: this.resolution, depths: this.depths, light: this.light };
  }
}

// Seen from inside as well: drawn are the far sides of a body around the smoke, whatever is in front. Colours are already
// weighed by how much they hide.
export function smokeMaterial(parameters: ShaderMaterialParameters): ShaderMaterial {
  return new ShaderMaterial({
    side: BackSide, depthTest: false, depthWrite: false, transparent: true, premultipliedAlpha: true,
    blending: CustomBlending, blendEquation: AddEquation, blendSrc: OneFactor, blendDst: OneMinusSrcAlphaFactor, blendSrcAlpha: OneFactor, blendDstAlpha: OneMinusSrcAlphaFactor,
    ...parameters,
  });
}
