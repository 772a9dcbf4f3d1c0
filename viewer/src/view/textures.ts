// SPDX-License-Identifier: Apache-2.0
// Images of a Models frame as textures. They are decoded asynchronously; waiting materials are notified.
import { LinearMipmapLinearFilter, RepeatWrapping, SRGBColorSpace, Texture } from "three";
import type { ModelsFrame } from "../decode";

const LARGEST_PICTURE = 32 * 1024 * 1024; // bytes

export interface Picture {
  texture: Texture;
  isReady: boolean;
  whenReady: (() => void)[];
}

export class TextureStore {
  private readonly pictures = new Map<number, Picture>();
  private generation = 0;
  anisotropy = 4;

  constructor(private readonly changed: () => void) {}

  receive(frame: ModelsFrame): void {
    for (const entry of frame.json.textures ?? []) {
      const end = entry.offset + entry.length;
      if (!(entry.offset >= 0 && entry.length > 0 && end <= frame.blob.byteLength && entry.length <= LARGEST_PICTURE)) continue;
      const picture = this.get(entry.id);
      const blob = new Blob([new Uint8Array(frame.blob, entry.offset, entry.length)], { type: entry.mime });
      void this.fill(picture, blob, this.generation);
    }
  }

  // Also for an image that has not arrived yet; the texture is filled when it does.
  get(id: number): Picture {
    let picture = this.pictures.get(id);
    if (!picture) {
      const texture = new Texture();
      texture.wrapS = texture.wrapT = RepeatWrapping;
      texture.colorSpace = SRGBColorSpace;
      texture.minFilter = LinearMipmapLinearFilter;
      texture.anisotropy = this.anisotropy;
      texture.flipY = false; // bitmaps are turned when they are made
      picture = { texture, isReady: false, whenReady: [] };
      this.pictures.set(id, picture);
    }
    return picture;
  }

  clear(): void {
    ++this.generation;
    for (const { texture } of this.pictures.values()) {
      (texture.image as ImageBitmap | null)?.close?.();
      texture.dispose();
    }
    this.pictures.clear();
  }

  private async fill(picture: Picture, blob: Blob, generation: number): Promise<void> {
    try {
      const bitmap = await createImageBitmap(blob, { imageOrientation: "flipY", colorSpaceConversion: "none" });
      if (generation !== this.generation) return bitmap.close();
      picture.texture.image = bitmap;
      picture.texture.needsUpdate = true;
      picture.isReady = true;
      picture.whenReady.splice(0).forEach((tell) => tell());
      this.changed();
    } catch {
      // An unreadable image leaves its surfaces untextured.
    }
  }
}
