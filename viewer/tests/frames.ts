// SPDX-License-Identifier: Apache-2.0
// Binary frames as the program writes them, for tests; see protocol.ts.
import { Kind, type MeshPart, type ModelsJson, type Pose } from "../src/protocol";

class Writer {
  private bytes: number[] = [];
  private readonly view = new DataView(new ArrayBuffer(8));

  private put(count: number): this {
    for (let i = 0; i < count; ++i) this.bytes.push(this.view.getUint8(i));
    return this;
  }
  u8(value: number): this {
    this.bytes.push(value & 255);
    return this;
  }
  u16(value: number): this {
    this.view.setUint16(0, value, true);
    return this.put(2);
  }
  i16(value: number): this {
    this.view.setInt16(0, value, true);
    return this.put(2);
  }
  u32(value: number): this {
    this.view.setUint32(0, value, true);
    return this.put(4);
  }
  f32(...values: number[]): this {
    for (const value of values) {
      this.view.setFloat32(0, value, true);
      this.put(4);
    }
    return this;
  }
  f64(value: number): this {
    this.view.setFloat64(0, value, true);
    return this.put(8);
  }
  raw(bytes: Uint8Array): this {
    for (const byte of bytes) this.bytes.push(byte);
    return this;
  }
  align(): this {
    while (this.bytes.length % 4 !== 0) this.bytes.push(0);
    return this;
  }
  get size(): number {
    return this.bytes.length;
  }
  buffer(): ArrayBuffer {
    return Uint8Array.from(this.bytes).buffer;
  }
}

// What goes into the blob of a Models frame.
export class Blobs {
  readonly writer = new Writer();

  floats(values: number[], width: number): [number, number] {
    const offset = this.writer.align().size;
    this.writer.f32(...values);
    return [offset, values.length / width];
  }
  indices(values: number[]): [number, number] {
    const offset = this.writer.align().size;
    for (const value of values) this.writer.u32(value);
    return [offset, values.length];
  }
  picture(bytes: Uint8Array): { offset: number; length: number } {
    const offset = this.writer.align().size;
    this.writer.raw(bytes);
    return { offset, length: bytes.length };
  }
}

export function modelsFrame(json: ModelsJson, blobs: Blobs): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(json));
  return new Writer().u8(Kind.Models).u8(0).u16(0).u32(text.length).raw(text).align().raw(new Uint8Array(blobs.writer.buffer())).buffer();
}

export function posesFrame(time: number, parts: [number, Pose][], isAll = false): ArrayBuffer {
  const writer = new Writer().u8(Kind.Poses).u8(isAll ? 1 : 0).u16(0).u32(parts.length).f64(time);
  for (const [part, pose] of parts) {
    writer.u32(part).f32(pose[0], pose[1], pose[2]);
    for (let k = 3; k < 7; ++k) writer.i16(Math.round(pose[k] * 32767));
  }
  return writer.buffer();
}

export interface ScanSettings {
  stream: number;
  time: number;
  pose: Pose;
  angleMin: number;
  angleIncrement: number;
  maxRange: number;
  rowAngles: number[];
  isRolled?: boolean;
}

// Values: ranges in m, or -1 - code.
// Values below 0 are codes: -1 - code. Codes other than noReturnCode are errors.
export function scanFrame(settings: ScanSettings, values: number[], noReturnCode = 0): ArrayBuffer {
  const rows = settings.rowAngles.length, unit = 0.001;
  const writer = new Writer().u8(Kind.Scan).u8(settings.isRolled ? 1 : 0).u16(settings.stream).u32(values.length / rows).f64(settings.time).u32(rows);
  writer.f32(...settings.pose, settings.angleMin, settings.angleIncrement, 0.02, settings.maxRange, unit);
  const codes = [...new Set(values.filter((value) => value < 0).map((value) => -1 - value))];
  writer.u32(codes.length);
  for (const code of codes) writer.i16(code).u16(code === noReturnCode ? 0 : 1);
  writer.f32(...settings.rowAngles);
  for (const value of values) writer.u16(value < 0 ? 0xff00 + codes.indexOf(-1 - value) : Math.round(value / unit));
  return writer.buffer();
}

export function depthFrame(stream: number, time: number, pose: Pose, width: number, height: number, fieldOfView: number, depths: number[]): ArrayBuffer {
  const writer = new Writer().u8(Kind.Depth).u8(0).u16(stream).u16(width).u16(height).f64(time).f32(...pose, fieldOfView, 0.001);
  for (const depth of depths) writer.u16(Math.round(depth * 1000));
  return writer.buffer();
}

export function pictureFrame(stream: number, time: number, pose: Pose, width: number, height: number, fieldOfView: number, jpeg: Uint8Array): ArrayBuffer {
  return new Writer().u8(Kind.Picture).u8(0).u16(stream).u32(jpeg.length).f64(time).u16(width).u16(height).f32(fieldOfView, ...pose).raw(jpeg).buffer();
}

export function particlesFrame(plume: number, time: number, particles: number[][], replacesAll = true): ArrayBuffer {
  const writer = new Writer().u8(Kind.Particles).u8(replacesAll ? 1 : 0).u16(plume).u32(particles.length).f64(time);
  for (const particle of particles) writer.f32(...particle);
  return writer.buffer();
}

export interface SampleStation {
  name: string;
  antenna: [number, number, number];
  isRelay?: boolean;
}
export interface SampleLink {
  dbm: number;
  walls?: number;
  isUp?: boolean;
  loss?: number;
  rate?: number;
}

// link: of the stations with these numbers, the first one smaller.
export function linksFrame(time: number, sensitivity: number, stations: SampleStation[], link: (one: number, other: number) => SampleLink): ArrayBuffer {
  const names = new TextEncoder().encode(JSON.stringify(stations.map(({ name }) => name)));
  const writer = new Writer().u8(Kind.Links).u8(2).u16(stations.length).u32(names.length).f64(time).f32(sensitivity, 0);
  for (const { antenna, isRelay } of stations) writer.f32(...antenna).u32(isRelay ? 1 : 0);
  writer.raw(names).align();
  for (let one = 0; one < stations.length; ++one) {
    for (let other = one + 1; other < stations.length; ++other) {
      const { dbm, walls = 0, isUp = dbm >= sensitivity, loss = isUp ? 0 : 1, rate = isUp ? 54 : 0 } = link(one, other);
      writer.i16(Math.round(100 * dbm)).u8(walls).u8(isUp ? 1 : 0).u16(Math.round(65535 * loss)).u16(Math.round(100 * rate));
    }
  }
  return writer.buffer();
}

export interface SampleGrid {
  columns: number;
  rows: number;
  first: [number, number];
  cell: number;
  height: number;
}

export function coverageFrame(time: number, station: SampleStation, sensitivity: number, grid: SampleGrid, strength: (x: number, y: number) => number): ArrayBuffer {
  const name = new TextEncoder().encode(station.name);
  const writer = new Writer().u8(Kind.Coverage).u8(0).u16(grid.columns).u16(grid.rows).u16(name.length).f64(time);
  writer.f32(...station.antenna, ...grid.first, grid.height, grid.cell, sensitivity).raw(name);
  if (name.length % 2 === 1) writer.u8(0);
  for (let row = 0; row < grid.rows; ++row) {
    for (let column = 0; column < grid.columns; ++column) writer.i16(Math.round(100 * strength(grid.first[0] + column * grid.cell, grid.first[1] + row * grid.cell)));
  }
  return writer.buffer();
}

export type { MeshPart };
