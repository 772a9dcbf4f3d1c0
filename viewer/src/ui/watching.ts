// SPDX-License-Identifier: Apache-2.0
// What the page wants to get follows from what can be seen on it. Here, and nowhere else, that is worked out and said.
import type { Connection } from "../connection";
import type { Robot, Stream, Watch } from "../protocol";
import type { Run } from "../run";

const POSES_RATE = 20; // Hz
const OTHERS_RATE = 5; // Hz, lasers of robots that are not selected
const CLOUD_RATE = 5;
const RADIO_RATE = 5; // Hz
const EVERY_ONE = 0;

// Streams are known by name: their ids change when robots come and go.
export interface SensorName {
  robot: string;
  sensor: string;
}

export interface Wishes {
  isPageVisible: boolean;
  selected: string; // robot
  lasers: boolean; // beams or hits are drawn
  allLasers: boolean; // of robots that are not selected too
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

export const NO_WISHES: Wishes = {
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

// Null: nobody looks at it.
function rateOf(robot: Robot, stream: Stream, wishes: Wishes): number | null {
  const isSelected = robot.name === wishes.selected;
  if ([wishes.picture, wishes.pane, ...wishes.sensors].some((name) => isNamed(robot, stream, name))) return EVERY_ONE;
  if (isLaser(stream) && wishes.lasers && isSelected) return EVERY_ONE;
  if (isLaser(stream) && wishes.lasers && wishes.allLasers) return OTHERS_RATE;
  if (isCloud(stream) && wishes.clouds && isSelected) return CLOUD_RATE;
  return null;
}

export function watchOf(wishes: Wishes, robots: Iterable<Robot>): Watch {
  if (!wishes.isPageVisible) return { type: "watch", poses: 0, smoke: false, streams: [], lines: "", radio: 0 };
  const streams: Watch["streams"] = [];
  for (const robot of robots) {
    for (const stream of robot.streams) {
      const rate = rateOf(robot, stream, wishes);
      if (rate !== null) streams.push({ id: stream.id, rate });
    }
  }
  const radio = wishes.links || wishes.coverage || wishes.radioPanel ? RADIO_RATE : 0;
  return { type: "watch", poses: POSES_RATE, smoke: wishes.smoke, streams, lines: wishes.lines ? wishes.selected : "", radio };
}

export class Watching {
  private wishes: Wishes = { ...NO_WISHES };
  private said = "";
  private isDue = false;

  constructor(private readonly run: Run, private readonly connection: Connection) {
    run.on("hello", () => this.sayAgain());
    run.on("robots", () => this.sayLater());
    document.addEventListener("visibilitychange", () => this.wish({ isPageVisible: !document.hidden }));
    this.wish({ isPageVisible: !document.hidden });
  }

  wish(change: Partial<Wishes>): void {
    Object.assign(this.wishes, change);
    this.sayLater();
  }

  private sayAgain(): void {
    this.said = "";
    this.sayLater();
  }

  // Several wishes of one moment are one request.
  private sayLater(): void {
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      this.say();
    });
  }

  private say(): void {
    if (!this.run.hello) return;
    const watch = watchOf(this.wishes, this.run.robots.values());
    const text = JSON.stringify(watch);
    if (text !== this.said && this.connection.send(watch)) this.said = text;
  }
}
