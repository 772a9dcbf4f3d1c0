// SPDX-License-Identifier: Apache-2.0
// What the page that verifies constraints and `rubble truth` say to each other over the WebSocket at /ws: JSON objects
// with a "type". This file is the specification; the program's side is src/rubble/server/truth_*. Lengths in m, angles
// in rad, time in s. Numbers keep all their bits both ways. Nodes are scans of the log, numbered in the order of time.
import type { Answer } from "../protocol";

export type Pose2 = [x: number, y: number, theta: number];

export type Kind = "neighbour" | "loop" | "manual";
export type State = "proposed" | "accepted" | "rejected" | "adjusted";

export interface Constraint {
  i: number; // node; -1: the log has no such scan, it cannot be shown
  j: number;
  stamp_i: number;
  stamp_j: number;
  pose: Pose2; // of the robot at j seen from where it was at i: what counts now
  proposed: Pose2;
  sigmas: Pose2; // of the proposal
  score: number; // of the matcher, 0..1
  kind: Kind;
  state: State;
  source: "slam" | "truth" | "person";
  maker: string;
  who: string; // decided
  when: string; // ISO 8601
  note: string;
}

// ----- from the program

// First on every connection: everything known before is void.
export interface Hello {
  type: "hello";
  program: string;
  log: string; // name of the file
  file: string; // of the constraints
  who: string; // started the program
  stamps: number[]; // of the nodes
  points: number[][]; // of the nodes: x, y, x, y, ... in mm, seen from the robot
  constraints: Constraint[];
  order: number[]; // of constraints, by what they teach
  can_undo: boolean;
}

// A constraint that changed, or one more.
export interface Changed {
  type: "constraint";
  at: number;
  constraint: Constraint;
  can_undo: boolean;
}

// The last constraint is gone: whoever tied it has undone that.
export interface Removed {
  type: "removed";
  at: number;
  can_undo: boolean;
}

// Where the nodes are now. Comes after hello and after every change.
export interface Graph {
  type: "graph";
  poses: number[]; // x, y, theta, x, ...
  coverage: { length: number; time: number; touched: string }; // shares; '1' for each step between nodes that is touched
  cost: number;
  moved: number; // how far the node went that went furthest
}

// All points of the two scans of a constraint, in mm.
export interface Scans {
  type: "scans";
  at: number;
  scan_i: number[];
  scan_j: number[];
}

export interface Match {
  type: "match";
  at: number;
  pose: Pose2;
  score: number;
}

// A relations file.
export interface Relations {
  type: "relations";
  name: string;
  text: string;
}

export type Message = Hello | Changed | Removed | Graph | Scans | Match | Relations | Answer;

// ----- from the page; each may have an "id" and is then answered

export type Wish =
  | { type: "show"; at: number }
  | { type: "match"; at: number; pose: Pose2 } // lay j on i, beginning here
  | { type: "accept"; at: number; pose: Pose2; who: string; note: string } // adjusted if it is not the proposal's pose
  | { type: "reject"; at: number; who: string; note: string }
  | { type: "note"; at: number; note: string }
  | { type: "undo" }
  | { type: "add"; i: number; j: number; who: string } // a constraint between any two nodes
  | { type: "export"; with_untouched: boolean };
