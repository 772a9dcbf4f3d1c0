// SPDX-License-Identifier: Apache-2.0
// Instanced pieces with one geometry and one material.
import { BufferGeometry, Color, DynamicDrawUsage, InstancedMesh, Material, Matrix4, type Object3D } from "three";

const FIRST_CAPACITY = 8;

// A piece of a link: the n-th visual of a part, in one group.
export interface Piece {
  group: InstanceGroup;
  slot: number;
  entity: number;
}

export class InstanceGroup {
  mesh: InstancedMesh;
  private pieces: Piece[] = [];

  constructor(private readonly scene: Object3D, private readonly geometry: BufferGeometry, private readonly material: Material, private readonly castsShadow: boolean, private readonly takesShadow: boolean) {
    this.mesh = this.makeMesh(FIRST_CAPACITY);
  }

  get count(): number {
    return this.pieces.length;
  }

  add(entity: number, matrix: Matrix4, color: Color): Piece {
    if (this.pieces.length === this.mesh.instanceMatrix.count) this.grow();
    const piece: Piece = { group: this, slot: this.pieces.length, entity };
    this.pieces.push(piece);
    this.mesh.count = this.pieces.length;
    this.mesh.setColorAt(piece.slot, color);
    this.mesh.instanceColor!.needsUpdate = true;
    this.place(piece, matrix);
    return piece;
  }

  place(piece: Piece, matrix: Matrix4): void {
    this.mesh.setMatrixAt(piece.slot, matrix);
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }

  // The last instance moves into its slot.
  remove(piece: Piece): void {
    const last = this.pieces.pop();
    if (!last) return;
    if (last !== piece) {
      const matrix = new Matrix4(), color = new Color();
      this.mesh.getMatrixAt(last.slot, matrix);
      this.mesh.getColorAt(last.slot, color);
      last.slot = piece.slot;
      this.pieces[piece.slot] = last;
      this.mesh.setColorAt(piece.slot, color);
      this.mesh.instanceColor!.needsUpdate = true;
      this.place(last, matrix);
    }
    this.mesh.count = this.pieces.length;
    this.mesh.boundingSphere = null;
  }

  entityAt(slot: number): number {
    return this.pieces[slot]?.entity ?? -1;
  }

  dispose(): void {
    this.scene.remove(this.mesh);
    this.mesh.dispose();
  }

  private makeMesh(capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(this.geometry, this.material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.setColorAt(0, new Color(1, 1, 1)); // so that the colours are there
    mesh.count = 0;
    mesh.frustumCulled = false;
    mesh.castShadow = this.castsShadow;
    mesh.receiveShadow = this.takesShadow;
    mesh.userData.group = this;
    this.scene.add(mesh);
    return mesh;
  }

  private grow(): void {
    const old = this.mesh;
    this.mesh = this.makeMesh(2 * old.instanceMatrix.count);
    this.mesh.instanceMatrix.array.set(old.instanceMatrix.array);
    this.mesh.instanceColor!.array.set(old.instanceColor!.array);
    this.mesh.count = old.count;
    this.scene.remove(old);
    old.dispose();
  }
}
