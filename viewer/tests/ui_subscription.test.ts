// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { DEFAULT_DISPLAY, watchRequest, type DisplayState } from "../src/ui/subscription";
import { sampleRobots } from "./ui_sample_run";

const robots = sampleRobots().robots;
const watching = (display: Partial<DisplayState>) => watchRequest({ ...DEFAULT_DISPLAY, selected: "R1", ...display }, robots);
const idsOf = (display: Partial<DisplayState>) => watching(display).streams.map((stream) => stream.id);

describe("what a page watches", () => {
  it("is nothing while the page is hidden", () => {
    expect(watching({ isPageVisible: false, lines: true, picture: { robot: "R1", sensor: "Camera" } })).toEqual({ type: "watch", poses: 0, smoke: false, streams: [], lines: "", radio: 0 });
  });
  it("has poses and all lasers from the start, those of the selected robot at their full rate", () => {
    expect(watching({}).poses).toBe(20);
    expect(watching({}).streams).toEqual([{ id: 1, rate: 0 }, { id: 7, rate: 5 }]);
  });
  it("leaves out the lasers of other robots when that layer is off", () => {
    expect(idsOf({ allLasers: false })).toEqual([1]);
  });
  it("has no laser when neither beams nor hits are drawn, unless the sensor panel shows it", () => {
    expect(idsOf({ lasers: false })).toEqual([]);
    expect(idsOf({ lasers: false, sensors: [{ robot: "R1", sensor: "Scanner1" }] })).toEqual([1]);
  });
  it("has a camera only while its panel or its pane is open", () => {
    expect(idsOf({})).not.toContain(2);
    expect(idsOf({ picture: { robot: "R1", sensor: "Camera" } })).toContain(2);
    expect(idsOf({ pane: { robot: "R1", sensor: "Camera" } })).toContain(2);
  });
  it("finds a camera by name when its number has changed", () => {
    const renumbered = robots.map((robot) => ({ ...robot, streams: robot.streams.map((stream) => ({ ...stream, id: stream.id + 100 })) }));
    expect(watchRequest({ ...DEFAULT_DISPLAY, selected: "R1", picture: { robot: "R1", sensor: "Camera" } }, renumbered).streams).toContainEqual({ id: 102, rate: 0 });
  });
  it("has values only of sensors that are watched", () => {
    expect(idsOf({ sensors: [{ robot: "R1", sensor: "IMU" }] })).toEqual([1, 3, 7]);
  });
  it("has protocol lines of the selected robot while their panel is open", () => {
    expect(watching({}).lines).toBe("");
    expect(watching({ lines: true }).lines).toBe("R1");
  });
  it("has radio links while anything shows them", () => {
    expect(watching({}).radio).toBe(0);
    for (const field of ["links", "coverage", "radioPanel"]) expect(watching({ [field]: true }).radio).toBe(5);
  });
});
