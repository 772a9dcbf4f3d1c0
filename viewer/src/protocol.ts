// SPDX-License-Identifier: Apache-2.0
// The protocol between page and program over the WebSocket at /ws. This file is its specification; the program's side is
// src/rubble/viewer_protocol. Text frames are JSON objects with a "type". Binary frames begin with a byte for their kind; numbers are
// little-endian. Lengths in m, angles in rad, simulated time in s; world frame with x forward, y left, z up.

export type Vec3 = [number, number, number];
// x, y, z, qx, qy, qz, qw
export type Pose = [number, number, number, number, number, number, number];
export type Rgb = [number, number, number]; // 0..1, sRGB
export type Rgba = [number, number, number, number];

// ----- from the program: text ---------------------------------------------------------------------------------------

// First message of every connection, and again whenever the page is to show another run. Invalidates everything before.
export interface Hello {
  type: "hello";
  program: string; // "rubble 0.1.0"
  run: string; // unique for every run and every opened recording
  mode: "live" | "playback";
  tour: "demo" | "";  // whether to show the guided tour of the demo
  world: { name: string; seed: number };
  recording: string; // playback: the file's name
  begin: number; // playback: time of the first sample, s; live: 0
  duration: number; // playback: s; live: 0
  bounds: { low: Vec3; high: Vec3 }; // of the world's contents
  background: Rgb;
  ambient: Rgb;
  starts: { name: string; pose: Pose }[];
  classes: string[]; // robot classes that can be spawned
  can: { drive: boolean; change: boolean; pace: boolean; record: boolean };
  ports: Record<string, number>; // usarsim, image, com, truth; those that are open
  extinction: number; // 1/(d m): transmittance of a path = exp(-extinction * visible_ratio * integral of density)
}

// Entities that appeared or disappeared. Models are sent before the entities that use them.
export interface Entities {
  type: "entities";
  added: Entity[];
  removed: number[]; // ids
}
export interface Entity {
  id: number;
  name: string;
  kind: "world" | "robot" | "object" | "victim" | "tag"; // thing: made in the run
  label: string; // semantic class (Wall, Door, ...), class of a robot, state of a victim, id of a tag
  model: number; // -1: nothing to draw
  is_static: boolean;
  first_part: number; // link i of its model is part first_part + i
  poses: Pose[]; // of its links, world frame, when the message was sent
}

// All smoke; sent again when it changes. Schedules and motion are functions of time.
export interface Smoke {
  type: "smoke";
  haze: { density: number; color: Rgb; visible_ratio: number } | null;
  areas: SmokeArea[];
  plumes: Plume[];
}
export interface SmokeArea {
  name: string;
  pose: Pose; // at time 0
  velocity: Vec3;
  shape: Shape; // box, sphere, cylinder or mesh
  profile: "uniform" | "gaussian";
  sigma: number; // gaussian: density is the peak; falls off from the centre (sphere) or the axis (cylinder)
  density: number;
  schedule: [number, number][]; // time, density; linear between; empty: density at all times
  turbulence: number; // relative standard deviation
  correlation_length: number;
  drift: Vec3;
  color: Rgb;
  visible_ratio: number;
  is_made: boolean; // added during the run by a person
}
// Its particles are sent in Particles frames. A particle of age a is a sphere of radius r = radius + growth * a with uniform
// density density * (radius / r)^3 at position + velocity * a; it disappears at age lifetime.
export interface Plume {
  id: number; // of its Particles frames
  name: string;
  pose: Pose;
  density: number;
  radius: number;
  growth: number;
  lifetime: number;
  glow: number;
  color: Rgb;
  visible_ratio: number;
}

