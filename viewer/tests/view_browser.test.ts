// SPDX-License-Identifier: Apache-2.0
// The view as a browser draws it: judged by pixels, elements and counts, never by time.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HAS_BROWSER, TestBrowser } from "./browser";
import { EXTINCTION } from "./sample_run";
import { gaussianIntegral } from "../src/view/smoke/optical_depth";

/* eslint-disable @typescript-eslint/no-explicit-any */
declare const window: any;
const MINUTES = 60_000;

// A white floor that needs no light, seen straight from above, under one area of smoke. Gives back the middle pixel.
async function lookDown(page: Page, area: object): Promise<number[]> {
  return page.evaluate(async (given) => {
    const { run, view, sample } = window;
    await sample.whiteFloor(run, given);
    view.setMode("plan");
    view.setLayers({ grid: false });
    view.drawNow();
    const canvas = document.querySelector("canvas")!;
    const context = canvas.getContext("webgl2")!;
    const pixel = new Uint8Array(4);
    context.readPixels(canvas.width >> 1, canvas.height >> 1, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel);
    return [...pixel];
  }, area);
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const gray = (value: number) => 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
const LIGHT = 0.95;
const SMOKE = 0.4; // sRGB

function expectedGray(depth: number): number {
  return gray(Math.exp(-depth) + (1 - Math.exp(-depth)) * linear(SMOKE) * LIGHT);
}

const AREA = { pose: [0, 0, 0.5, 0, 0, 0, 1], density: 0.8 / EXTINCTION, color: [SMOKE, SMOKE, SMOKE] };

describe.skipIf(!HAS_BROWSER)("the view in a browser", () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await TestBrowser.open();
  }, 2 * MINUTES);
  afterAll(() => browser?.close());

  it.each([
    ["a slab", { ...AREA, shape: { kind: "box", size: [4, 4, 1] } }, 0.8],
    ["half a slab that reaches below the floor", { ...AREA, pose: [0, 0, 0, 0, 0, 0, 1], shape: { kind: "box", size: [4, 4, 1] } }, 0.4],
    ["a ball", { ...AREA, pose: [0, 0, 1, 0, 0, 0, 1], shape: { kind: "sphere", radius: 0.6 } }, 0.8 * 1.2],
    ["a standing cylinder", { ...AREA, shape: { kind: "cylinder", radius: 0.5, length: 0.7 } }, 0.8 * 0.7],
    ["a lying cylinder", { ...AREA, pose: [0, 0, 1, Math.SQRT1_2, 0, 0, Math.SQRT1_2], shape: { kind: "cylinder", radius: 0.5, length: 3 } }, 0.8],
    ["a bell cut in half by the floor", { ...AREA, pose: [0, 0, 0, 0, 0, 0, 1], profile: "gaussian", sigma: 0.4, shape: { kind: "sphere", radius: 1 } },
      0.8 * gaussianIntegral([0, 0, 5], [0, 0, -1], 5, 0.4, false)],
    ["a bell around a lying axis", { ...AREA, pose: [0, 0, 1, Math.SQRT1_2, 0, 0, Math.SQRT1_2], profile: "gaussian", sigma: 0.3, shape: { kind: "cylinder", radius: 1, length: 2 } },
      0.8 * gaussianIntegral([0, 0, 4], [0, 0, -1], 5, 0.3, false)],
    ["a mesh", { ...AREA, shape: { kind: "mesh", mesh: 9, scale: [1, 1, 1] } }, 0.8],
    ["a schedule", { ...AREA, shape: { kind: "box", size: [4, 4, 1] }, schedule: [[0, 0.4 / EXTINCTION], [10, 0.8 / EXTINCTION]] }, 0.4],
  ])("takes as much light as %s of smoke does", async (_name, area, depth) => {
    const page = await browser.page();
    const pixel = await lookDown(page, area);
    for (const channel of pixel.slice(0, 3)) expect(Math.abs(channel - expectedGray(depth))).toBeLessThanOrEqual(2);
    await page.close();
  }, MINUTES);

  it("draws thousands of boxes in a handful of calls, and finds them again under the mouse", async () => {
    const page = await browser.page();
    const found = await page.evaluate(async () => {
      const { run, view, sample } = window;
      await sample.begin(run, 0);
      sample.crowd(run, 3000);
      view.setMode("plan");
      view.drawNow();
      return { counts: view.counts(), picked: view.pick(320 + 3, 180 + 3) };
    });
    expect(found.counts.entities).toBe(3005);
    expect(found.counts.draws).toBeLessThan(40);
    expect(Math.abs(found.picked.point[0])).toBeLessThan(0.3);
    await page.close();
  }, MINUTES);

  it("leaves names text and shows nothing twice", async () => {
    const page = await browser.page();
    const labels = await page.evaluate(async () => {
      const { run, view, sample } = window;
      await sample.begin(run, 0);
      view.setMode("plan");
      view.drawNow();
      view.drawNow();
      return [...document.querySelectorAll(".view-label")].map((element) => [element.textContent, element.children.length]);
    });
    expect(labels).toEqual([["R1", 0], ["<i>V1</i>", 0]]);
    await page.close();
  }, MINUTES);

  it("hides labels behind walls, not behind glass, and that of the selected robot only almost", async () => {
    const page = await browser.page();
    const found = await page.evaluate(async () => {
      const { run, view, sample } = window;
      sample.wallBetween(run);
      const draw = () => {
        do view.drawNow();
        while (view.labelSight.isBehind); // a slow machine needs more than one picture
      };
      const look = (x: number, y: number, z: number) => {
        view.main.orbit.position.set(x, y, z);
        view.main.orbit.lookAt(0, 0, 0.5);
        draw();
        return [...document.querySelectorAll<HTMLElement>(".view-label")].map((label) => `${label.textContent} ${label.style.opacity}`).sort();
      };
      view.select("Near");
      const front = look(-8, 0, 0.6), back = look(8, 0, 0.6), above = look(-4, 0, 9), beside = look(-3, 8, 0.6);
      view.select("Far");
      const selected = look(-8, 0, 0.6);
      view.setMode("plan");
      draw();
      const plan = [...document.querySelectorAll<HTMLElement>(".view-label")].map((label) => label.textContent).sort();
      const robots = (labels: string[]) => labels.filter((label) => /Near|Far/.test(label));
      return { front: robots(front), back: robots(back), above: robots(above), beside: robots(beside), selected: robots(selected), plan };
    });
    expect(found.front).toEqual(["Near 0.95"]);
    expect(found.back).toEqual(["Far 0.78", "Near 0.35"]);
    expect(found.above).toEqual(["Far 0.78", "Near 0.95"]);
    expect(found.beside).toEqual(["Far 0.78", "Near 0.95"]); // through the window
    expect(found.selected).toEqual(["Far 0.35", "Near 0.78"]);
    expect(found.plan).toEqual(["Far", "Near", "half"]); // who is seen in part is named
    await page.close();
  }, MINUTES);

  it("decides about the labels of a crowd within a frame or two", async () => {
    const page = await browser.page();
    const spent = await page.evaluate(async () => {
      const { run, view, sample } = window;
      await sample.begin(run, 0);
      sample.crowd(run, 3000);
      const { occluders } = view.stage.entities;
      const begin = performance.now();
      let hidden = 0;
      for (let i = 0; i < 100; ++i) {
        const from = view.main.orbit.position.clone();
        hidden += Number(occluders.isBetween(from.set(Math.cos(i), Math.sin(i), 0.1).multiplyScalar(5), from.clone().multiplyScalar(-1).setZ(0.1), 1e6));
      }
      return { each: (performance.now() - begin) / 100, hidden };
    });
    console.log(`a line through 3000 boxes takes ${spent.each.toFixed(3)} ms`);
    expect(spent.hidden).toBeGreaterThan(50);
    await page.close();
  }, MINUTES);

  it("draws a robot that may come as a box, and as it looks once its model is here", async () => {
    const page = await browser.page();
    const found = await page.evaluate(async () => {
      const { run, view, sample } = window;
      const preview = { type: "spawn_preview", class: "R", model: 1, pose: [1, 0, 0.3, 0, 0, 0, 1], low: [-0.3, -0.2, -0.1], high: [0.3, 0.2, 0.3], links: [[0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 1]] };
      run.receive(JSON.stringify(sample.hello()));
      view.showGhost({ preview, isAllowed: true });
      const box = view.counts().ghostPieces;
      await sample.begin(run, 0);
      view.showGhost({ preview, isAllowed: false });
      view.drawNow();
      const model = view.counts().ghostPieces;
      view.showGhost({ preview: { ...preview, pose: [NaN, 0, 0, 0, 0, 0, 1] }, isAllowed: true });
      const nonsense = view.counts().ghostPieces;
      view.showGhost(null);
      return { box, model, nonsense, none: view.counts().ghostPieces };
    });
    expect(found).toEqual({ box: 1, model: 7, nonsense: 0, none: 0 });
    await page.close();
  }, MINUTES);

  it("forgets a run when another begins", async () => {
    const page = await browser.page();
    const memory = await page.evaluate(async () => {
      const { run, view, sample } = window;
      const sizes = [];
      for (let i = 0; i < 4; ++i) {
        await sample.begin(run, 0);
        for (let time = 0; time <= 1; time += 0.1) run.receive(sample.poses(time));
        run.receive(sample.scan(1));
        run.receive(JSON.stringify(sample.smokeMessage()));
        run.receive(sample.particles(1));
        const isReady = () => [...view.stage.textures.pictures.values()].every((picture: any) => picture.isReady);
        while (!isReady()) await new Promise((done) => setTimeout(done, 50));
        view.drawNow();
        sizes.push({ ...view.painter.renderer.info.memory });
      }
      return sizes;
    });
    expect(memory[3]).toEqual(memory[1]);
    await page.close();
  }, MINUTES);

  it("rests when nothing changes", async () => {
    const page = await browser.page();
    const draws = await page.evaluate(async () => {
      const { run, view, sample } = window;
      await sample.begin(run, 0);
      run.receive(sample.poses(0.1));
      run.receive(sample.poses(0.15));
      const frame = () => view.painter.renderer.info.render.frame;
      let last = -1;
      for (let i = 0; i < 50 && last !== frame(); ++i) {
        last = frame();
        await new Promise((done) => setTimeout(done, 400));
      }
      const before = frame();
      await new Promise((done) => setTimeout(done, 1000));
      return frame() - before;
    });
    expect(draws).toBe(0);
    await page.close();
  }, MINUTES);

  it("says so where there is no WebGL, and goes on without", async () => {
    const page = await browser.page("HTMLCanvasElement.prototype.getContext = () => null;");
    const found = await page.evaluate(async () => {
      const { run, view, sample } = window;
      run.receive(JSON.stringify(sample.hello()));
      run.receive(sample.poses(0.1));
      view.setMode("tethered");
      view.setInsets(["plan"]);
      view.drawNow();
      return { text: document.querySelector(".view-missing")?.textContent, draws: view.counts().draws };
    });
    expect(found.text).toContain("WebGL");
    expect(found.draws).toBe(0);
    await page.close();
  }, MINUTES);

  it("takes what makes no sense without a word", async () => {
    const page = await browser.page();
    const drawn = await page.evaluate(async () => {
      const { run, view, sample } = window;
      run.receive(sample.poses(1)); // before anything else
      await sample.begin(run, 0);
      await sample.nonsense(run);
      view.setMode("first_person");
      view.drawNow();
      view.select("nobody");
      view.goFixed(17);
      view.showTarget([NaN, 1]);
      view.showPane(99, NaN, NaN);
      view.pick(-5, 1e9);
      view.drawNow();
      return view.counts().draws;
    });
    expect(drawn).toBeGreaterThan(3);
    await page.close();
  }, MINUTES);

  it("did not complain", () => {
    expect(browser.complaints).toEqual([]);
  });

  it("draws links between stations and colours the floor where one is heard", async () => {
    const page = await browser.page();
    const found = await page.evaluate(async () => {
      const { run, view, sample } = window;
      const canvas = document.querySelector("canvas")!;
      const context = canvas.getContext("webgl2")!;
      const picture = () => {
        view.drawNow();
        const bytes = new Uint8Array(4 * canvas.width * canvas.height);
        context.readPixels(0, 0, canvas.width, canvas.height, context.RGBA, context.UNSIGNED_BYTE, bytes);
        return bytes;
      };
      const differing = (a: Uint8Array, b: Uint8Array) => a.reduce((sum, value, i) => sum + (i % 4 === 0 && Math.abs(value - b[i]) > 8 ? 1 : 0), 0);
      await sample.begin(run, 0);
      view.setMode("plan");
      const before = picture();
      run.receive(sample.links(0));
      const off = differing(before, picture());
      view.setLayers({ links: true });
      const links = picture(), counts = view.counts();
      run.receive(sample.coverage(0));
      const unasked = differing(links, picture());
      view.showCoverage("R1");
      run.receive(sample.coverage(0));
      const coverage = differing(links, picture());
      const names = [...document.querySelectorAll(".view-label")].map((label) => label.textContent);
      view.setLayers({ links: false });
      view.showCoverage("");
      return { off, lines: differing(before, links), counts, unasked, coverage, cells: view.counts().coverageCells, left: differing(before, picture()), names };
    });
    expect(found.off).toBe(0);
    expect(found.lines).toBeGreaterThan(300);
    expect([found.counts.links, found.counts.linksDown]).toEqual([5, 1]);
    expect(found.unasked).toBe(0);
    expect(found.coverage).toBeGreaterThan(10_000);
    expect([found.cells, found.left]).toEqual([0, 0]);
    expect(found.names).toContain("<b>base</b>");
    await page.close();
  }, MINUTES);
});
