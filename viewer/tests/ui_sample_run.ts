// SPDX-License-Identifier: Apache-2.0
// Messages of a made-up run.
import { linksFrame } from "./frames";
import type { Events, Hello, Joint, Lines, Robot, Robots, Route, Status, Stream, Entities, Values } from "../src/protocol";

export function sampleHello(isPlayback: boolean, isDemo: boolean): Hello {
  return {
    type: "hello", program: "rubble 0.1.0", run: "r1", mode: isPlayback ? "playback" : "live", tour: isDemo ? "demo" : "", world: { name: "maze", seed: 7 }, recording: isPlayback ? "maze-1.mcap" : "",
    begin: 0, duration: isPlayback ? 300 : 0, bounds: { low: [-5, -5, 0], high: [10, 8, 2] }, background: [0.7, 0.8, 0.9], ambient: [0.4, 0.4, 0.4],
    starts: [{ name: "start_1", pose: [0, 0, 0, 0, 0, 0, 1] }, { name: "start_2", pose: [1, 0, 0, 0, 0, 0, 1] }], classes: ["P3AT", "Kenaf", "Talon", "AirRobot"],
    can: { drive: !isPlayback, change: !isPlayback, pace: true, record: !isPlayback }, ports: { usarsim: 3000, image: 5003, com: 7435 }, extinction: 0.1,
  };
}

function stream(id: number, sensor: string, kind: string, encoding: Stream["encoding"], rate: number, channels: string[] = []): Stream {
  return { id, sensor, kind, encoding, rate, channels, max_range: 20, field_of_view: 3.14, width: 320, height: 240 };
}

function joint(name: string, group: string): Joint {
  return { name, group, is_prismatic: false, lower: -1.57, upper: 1.57, max_speed: 1 };
}

function robot(name: string, className: string, first: number, joints: Joint[], streams: Stream[]): Robot {
  return { name, entity: first, class: className, vehicle: "ground", steering: "skid", size: [0.5, 0.5, 0.4], max_speed: 0.7, max_turn: 1.5, battery: 3600, has_light: true, joints, streams };
}

export function sampleRobots(): Robots {
  const kenaf = ["FLFlipper", "FRFlipper", "RLFlipper", "RRFlipper"].map((name) => joint(name, "flippers"));
  return {
    type: "robots",
    robots: [
      robot("R1", "Kenaf", 1, [...kenaf, joint("shoulder", "arm")], [
        stream(1, "Scanner1", "range_scanner", "scan", 10), stream(2, "Camera", "camera", "picture", 15), stream(3, "IMU", "imu", "values", 20, ["roll (rad)", "pitch (rad)", "yaw (rad)"]),
        stream(4, "Odometry", "odometry", "values", 10, ["x (m)", "y (m)", "theta (rad)"]), stream(5, "F1", "sonar", "values", 10, ["range (m)"]), stream(6, "RFID", "rfid", "values", 2),
      ]),
      robot("<img src=x onerror=alert(1)>", "P3AT", 2, [], [stream(7, "Scanner1", "range_scanner", "scan", 10)]),
      robot("R3", "AirRobot", 3, [], []),
    ],
  };
}

export function sampleEntities(): Entities {
  const entity = { label: "Box", model: -1, is_static: false, first_part: 0, poses: [] };
  return { type: "entities", added: [{ id: 40, name: "obstacle_1", kind: "object", ...entity }, { id: 41, name: "obstacle_2", kind: "object", ...entity }], removed: [] };
}

export function sampleStatus(time: number, isPlayback: boolean): Status {
  const turn = (angle: number): [number, number] => [Math.sin(angle / 2), Math.cos(angle / 2)];
  const [qx, qw] = turn(0.15 * Math.sin(time));
  return {
    type: "status", time, is_paused: false, is_over: false, pace: 1, real_time_factor: 0.97 + 0.05 * Math.sin(time), recording: isPlayback ? null : { name: "maze-2.mcap", seconds: time - 60 },
    spent: isPlayback ? [] : [{ name: "physics", seconds: 0.31 }, { name: "sensors", seconds: 0.18 }, { name: "pilots", seconds: 0.02 }, { name: "clients", seconds: 0.04 }, { name: "pages", seconds: 0.01 }, { name: "idle", seconds: 0.44 }],
    robots: [
      { name: "R1", pose: [3.21 + time / 50, -1.4, 0.12, qx, 0, 0, qw], speed: 0.42, turn: 0.3, battery: 3600 - 20 * time, light: true, joints: [0.2, 0.2, -0.4, -0.4, 0.9], driver: "pilot", target: null },
      { name: "<img src=x onerror=alert(1)>", pose: [0, 0, 0, 0.5, 0, 0, 0.866], speed: 0, turn: 0, battery: 300, light: false, joints: [], driver: "client", target: null },
      { name: "R3", pose: [0, 0, 2, 0, 0, 0, 1], speed: -0.1, turn: 0, battery: 3000, light: false, joints: [], driver: "go_to", target: [3.2, 1] },
    ],
    clients: isPlayback ? [] : [{ id: 1, peer: "127.0.0.1:52114", robot: "R1", lines_in: 1204, bytes_waiting: 0 }, { id: 2, peer: "127.0.0.1:52116", robot: "", lines_in: 1, bytes_waiting: 5120 }],
    pages: 2, bytes_per_second: 48_312,
  };
}

