// SPDX-License-Identifier: Apache-2.0
// Binary frames taken apart; see protocol.ts for how they are laid out.
import { Kind, type ModelsJson, type Pose, type Vec3 } from "./protocol";

export interface ModelsFrame {
  json: ModelsJson;
  blob: ArrayBuffer; // offsets in the JSON count from its beginning
}
export interface PosesFrame {
  time: number;
  isAll: boolean;
  parts: Uint32Array;
  poses: Float32Array; // 7 a part
}
export interface ScanFrame {
  stream: number;
  time: number;
  rows: number;
  columns: number;
  isRolled: boolean; // rows are turned about x instead of lifted
  pose: Pose; // world_from_sensor
  angleMin: number;
  angleIncrement: number;
  minRange: number;
  maxRange: number;
  rowAngles: Float32Array;
  ranges: Float32Array; // m; NaN where a code stands
  codes: Int16Array; // -1 where none stands
  isError: Uint8Array; // 1: the code is an error; without range and without error nothing is in range
}
export interface DepthFrame {
  stream: number;
  time: number;
  width: number;
  height: number;
  pose: Pose; // world_from_sensor, x is the optical axis
  fieldOfView: number;
  depths: Float32Array; // m, 0 = nothing
}
export interface PictureFrame {
  stream: number;
  time: number;
  width: number;
  height: number;
  fieldOfView: number;
  pose: Pose; // world_from_camera, x is the optical axis
  jpeg: Blob;
}
export interface ParticlesFrame {
  plume: number;
  time: number;
  replacesAll: boolean;
  count: number;
  data: Float32Array; // 7 a particle: age at time, birthplace, velocity
}
export interface LinksFrame {
  time: number;
  preset: "seed" | "wss" | "multiwall";
  sensitivity: number; // dBm
  stations: RadioStation[]; // by name
  dbm: Float32Array; // these of every pair; see pairIndex
  walls: Uint8Array;
  isUp: Uint8Array;
  loss: Float32Array; // 0..1
  rate: Float32Array; // Mb/s
}
export interface RadioStation {
  name: string;
  isRelay: boolean;
  antenna: Vec3;
}
export interface CoverageFrame {
  time: number;
  station: string; // empty: of a point
  antenna: Vec3;
  columns: number;
  rows: number;
  first: [number, number]; // the middle of the first cell
  height: number;
  cell: number; // m
  sensitivity: number; // dBm
  dbm: Float32Array; // rows along y
}

export function kindOf(buffer: ArrayBuffer): Kind {
  return new DataView(buffer).getUint8(0);
}

function poseAt(view: DataView, offset: number): Pose {
  return Array.from({ length: 7 }, (_, i) => view.getFloat32(offset + 4 * i, true)) as Pose;
}

export function decodeModels(buffer: ArrayBuffer): ModelsFrame {
  const view = new DataView(buffer);
  const length = view.getUint32(4, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length))) as ModelsJson;
  return { json, blob: buffer.slice(8 + 4 * Math.ceil(length / 4)) };
}

export function decodePoses(buffer: ArrayBuffer): PosesFrame {
  const view = new DataView(buffer);
  const count = view.getUint32(4, true);
  const parts = new Uint32Array(count);
  const poses = new Float32Array(7 * count);
  for (let i = 0; i < count; ++i) {
    const at = 16 + 24 * i;
    parts[i] = view.getUint32(at, true);
    for (let k = 0; k < 3; ++k) poses[7 * i + k] = view.getFloat32(at + 4 + 4 * k, true);
    for (let k = 0; k < 4; ++k) poses[7 * i + 3 + k] = view.getInt16(at + 16 + 2 * k, true) / 32767;
  }
  return { time: view.getFloat64(8, true), isAll: view.getUint8(1) === 1, parts, poses };
}

const FIRST_CODE = 0xff00;

export function decodeScan(buffer: ArrayBuffer): ScanFrame {
  const view = new DataView(buffer);
  const columns = view.getUint32(4, true);
  const rows = view.getUint32(16, true);
  const unit = view.getFloat32(64, true);
  const codeCount = view.getUint32(68, true);
  const rowsAt = 72 + 4 * codeCount;
  const rowAngles = Float32Array.from({ length: rows }, (_, i) => view.getFloat32(rowsAt + 4 * i, true));
  const first = rowsAt + 4 * rows;
  const ranges = new Float32Array(rows * columns);
  const codes = new Int16Array(rows * columns).fill(-1);
  const isError = new Uint8Array(rows * columns);
  for (let i = 0; i < rows * columns; ++i) {
    const value = view.getUint16(first + 2 * i, true);
    ranges[i] = value >= FIRST_CODE ? NaN : value * unit;
    if (value < FIRST_CODE || value - FIRST_CODE >= codeCount) continue;
    const codeAt = 72 + 4 * (value - FIRST_CODE);
    codes[i] = view.getInt16(codeAt, true);
    isError[i] = view.getUint16(codeAt + 2, true) === 1 ? 1 : 0;
  }
  return {
    stream: view.getUint16(2, true),
    time: view.getFloat64(8, true),
    rows,
    columns,
    isRolled: view.getUint8(1) === 1,
    pose: poseAt(view, 20),
    angleMin: view.getFloat32(48, true),
    angleIncrement: view.getFloat32(52, true),
    minRange: view.getFloat32(56, true),
    maxRange: view.getFloat32(60, true),
    rowAngles,
    ranges,
    codes,
    isError,
  };
}

