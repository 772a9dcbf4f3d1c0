// SPDX-License-Identifier: Apache-2.0
// A little world without a program: a floor, walls, a robot that drives a circle, its laser, smoke, a victim.
import type { Hello, Material, ModelsJson, Pose, Robot, Shape, Smoke, Entity, Visual } from "../src/protocol";
import type { Run } from "../src/run";
import { Blobs, coverageFrame, depthFrame, linksFrame, modelsFrame, particlesFrame, pictureFrame, posesFrame, scanFrame } from "./frames";

export const EXTINCTION = 115.21;
const LEVEL: Pose = [0, 0, 0, 0, 0, 0, 1];
const ROOM = 8; // m

export function pose(x: number, y: number, z: number, yaw = 0): Pose {
  return [x, y, z, 0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)];
}

function material(color: number[], tile: Material["tile"] = null, more: Partial<Material> = {}): Material {
  return {
    color: [...color, 1].slice(0, 4) as Material["color"], emissive: [0, 0, 0], texture: -1, tile, keeps_mesh_colors: false, roughness: 1, metalness: 0, is_unlit: false, ...more,
  };
}

function visual(shape: Shape, look: Material, at: Pose = LEVEL): Visual {
  return { name: "visual", pose: at, shape, material: look };
}

const WHEELS: [number, number][] = [[0.15, 0.2], [0.15, -0.2], [-0.15, 0.2], [-0.15, -0.2]];
const WHEEL_TURN = Math.SQRT1_2;

function robotLinks(): ModelsJson["models"][number]["links"] {
  const body = [
    visual({ kind: "box", size: [0.5, 0.32, 0.16] }, material([0.72, 0.16, 0.14]), pose(0, 0, 0.06)),
    visual({ kind: "box", size: [0.44, 0.3, 0.02] }, material([0.15, 0.16, 0.18]), pose(0, 0, 0.15)),
    visual({ kind: "cylinder", radius: 0.05, length: 0.08 }, material([0.95, 0.75, 0.1]), pose(0.16, 0, 0.2)),
    visual({ kind: "sphere", radius: 0.05 }, material([0.1, 0.1, 0.12]), pose(-0.1, 0, 0.2)),
    visual({ kind: "capsule", radius: 0.02, length: 0.2 }, material([0.3, 0.3, 0.3]), pose(-0.2, 0.1, 0.25)),
  ];
  const wheel = visual({ kind: "cylinder", radius: 0.11, length: 0.08 }, material([0.12, 0.12, 0.13]), [0, 0, 0, WHEEL_TURN, 0, 0, WHEEL_TURN]);
  const mark = visual({ kind: "box", size: [0.14, 0.09, 0.03] }, material([0.8, 0.8, 0.8]));
  return [{ name: "base", visuals: body }, ...WHEELS.map((_, i) => ({ name: `wheel${i}`, visuals: [wheel, mark] }))];
}

function wallLinks(): ModelsJson["models"][number]["links"] {
  const brick = material([1, 1, 1], { texture: 0, size: 0.6, lay: "upright" });
  const boards = material([1, 0.95, 0.9], { texture: 1, size: 0.8, lay: "along_length" });
  const half = ROOM / 2;
  const wall = (x: number, y: number, lx: number, ly: number, look: Material) => visual({ kind: "box", size: [lx, ly, 1.2] }, look, pose(x, y, 0.6));
  return [{
    name: "walls",
    visuals: [
      visual({ kind: "plane", normal: [0, 0, 1], size: [1000, 1000] }, material([0.95, 0.95, 0.93], { texture: 2, size: 2, lay: "upright" })),
      wall(0, half, ROOM, 0.1, brick), wall(0, -half, ROOM, 0.1, brick), wall(half, 0, 0.1, ROOM, brick), wall(-half, 0, 0.1, ROOM, brick),
      wall(1.5, 2.2, 0.1, 3.4, boards), wall(-2, -1.5, 3.8, 0.1, boards),
      visual({ kind: "box", size: [1.2, 0.8, 0.3] }, boards, pose(2.5, -2.5, 0.15, 0.4)),
      visual({ kind: "cylinder", radius: 0.3, length: 0.9 }, material([0.2, 0.45, 0.75]), pose(-2.8, 2.6, 0.45)),
      visual({ kind: "ellipsoid", radii: [0.5, 0.3, 0.25] }, material([0.5, 0.52, 0.5]), pose(-1, 3, 0.2)),
      visual({ kind: "mesh", mesh: 0, scale: [1, 1, 1] }, material([0.9, 0.9, 0.9], null, { keeps_mesh_colors: true }), pose(2.8, 0.3, 0)),
      visual({ kind: "box", size: [0.6, 0.02, 0.8] }, material([0.5, 0.8, 0.9, 0.35]), pose(-0.5, -2.6, 0.6)),
    ],
  }];
}

