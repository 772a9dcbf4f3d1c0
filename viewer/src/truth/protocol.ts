// SPDX-License-Identifier: Apache-2.0
// The protocol between the page that verifies constraints and `rubble truth` over the WebSocket at /ws: JSON objects
// with a "type". This file is the specification; the program's side is src/rubble/server/truth_*. Lengths in m, angles
// in rad, time in s. Numbers are exact in both directions. Nodes are scans of the log, numbered by time.
import type { Answer } from "../protocol";

export type Pose2 = [x: number, y: number, theta: number];

export type Kind = "neighbour" | "loop" | "manual";
export type State = "proposed" | "accepted" | "rejected" | "adjusted";

export interface Constraint {
  i: number; // node; -1: the log has no such scan, so it cannot be shown
  j: number;
  stamp_i: number;
  stamp_j: number;
  pose: Pose2; // of the robot at j in the robot frame at i; the current value
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

// First message of every connection. Invalidates everything before.
export interface Hello {
  type: "hello";
  program: string;
  log: string; // file name
  file: string; // file of the constraints
  who: string; // user who started the program
  stamps: number[]; // of the nodes
  points: number[][]; // per node: x, y, x, y, ... in mm, robot frame
  constraints: Constraint[];
  order: number[]; // indices of constraints, sorted by expected information gain
  can_undo: boolean;
}

// A changed or added constraint.
export interface Changed {
  type: "constraint";
  at: number;
  constraint: Constraint;
  can_undo: boolean;
}

// The last constraint was removed by undo.
export interface Removed {
  type: "removed";
  at: number;
  can_undo: boolean;
}

// The current poses of the nodes. Sent after hello and after every change.
export interface Graph {
  type: "graph";
  poses: number[]; // x, y, theta, x, ...
  coverage: { length: number; time: number; touched: string }; // shares; touched: '1' for each step between nodes that is touched by a verified constraint
  cost: number;
  moved: number; // largest displacement of a node, m
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

export type TruthRequest =
  | { type: "show"; at: number }
  | { type: "match"; at: number; pose: Pose2 } // align scan j with scan i from this initial pose
  | { type: "accept"; at: number; pose: Pose2; who: string; note: string } // adjusted if it differs from the proposal
  | { type: "reject"; at: number; who: string; note: string }
  | { type: "note"; at: number; note: string }
  | { type: "undo" }
  | { type: "add"; i: number; j: number; who: string } // a constraint between any two nodes
  | { type: "export"; with_untouched: boolean };
