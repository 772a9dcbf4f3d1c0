// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { DEADZONE, fromKeys, fromStick, isDriveKey, isStill, mix, pastDeadzone, NO_MOTION } from "../src/ui/input/drive_command";
import { isFrontFlipper } from "../src/ui/input/driving";
import { hintOf } from "../src/ui/input/driving_hint";
import { commandOfAxes } from "../src/ui/input/gamepad";
import { driverWords } from "../src/ui/panels/robot_list";
import { sampleRobots, sampleStatus } from "./ui_sample_run";

describe("keys", () => {
  it("add up and cancel", () => {
    expect(fromKeys(["KeyW", "KeyA"], false)).toEqual({ forward: 1, turn: 1, left: 0, up: 0 });
    expect(isStill(fromKeys(["KeyW", "KeyS"], false))).toBe(true);
    expect(fromKeys(["KeyW", "ArrowUp"], false).forward).toBe(1);
  });
  it("lift a flyer but no ground robot", () => {
    expect(fromKeys(["KeyE"], true).up).toBe(1);
    expect(isStill(fromKeys(["KeyE"], false))).toBe(true);
    expect(isDriveKey("KeyQ", true)).toBe(true);
    expect(isDriveKey("KeyQ", false)).toBe(false);
  });
});

describe("sticks", () => {
  it("say nothing inside the deadzone and begin at zero outside of it", () => {
    expect(pastDeadzone(DEADZONE)).toBe(0);
    expect(pastDeadzone(-0.05)).toBe(0);
    expect(pastDeadzone(DEADZONE + 0.0088)).toBeCloseTo(0.01);
    expect(pastDeadzone(1)).toBe(1);
    expect(pastDeadzone(-1)).toBe(-1);
    expect(pastDeadzone(NaN)).toBe(0);
  });
  it("drive forward when pushed up and turn left when pushed left", () => {
    expect(fromStick(0, -1)).toEqual({ forward: 1, turn: 0, left: 0, up: 0 });
    expect(fromStick(-1, 0)).toEqual({ forward: 0, turn: 1, left: 0, up: 0 });
  });
  it("of a gamepad lift flyers with the right one", () => {
    expect(commandOfAxes([0, 0, 0, -1], true).up).toBe(1);
    expect(isStill(commandOfAxes([0, 0, 1, -1], false))).toBe(true);
  });
});

describe("several hands", () => {
  it("together never ask for more than the robot can", () => {
    const full = { ...NO_MOTION, forward: 1 };
    expect(mix([full, full]).forward).toBe(1);
    expect(mix([full, { ...full, forward: -0.25 }]).forward).toBe(0.75);
  });
  it("that rest leave no negative zero", () => {
    expect(Object.is(mix([{ ...NO_MOTION, turn: -0 }]).turn, 0)).toBe(true);
  });
});

describe("flippers", () => {
  it("are told apart by their names", () => {
    const joints = sampleRobots().robots[0].joints.slice(0, 4);
    expect(joints.map(isFrontFlipper)).toEqual([true, true, false, false]);
  });
});

describe("the driving hint", () => {
  const [pilot, , goTo] = sampleStatus(0, false).robots;
  it("says who drives and how to take over", () => {
    expect(hintOf(pilot, false, true)).toBe("The pilot drives R1: press W or drag the stick to take over");
    expect(hintOf(pilot, false, false)).toBe("The pilot drives R1");
    expect(hintOf(pilot, true, true)).toBe("You drive R1");
    expect(hintOf(pilot, true, true, true)).toBe("Paused: R1 moves once the run goes on");
    expect(hintOf(goTo, false, true)).toBe("R3 goes to 3.2, 1.0");
  });
});

describe("the driver on a robot's card", () => {
  it("is you while this page drives, a page else, and nobody in a recording", () => {
    expect(driverWords("page", true, true)).toBe("you");
    expect(driverWords("page", false, true)).toBe("a page");
    expect(driverWords("client", true, true)).toBe("client");
    expect(driverWords("", false, true)).toBe("nobody drives");
    expect(driverWords("", false, false)).toBe("");
  });
});