async function paint(draw: (context: CanvasRenderingContext2D, edge: number) => void, type: string): Promise<Uint8Array> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 128;
  draw(canvas.getContext("2d")!, 128);
  const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), type));
  return new Uint8Array(await blob.arrayBuffer());
}

function paintBricks(context: CanvasRenderingContext2D, edge: number): void {
  context.fillStyle = "#b9b2aa";
  context.fillRect(0, 0, edge, edge);
  for (let row = 0; row < 6; ++row) {
    for (let column = -1; column < 3; ++column) {
      context.fillStyle = `hsl(14, 45%, ${40 + ((row * 7 + column * 5) % 4) * 4}%)`;
      context.fillRect(column * 64 + (row % 2) * 32 + 2, row * 21.4 + 2, 60, 17);
    }
  }
}

function paintBoards(context: CanvasRenderingContext2D, edge: number): void {
  for (let y = 0; y < edge; ++y) {
    context.fillStyle = `hsl(32, 40%, ${56 + 6 * Math.sin(y * 0.9) + (y % 32 < 2 ? -22 : 0)}%)`;
    context.fillRect(0, y, edge, 1);
  }
}

function paintConcrete(context: CanvasRenderingContext2D, edge: number): void {
  let state = 7;
  for (let y = 0; y < edge; y += 4) {
    for (let x = 0; x < edge; x += 4) {
      state = (state * 16807) % 2147483647;
      context.fillStyle = `hsl(60, 3%, ${60 + (state % 7)}%)`;
      context.fillRect(x, y, 4, 4);
    }
  }
}

// A tent with a picture on one side.
function tent(blobs: Blobs): ModelsJson["meshes"][number]["parts"] {
  const left = [-0.5, -0.6, 0, -0.5, 0.6, 0, 0, 0.6, 0.8, 0, -0.6, 0.8], right = [0.5, 0.6, 0, 0.5, -0.6, 0, 0, -0.6, 0.8, 0, 0.6, 0.8];
  const uvs = [0, 0, 1, 0, 1, 1, 0, 1], triangles = [0, 2, 1, 0, 3, 2];
  const part = (places: number[], texture: number, color: [number, number, number, number]) => ({
    positions: blobs.floats(places, 3), normals: null, uvs: blobs.floats(uvs, 2), indices: blobs.indices(triangles), color, texture,
  });
  return [part(left, 0, [1, 1, 1, 1]), part(right, -1, [0.3, 0.6, 0.35, 1])];
}

async function models(): Promise<ArrayBuffer> {
  const blobs = new Blobs();
  const pictures = [await paint(paintBricks, "image/png"), await paint(paintBoards, "image/jpeg"), await paint(paintConcrete, "image/png")];
  const json: ModelsJson = {
    models: [
      { id: 0, name: "room", links: wallLinks() },
      { id: 1, name: "robot", links: robotLinks() },
      { id: 2, name: "victim", links: [{ name: "body", visuals: [visual({ kind: "capsule", radius: 0.14, length: 0.9 }, material([0.85, 0.62, 0.5]), [0, 0, 0.15, 0, WHEEL_TURN, 0, WHEEL_TURN])] }] },
    ],
    meshes: [{ id: 0, parts: tent(blobs) }],
    textures: pictures.map((bytes, id) => ({ id, mime: id === 1 ? "image/jpeg" : "image/png", ...blobs.picture(bytes) })),
  };
  return modelsFrame(json, blobs);
}

