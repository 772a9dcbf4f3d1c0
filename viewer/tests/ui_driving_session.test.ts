// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Request } from "../src/protocol";
import { Run } from "../src/run";
import type { AppContext } from "../src/ui/app_context";
import { Driving } from "../src/ui/input/driving";
import { Selection } from "../src/ui/selection";
import { sampleHello, sampleRobots } from "./ui_sample_run";

let sent: Request[] = [];
let run: Run;
let driving: Driving;
let selection: Selection;
let connection: { isConnected: boolean; send: (request: Request) => boolean };
const drives = () => sent.filter((request) => request.type === "drive");

beforeEach(() => {
  vi.useFakeTimers();
  const deaf = { addEventListener: () => {} };
  vi.stubGlobal("window", { ...deaf, setInterval: globalThis.setInterval });
  vi.stubGlobal("document", deaf);
  sent = [];
  run = new Run();
  selection = new Selection(run);
  const request = (body: Request) => (sent.push(body), Promise.resolve({ type: "answer" as const, id: 1, ok: true, text: "" }));
  connection = { isConnected: true, send: (request: Request) => sent.push(request) > 0 };
  driving = new Driving({ run, selection, request, connection } as unknown as AppContext);
  run.receive(JSON.stringify(sampleHello(false, false)));
  run.receive(JSON.stringify(sampleRobots()));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("driving by keys", () => {
  it("is sent at once, again every 100 ms, and ends with zero", () => {
    driving.press("KeyW");
    expect(drives()).toMatchObject([{ robot: "R1", forward: 1 }]);
    vi.advanceTimersByTime(350);
    expect(drives()).toHaveLength(4);
    driving.release("KeyW");
    expect(drives().at(-1)).toMatchObject({ robot: "R1", forward: 0, turn: 0 });
    vi.advanceTimersByTime(1000);
    expect(drives()).toHaveLength(5);
    expect(driving.isDriving).toBe(false);
  });
  it("does nothing while the program is not heard of, and wants a new press when it is back", () => {
    driving.press("KeyW");
    connection.isConnected = false;
    driving.releaseAll();
    expect(driving.isDriving).toBe(false);
    sent = [];
    for (const key of ["KeyW", "ArrowUp", "KeyA"]) expect(driving.press(key)).toBe(true);
    driving.set("stick", { forward: 1, turn: 0, left: 0, up: 0 });
    driving.stop();
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([]);
    connection.isConnected = true;
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([]);
    driving.press("KeyW");
    expect(drives()).toMatchObject([{ robot: "R1", forward: 1 }]);
  });
  it("stops the robot that was driven when another is selected", () => {
    driving.press("KeyW");
    selection.choose("R3");
    expect(drives().at(-1)).toMatchObject({ robot: "R1", forward: 0 });
    expect(driving.isDriving).toBe(false);
  });
  it("ends with the run, and a playback is not driven", () => {
    driving.press("KeyW");
    run.receive(JSON.stringify(sampleHello(true, false)));
    expect(driving.isDriving).toBe(false);
    sent = [];
    run.receive(JSON.stringify(sampleRobots()));
    driving.press("KeyW");
    vi.advanceTimersByTime(500);
    expect(drives()).toHaveLength(0);
  });
  it("wants a new press after it was let go of", () => {
    driving.press("KeyW");
    driving.releaseAll();
    sent = [];
    expect(driving.press("KeyW", true)).toBe(true);
    expect(sent).toHaveLength(0);
  });
  it("moves front flippers by E and stops them at the release", () => {
    driving.press("KeyE");
    expect(sent).toMatchObject([{ type: "joint", joint: "FLFlipper", speed: 1 }, { joint: "FRFlipper", speed: 1 }]);
    driving.release("KeyE");
    expect(sent.slice(-2)).toMatchObject([{ joint: "FLFlipper", speed: 0 }, { joint: "FRFlipper", speed: 0 }]);
    expect(drives()).toHaveLength(0);
  });
});

describe("the selection", () => {
  it("takes the first robot by itself and remembers a chosen one by name", () => {
    expect(selection.name).toBe("R1");
    selection.choose("R3");
    const without = { ...sampleRobots(), robots: sampleRobots().robots.slice(0, 2) };
    run.receive(JSON.stringify(without));
    expect(selection.name).toBe("R1");
    run.receive(JSON.stringify(sampleRobots()));
    expect(selection.name).toBe("R3");
  });
});

describe("a robot driven from this page", () => {
  it("is known as such for a second after the last word to it", () => {
    expect(driving.hasDriven("R1")).toBe(false);
    driving.press("KeyW");
    expect(driving.hasDriven("R1")).toBe(true);
    expect(driving.hasDriven("R3")).toBe(false);
    driving.release("KeyW");
    vi.advanceTimersByTime(900);
    expect(driving.hasDriven("R1")).toBe(true);
    vi.advanceTimersByTime(200);
    expect(driving.hasDriven("R1")).toBe(false);
  });
});
