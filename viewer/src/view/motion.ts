// SPDX-License-Identifier: Apache-2.0
// Interpolation of part poses. Poses arrive about 20 times per second with simulated times; the display
// is slightly delayed, so that there is always a pose before and one after the displayed time.
import type { PosesFrame } from "../decode";
import { isUsable } from "./poses";

const BEHIND = 0.08; // s of real time
const JUMP = 0.5; // m: nothing moves so far from frame to frame, it was put there
const LONGEST_GAP = 0.5; // s of real time: after it nothing is known of the pace
const KEPT = 6; // poses a part

// Derives the displayed simulated time from the arrival times of frames.
export class ShownClock {
  shown = 0;
  newest = 0;
  rate = 1;
  private lastFrame = -Infinity; // real time
  private lastMoved = -Infinity;

  // Returns whether the time jumped.
  heard(time: number, now: number): boolean {
    const gap = now - this.lastFrame;
    const step = time - this.newest;
    this.lastFrame = now;
    if (!(step >= 0) || gap > LONGEST_GAP || step > 2 * LONGEST_GAP * Math.max(1, this.rate)) {
      const wentBack = !(step >= 0) || step > 1;
      this.shown = this.newest = time;
      this.lastMoved = now;
      return wentBack;
    }
    if (gap > 1e-3) this.rate += 0.2 * (Math.min(step / gap, 1000) - this.rate);
    this.newest = time;
    this.move(now);
    const wanted = time - BEHIND * this.rate;
    this.shown += (wanted - this.shown) * (Math.abs(wanted - this.shown) > 0.3 * Math.max(this.rate, 0.1) ? 1 : 0.1);
    return false;
  }

  // Advances; returns whether there is more to show.
  move(now: number): boolean {
    const elapsed = Math.max(0, now - this.lastMoved);
    this.lastMoved = now;
    this.shown = Math.min(this.newest, this.shown + elapsed * Math.max(this.rate, 0.05));
    return this.shown < this.newest;
  }

  reset(): void {
    this.shown = this.newest = 0;
    this.rate = 1;
    this.lastFrame = this.lastMoved = -Infinity;
  }
}

// The latest poses of one part, oldest first.
export class Track {
  private times: number[] = [];
  private poses: Float64Array[] = [];

  push(time: number, pose: ArrayLike<number>, at: number): void {
    const kept = new Float64Array(7);
    for (let k = 0; k < 7; ++k) kept[k] = pose[at + k];
    const last = this.poses.at(-1);
    if (last && (time <= this.times.at(-1)! || distance(last, kept) > JUMP)) this.clear();
    this.times.push(time);
    this.poses.push(kept);
    if (this.times.length > KEPT) {
      this.times.shift();
      this.poses.shift();
    }
  }

  // The part stood still until then.
  stoodUntil(time: number): void {
    const last = this.poses.at(-1);
    if (last && this.times.at(-1)! < time) this.push(time, last, 0);
  }

  clear(): void {
    this.times = [];
    this.poses = [];
  }

  get isEmpty(): boolean {
    return this.poses.length === 0;
  }

  // Returns whether a later time could give another pose.
  at(time: number, into: Float64Array): boolean {
    let after = 0;
    while (after < this.times.length && this.times[after] < time) ++after;
    if (after === this.times.length) into.set(this.poses[after - 1]);
    else if (after === 0) into.set(this.poses[0]);
    else {
      const from = this.times[after - 1];
      blend(this.poses[after - 1], this.poses[after], (time - from) / (this.times[after] - from), into);
    }
    return time < this.times[this.times.length - 1];
  }
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// Linear interpolation of positions; normalised linear interpolation (nlerp) of rotations, close to slerp between frames.
export function blend(from: ArrayLike<number>, to: ArrayLike<number>, share: number, into: Float64Array): void {
  for (let k = 0; k < 3; ++k) into[k] = from[k] + (to[k] - from[k]) * share;
  const dot = from[3] * to[3] + from[4] * to[4] + from[5] * to[5] + from[6] * to[6];
  const sign = dot < 0 ? -1 : 1;
  let length = 0;
  for (let k = 3; k < 7; ++k) {
    into[k] = from[k] * (1 - share) + sign * to[k] * share;
    length += into[k] * into[k];
  }
  length = Math.sqrt(length) || 1;
  for (let k = 3; k < 7; ++k) into[k] /= length;
}

export class Motion {
  readonly clock = new ShownClock();
  private readonly tracks = new Map<number, Track>();
  private readonly moving = new Set<number>();
  private lastTime = -Infinity;
  private readonly pose = new Float64Array(7);

  // Returns whether the time jumped; trails are invalid then.
  receive(frame: PosesFrame, now: number): boolean {
    const jumped = this.clock.heard(frame.time, now);
    if (jumped) this.tracks.forEach((track) => track.clear());
    for (let i = 0; i < frame.parts.length; ++i) {
      if (!isUsable(frame.poses, 7 * i)) continue;
      const part = frame.parts[i];
      const track = this.trackOf(part);
      if (!jumped) track.stoodUntil(this.lastTime);
      track.push(frame.time, frame.poses, 7 * i);
      this.moving.add(part);
    }
    this.lastTime = frame.time;
    return jumped;
  }

  // Simulated time advances also while nothing moves.
  addClockSample(time: number, now: number): void {
    if (time > this.clock.newest) this.clock.heard(time, now);
  }

  // Calls `update` for all parts that may have moved since the last call; returns whether there will be more.
  show(now: number, update: (part: number, pose: Float64Array) => void): boolean {
    const goesOn = this.clock.move(now);
    for (const part of this.moving) {
      const track = this.tracks.get(part);
      const hasMore = track && !track.isEmpty ? track.at(this.clock.shown, this.pose) : false;
      if (track && !track.isEmpty) update(part, this.pose);
      if (!hasMore) this.moving.delete(part);
    }
    return goesOn || this.moving.size > 0;
  }

  forget(part: number): void {
    this.tracks.delete(part);
    this.moving.delete(part);
  }

  clear(): void {
    this.tracks.clear();
    this.moving.clear();
    this.lastTime = -Infinity;
    this.clock.reset();
  }

  private trackOf(part: number): Track {
    let track = this.tracks.get(part);
    if (!track) this.tracks.set(part, (track = new Track()));
    return track;
  }
}
