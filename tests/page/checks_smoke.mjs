// SPDX-License-Identifier: Apache-2.0
// Smoke of a world file takes as much light as the program says it does.
import { expect, expectNear } from "./suite.mjs";

const linear = (byte) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

export async function checkSmoke(suite, { program, browser }) {
  await suite.check("what is left of light behind smoke is exp(-extinction * density * way)", async () => {
    const page = await browser.open(program.address);
    const { extinction, density } = await page.ask(() => ({ extinction: window.rubble.run.hello.extinction, density: window.rubble.run.smoke.areas[0].density }));
    await page.ask(() => window.rubble.view.setLayers({ grid: false }));
    await page.planPoint(0, 0);
    const contrast = async (isOn, y) => {
      await page.ask((smoke) => window.rubble.view.setLayers({ smoke }), isOn);
      await page.keepPicture("tiles");
      const [white, black] = [await page.planPixel("tiles", 1.5, y), await page.planPixel("tiles", 0.5, y)];
      return linear(white[1]) - linear(black[1]);
    };
    for (const [y, way] of [[-1, 1], [1, 2]]) {
      const clear = await contrast(false, y);
      expect(clear > 0.9, `without smoke the contrast is ${clear}`);
      const left = (await contrast(true, y)) / clear;
      suite.tell(`${way} m of ${density} d: ${left.toFixed(3)} is left, expected ${Math.exp(-extinction * density * way).toFixed(3)}`);
      expectNear(left, Math.exp(-extinction * density * way), 0.015, `after ${way} m`);
    }
    await page.close();
  });
}

export async function checkHaze(suite, { program, browser }) {
  await suite.check("a recording of a run with --smoke is as hazy as the run was", async () => {
    const page = await browser.open(program.address);
    const look = async (name) => {
      await page.ask(() => (window.rubble.view.setLayers({ grid: false, labels: false }), window.rubble.view.setMode("plan")));
      await page.planPoint(0, 0);
      await page.keepPicture(name);
      const pixels = [];
      for (const [x, y] of [[0, 0], [2, 2], [2, -2], [-3, 1]]) pixels.push(...(await page.planPixel(name, x, y)));
      return { pixels, density: await page.ask(() => window.rubble.run.smoke?.haze?.density ?? 0) };
    };
    const apart = (a, b) => Math.max(...a.pixels.map((value, k) => Math.abs(value - b.pixels[k])));
    const live = await look("live");
    await page.request({ type: "record", on: true });
    await page.simulated(0.5);
    await page.request({ type: "record", on: false });
    const file = await page.ask(() => new Promise((done) => {
      window.rubble.run.on("recordings", (list) => done(list.files[0].name));
      window.rubble.connection.request({ type: "recordings" });
    }));
    await page.request({ type: "open", name: file });
    await page.until("it plays", () => window.rubble.run.hello.mode === "playback" && window.rubble.run.smoke && window.rubble.run.status);
    const kept = await look("kept");
    await page.ask(() => window.rubble.view.setLayers({ smoke: false }));
    const clear = await look("clear");
    await page.close();
    suite.tell(`haze of ${live.density}, in the recording ${kept.density}; pixels differ by ${apart(live, kept)}, without it by ${apart(kept, clear)}`);
    expect(live.density > 0 && Math.abs(kept.density / live.density - 1) < 1e-4, `the run has a haze of ${live.density}, its recording ${kept.density}`);
    expect(apart(live, kept) <= 4 && apart(kept, clear) > 30, "the recording does not look like the run");
  });
}
