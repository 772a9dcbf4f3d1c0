// SPDX-License-Identifier: Apache-2.0
// node tests/look.mjs FOLDER [NAME...]: pictures of the view with a made-up run.
import { createServer } from "vite";
import { chromium } from "playwright-core";

const folder = process.argv[2] ?? ".";
const wanted = process.argv.slice(3);
const SHOTS = {
  orbit: () => {},
  plan: () => window.view.setMode("plan"),
  tethered: () => window.view.setMode("tethered"),
  first_person: () => window.view.setMode("first_person"),
  insets: () => window.view.setInsets(["plan", "first_person"]),
  clear: () => window.view.setLayers({ smoke: false, sensors: true }),
  dark: () => window.view.setTheme("dark"),
  near: () => { window.view.setLayers({ smoke: false }); window.view.setMode("tethered"); },
  pane: async () => { window.view.showPane(2, 1.5, 0.9); window.run.receive(await window.sample.picture(3)); },
  pane_first_person: async () => { window.view.showPane(2, 1.5, 0.9); window.run.receive(await window.sample.picture(3)); window.view.setMode("first_person"); },
  radio: () => { window.view.setLayers({ links: true, smoke: false, clouds: false }); window.view.showCoverage("R1"); window.run.receive(window.sample.links(3)); window.run.receive(window.sample.coverage(3)); },
  radio_dark: () => { window.view.setTheme("dark"); window.view.setLayers({ links: true, smoke: true, clouds: false }); window.view.showCoverage("R1"); window.run.receive(window.sample.links(3)); window.run.receive(window.sample.coverage(3)); },
  radio_plan: () => { window.view.setMode("plan"); window.view.setLayers({ links: true, smoke: false, clouds: false, beams: false }); window.view.showCoverage("R1"); window.run.receive(window.sample.links(3)); window.run.receive(window.sample.coverage(3)); },
  crowd: () => { window.sample.crowd(window.run, 3000); },
};

const server = await createServer({ root: new URL("..", import.meta.url).pathname, server: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
await server.listen();
const { port } = server.httpServer.address();
const browser = await chromium.launch({
  executablePath: process.env.RUBBLE_BROWSER ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--enable-unsafe-swiftshader"],
});
try {
  for (const [name, act] of Object.entries(SHOTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const page = await browser.newPage({ viewport: { width: 960, height: 540 } });
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && console.log(name, message.text().slice(0, 1500)));
    page.on("pageerror", (error) => console.log(name, "error", error.message));
    await page.goto(`http://127.0.0.1:${port}/tests/view_page.html`);
    await page.waitForFunction(() => window.view);
    await page.evaluate(async () => {
      const { run, view, sample } = window;
      await sample.begin(run, 0);
      view.select("R1");
      for (let time = 0; time <= 3.001; time += 0.05) run.receive(sample.poses(time));
      run.receive(sample.scan(3));
      run.receive(sample.depth(3));
      run.receive(JSON.stringify(sample.smokeMessage()));
      run.receive(sample.particles(3));
    });
    await page.evaluate(act);
    await page.waitForTimeout(700);
    const began = Date.now();
    const counts = await page.evaluate(() => { window.view.drawNow(); return window.view.counts(); });
    await page.screenshot({ path: `${folder}/${name}.png` });
    console.log(name, JSON.stringify(counts), Date.now() - began, "ms with the picture");
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
