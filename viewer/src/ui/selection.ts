// SPDX-License-Identifier: Apache-2.0
// The selected robot, to which panels, keys and cameras refer.
import type { Robot, RobotStatus } from "../protocol";
import type { Run } from "../run";

export class Selection {
  name = ""; // empty: there is no robot
  private wanted = ""; // comes back into hand when it comes back into the run
  private readonly listeners = new Set<(name: string) => void>();

  constructor(private readonly run: Run) {
    run.on("hello", () => this.settle());
    run.on("robots", () => this.settle());
  }

  get robot(): Robot | undefined {
    return this.run.robots.get(this.name);
  }

  get status(): RobotStatus | undefined {
    return this.run.status?.robots.find((robot) => robot.name === this.name);
  }

  get flies(): boolean {
    return this.robot?.vehicle === "aerial";
  }

  choose(name: string): void {
    this.wanted = name;
    this.settle();
  }

  // Also called when the robot of that name was replaced or changed.
  onChange(listener: (name: string) => void): void {
    this.listeners.add(listener);
  }

  private settle(): void {
    const first = this.run.robots.keys().next().value ?? "";
    this.name = this.run.robots.has(this.wanted) ? this.wanted : this.run.robots.has(this.name) ? this.name : first;
    this.listeners.forEach((listener) => listener(this.name));
  }
}