export function decodeDepth(buffer: ArrayBuffer): DepthFrame {
  const view = new DataView(buffer);
  const width = view.getUint16(4, true);
  const height = view.getUint16(6, true);
  const unit = view.getFloat32(48, true);
  return {
    stream: view.getUint16(2, true),
    time: view.getFloat64(8, true),
    width,
    height,
    pose: poseAt(view, 16),
    fieldOfView: view.getFloat32(44, true),
    depths: Float32Array.from({ length: width * height }, (_, i) => view.getUint16(52 + 2 * i, true) * unit),
  };
}

export function decodePicture(buffer: ArrayBuffer): PictureFrame {
  const view = new DataView(buffer);
  return {
    stream: view.getUint16(2, true),
    time: view.getFloat64(8, true),
    width: view.getUint16(16, true),
    height: view.getUint16(18, true),
    fieldOfView: view.getFloat32(20, true),
    pose: poseAt(view, 24),
    jpeg: new Blob([new Uint8Array(buffer, 52, view.getUint32(4, true))], { type: "image/jpeg" }),
  };
}

export function decodeParticles(buffer: ArrayBuffer): ParticlesFrame {
  const view = new DataView(buffer);
  const count = view.getUint32(4, true);
  return {
    plume: view.getUint16(2, true),
    time: view.getFloat64(8, true),
    replacesAll: view.getUint8(1) === 1,
    count,
    data: Float32Array.from({ length: 7 * count }, (_, i) => view.getFloat32(16 + 4 * i, true)),
  };
}

const PRESETS = ["seed", "wss", "multiwall"] as const;

// Index of the link between two stations in the lists of a LinksFrame.
export function pairIndex(one: number, other: number, stations: number): number {
  const [a, b] = one < other ? [one, other] : [other, one];
  return a * stations - (a * (a + 1)) / 2 + b - a - 1;
}

export function decodeLinks(buffer: ArrayBuffer): LinksFrame {
  const view = new DataView(buffer);
  const count = view.getUint16(2, true), length = view.getUint32(4, true);
  const namesAt = 24 + 16 * count;
  const names = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, namesAt, length))) as string[];
  const stations = Array.from({ length: count }, (_, i): RadioStation => ({ name: String(names[i]), antenna: vectorAt(view, 24 + 16 * i), isRelay: view.getUint32(36 + 16 * i, true) === 1 }));
  const pairs = (count * (count - 1)) / 2;
  const at = (i: number) => namesAt + 4 * Math.ceil(length / 4) + 8 * i;
  return {
    time: view.getFloat64(8, true),
    preset: PRESETS[view.getUint8(1)] ?? "multiwall",
    sensitivity: view.getFloat32(16, true),
    stations,
    dbm: Float32Array.from({ length: pairs }, (_, i) => view.getInt16(at(i), true) / 100),
    walls: Uint8Array.from({ length: pairs }, (_, i) => view.getUint8(at(i) + 2)),
    isUp: Uint8Array.from({ length: pairs }, (_, i) => view.getUint8(at(i) + 3)),
    loss: Float32Array.from({ length: pairs }, (_, i) => view.getUint16(at(i) + 4, true) / 65535),
    rate: Float32Array.from({ length: pairs }, (_, i) => view.getUint16(at(i) + 6, true) / 100),
  };
}

export function decodeCoverage(buffer: ArrayBuffer): CoverageFrame {
  const view = new DataView(buffer);
  const columns = view.getUint16(2, true), rows = view.getUint16(4, true), length = view.getUint16(6, true);
  const first = 48 + 2 * Math.ceil(length / 2);
  return {
    time: view.getFloat64(8, true),
    station: new TextDecoder().decode(new Uint8Array(buffer, 48, length)),
    antenna: vectorAt(view, 16),
    columns,
    rows,
    first: [view.getFloat32(28, true), view.getFloat32(32, true)],
    height: view.getFloat32(36, true),
    cell: view.getFloat32(40, true),
    sensitivity: view.getFloat32(44, true),
    dbm: Float32Array.from({ length: rows * columns }, (_, i) => view.getInt16(first + 2 * i, true) / 100),
  };
}

function vectorAt(view: DataView, offset: number): Vec3 {
  return [0, 4, 8].map((by) => view.getFloat32(offset + by, true)) as Vec3;
}