export function hello(): Hello {
  return {
    type: "hello", program: "rubble test", run: "sample", mode: "live", tour: "", world: { name: "sample", seed: 1 }, recording: "", begin: 0, duration: 0,
    bounds: { low: [-4.05, -4.05, 0], high: [4.05, 4.05, 1.2] }, background: [0.7, 0.8, 0.9], ambient: [0.4, 0.4, 0.4], starts: [], classes: ["P3AT"],
    can: { drive: true, change: true, pace: true, record: true }, ports: {}, extinction: EXTINCTION,
  };
}

function entity(id: number, name: string, kind: Entity["kind"], model: number, poses: Pose[], firstPart = -1): Entity {
  return { id, name, kind, label: kind, model, is_static: firstPart < 0, first_part: Math.max(firstPart, 0), poses };
}

export function robotPose(time: number): Pose {
  return pose(1.6 * Math.cos(0.4 * time) - 0.4, 1.3 * Math.sin(0.4 * time) - 0.2, 0.12, 0.4 * time + Math.PI / 2);
}

function multiply(a: Pose, x: number, y: number, z: number, spin: number): Pose {
  const yaw = 2 * Math.atan2(a[5], a[6]);
  const s = Math.sin(spin / 2), c = Math.cos(spin / 2);
  return [a[0] + x * Math.cos(yaw) - y * Math.sin(yaw), a[1] + x * Math.sin(yaw) + y * Math.cos(yaw), a[2] + z, -a[5] * s, a[6] * s, a[5] * c, a[6] * c];
}

export function robotPoses(time: number): Pose[] {
  const base = robotPose(time);
  return [base, ...WHEELS.map(([x, y]) => multiply(base, x, y, -0.01, 6 * time))];
}

const ROBOT: Robot = {
  name: "R1", entity: 1, class: "P3AT", vehicle: "ground", steering: "skid", size: [0.5, 0.5, 0.3], max_speed: 1, max_turn: 1, battery: 100, has_light: true, joints: [],
  streams: [
    { id: 1, sensor: "Scanner1", kind: "range_scanner", encoding: "scan", rate: 10, channels: [], max_range: 5.6, field_of_view: 4, width: 0, height: 0 },
    { id: 2, sensor: "Camera", kind: "camera", encoding: "picture", rate: 5, channels: [], max_range: 0, field_of_view: 1, width: 320, height: 240 },
    { id: 3, sensor: "Depth", kind: "range_imager", encoding: "depth", rate: 5, channels: [], max_range: 5, field_of_view: 1, width: 80, height: 60 },
  ],
};

export function smokeMessage(): Smoke {
  const area = (name: string, at: Pose, shape: Shape, more: Partial<Smoke["areas"][number]>): Smoke["areas"][number] => ({
    name, pose: at, velocity: [0, 0, 0], shape, profile: "uniform", sigma: 0, density: 0.01, schedule: [], turbulence: 0, correlation_length: 0.3, drift: [0, 0, 0], color: [0.84, 0.84, 0.84], visible_ratio: 1,
    is_made: false, ...more,
  });
  return {
    type: "smoke", haze: null,
    areas: [
      area("box", pose(2.8, 2.8, 0.6), { kind: "box", size: [1.6, 1.6, 1.2] }, { density: 0.008 }),
      area("soft", pose(-2.4, 1.2, 0.5), { kind: "sphere", radius: 1.2 }, { profile: "gaussian", sigma: 0.4, density: 0.025, turbulence: 0.4 }),
      area("drum", pose(-2.8, -2.9, 0.5), { kind: "cylinder", radius: 0.5, length: 1 }, { density: 0.02, color: [0.3, 0.3, 0.32] }),
      area("ball", pose(0.3, -2.8, 0.6), { kind: "sphere", radius: 0.5 }, { density: 0.02, color: [0.9, 0.85, 0.75] }),
    ],
    plumes: [{ id: 7, name: "fire", pose: pose(2.5, -2.5, 0.3), density: 0.05, radius: 0.15, growth: 0.1, lifetime: 4, glow: 1, color: [0.4, 0.4, 0.4], visible_ratio: 1 }],
  };
}

