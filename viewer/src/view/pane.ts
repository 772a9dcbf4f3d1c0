// SPDX-License-Identifier: Apache-2.0
// A camera image as a pane in the scene, at the camera's pose. Its border shows its age; an old image freezes, it never
// turns black.
import { BufferAttribute, BufferGeometry, Group, LinearFilter, Mesh, MeshBasicMaterial, DoubleSide, PlaneGeometry, SRGBColorSpace, Texture, type Object3D } from "three";
import type { PictureFrame } from "../decode";
import { rotationOfViewpoint } from "./cameras";
import { PANE_FRESH, PANE_LATE, PANE_LOST } from "./palette";
import { isUsable, positionOf } from "./poses";

const FRESH = 0.2; // s
const LATE = 1; // s
const NEAREST = 0.5; // m
const FARTHEST = 10; // m
const BORDER = 0.012; // of the pane's edges

// Width and height, m, of a pane that fills a field of view at a distance.
export function paneSize(distance: number, fieldOfView: number, aspect: number): [number, number] {
  const width = 2 * distance * Math.tan(fieldOfView / 2);
  return [width, width / aspect];
}

export function borderColor(age: number): number {
  if (age < FRESH) return PANE_FRESH;
  return age < LATE ? PANE_LATE : PANE_LOST;
}

// A border just inside the edge of the pane.
function borderGeometry(): BufferGeometry {
  const places: number[] = [], indices: number[] = [];
  [[-1, -1], [1, -1], [1, 1], [-1, 1]].forEach(([x, y], i) => {
    places.push(0.5 * x, 0.5 * y, 0, (0.5 - BORDER) * x, (0.5 - BORDER) * y, 0);
    const next = (2 * i + 2) % 8;
    indices.push(2 * i, next, 2 * i + 1, 2 * i + 1, next, next + 1);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  geometry.setIndex(indices);
  return geometry;
}

export class Pane {
  stream: number | null = null;
  private distance = 2;
  private frame: PictureFrame | null = null; // the one that is shown
  private heard = -Infinity; // real time, s
  private isDecoding = false;
  private next: PictureFrame | null = null;
  private readonly group = new Group();
  private readonly material = new MeshBasicMaterial({ transparent: true, side: DoubleSide, depthWrite: false, toneMapped: false });
  private readonly picture = new Mesh(new PlaneGeometry(1, 1), this.material);
  private readonly borderMaterial = new MeshBasicMaterial({ side: DoubleSide, transparent: true, depthWrite: false });
  private readonly border = new Mesh(borderGeometry(), this.borderMaterial);

  constructor(scene: Object3D, layer: number, private readonly changed: () => void) {
    this.group.add(this.picture, this.border);
    this.group.traverse((object) => object.layers.set(layer));
    this.picture.renderOrder = 5;
    this.border.renderOrder = 6;
    this.group.visible = false;
    scene.add(this.group);
  }

  show(stream: number | null, distance: number, opacity: number): void {
    if (stream !== this.stream) this.clear();
    this.stream = stream;
    this.distance = Math.min(Math.max(Number.isFinite(distance) ? distance : 2, NEAREST), FARTHEST);
    this.material.opacity = Math.min(Math.max(Number.isFinite(opacity) ? opacity : 1, 0), 1);
    this.place();
  }

  get isShown(): boolean {
    return this.group.visible;
  }

  receive(frame: PictureFrame, now: number): void {
    if (frame.stream !== this.stream || !isUsable(frame.pose) || !(frame.width > 0 && frame.height > 0)) return;
    this.heard = now;
    this.next = frame;
    if (!this.isDecoding) void this.decode();
  }

  // Before each view: in the eyes of its own camera nothing hides it. Returns whether the border will change by itself.
  prepare(now: number, isFirstPerson: boolean): boolean {
    if (!this.group.visible) return false;
    const age = now - this.heard;
    this.borderMaterial.color.setHex(borderColor(age));
    this.material.depthTest = this.borderMaterial.depthTest = !isFirstPerson;
    return age < LATE;
  }

  clear(): void {
    this.frame = this.next = null;
    this.heard = -Infinity;
    this.group.visible = false;
    this.dropTexture();
  }

  dispose(): void {
    this.clear();
    for (const each of [this.material, this.borderMaterial, this.picture.geometry, this.border.geometry]) each.dispose();
  }

  private async decode(): Promise<void> {
    this.isDecoding = true;
    while (this.next) {
      const frame = this.next;
      this.next = null;
      try {
        const bitmap = await createImageBitmap(frame.jpeg, { imageOrientation: "flipY" });
        if (frame.stream === this.stream) this.put(frame, bitmap);
        else bitmap.close();
      } catch {
        // An unreadable image: the last one stays.
      }
    }
    this.isDecoding = false;
  }

  private put(frame: PictureFrame, bitmap: ImageBitmap): void {
    this.dropTexture();
    const texture = new Texture(bitmap);
    texture.colorSpace = SRGBColorSpace;
    texture.flipY = false;
    texture.generateMipmaps = false;
    texture.minFilter = LinearFilter;
    texture.needsUpdate = true;
    this.material.map = texture;
    this.material.needsUpdate = true;
    this.frame = frame;
    this.place();
    this.changed();
  }

  private place(): void {
    this.group.visible = this.stream !== null && this.frame !== null;
    if (!this.frame) return;
    const [width, height] = paneSize(this.distance, this.frame.fieldOfView, this.frame.width / this.frame.height);
    this.group.quaternion.copy(rotationOfViewpoint(this.frame.pose));
    this.group.position.set(0, 0, -this.distance).applyQuaternion(this.group.quaternion).add(positionOf(this.frame.pose));
    this.group.scale.set(width, height, 1);
  }

  private dropTexture(): void {
    (this.material.map?.image as ImageBitmap | undefined)?.close?.();
    this.material.map?.dispose();
    this.material.map = null;
  }
}
