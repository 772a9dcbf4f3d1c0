// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { decodeCoverage, decodeLinks, pairIndex } from "../src/decode";
import { sumUp } from "../src/ui/panels/route_table";
import { LinkEvents, linksOf } from "../src/ui/panels/radio_links";
import { lossText, rateText } from "../src/ui/panels/partner_row";
import { distanceToSegment, linksToShow } from "../src/view/radio/links_layer";
import { linear, rampColor, strengthShare, STRONGEST } from "../src/view/radio/scale";
import { coverageFrame, linksFrame, type SampleLink, type SampleStation } from "./frames";

const station = (name: string, x = 0): SampleStation => ({ name, antenna: [x, 1, 0.5] });
const frameOf = (stations: SampleStation[], link: (one: number, other: number) => SampleLink, time = 1) => decodeLinks(linksFrame(time, -92, stations, link));

describe("a Links frame", () => {
  it("says of every pair what the program wrote", () => {
    const stations = [station("A", -2), { ...station("Größe 5 <b>", 3), isRelay: true }, station("R\"2", 7.5)];
    const frame = frameOf(stations, (one, other) => ({ dbm: -40 - 10 * one - other - 0.25, walls: 3 * one + other, loss: 0.25, rate: 5.5 }), 12.5);
    expect(frame.time).toBe(12.5);
    expect(frame.preset).toBe("multiwall");
    expect(frame.sensitivity).toBe(-92);
    expect(frame.stations.map(({ name }) => name)).toEqual(["A", "Größe 5 <b>", "R\"2"]);
    expect(frame.stations.map(({ isRelay }) => isRelay)).toEqual([false, true, false]);
    expect(frame.stations[2].antenna).toEqual([7.5, 1, 0.5]);
    const pair = pairIndex(2, 1, 3);
    expect(frame.dbm[pair]).toBeCloseTo(-52.25, 2);
    expect(frame.walls[pair]).toBe(5);
    expect(frame.loss[pair]).toBeCloseTo(0.25, 4);
    expect(frame.rate[pair]).toBeCloseTo(5.5, 2);
    expect(frame.isUp[pair]).toBe(1);
  });

  it("of one station, or of none, has no links", () => {
    expect(frameOf([], () => ({ dbm: 0 })).dbm.length).toBe(0);
    expect(frameOf([station("A")], () => ({ dbm: 0 })).dbm.length).toBe(0);
  });

  it("of 100 stations stays below 300 kB a second at its rate", () => {
    const stations = Array.from({ length: 100 }, (_, i) => station(`robot_${i}`, i));
    const buffer = linksFrame(1, -92, stations, () => ({ dbm: -60 }));
    expect(decodeLinks(buffer).dbm.length).toBe(4950);
    expect(5 * buffer.byteLength).toBeLessThan(300_000);
  });

  it("finds each pair at a place of its own", () => {
    const places = new Set<number>();
    for (let a = 0; a < 7; ++a) for (let b = a + 1; b < 7; ++b) places.add(pairIndex(a, b, 7));
    expect([...places].sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, i) => i));
  });
});

describe("a Coverage frame", () => {
  it("has the strength of each cell, rows along y", () => {
    const grid = { columns: 3, rows: 2, first: [-1, 4] as [number, number], cell: 0.5, height: 0.25 };
    for (const name of ["R1", "odd"]) {
      const frame = decodeCoverage(coverageFrame(2, station(name, 9), -80, grid, (x, y) => -10 * x - y));
      expect([frame.station, frame.columns, frame.rows, frame.cell, frame.height, frame.sensitivity]).toEqual([name, 3, 2, 0.5, 0.25, -80]);
      expect(frame.antenna).toEqual([9, 1, 0.5]);
      [...frame.dbm].forEach((dbm, index) => expect(dbm).toBeCloseTo(-10 * (-1 + 0.5 * (index % 3)) - (4 + 0.5 * Math.floor(index / 3)), 2));
    }
  });
});

// CIE lightness, 0..100.
function lightness(color: readonly number[]): number {
  const [r, g, b] = color.map(linear);
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
}

// As a person without red or green cones sees it, roughly (Viénot 1999).
function withoutHue(color: readonly number[], kind: "protan" | "deutan"): number[] {
  const [r, g, b] = color.map(linear);
  const [red, blue] = kind === "protan" ? [0.1124 * r + 0.8876 * g, 0.004 * r - 0.004 * g + b] : [0.2927 * r + 0.7073 * g, -0.0223 * r + 0.0223 * g + b];
  return [red, red, blue];
}