export function particles(time: number): ArrayBuffer {
  const list: number[][] = [];
  let state = 3;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647 - 0.5;
  for (let i = 0; i < 80; ++i) list.push([(4 * i) / 80, 2.5, -2.5, 0.3, 0.15 + 0.2 * random(), 0.2 * random(), 0.55]);
  return particlesFrame(7, time, list);
}

// Ranges to the four outer walls, with a stretch of codes.
export function scan(time: number): ArrayBuffer {
  const at = robotPose(time), yaw = 2 * Math.atan2(at[5], at[6]);
  const first = -2.1, step = 4.2 / 340;
  const values = Array.from({ length: 341 }, (_, i) => {
    const angle = yaw + first + step * i;
    if (i > 250 && i < 275) return -1 - 6;
    const x = (Math.cos(angle) > 0 ? 3.95 - at[0] : -3.95 - at[0]) / Math.cos(angle), y = (Math.sin(angle) > 0 ? 3.95 - at[1] : -3.95 - at[1]) / Math.sin(angle);
    return Math.min(Math.abs(x), Math.abs(y), 5.6);
  });
  const sensor = multiply(at, 0.16, 0, 0.2, 0);
  return scanFrame({ stream: 1, time, pose: sensor, angleMin: first, angleIncrement: step, maxRange: 5.6, rowAngles: [0] }, values);
}

export function depth(time: number): ArrayBuffer {
  const at = multiply(robotPose(time), 0.2, 0, 0.3, 0);
  return depthFrame(3, time, at, 80, 60, 1, Array.from({ length: 4800 }, (_, i) => 1.2 + 0.3 * Math.sin(i / 37)));
}

export async function picture(time: number): Promise<ArrayBuffer> {
  const at = multiply(robotPose(time), 0.2, 0, 0.25, 0);
  const canvas = document.createElement("canvas");
  canvas.width = 320;
  canvas.height = 240;
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#4477aa";
  context.fillRect(0, 0, 320, 240);
  context.fillStyle = "#ffdd66";
  context.fillRect(0, 0, 160, 120);
  const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), "image/jpeg"));
  return pictureFrame(2, time, at, 320, 240, 1, new Uint8Array(await blob.arrayBuffer()));
}

export async function begin(run: Run, time = 0): Promise<void> {
  run.receive(JSON.stringify(hello()));
  run.receive(await models());
  run.receive(JSON.stringify({
    type: "entities", removed: [],
    added: [
      entity(0, "room", "world", 0, [LEVEL]), entity(1, "R1", "robot", 1, robotPoses(time), 10), entity(2, "<i>V1</i>", "victim", 2, [pose(-3, -3.3, 0)]),
      { ...entity(3, "tag", "tag", -1, [pose(3.9, 1, 0.5)]), label: "7" }, entity(4, "ghost", "object", 99, [pose(0, 0, NaN)]),
    ],
  }));
  run.receive(JSON.stringify({ type: "robots", robots: [ROBOT] }));
}

// A cube of 1 m around the middle, closed.
function cube(blobs: Blobs): ModelsJson["meshes"][number]["parts"] {
  const places = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [(i & 1) - 0.5, ((i >> 1) & 1) - 0.5, ((i >> 2) & 1) - 0.5]);
  const triangles = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5];
  return [{ positions: blobs.floats(places, 3), normals: null, uvs: null, indices: blobs.indices(triangles), color: [1, 1, 1, 1], texture: -1 }];
}

// A floor that is white without light, under one area of smoke.
export async function whiteFloor(run: Run, area: Partial<Smoke["areas"][number]>): Promise<void> {
  const floor = visual({ kind: "plane", normal: [0, 0, 1], size: [8, 8] }, material([1, 1, 1], null, { is_unlit: true }));
  const blobs = new Blobs();
  const json: ModelsJson = { models: [{ id: 0, name: "floor", links: [{ name: "floor", visuals: [floor] }] }], meshes: [{ id: 9, parts: cube(blobs) }], textures: [] };
  run.receive(JSON.stringify({ ...hello(), bounds: { low: [-3, -2, 0], high: [3, 2, 2] } }));
  run.receive(modelsFrame(json, blobs));
  run.receive(JSON.stringify({ type: "entities", removed: [], added: [entity(0, "floor", "world", 0, [LEVEL])] }));
  run.receive(JSON.stringify({ ...smokeMessage(), plumes: [], areas: [{ ...smokeMessage().areas[0], ...area }] }));
}

