// SPDX-License-Identifier: Apache-2.0
// The model of the run on this page. receive() applies messages; views and panels read the fields and subscribe to changes.
import {
  decodeCoverage, decodeDepth, decodeLinks, decodeModels, decodeParticles, decodePicture, decodePoses, decodeScan, kindOf,
  type CoverageFrame, type DepthFrame, type LinksFrame, type ModelsFrame, type ParticlesFrame, type PictureFrame, type PosesFrame, type ScanFrame,
} from "./decode";
import { inOrder } from "./event_order";
import {
  Kind, type Answer, type Hello, type Lines, type Recordings, type Robot, type Route, type RunEvent, type Smoke, type SpawnPreview, type Status, type Stream, type TextMessage,
  type Entity, type Entities, type Values,
} from "./protocol";

export interface RunSignals {
  hello: Hello; // a new run; all fields were cleared before
  models: ModelsFrame;
  entities: Entities; // `entities` is already updated
  smoke: Smoke;
  robots: Robot[];
  status: Status;
  events: RunEvent[]; // only the new ones
  values: Values;
  lines: Lines;
  recordings: Recordings;
  spawn_preview: SpawnPreview;
  answer: Answer;
  poses: PosesFrame;
  scan: ScanFrame;
  depth: DepthFrame;
  picture: PictureFrame;
  particles: ParticlesFrame;
  links: LinksFrame;
  coverage: CoverageFrame;
  route: Route;
}

const MAX_EVENTS = 1000;

type Listener<Signal> = (signal: Signal) => void;

export class Run {
  hello: Hello | null = null;
  readonly entities = new Map<number, Entity>();
  readonly robots = new Map<string, Robot>();
  readonly streams = new Map<number, Stream & { robot: string }>();
  smoke: Smoke | null = null;
  status: Status | null = null;
  events: RunEvent[] = []; // sorted by time, then by arrival
  links: LinksFrame | null = null; // the latest, once they are watched
  // Simulated time of the latest message, s.
  time = 0;

  private readonly listeners: { [Name in keyof RunSignals]?: Set<Listener<RunSignals[Name]>> } = {};

  // Returns a function that removes the listener.
  on<Name extends keyof RunSignals>(name: Name, listener: Listener<RunSignals[Name]>): () => void {
    const all = (this.listeners[name] ??= new Set() as never) as Set<Listener<RunSignals[Name]>>;
    all.add(listener);
    return () => all.delete(listener);
  }

  receive(data: string | ArrayBuffer): void {
    if (typeof data === "string") this.receiveText(JSON.parse(data) as TextMessage);
    else this.receiveBinary(data);
  }

  // Adds events, whether sent by the program or detected by the page.
  addEvents(events: RunEvent[]): void {
    this.events = inOrder(this.events, events).slice(-MAX_EVENTS);
    this.emit("events", events);
  }

  private emit<Name extends keyof RunSignals>(name: Name, signal: RunSignals[Name]): void {
    this.listeners[name]?.forEach((listener) => listener(signal));
  }

  private receiveText(message: TextMessage): void {
    switch (message.type) {
      case "hello":
        this.reset();
        this.hello = message;
        return this.emit("hello", message);
      case "entities":
        for (const id of message.removed) this.entities.delete(id);
        for (const entity of message.added) this.entities.set(entity.id, entity);
        return this.emit("entities", message);
      case "smoke":
        this.smoke = message;
        return this.emit("smoke", message);
      case "robots":
        this.receiveRobots(message.robots);
        return this.emit("robots", message.robots);
      case "status":
        this.status = message;
        this.time = message.time;
        return this.emit("status", message);
      case "events":
        return this.addEvents(message.events);
      case "values":
      case "lines":
      case "recordings":
      case "spawn_preview":
      case "route":
      case "answer":
        return this.emit(message.type, message as never);
      case "alive":
        return;
    }
  }

  private receiveBinary(buffer: ArrayBuffer): void {
    switch (kindOf(buffer)) {
      case Kind.Models:
        return this.emit("models", decodeModels(buffer));
      case Kind.Poses: {
        const frame = decodePoses(buffer);
        this.time = frame.time;
        return this.emit("poses", frame);
      }
      case Kind.Scan:
        return this.emit("scan", decodeScan(buffer));
      case Kind.Depth:
        return this.emit("depth", decodeDepth(buffer));
      case Kind.Picture:
        return this.emit("picture", decodePicture(buffer));
      case Kind.Particles:
        return this.emit("particles", decodeParticles(buffer));
      case Kind.Links:
        this.links = decodeLinks(buffer);
        return this.emit("links", this.links);
      case Kind.Coverage:
        return this.emit("coverage", decodeCoverage(buffer));
    }
  }

  private receiveRobots(robots: Robot[]): void {
    this.robots.clear();
    this.streams.clear();
    for (const robot of robots) {
      this.robots.set(robot.name, robot);
      for (const stream of robot.streams) this.streams.set(stream.id, { ...stream, robot: robot.name });
    }
  }

  private reset(): void {
    this.entities.clear();
    this.robots.clear();
    this.streams.clear();
    this.smoke = null;
    this.status = null;
    this.events = [];
    this.links = null;
    this.time = 0;
  }
}