// All robots; sent again when one appears, disappears or changes.
export interface Robots {
  type: "robots";
  robots: Robot[];
}
export interface Robot {
  name: string;
  entity: number;
  class: string;
  vehicle: "ground" | "aerial" | "nautic" | "legged" | "static";
  steering: "none" | "skid" | "ackermann" | "omni" | "rotary_wing";
  size: Vec3;
  max_speed: number; // m/s over the ground
  max_turn: number; // rad/s
  battery: number; // s, full
  has_light: boolean;
  joints: Joint[]; // flippers first, then those of arms and packages
  streams: Stream[];
}
export interface Joint {
  name: string;
  group: string; // "flippers", or the arm or package it belongs to
  is_prismatic: boolean;
  lower: number;
  upper: number;
  max_speed: number;
}
// The readings of one sensor; sent while the page watches it.
export interface Stream {
  id: number;
  sensor: string;
  kind: string; // range_scanner, range_imager, sonar, infrared, camera, imu, ins, odometry, encoder, ...
  encoding: "scan" | "depth" | "picture" | "values";
  rate: number; // Hz
  channels: string[]; // of values: "x (m)", ...
  max_range: number;
  field_of_view: number;
  width: number;
  height: number;
}

export interface Values {
  type: "values";
  stream: number;
  time: number;
  values: number[]; // one per channel; null where there is none
  text: string; // non-numeric content: "tag 118", "head of V1 (conscious)"; else empty
}

// A few times a second.
export interface Status {
  type: "status";
  time: number;
  is_paused: boolean;
  is_over: boolean; // playback reached its end
  pace: number; // times real time; 0: as fast as possible; -1: lockstep
  real_time_factor: number;
  recording: { name: string; seconds: number } | null;
  // Time profile of the program's main thread over the last second, in s, including idle.
  spent: { name: string; seconds: number }[];
  robots: RobotStatus[];
  clients: Client[]; // of the robots' port
  pages: number; // open pages
  bytes_per_second: number; // to this page
}
export interface RobotStatus {
  name: string;
  pose: Pose;
  speed: number; // m/s, forward positive
  turn: number; // rad/s
  battery: number; // s left
  light: boolean;
  joints: number[]; // rad or m; in the order of Robot.joints
  driver: "client" | "pilot" | "page" | "go_to" | "";
  target: [number, number] | null; // of go_to
}
export interface Client {
  id: number;
  peer: string;
  robot: string; // empty: none yet
  lines_in: number;
  bytes_waiting: number;
}

export interface Events {
  type: "events";
  events: RunEvent[];
}
export interface EventData {
  object?: string; // what else was there: the other body, joint or station
  position?: Vec3; // m, world
  approach_speed?: number; // m/s
  [key: string]: unknown;
}
export interface RunEvent {
  time: number;
  kind: string; // robot_entered, bumped, joint_broken, ...
  subject: string;
  data: EventData; // what is particular to the kind, with the keys of recordings
  sentence: string; // "R1 bumped into wall_3"
  verdict: "fine" | "careful" | "harm";
}

// Protocol lines of the watched robot.
export interface Lines {
  type: "lines";
  robot: string;
  lines: { time: number; from: "client" | "server"; text: string }[];
}

// Reply to a request with an id. The text says what was done, or why not.
export interface Answer {
  type: "answer";
  id: number;
  ok: boolean;
  text: string;
}

// Sent before the answer to "preview_spawn". If that is refused, the pose is the requested, impossible one.
export interface SpawnPreview {
  type: "spawn_preview";
  class: string;
  model: number; // its Models frame is sent first if the page lacks it; -1: nothing to draw
  pose: Pose; // world from model
  low: Vec3; // bounding box, model frame
  high: Vec3;
  links: Pose[]; // model from link
}

// Heartbeat while a recording is being opened, a few times a second.
export interface Alive {
  type: "alive";
}

// Sent before the answer to "recordings".
export interface Recordings {
  type: "recordings";
  files: { name: string; bytes: number; modified: string }[]; // newest first; modified: ISO 8601
}

// Sent before the answer to "route": the current route, hop by hop. Without hops there is no route.
export interface Route {
  type: "route";
  from: string;
  to: string;
  time: number;
  is_up: boolean; // all hops are
  success: number; // delivery probability of a packet of 1000 bytes over all hops, 0..1
  rate: number; // Mb/s; hops share one channel
  hops: Hop[];
}
export interface Hop {
  from: string;
  to: string;
  distance: number;
  walls: number;
  dbm: number;
  rate: number; // Mb/s
  loss: number; // 0..1
  is_up: boolean;
}

