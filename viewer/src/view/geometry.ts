// SPDX-License-Identifier: Apache-2.0
// Geometries of shapes; of unit size where the instance's scale gives the size.
import { BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, PlaneGeometry, Quaternion, SphereGeometry, Vector3 } from "three";
import type { ModelsFrame } from "../decode";
import type { MeshPart, Shape } from "../protocol";

export interface Form {
  key: string; // equal keys: equal geometry
  scale: Vector3;
  turn: Quaternion | null; // of the geometry in the visual
  make: () => BufferGeometry;
}

const Z = new Vector3(0, 0, 1);

function size(value: number | undefined): number {
  return Number.isFinite(value) && value! > 0 ? Math.min(value!, 1e5) : 1e-3;
}

function alongZ(geometry: BufferGeometry): BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}

// To the right and up of a picture on each side, in three's order, as cameras see it (rays/surface_mesh.cpp).
const X = new Vector3(1, 0, 0), Y = new Vector3(0, 1, 0);
const SIDES: [Vector3, Vector3][] = [
  [Y, Z], [Y.clone().negate(), Z],
  [X.clone().negate(), Z], [X, Z],
  [X, Y], [X.clone().negate(), Y],
];

function pictureBox(): BufferGeometry {
  const box = new BoxGeometry(1, 1, 1);
  const places = box.getAttribute("position"), uvs = box.getAttribute("uv");
  const corner = new Vector3();
  for (let i = 0; i < places.count; ++i) {
    const [right, up] = SIDES[Math.floor(i / 4)]!;
    corner.fromBufferAttribute(places, i);
    uvs.setXY(i, 0.5 + corner.dot(right), 0.5 + corner.dot(up));
  }
  return box;
}

// For all shapes except meshes.
export function formOf(shape: Exclude<Shape, { kind: "mesh" }>): Form | null {
  switch (shape.kind) {
    case "box":
      return { key: "box", scale: new Vector3(size(shape.size[0]), size(shape.size[1]), size(shape.size[2])), turn: null, make: pictureBox };
    case "sphere":
      return { key: "sphere", scale: new Vector3().setScalar(size(shape.radius)), turn: null, make: () => alongZ(new SphereGeometry(1, 28, 18)) };
    case "ellipsoid":
      return { key: "sphere", scale: new Vector3(size(shape.radii[0]), size(shape.radii[1]), size(shape.radii[2])), turn: null, make: () => alongZ(new SphereGeometry(1, 28, 18)) };
    case "cylinder":
      return { key: "cylinder", scale: new Vector3(size(shape.radius), size(shape.radius), size(shape.length)), turn: null, make: () => alongZ(new CylinderGeometry(1, 1, 1, 32)) };
    case "capsule": {
      const radius = size(shape.radius), length = size(shape.length);
      return { key: `capsule ${radius} ${length}`, scale: new Vector3(1, 1, 1), turn: null, make: () => alongZ(new CapsuleGeometry(radius, length, 8, 20)) };
    }
    case "plane": {
      const normal = new Vector3(...shape.normal);
      const turn = normal.lengthSq() > 1e-9 ? new Quaternion().setFromUnitVectors(Z, normal.normalize()) : new Quaternion();
      return { key: "plane", scale: new Vector3(size(shape.size[0]), size(shape.size[1]), 1), turn, make: () => new PlaneGeometry(1, 1) };
    }
    default:
      return null;
  }
}

function floats(frame: ModelsFrame, place: [number, number] | null, width: number): BufferAttribute | null {
  if (!place) return null;
  const [offset, count] = place;
  if (!(offset >= 0 && offset % 4 === 0 && count > 0 && offset + 4 * width * count <= frame.blob.byteLength)) return null;
  return new BufferAttribute(new Float32Array(frame.blob.slice(offset, offset + 4 * width * count)), width);
}

// Null if the frame is inconsistent.
export function meshGeometry(frame: ModelsFrame, part: MeshPart): BufferGeometry | null {
  const positions = floats(frame, part.positions, 3);
  const [offset, count] = part.indices ?? [0, 0];
  if (!positions || !(offset >= 0 && offset % 4 === 0 && count >= 3 && offset + 4 * count <= frame.blob.byteLength)) return null;
  const indices = new Uint32Array(frame.blob.slice(offset, offset + 4 * count));
  if (indices.some((index) => index >= positions.count)) return null;
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", positions);
  geometry.setIndex(new BufferAttribute(indices, 1));
  const normals = floats(frame, part.normals, 3);
  if (normals && normals.count === positions.count) geometry.setAttribute("normal", normals);
  else geometry.computeVertexNormals();
  const uvs = floats(frame, part.uvs, 2);
  if (uvs && uvs.count === positions.count) geometry.setAttribute("uv", uvs);
  return geometry;
}