export function sampleEvents(): Events {
  const event = (time: number, kind: string, sentence: string, verdict: "fine" | "careful" | "harm") => ({ time, kind, subject: "R1", data: {}, sentence, verdict });
  return {
    type: "events",
    events: [
      event(0.1, "robot_entered", "R1 entered", "fine"), event(2.3, "robot_entered", "<b>R2</b> entered", "fine"), event(18.4, "bumped", "R1 bumped into wall_3", "careful"),
      event(40.0, "object_created", "obstacle_1 was put into the world", "fine"), event(52.7, "bumped", "R1 bumped into obstacle_1", "careful"), event(71.2, "joint_broken", "FLFlipper of R1 broke", "harm"),
    ],
  };
}

export function sampleValues(time: number): Values[] {
  const values = (stream: number, numbers: number[], text = ""): Values => ({ type: "values", stream, time, values: numbers, text });
  return [values(3, [0.15 * Math.sin(time), 0.05 * Math.cos(2 * time), 0.6 * Math.sin(time / 7)]), values(4, [time / 20, Math.sin(time / 9), 0.1]), values(5, [1.4 + 0.2 * Math.sin(time)]), values(6, [], "tag 118")];
}

export function sampleLines(time: number): Lines {
  const lines: Lines["lines"] = [
    { time, from: "server", text: `STA {Type GroundVehicle} {Time ${time.toFixed(4)}} {FrontSteer 0.0000} {RearSteer 0.0000} {LightToggle True} {LightIntensity 0} {Battery 1199}` },
    { time, from: "client", text: "DRIVE {Left 0.8} {Right 0.6}" },
    { time, from: "server", text: `SEN {Time ${time.toFixed(4)}} {Type RangeScanner} {Name Scanner1} {Resolution 0.0174} {FOV 3.1415} {Range 2.31,2.32,2.35}` },
  ];
  return { type: "lines", robot: "R1", lines };
}

export function scanFrame(time: number): ArrayBuffer {
  const columns = 181;
  const view = new DataView(new ArrayBuffer(72 + 2 * columns));
  view.setUint8(0, 3);
  view.setUint16(2, 1, true);
  view.setUint32(4, columns, true);
  view.setFloat64(8, time, true);
  view.setUint32(16, 1, true);
  [0, 0, 0, 0, 0, 0, 1, -Math.PI / 2, Math.PI / 180, 0.02, 20, 0.001].forEach((value, index) => view.setFloat32(20 + 4 * index, value, true));
  for (let i = 0; i < columns; ++i) {
    const angle = -Math.PI / 2 + (i * Math.PI) / 180;
    const range = Math.min(3 / Math.abs(Math.sin(angle)), 12 / Math.abs(Math.cos(angle)), 20) + 0.1 * Math.sin(time);
    view.setUint16(72 + 2 * i, i % 37 === 0 ? 0xff02 : Math.round(range * 1000), true);
  }
  return view.buffer as ArrayBuffer;
}

const RADIO = ["<img src=x onerror=alert(1)>", "R1", "R3", "base", "relay_1"];

export function sampleLinks(time: number): ArrayBuffer {
  const stations = RADIO.map((name, index) => ({ name, antenna: [2 * index, index % 2, 0.3] as [number, number, number], isRelay: name === "relay_1" }));
  return linksFrame(time, -92, stations, (one, other) => {
    const dbm = -44 - 11 * one - 9 * (other - one) + 3 * Math.sin(time + one);
    return { dbm, walls: other - one - 1, isUp: dbm > -92, loss: Math.min(1, Math.max(0, (-80 - dbm) / 14)), rate: dbm > -70 ? 54 : dbm > -85 ? 11 : dbm > -92 ? 5.5 : 0 };
  });
}

export function sampleRoute(from: string, to: string, time: number): Route {
  const hop = { distance: 6.4, walls: 1, dbm: -71.2, rate: 36, loss: 0.004, is_up: true };
  return { type: "route", from, to, time, is_up: true, success: 0.985, rate: 8.8, hops: [{ ...hop, from, to: "relay_1" }, { ...hop, from: "relay_1", to, dbm: -83.9, walls: 2, rate: 11, loss: 0.011 }] };
}