export type TextMessage = Hello | Entities | Smoke | Robots | Values | Status | Events | Lines | Answer | SpawnPreview | Alive | Recordings | Route;

// ----- from the program: binary -------------------------------------------------------------------------------------

export const enum Kind {
  Models = 1,
  Poses = 2,
  Scan = 3,
  Depth = 4,
  Picture = 5,
  Particles = 6,
  Links = 7,
  Coverage = 8,
}

// Models:    u8 kind, u8[3] 0, u32 length of JSON, JSON (ModelsJson), zeros up to a multiple of 4, blob
export interface ModelsJson {
  models: { id: number; name: string; links: { name: string; visuals: Visual[] }[] }[];
  meshes: { id: number; parts: MeshPart[] }[];
  textures: { id: number; mime: string; offset: number; length: number }[]; // bytes in the blob
}
export interface MeshPart {
  positions: [number, number]; // byte offset in the blob, number of vertices: f32 x, y, z
  normals: [number, number] | null; // f32 x, y, z
  uvs: [number, number] | null; // f32 u, v; v grows upwards
  indices: [number, number]; // offset, number of indices: u32
  color: Rgba;
  texture: number; // -1: none
}
export interface Visual {
  name: string;
  pose: Pose; // in the link
  shape: Shape;
  material: Material;
}
export type Shape =
  | { kind: "box"; size: Vec3 }
  | { kind: "sphere"; radius: number }
  | { kind: "cylinder"; radius: number; length: number } // along z
  | { kind: "capsule"; radius: number; length: number } // along z, without the caps
  | { kind: "ellipsoid"; radii: Vec3 }
  | { kind: "plane"; normal: Vec3; size: [number, number] }
  | { kind: "mesh"; mesh: number; scale: Vec3 };
export interface Material {
  color: Rgba;
  emissive: Rgb;
  texture: number; // -1: none; the picture of the visual's file
  tile: { texture: number; size: number; lay: "upright" | "along_length" } | null; // a pattern that repeats every size m
  keeps_mesh_colors: boolean; // a mesh: its parts' own colours and textures count
  roughness: number;
  metalness: number;
  is_unlit: boolean;
}

// Poses:     u8 kind, u8 1 if it contains all moving parts, u16 0, u32 count, f64 time,
//            count x { u32 part, f32 x, y, z, i16 qx, qy, qz, qw (32767 = 1) }. Only parts that moved.
// Scan:      u8 kind, u8 motion of rows (0 elevation, 1 roll about x), u16 stream, u32 columns, f64 time, u32 rows,
//            f32[7] world_from_sensor, f32 angle_min, f32 angle_increment, f32 min_range, f32 max_range, f32 unit (m),
//            u32 number of codes n, n x { i16 code (-1: none), u16 1 if it is an error, 0 if it means no return },
//            f32[rows] row angles, u16[rows * columns] values: below 0xFF00 a range of value * unit, else the code number value - 0xFF00
// Depth:     u8 kind, u8 0, u16 stream, u16 width, u16 height, f64 time, f32[7] world_from_sensor (x is the optical axis),
//            f32 horizontal field of view, f32 unit (m), u16[width * height] depths along the axis, row 0 on top, 0 = nothing
// Picture:   u8 kind, u8 0, u16 stream, u32 length, f64 time, u16 width, u16 height, f32 horizontal field of view,
//            f32[7] world_from_camera (x is the optical axis), JPEG
// Particles: u8 kind, u8 1 if it replaces all particles of the plume, u16 plume, u32 count, f64 time,
//            count x { f32 age at time, f32 x, y, z where it was emitted, f32 vx, vy, vz }
// Links:     u8 kind, u8 preset (0 seed, 1 wss, 2 multiwall), u16 number of stations n, u32 length of names, f64 time,
//            f32 sensitivity (dBm), f32 0, n x { f32 x, y, z of the antenna, u32 1 if it is a relay },
//            names (a JSON list of n texts, by name), zeros up to a multiple of 4,
//            for every pair a < b, (0,1), (0,2), ... (1,2), ...: { i16 dBm * 100, u8 walls, u8 1 if up, u16 loss * 65535, u16 Mb/s * 100 }
// Coverage:  u8 kind, u8 0, u16 columns, u16 rows, u16 length of the station's name (0: a point), f64 time, f32 x, y, z of the
//            antenna, f32 x, y of the centre of the first cell, f32 height, f32 cell (m), f32 sensitivity (dBm), name, zeros up to
//            a multiple of 2, i16[rows * columns] dBm * 100; row-major, rows along y

