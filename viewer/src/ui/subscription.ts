// SPDX-License-Identifier: Apache-2.0
// Derives the subscription (the Watch request) from what is visible on the page, and sends it when it changes.
import type { Connection } from "../connection";
import type { Robot, Stream, Watch } from "../protocol";
import type { Run } from "../run";

const POSES_RATE = 20; // Hz
const UNSELECTED_RATE = 5; // Hz, lasers of unselected robots
const CLOUD_RATE = 5;
const RADIO_RATE = 5; // Hz
const UNLIMITED = 0;

// Streams are identified by name, since their ids change when robots enter or leave.
export interface SensorName {
  robot: string;
  sensor: string;
}

export interface DisplayState {
  isPageVisible: boolean;
  selected: string; // robot
  lasers: boolean; // beams or hits are drawn
  allLasers: boolean; // also of unselected robots
  clouds: boolean;
  smoke: boolean;
  picture: SensorName | null; // in the open camera panel
  pane: SensorName | null; // in the world
  sensors: SensorName[]; // in the open sensor panel
  lines: boolean; // the protocol panel is open
  links: boolean; // are drawn in the world
  coverage: boolean; // is
  radioPanel: boolean; // is open
}

export const DEFAULT_DISPLAY: DisplayState = {
  isPageVisible: true, selected: "", lasers: true, allLasers: true, clouds: true, smoke: true, picture: null, pane: null, sensors: [], lines: false,
  links: false, coverage: false, radioPanel: false,
};

export function isLaser(stream: Stream): boolean {
  return stream.encoding === "scan" && stream.kind !== "range_imager";
}

export function isCloud(stream: Stream): boolean {
  return stream.encoding === "depth" || (stream.encoding === "scan" && !isLaser(stream));
}

function isNamed(robot: Robot, stream: Stream, name: SensorName | null): boolean {
  return name !== null && name.robot === robot.name && name.sensor === stream.sensor;
}

// Null: not watched.
function rateOf(robot: Robot, stream: Stream, display: DisplayState): number | null {
  const isSelected = robot.name === display.selected;
  if ([display.picture, display.pane, ...display.sensors].some((name) => isNamed(robot, stream, name))) return UNLIMITED;
  if (isLaser(stream) && display.lasers && isSelected) return UNLIMITED;
  if (isLaser(stream) && display.lasers && display.allLasers) return UNSELECTED_RATE;
  if (isCloud(stream) && display.clouds && isSelected) return CLOUD_RATE;
  return null;
}

export function watchRequest(display: DisplayState, robots: Iterable<Robot>): Watch {
  if (!display.isPageVisible) return { type: "watch", poses: 0, smoke: false, streams: [], lines: "", radio: 0 };
  const streams: Watch["streams"] = [];
  for (const robot of robots) {
    for (const stream of robot.streams) {
      const rate = rateOf(robot, stream, display);
      if (rate !== null) streams.push({ id: stream.id, rate });
    }
  }
  const radio = display.links || display.coverage || display.radioPanel ? RADIO_RATE : 0;
  return { type: "watch", poses: POSES_RATE, smoke: display.smoke, streams, lines: display.lines ? display.selected : "", radio };
}

export class Subscription {
  private display: DisplayState = { ...DEFAULT_DISPLAY };
  private sent = "";
  private isScheduled = false;

  constructor(private readonly run: Run, private readonly connection: Connection) {
    run.on("hello", () => this.sendAgain());
    run.on("robots", () => this.sendLater());
    document.addEventListener("visibilitychange", () => this.update({ isPageVisible: !document.hidden }));
    this.update({ isPageVisible: !document.hidden });
  }

  update(change: Partial<DisplayState>): void {
    Object.assign(this.display, change);
    this.sendLater();
  }

  private sendAgain(): void {
    this.sent = "";
    this.sendLater();
  }

  // Coalesces the changes of one task into one request.
  private sendLater(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      this.send();
    });
  }

  private send(): void {
    if (!this.run.hello) return;
    const watch = watchRequest(this.display, this.run.robots.values());
    const text = JSON.stringify(watch);
    if (text !== this.sent && this.connection.send(watch)) this.sent = text;
  }
}
