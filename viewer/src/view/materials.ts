// SPDX-License-Identifier: Apache-2.0
// Materials of the protocol as cached three.js materials. Colours are not part of them; they belong to the instances.
import { Color, DoubleSide, FrontSide, MeshBasicMaterial, MeshLambertMaterial, Vector3, type Material as ThreeMaterial } from "three";
import type { Material, Rgba } from "../protocol";
import { linearColor } from "./palette";
import type { Picture, TextureStore } from "./textures";

// The appearance of a surface apart from its colour.
export interface Look {
  opacity: number;
  emissive: readonly number[];
  texture: number; // -1: none
  tile: Material["tile"];
  isUnlit: boolean;
  hasEdges: boolean; // of boxes, drawn a little darker
  isDouble: boolean; // seen from behind too
  isFilled: boolean; // where it is cut open it looks solid
  extent: Vector3; // of the geometry before it is scaled, m
}

// A plan needs the edges of thin walls; other views omit them where there are too many.
const EDGES = { strength: { value: 0.3 }, narrowest: { value: 3 } };

export function drawEdgesFor(isPlan: boolean): void {
  EDGES.strength.value = isPlan ? 0.7 : 0.3;
  EDGES.narrowest.value = isPlan ? 0.5 : 3; // pixels
}

// Positions and sizes in m, in the object frame.
const VERTEX_HEAD = `
varying vec3 vPlace; varying vec3 vSide; varying vec3 vSize; uniform vec3 extent;`;
const VERTEX_BODY = `
#ifdef USE_INSTANCING
  vec3 stretch = vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz));
#else
  vec3 stretch = vec3(1.0);
#endif
  vPlace = position * stretch; vSide = normal / stretch; vSize = extent * stretch;`;
const FRAGMENT_HEAD = `
varying vec3 vPlace; varying vec3 vSide; varying vec3 vSize;
#ifdef HAS_TILE
uniform sampler2D tileMap; uniform float tileSize; uniform float tileReady;
// From the nearest of the six sides: to the right and downwards, as seen from outside.
vec2 tilePlace() {
  vec3 size = abs(vSide);
  vec3 right, down;
  if (size.z >= size.x && size.z >= size.y) { right = vec3(1, 0, 0); down = vec3(0, -sign(vSide.z), 0); }
  else if (size.x >= size.y) { right = vec3(0, sign(vSide.x), 0); down = vec3(0, 0, -1); }
  else { right = vec3(-sign(vSide.y), 0, 0); down = vec3(0, 0, -1); }
#ifdef TILE_ALONG
  if (abs(dot(down, vSize)) > abs(dot(right, vSize))) { vec3 other = right; right = down; down = other; }
#endif
  return vec2(dot(vPlace, right), -dot(vPlace, down)) / tileSize;
}
#endif
#ifdef HAS_EDGES
uniform float edgeStrength; uniform float edgeNarrowest;
float edgeShade() {
  vec3 inside = 0.5 * vSize - abs(vPlace);
  vec3 pixel = fwidth(vPlace) + 1e-6;
  vec3 facing = abs(vSide) * vSize;
  float away = 1e6, width = 1e6;
  // The axis the face looks along is no distance to an edge.
  float most = 0.5 * max(facing.x, max(facing.y, facing.z));
  if (facing.x < most) { away = min(away, inside.x / pixel.x); width = min(width, vSize.x / pixel.x); }
  if (facing.y < most) { away = min(away, inside.y / pixel.y); width = min(width, vSize.y / pixel.y); }
  if (facing.z < most) { away = min(away, inside.z / pixel.z); width = min(width, vSize.z / pixel.z); }
  float line = 1.0 - smoothstep(0.4, 1.5, away);
  return 1.0 - edgeStrength * line * smoothstep(edgeNarrowest, 4.0 * edgeNarrowest, width);
}
#endif`;
const FRAGMENT_BODY = `
#ifdef HAS_TILE
  diffuseColor.rgb *= mix(vec3(1.0), texture2D(tileMap, tilePlace()).rgb, tileReady);
#endif
#ifdef HAS_EDGES
  diffuseColor.rgb *= edgeShade();
#endif`;

// Whoever sees a body's inside sees where it was cut; one even colour there looks like a cut through something solid.
const FRAGMENT_END = `
#ifdef IS_FILLED
  if (!gl_FrontFacing) outgoingLight = vec3(0.045, 0.052, 0.062);
#endif`;

export class MaterialStore {
  private readonly materials = new Map<string, ThreeMaterial>();

