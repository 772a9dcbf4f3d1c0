// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { placeBeside } from "../src/ui/panels/tour";

describe("a card of the tour", () => {
  it("stands beside what it speaks of", () => {
    expect(placeBeside({ left: 0, top: 50, width: 240, height: 300 }, 320, 200, 1280, 720)).toEqual([256, 50]);
    expect(placeBeside({ left: 936, top: 50, width: 344, height: 52 }, 320, 200, 1280, 720)).toEqual([600, 50]);
  });
  it("stands above what is low on the page", () => {
    expect(placeBeside({ left: 400, top: 640, width: 400, height: 40 }, 320, 200, 1280, 720)).toEqual([440, 424]);
  });
  it("stands on what fills the page, and never leaves the page", () => {
    expect(placeBeside({ left: 240, top: 48, width: 700, height: 530 }, 320, 200, 1280, 720)).toEqual([430, 213]);
    expect(placeBeside({ left: -500, top: -500, width: 10, height: 2000 }, 320, 200, 640, 360)).toEqual([8, 152]);
  });
});