// ----- from the page ------------------------------------------------------------------------------------------------

// The complete subscription of the page; replaces the previous one. Rates in Hz; 0: no limit.
export interface Watch {
  type: "watch";
  poses: number; // maximum rate; 0: none
  smoke: boolean; // particles of plumes
  streams: { id: number; rate: number }[];
  lines: string; // robot whose protocol lines are sent; empty: none
  radio: number; // maximum rate of links; 0: none
}

// Valid for half a second, so that a robot stops when its page disappears; repeat it before. Values -1..1 of the maximum.
export interface Drive {
  type: "drive";
  robot: string;
  forward: number;
  turn: number; // left positive
  left: number; // flyers
  up: number; // flyers
}
export interface GoTo {
  type: "go_to";
  robot: string;
  x: number;
  y: number;
}
export interface StopRobot {
  type: "stop";
  robot: string;
}
// To an angle, or at a speed (-1..1 of the maximum, valid for half a second).
export interface MoveJoint {
  type: "joint";
  robot: string;
  joint: string;
  angle?: number;
  speed?: number;
}
export interface Light {
  type: "light";
  robot: string;
  on: boolean;
}
export interface Upright {
  type: "upright";
  robot: string;
}
// At a named start, at a position, or at the next free start.
export interface Spawn {
  type: "spawn";
  class: string;
  name: string; // empty: chosen by the program
  start?: string;
  place?: SpawnPlace;
}
export interface SpawnPlace {
  x: number;
  y: number;
  z?: number; // of the surface to stand on, exactly there; omitted: a floor near 0
  yaw: number;
}
// Asks where a robot of this class would stand; the reply is a SpawnPreview. The answer is that of a spawn there.
export interface PreviewSpawn {
  type: "preview_spawn";
  class: string;
  place: SpawnPlace;
}
export interface Remove {
  type: "remove";
  name: string; // of a robot, or of an object or smoke added during the run
}
export interface AddObstacle {
  type: "obstacle";
  shape: "box" | "sphere" | "cylinder";
  x: number;
  y: number;
  z: number; // of the ground it stands on
  yaw: number;
  size: Vec3;
  is_fixed: boolean;
}
// A Gaussian ball of smoke: a new one, or a change of one that was added during the run.
export interface PlaceSmoke {
  type: "place_smoke";
  name: string; // empty: a new one
  x: number;
  y: number;
  z: number;
  radius: number;
  density: number;
}
// Places one of the relays that the robot carries behind it; the text of the answer is the relay's name.
export interface DropRelay {
  type: "drop_relay";
  robot: string;
}
// Between two stations; the reply is a Route.
export interface RouteRequest {
  type: "route";
  from: string;
  to: string;
}
// Radio coverage of a station, or of a transmitter at a point; the reply is a Coverage frame, then the answer. A newer request of
// the page replaces an older one. Cells are enlarged if there would be too many.
export interface CoverageRequest {
  type: "coverage";
  station?: string;
  point?: Vec3;
  height: number; // m, world z of the receiver
  cell: number; // m
}
// Of the run, or of the playback.
export type PaceRequest =
  | { type: "pause" }
  | { type: "resume" }
  | { type: "step"; ticks: number } // of 1/240 s, while paused; playback: may be negative
  | { type: "pace"; rate: number } // times real time; 0: as fast as possible
  | { type: "seek"; time: number }; // playback
export type RecordingRequest = { type: "record"; on: boolean } | { type: "recordings" } | { type: "open"; name: string } | { type: "live" };

export type Request = (
  | Watch | Drive | GoTo | StopRobot | MoveJoint | Light | Upright | Spawn | PreviewSpawn | Remove | AddObstacle | PlaceSmoke | DropRelay | RouteRequest
  | CoverageRequest | PaceRequest | RecordingRequest
) & { id?: number }; // with an id it is answered