// A wall of 2 m between two robots, Near and Far, and a window beside it. A victim's head and chest lie under a table, its legs do not; another lies under
// one altogether.
export function wallBetween(run: Run): void {
  const wall = visual({ kind: "box", size: [0.2, 4, 2] }, material([0.7, 0.7, 0.7]), pose(0, 0, 1));
  const pane = visual({ kind: "box", size: [0.02, 4, 2] }, material([0.5, 0.8, 0.9, 0.3]), pose(0, 4.2, 1));
  const body = visual({ kind: "box", size: [0.5, 0.4, 0.3] }, material([0.2, 0.3, 0.8]), pose(0, 0, 0.15));
  const json: ModelsJson = { models: [{ id: 0, name: "wall", links: [{ name: "wall", visuals: [wall, pane] }] }, { id: 1, name: "body", links: [{ name: "base", visuals: [body] }] }], meshes: [], textures: [] };
  run.receive(JSON.stringify({ ...hello(), bounds: { low: [-6, -6, 0], high: [6, 6, 2] } }));
  run.receive(modelsFrame(json, new Blobs()));
  const table = (x: number) => visual({ kind: "box", size: [1, 1, 0.05] }, material([0.5, 0.4, 0.3]), pose(x, -5, 0.6));
  const lying = visual({ kind: "box", size: [1.7, 0.4, 0.2] }, material([0.8, 0.3, 0.3]), pose(0, 0, 0.1));
  const small = visual({ kind: "box", size: [0.5, 0.4, 0.2] }, material([0.8, 0.3, 0.3]), pose(0, 0, 0.1));
  const covered: ModelsJson = { models: [{ id: 2, name: "tables", links: [{ name: "tables", visuals: [table(-3), table(3)] }] }, { id: 3, name: "lying", links: [{ name: "body", visuals: [lying] }] }, { id: 4, name: "small", links: [{ name: "body", visuals: [small] }] }], meshes: [], textures: [] };
  const robots = ["Near", "Far"].map((name, i) => ({ ...ROBOT, name, entity: 1 + i, streams: [] }));
  run.receive(JSON.stringify({ type: "entities", removed: [], added: [entity(0, "wall", "world", 0, [LEVEL]), entity(1, "Near", "robot", 1, [pose(-2, 1.6, 0)], 10), entity(2, "Far", "robot", 1, [pose(2, 0, 0)], 20)] }));
  run.receive(modelsFrame(covered, new Blobs()));
  run.receive(JSON.stringify({ type: "entities", removed: [], added: [entity(3, "tables", "world", 2, [LEVEL]), entity(4, "half", "victim", 3, [pose(-3.4, -5, 0)]), entity(5, "whole", "victim", 4, [pose(3, -5, 0)])] }));
  run.receive(JSON.stringify({ type: "robots", robots }));
}

