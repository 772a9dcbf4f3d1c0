// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import type { Pose } from "../src/protocol";
import { attitudeOf, bytes, clock, degrees, fixed, number, span } from "../src/ui/widgets/format";
import { clampTime, shareOf, timeAfterKey, timeAt } from "../src/ui/panels/scrub";
import { Series } from "../src/ui/widgets/series";
import { densityForSight } from "../src/ui/input/tools";
import { groupByUnit, nameWithoutUnit, unitOf } from "../src/ui/widgets/units";

describe("time", () => {
  it("reads like a clock", () => {
    expect(clock(0)).toBe("0:00.0");
    expect(clock(7.26)).toBe("0:07.3");
    expect(clock(59.96)).toBe("1:00.0");
    expect(clock(3723.4)).toBe("1:02:03.4");
    expect(clock(31, 0)).toBe("0:31");
    expect(clock(-1)).toBe("0:00.0");
  });
  it("of a battery is rough", () => {
    expect(span(45.2)).toBe("45 s");
    expect(span(1800)).toBe("30 min");
    expect(span(3900)).toBe("1 h 05 min");
  });
});

describe("numbers", () => {
  it("are short and have a true minus", () => {
    expect(number(-0.0714)).toBe("−0.071");
    expect(number(null)).toBe("–");
    expect(number(123.456)).toBe("123.46");
    expect(fixed(-0.001, 1)).toBe("0.0");
    expect(bytes(999)).toBe("999 B");
    expect(bytes(48312)).toBe("48 kB");
    expect(bytes(4512300)).toBe("4.5 MB");
  });
});

describe("attitude", () => {
  const about = (axis: 3 | 4 | 5, angle: number): Pose => {
    const pose: Pose = [0, 0, 0, 0, 0, 0, Math.cos(angle / 2)];
    pose[axis] = Math.sin(angle / 2);
    return pose;
  };
  it("is level when nothing is turned", () => {
    expect(attitudeOf([1, 2, 3, 0, 0, 0, 1])).toEqual({ roll: 0, pitch: expect.closeTo(0), yaw: 0, tilt: 0 });
  });
  it("takes the turns about the axes apart", () => {
    expect(attitudeOf(about(3, 0.4)).roll).toBeCloseTo(0.4);
    expect(attitudeOf(about(4, 0.3)).pitch).toBeCloseTo(-0.3); // about y to the left: the nose goes down
    expect(attitudeOf(about(5, 2)).yaw).toBeCloseTo(2);
    expect(attitudeOf(about(3, 0.4)).tilt).toBeCloseTo(0.4);
    expect(degrees(Math.PI)).toBe("180°");
  });
});

describe("the timeline", () => {
  const whole = { begin: 0, end: 60 };
  const later = { begin: 100, end: 160 }; // a recording that began in the middle of a run

  it("turns places into times and back", () => {
    expect(timeAt(150, 100, 200, whole)).toBe(15);
    expect(timeAt(0, 100, 200, whole)).toBe(0);
    expect(timeAt(999, 100, 200, whole)).toBe(60);
    expect(timeAt(50, 0, 0, whole)).toBe(0);
    expect(shareOf(15, whole)).toBe(0.25);
    expect(shareOf(1, { begin: 0, end: 0 })).toBe(0);
    expect(clampTime(-3, whole)).toBe(0);
  });
  it("speaks in times of the run where the recording began later", () => {
    expect(timeAt(150, 100, 200, later)).toBe(115);
    expect(timeAt(0, 100, 200, later)).toBe(100);
    expect(timeAt(50, 0, 0, later)).toBe(100);
    expect(shareOf(115, later)).toBe(0.25);
    expect(shareOf(15, later)).toBe(0);
    expect(clampTime(200, later)).toBe(160);
    expect(timeAfterKey("Home", 130, later)).toBe(100);
    expect(timeAfterKey("End", 130, later)).toBe(160);
    expect(timeAfterKey("ArrowLeft", 100.5, later)).toBe(100);
    expect(timeAfterKey("PageUp", 110, later)).toBe(113);
  });
  it("moves by keys and stays within the recording", () => {
    expect(timeAfterKey("ArrowRight", 10, whole)).toBe(11);
    expect(timeAfterKey("ArrowLeft", 0.5, whole)).toBe(0);
    expect(timeAfterKey("PageUp", 10, whole)).toBe(13);
    expect(timeAfterKey("End", 10, whole)).toBe(60);
    expect(timeAfterKey("x", 10, whole)).toBeNull();
  });
});

describe("a series", () => {
  it("keeps the last half minute and begins anew when time goes back", () => {
    const series = new Series(1);
    for (let time = 0; time <= 100; ++time) series.add(time, [time]);
    expect(series.times[0]).toBe(70);
    expect(series.channels[0]).toHaveLength(31);
    series.add(5, [1]);
    expect(series.times).toEqual([5]);
  });
  it("has gaps where there is no value", () => {
    const series = new Series(2);
    series.add(1, [3]);
    expect(series.channels).toEqual([[3], [null]]);
  });
});

describe("channels", () => {
  it("of one unit belong together", () => {
    expect(groupByUnit(["x (m)", "yaw (rad)", "y (m)", "tags"])).toEqual([{ unit: "m", channels: [0, 2] }, { unit: "rad", channels: [1] }, { unit: "", channels: [3] }]);
    expect(unitOf("specific force x (m/s²)")).toBe("m/s²");
    expect(nameWithoutUnit("specific force x (m/s²)")).toBe("specific force x");
    expect(nameWithoutUnit("(m)")).toBe("(m)");
  });
});

describe("smoke", () => {
  it("is as dense as the sight in it asks for, and never denser than the program takes", () => {
    expect(Math.exp(-115.2 * densityForSight(2, 115.2) * 2)).toBeCloseTo(Math.exp(-3));
    expect(densityForSight(0.001, 115.2)).toBe(1);
  });
});