describe("the colours of strengths", () => {
  it("go from the sensitivity to the strongest and no further", () => {
    expect(strengthShare(-92, -92)).toBe(0);
    expect(strengthShare(-120, -92)).toBe(0);
    expect(strengthShare(STRONGEST, -92)).toBe(1);
    expect(strengthShare(0, -92)).toBe(1);
    expect(strengthShare(NaN, -92)).toBe(0);
    expect(strengthShare(-60, 10)).toBe(0); // a sensitivity that makes no sense
  });
  it("grow lighter all the way, by steps that can be seen", () => {
    const values = Array.from({ length: 9 }, (_, i) => lightness(rampColor(i / 8)));
    for (let i = 1; i < values.length; ++i) expect(values[i] - values[i - 1]).toBeGreaterThan(4);
  });
  it.each(["protan", "deutan"] as const)("can be told apart by %s eyes", (kind) => {
    const seen = Array.from({ length: 9 }, (_, i) => withoutHue(rampColor(i / 8), kind));
    for (let i = 1; i < seen.length; ++i) expect(seen[i][0]).toBeGreaterThan(seen[i - 1][0]);
  });
});

describe("links that are drawn", () => {
  it("are all while they are few", () => {
    const frame = frameOf([station("A"), station("B"), station("C")], (one, other) => ({ dbm: one === 0 && other === 2 ? -99 : -50 }));
    expect(linksToShow(frame, "A").map(({ pair, isOwn }) => [pair, isOwn])).toEqual([[0, true], [1, true], [2, false]]);
  });
  it("are, of many that are down, only those of the selected robot", () => {
    const stations = Array.from({ length: 30 }, (_, i) => station(`R${i}`));
    const frame = frameOf(stations, (one, other) => ({ dbm: other === one + 1 ? -50 : -99 }));
    const shown = linksToShow(frame, "R4");
    expect(shown.length).toBe(29 + 29 - 2);
    expect(shown.filter(({ isOwn }) => isOwn).length).toBe(29);
  });
  it("are found under the mouse by how near they are", () => {
    expect(distanceToSegment({ x: 5, y: 3 }, { x: 0, y: 0 }, { x: 10, y: 0 })).toBeCloseTo(3);
    expect(distanceToSegment({ x: -3, y: 4 }, { x: 0, y: 0 }, { x: 10, y: 0 })).toBeCloseTo(5);
    expect(distanceToSegment({ x: 3, y: 4 }, { x: 0, y: 0 }, { x: 0, y: 0 })).toBeCloseTo(5);
  });
});

describe("the links of a robot", () => {
  it("are sorted by strength, whichever end it is", () => {
    const frame = frameOf([station("A"), station("B"), station("C")], (one, other) => ({ dbm: -50 - 10 * one + other }));
    expect(linksOf(frame, "C").map(({ name, dbm }) => [name, Math.round(dbm)])).toEqual([["A", -48], ["B", -58]]);
    expect(linksOf(frame, "nobody")).toEqual([]);
    expect(linksOf(null, "A")).toEqual([]);
  });
  it("are told of when they are lost and when they come back, not while they flutter", () => {
    const events = new LinkEvents();
    const at = (time: number, dbm: number) => events.follow(frameOf([station("A"), station("<i>B")], () => ({ dbm }), time), "A");
    expect(at(1, -60)).toEqual([]);
    expect(at(2, -95).map(({ sentence, verdict }) => [sentence, verdict])).toEqual([["A does not hear <i>B any more (−95 dBm)", "careful"]]);
    expect(at(2.2, -91)).toEqual([]);
    expect(at(2.4, -93)).toEqual([]);
    expect(at(4.5, -80).map(({ sentence }) => sentence)).toEqual(["A hears <i>B again (−80 dBm)"]);
    expect(at(0.5, -95)).toEqual([]); // wound back: nothing is known
  });
});

describe("what a way says", () => {
  const hop = { from: "A", to: "B", distance: 1, walls: 0, dbm: -50, rate: 54, loss: 0, is_up: true };
  const route = { type: "route" as const, from: "A", to: "B", time: 0, is_up: true, success: 0.985, rate: 8.8, hops: [hop] };
  it("is a sentence", () => {
    expect(sumUp(route)).toBe("Directly: 98.5 % of packets arrive, 8.8 Mb/s.");
    expect(sumUp({ ...route, hops: [hop, hop], success: 1 })).toBe("Over 2 hops: 100 % of packets arrive, 8.8 Mb/s.");
    expect(sumUp({ ...route, is_up: false, success: 0.2, rate: 0 })).toBe("Directly: 20 % of packets arrive, 0 Mb/s. A hop is out of range.");
    expect(sumUp({ ...route, hops: [] })).toContain("no way");
  });
  it("has short numbers", () => {
    expect([rateText(54), rateText(5.5), rateText(0)]).toEqual(["54", "5.5", "0"]);
    expect([lossText(0), lossText(0.001), lossText(0.126), lossText(1)]).toEqual(["0 %", "<1 %", "13 %", "100 %"]);
  });
});