// Things, poses and smoke as no program should send them.
export async function nonsense(run: Run): Promise<void> {
  const odd = [visual({ kind: "box", size: [NaN, -1, 0] }, material([NaN, 2, -1])), visual({ kind: "mesh", mesh: 77, scale: [0, 0, 0] }, material([1, 1, 1])),
    visual({ kind: "cone" } as never, material([1, 1, 1])), visual({ kind: "sphere", radius: 1 }, undefined as never, [NaN, 0, 0, 0, 0, 0, 1])];
  const part = { positions: [0, 1e9] as [number, number], normals: null, uvs: null, indices: [0, 3] as [number, number], color: [1, 1, 1, 1] as [number, number, number, number], texture: 5 };
  run.receive(modelsFrame({ models: [{ id: 60, name: "odd", links: [{ name: "odd", visuals: odd }] }], meshes: [{ id: 61, parts: [part] }], textures: [{ id: 62, mime: "image/png", offset: 0, length: 4 }] }, new Blobs()));
  run.receive(JSON.stringify({ type: "entities", removed: [12345], added: [entity(70, "odd", "object", 60, [pose(0, 0, 1)], 500), entity(71, "gone", "object", 12, [], 600)] }));
  run.receive(posesFrame(2, [[500, [NaN, 0, 0, 0, 0, 0, 1]], [123456, pose(0, 0, 0)], [500, [0, 0, 0, 0, 0, 0, 0]]]));
  run.receive(JSON.stringify({ ...smokeMessage(), areas: [{ ...smokeMessage().areas[0], pose: [0, 0, 0, 0, 0, 0, 0] }, { ...smokeMessage().areas[0], shape: { kind: "mesh", mesh: 999, scale: [1, 1, 1] } }], plumes: [{ ...smokeMessage().plumes[0], lifetime: null }] }));
  run.receive(particlesFrame(3, 2, [[0, NaN, 0, 0, 0, 0, 0]]));
  run.receive(scanFrame({ stream: 1, time: 2, pose: [NaN, 0, 0, 0, 0, 0, 1], angleMin: 0, angleIncrement: 0, maxRange: 0, rowAngles: [0] }, [1]));
  run.receive(depthFrame(3, 2, pose(0, 0, 0), 0, 0, 1, []));
}

export function poses(time: number): ArrayBuffer {
  return posesFrame(time, robotPoses(time).map((each, i) => [10 + i, each]));
}

// Many boxes, to see how it stands up to them.
export function crowd(run: Run, count: number): void {
  const box = visual({ kind: "box", size: [0.1, 0.1, 0.3] }, material([0.4, 0.6, 0.5]), pose(0, 0, 0.15));
  run.receive(modelsFrame({ models: [{ id: 50, name: "post", links: [{ name: "post", visuals: [box] }] }], meshes: [], textures: [] }, new Blobs()));
  const edge = Math.ceil(Math.sqrt(count));
  const added = Array.from({ length: count }, (_, i) => entity(1000 + i, `post${i}`, "world", 50, [pose(((i % edge) / edge - 0.5) * 7.6, (Math.floor(i / edge) / edge - 0.5) * 7.6, 0)]));
  run.receive(JSON.stringify({ type: "entities", removed: [], added }));
}

export const STATIONS = [
  { name: "<b>base</b>", antenna: [-3.4, 3.2, 0.4] as [number, number, number] }, { name: "R1", antenna: [0, 0, 0.2] as [number, number, number] },
  { name: "relay_1", antenna: [3.2, 3.2, 0.2] as [number, number, number], isRelay: true }, { name: "R9", antenna: [3.3, -3.2, 0.2] as [number, number, number] },
];
const SENSITIVITY = -92;

// Four stations; the first does not hear the last.
export function links(time: number): ArrayBuffer {
  const at = robotPose(time);
  const stations = STATIONS.map((station) => (station.name === "R1" ? { ...station, antenna: [at[0], at[1], 0.2] as [number, number, number] } : station));
  return linksFrame(time, SENSITIVITY, stations, (one, other) => ({ dbm: [[0, -48, -74, -97], [0, 0, -62, -83], [0, 0, 0, -55]][one][other], walls: other - one }));
}

// Loud beside the station, silent behind a wall.
export function coverage(time: number): ArrayBuffer {
  const at = robotPose(time);
  const station = { name: "R1", antenna: [at[0], at[1], 0.2] as [number, number, number] };
  const strength = (x: number, y: number) => -38 - 30 * Math.log10(Math.max(Math.hypot(x - at[0], y - at[1]), 0.1)) - (x > 1.5 && y > 0.5 ? 30 : 0) - (y < -1.5 && x < -0.1 ? 28 : 0);
  return coverageFrame(time, station, SENSITIVITY, { columns: 80, rows: 80, first: [-3.95, -3.95], cell: 0.1, height: 0.2 }, strength);
}