  constructor(private readonly textures: TextureStore, private readonly changed: () => void) {}

  keyOf(look: Look): string {
    const tile = look.tile ? `${look.tile.texture}:${look.tile.size}:${look.tile.lay}:${look.extent.toArray().map((x) => x.toFixed(3))}` : "";
    const emissive = look.emissive.map((value) => Math.round(value * 32)).join();
    return [look.opacity.toFixed(2), emissive, look.texture, tile, look.isUnlit, look.hasEdges, look.isDouble, look.isFilled].join("|");
  }

  get(look: Look): ThreeMaterial {
    const key = this.keyOf(look);
    let material = this.materials.get(key);
    if (!material) this.materials.set(key, (material = this.make(look)));
    return material;
  }

  clear(): void {
    this.materials.forEach((material) => material.dispose());
    this.materials.clear();
  }

  private make(look: Look): ThreeMaterial {
    const isTransparent = look.opacity < 0.999;
    const common = {
      transparent: isTransparent, opacity: look.opacity, depthWrite: !isTransparent, side: look.isDouble || look.isFilled ? DoubleSide : FrontSide,
    };
    // Bottoms of walls lie in the floor: where the wall is cut, its bottom wins. Pictures still hang before the wall.
    if (look.isFilled || look.texture >= 0) Object.assign(common, { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -16 });
    const material = look.isUnlit
      ? new MeshBasicMaterial(common)
      : new MeshLambertMaterial({ ...common, emissive: linearColor(look.emissive) });
    if (look.texture >= 0) this.addTexture(material, this.textures.get(look.texture));
    if (look.tile || look.hasEdges || look.isFilled) this.addPattern(material, look);
    return material;
  }

  private addTexture(material: MeshBasicMaterial | MeshLambertMaterial, picture: Picture): void {
    const apply = () => {
      material.map = picture.texture;
      material.needsUpdate = true;
      this.changed();
    };
    if (picture.isReady) apply();
    else picture.whenReady.push(apply);
  }

  private addPattern(material: MeshBasicMaterial | MeshLambertMaterial, look: Look): void {
    const picture = look.tile ? this.textures.get(look.tile.texture) : null;
    const ready = { value: picture?.isReady ? 1 : 0 };
    picture?.whenReady.push(() => (ready.value = 1));
    material.defines = {
      ...material.defines,
      ...(look.tile ? { HAS_TILE: "" } : {}),
      ...(look.tile?.lay === "along_length" ? { TILE_ALONG: "" } : {}),
      ...(look.hasEdges ? { HAS_EDGES: "" } : {}),
      ...(look.isFilled ? { IS_FILLED: "" } : {}),
    };
    material.onBeforeCompile = (shader) => {
      shader.uniforms.extent = { value: look.extent };
      shader.uniforms.edgeStrength = EDGES.strength;
      shader.uniforms.edgeNarrowest = EDGES.narrowest;
      if (picture && look.tile) {
        shader.uniforms.tileMap = { value: picture.texture };
        shader.uniforms.tileSize = { value: look.tile.size > 0 ? look.tile.size : 1 };
        shader.uniforms.tileReady = ready;
      }
      shader.vertexShader = shader.vertexShader.replace("#include <common>", `#include <common>${VERTEX_HEAD}`)
        .replace("#include <begin_vertex>", `#include <begin_vertex>${VERTEX_BODY}`);
      shader.fragmentShader = shader.fragmentShader.replace("#include <common>", `#include <common>${FRAGMENT_HEAD}`)
        .replace("#include <color_fragment>", `#include <color_fragment>${FRAGMENT_BODY}`)
        .replace("#include <opaque_fragment>", `${FRAGMENT_END}\n#include <opaque_fragment>`);
    };
    material.customProgramCacheKey = () => "pattern";
  }
}

const WHITE: Rgba = [1, 1, 1, 1];

export function lookOf(material: Material | undefined, extent: Vector3, hasEdges: boolean, isDouble: boolean): Look {
  const alpha = material?.color?.[3];
  return {
    opacity: typeof alpha === "number" && alpha >= 0 && alpha <= 1 ? alpha : 1,
    emissive: material?.emissive ?? [0, 0, 0],
    texture: material?.texture ?? -1,
    tile: material?.tile && material.tile.texture >= 0 ? material.tile : null,
    isUnlit: material?.is_unlit ?? false,
    hasEdges,
    isDouble,
    isFilled: false,
    extent,
  };
}

export function colorOf(rgba: readonly number[] | undefined): Color {
  return linearColor(rgba ?? WHITE);
}

