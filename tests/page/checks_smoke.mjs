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
