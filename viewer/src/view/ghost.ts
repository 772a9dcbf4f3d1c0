// SPDX-License-Identifier: Apache-2.0
// Preview of a robot to be spawned: its model, or its bounding box until the model has arrived; red where it cannot stand.
import { BoxGeometry, CircleGeometry, DoubleSide, Group, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, RingGeometry, Vector3, type BufferGeometry, type Object3D } from "three";
import type { SpawnGhost } from "./api";
import type { ModelStore } from "./models";
import { GHOST_COLOR, REFUSED_COLOR } from "./palette";
import { isUsable, matrixOf } from "./poses";

const ABOVE_FLOOR = 0.015; // m

export class Ghost {
  private readonly group = new Group();
  private readonly body = new MeshLambertMaterial({ transparent: true, opacity: 0.62 });
  private readonly mark = new MeshBasicMaterial({ transparent: true, opacity: 0.85, side: DoubleSide, depthWrite: false });
  private readonly box = new BoxGeometry(1, 1, 1);
  private readonly ring = new RingGeometry(0.92, 1, 48);
  private readonly tip = new CircleGeometry(0.18, 3);
  private shown: SpawnGhost | null = null;
  pieceCount = 0;

  constructor(scene: Object3D, private readonly layer: number, private readonly models: ModelStore) {
    this.group.visible = false;
    scene.add(this.group);
  }

  show(ghost: SpawnGhost | null): void {
    this.shown = ghost && isUsable(ghost.preview.pose) ? ghost : null;
    this.refresh();
  }

  // The model may have arrived.
  refresh(): void {
    this.group.clear();
    this.group.visible = this.shown !== null;
    this.pieceCount = 0;
    if (!this.shown) return;
    const color = this.shown.isAllowed ? GHOST_COLOR : REFUSED_COLOR;
    this.body.color.setHex(color);
    this.body.emissive.setHex(color).multiplyScalar(0.25);
    this.mark.color.setHex(color);
    this.addBody(this.shown.preview);
    this.addMark(this.shown.preview);
    this.group.traverse((object) => object.layers.set(this.layer));
  }

  dispose(): void {
    this.group.clear();
    for (const each of [this.body, this.mark, this.box, this.ring, this.tip]) each.dispose();
  }

  private addBody({ model, pose, low, high, links }: SpawnGhost["preview"]): void {
    const worldFromModel = matrixOf(pose);
    const drawn = this.models.links(model) ?? [];
    drawn.forEach((drawables, link) => {
      if (!isUsable(links[link])) return;
      const worldFromLink = matrixOf(links[link]).premultiply(worldFromModel);
      for (const { geometryKey, linkFromGeometry } of drawables) {
        const geometry = this.models.geometry(geometryKey);
        if (geometry) this.add(geometry, new Matrix4().multiplyMatrices(worldFromLink, linkFromGeometry), this.body);
      }
    });
    if (this.pieceCount > 0) return;
    const [from, to] = [new Vector3(...low), new Vector3(...high)];
    const modelFromBox = new Matrix4().makeScale(...to.clone().sub(from).toArray()).setPosition(from.add(to).multiplyScalar(0.5));
    this.add(this.box, modelFromBox.premultiply(worldFromModel), this.body);
  }

  // A ring on the floor with a heading mark.
  private addMark({ pose, low, high }: SpawnGhost["preview"]): void {
    const radius = Math.max(Math.hypot(high[0] - low[0], high[1] - low[1]) / 2 + 0.08, 0.15);
    const worldFromRing = matrixOf(pose).multiply(new Matrix4().makeTranslation((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2] + ABOVE_FLOOR)).scale(new Vector3(radius, radius, 1));
    this.add(this.ring, worldFromRing, this.mark);
    this.add(this.tip, worldFromRing.clone().multiply(new Matrix4().makeTranslation(1.16, 0, 0)), this.mark);
    this.pieceCount -= 2;
  }

  private add(geometry: BufferGeometry, matrix: Matrix4, material: MeshLambertMaterial | MeshBasicMaterial): void {
    const mesh = new Mesh(geometry, material);
    mesh.matrixAutoUpdate = false;
    mesh.matrix.copy(matrix);
    mesh.renderOrder = 4;
    this.group.add(mesh);
    ++this.pieceCount;
  }
}
