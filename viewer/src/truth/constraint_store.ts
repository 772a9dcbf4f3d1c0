// SPDX-License-Identifier: Apache-2.0
// The state received from the program, the current constraint, and its edited pose.
import type { Answer } from "../protocol";
import { between, isSame, wrapped } from "./pose2";
import type { Constraint, Graph, Hello, Match, Message, Pose2, Relations, Removed, State } from "./protocol";

export interface Residual {
  way: number; // m
  turn: number; // rad, without sign
}

interface Events {
  hello: Hello;
  constraint: number; // which one changed
  removed: number; // which one is gone
  graph: Graph;
  current: number; // another one is looked at
  pose: Pose2; // it has been moved
  scans: null; // its scans are here
  match: Match;
  relations: Relations;
  answer: Answer;
}

type Listener<Name extends keyof Events> = (event: Events[Name]) => void;

export const isVerified = ({ state }: { state: State }): boolean => state === "accepted" || state === "adjusted";

export class ConstraintStore {
  hello: Hello | null = null;
  constraints: Constraint[] = [];
  order: number[] = [];
  poses: Pose2[] = [];
  graph: Graph | null = null;
  canUndo = false;
  current = -1;
  pose: Pose2 = [0, 0, 0];
  scanI: number[] = [];
  scanJ: number[] = [];
  matchScore: number | null = null; // of the pose as it is now, if the matcher gave it
  private moves: Pose2[] = []; // what the pose was before each move
  private readonly listeners = new Map<keyof Events, Set<Listener<never>>>();

  on<Name extends keyof Events>(name: Name, listener: Listener<Name>): void {
    const all = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, all.add(listener as Listener<never>));
  }

  private emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.listeners.get(name) ?? []) (listener as Listener<Name>)(event);
  }

  receive(data: string | ArrayBuffer): void {
    if (typeof data !== "string") return;
    const message = JSON.parse(data) as Message;
    if (message.type === "hello") this.begin(message);
    if (message.type === "constraint") {
      this.constraints[message.at] = message.constraint;
      if (!this.order.includes(message.at)) this.order.push(message.at);
      this.canUndo = message.can_undo;
      if (message.at === this.current) this.reset();
      this.emit("constraint", message.at);
    }
    if (message.type === "removed") this.remove(message);
    if (message.type === "graph") {
      this.graph = message;
      this.poses = [];
      for (let k = 0; k + 2 < message.poses.length; k += 3) this.poses.push([message.poses[k], message.poses[k + 1], message.poses[k + 2]]);
      this.emit("graph", message);
    }
    if (message.type === "scans" && message.at === this.current) {
      [this.scanI, this.scanJ] = [message.scan_i, message.scan_j];
      this.emit("scans", null);
    }
    if (message.type === "match" && message.at === this.current) {
      this.move(message.pose);
      this.matchScore = message.score;
      this.emit("match", message);
    }
    if (message.type === "relations") this.emit("relations", message);
    if (message.type === "answer") this.emit("answer", message);
  }

  get constraint(): Constraint | null {
    return this.constraints[this.current] ?? null;
  }

  // Whether the pose was edited.
  get isMoved(): boolean {
    return this.constraint !== null && !isSame(this.pose, this.constraint.pose);
  }

  get canUnmove(): boolean {
    return this.moves.length > 0;
  }

  choose(at: number): void {
    if (!this.constraints[at] || this.constraints[at].i < 0) return;
    this.current = at;
    [this.scanI, this.scanJ] = [[], []];
    this.reset();
    this.emit("current", at);
  }

  // keepsLast: merges this move with the previous one for undo.
  move(pose: Pose2, keepsLast = false): void {
    if (!this.constraint || isSame(pose, this.pose)) return;
    if (!keepsLast || this.moves.length === 0) this.moves.push(this.pose);
    this.setPose(pose);
  }

  unmove(): void {
    const last = this.moves.pop();
    if (last) this.setPose(last);
  }

  // Residual of a constraint against the map, optionally with another pose.
  residual(at: number, pose?: Pose2): Residual {
    const constraint = this.constraints[at];
    const [one, other] = [this.poses[constraint.i], this.poses[constraint.j]];
    if (!one || !other) return { way: 0, turn: 0 };
    const said = pose ?? constraint.pose;
    const seen = between(one, other);
    return { way: Math.hypot(seen[0] - said[0], seen[1] - said[1]), turn: Math.abs(wrapped(seen[2] - said[2])) };
  }

  private begin(hello: Hello): void {
    const wanted = this.hello?.log === hello.log ? this.current : -1;
    this.hello = hello;
    this.constraints = hello.constraints;
    this.order = hello.order;
    this.canUndo = hello.can_undo;
    this.poses = [];
    this.current = -1;
    this.emit("hello", hello);
    this.choose(this.constraints[wanted] ? wanted : this.firstOpen());
  }

  private remove({ at, can_undo }: Removed): void {
    this.constraints.splice(at);
    this.order = this.order.filter((other) => other < at);
    this.canUndo = can_undo;
    const wasLookedAt = this.current >= at;
    if (wasLookedAt) this.current = -1;
    this.emit("removed", at);
    if (wasLookedAt) this.choose(this.firstOpen());
  }

  private firstOpen(): number {
    const shown = this.order.filter((at) => this.constraints[at].i >= 0);
    return shown.find((at) => this.constraints[at].state === "proposed") ?? shown[0] ?? -1;
  }

  private reset(): void {
    this.moves = [];
    this.setPose(this.constraint?.pose ?? [0, 0, 0]);
  }

  private setPose(pose: Pose2): void {
    this.pose = pose;
    this.matchScore = null;
    this.emit("pose", pose);
  }
}
