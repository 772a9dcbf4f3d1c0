// SPDX-License-Identifier: Apache-2.0
// The pictures of the page under docs/images, taken again from the real program in a real browser:
//   node tools/page_pictures.mjs [FOLDER] [demo, client, radio or truth]
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "../viewer/node_modules/playwright-core/index.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const folder = resolve(process.argv[2] ?? join(root, "docs/images"));
const FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const PORTS = ["--port", "0", "--image-port", "off", "--com-port", "off", "--truth-port", "off", "--radio-port", "off", "--web-port", "0"];

const place = mkdtempSync(join(tmpdir(), "rubble_pictures_"));
const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// A running program, its ports known.
function start(words) {
  const program = spawn(join(root, "build/release/apps/rubble"), words, { cwd: place, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  return new Promise((done) => program.stdout.on("data", (data) => {
    text += data;
    const ready = /ready (\{.*\})/.exec(text);
    const address = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text);
    if (ready) done({ program, ...JSON.parse(ready[1]) });
    else if (address) done({ program, web: Number(address[1]) });
  }));
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });

async function open(port, { width = 1280, height = 720, dark = false, tour = false } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  if (!tour) await page.addInitScript(() => localStorage.setItem("rubble.tour", "seen"));
  await page.goto(`http://127.0.0.1:${port}/`);
  await pause(6);
  return page;
}

async function take(page, name, clip) {
  await pause(3);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 68, clip });
  console.log(name);
}

const view = (page, action) => page.evaluate(action);
const ask = (page, request) => page.evaluate((wish) => window.rubble.connection.request(wish), request);
const tab = (page, name) => page.click(`[role=tab]:has-text("${name}")`);
const PANEL = { x: 936, y: 49, width: 344, height: 671 };

// The demo: the page as a whole, panels, a recording.
async function showDemo() {
  const { program, web } = await start(["demo", "--web-port", "0"]);
  const first = await open(web, { tour: true });
  await take(first, "page_tour");
  await first.close();
  const page = await open(web);
  await pause(25);
  await view(page, () => window.rubble.view.setInsets(["plan", "tethered"]));
  await tab(page, "Camera");
  await take(page, "page");
  await tab(page, "Sensors");
  for (const toggle of await page.$$("[role=tabpanel]:not([hidden]) input[type=checkbox]:not(:checked)")) await toggle.evaluate((box) => box.click());
  await pause(6);
  await take(page, "page_sensors", PANEL);
  await tab(page, "Time");
  await take(page, "page_time", PANEL);
  await tab(page, "State");
  await view(page, () => (window.rubble.view.setInsets([]), window.rubble.view.setMode("plan")));
  await take(page, "page_plan");
  await ask(page, { type: "record", on: true });
  await pause(12);
  await ask(page, { type: "record", on: false });
  const files = await page.evaluate(() => new Promise((done) => {
    window.rubble.run.on("recordings", (list) => done(list.files));
    window.rubble.connection.request({ type: "recordings" });
  }));
  await view(page, () => window.rubble.view.setMode("orbit"));
  await ask(page, { type: "open", name: files[0].name });
  await pause(6);
  await ask(page, { type: "pause" });
  await take(page, "page_playback");
  await page.close();
  const tablet = await open(web, { width: 768, height: 1024 });
  await take(tablet, "page_tablet");
  await tablet.close();
  program.kill("SIGINT");
}

// A client's robot in an arena, at night.
async function showClient() {
  const { program, web, usarsim } = await start(["serve", join(root, "worlds/arena_orange.sdf"), ...PORTS]);
  const client = createConnection(usarsim, "127.0.0.1");
  client.on("data", () => {});
  client.write("INIT {ClassName USARBot.Kenaf} {Name Kenaf} {Start RobotStart1}\r\n");
  const page = await open(web, { dark: true });
  await view(page, () => (window.rubble.view.select("Kenaf"), window.rubble.view.setMode("tethered")));
  const drive = setInterval(() => client.write("DRIVE {Left 1.0} {Right 1.4}\r\n"), 400);
  await tab(page, "Protocol");
  await pause(5);
  await take(page, "page_protocol");
  await tab(page, "Clients");
  await take(page, "page_clients", PANEL);
  await tab(page, "Camera");
  await page.check("label:has-text('Show as a pane') input, input[aria-label*='pane']").catch(() => {});
  await view(page, () => window.rubble.view.setMode("first_person"));
  await take(page, "page_first_person");
  clearInterval(drive);
  await page.close();
  client.destroy();
  program.kill("SIGINT");
}

// Robots, a relay and the walls of a maze between them.
async function showRadio() {
  const { program, web } = await start(["serve", join(root, "worlds/maze.sdf"), ...PORTS]);
  const page = await open(web);
  const starts = await page.evaluate(() => window.rubble.run.hello.starts.map(({ pose }) => pose));
  const { low, high } = await page.evaluate(() => window.rubble.run.hello.bounds);
  const [x, y] = starts[0] ?? [0, 0];
  const spawn = (name, robotClass, east, north) => ask(page, { type: "spawn", class: robotClass, name, place: { x: low[0] + east * (high[0] - low[0]), y: low[1] + north * (high[1] - low[1]), yaw: 0 } });
  await ask(page, { type: "spawn", class: "P3AT", name: "Scout", place: { x, y, yaw: 0 } });
  await spawn("Base", "P2DX", 0.15, 0.15);
  await spawn("Second", "P2DX", 0.62, 0.35);
  await spawn("Relay1", "Relay", 0.45, 0.55);
  await tab(page, "Radio");
  await view(page, () => window.rubble.view.setLayers({ beams: false, hits: false, clouds: false }));
  await pause(3);
  await page.click('#panel-radio button:has-text("Coverage")');
  await pause(12);
  await take(page, "page-radio");
  await page.close();
  program.kill("SIGINT");
}

// A robot explores an office; one loop of its way is laid right by hand.
async function showTruth() {
  const run = ["run", join(root, "worlds/office.sdf"), "--robot", "P3AT", "--drive", "explore", "--sensor", "Scanner1", "--sensor", "Odometry", "--duration", "240", "--record", "office.mcap"];
  execFileSync(join(root, "build/release/apps/rubble"), run, { cwd: place, stdio: "ignore" });
  const { program, web } = await start(["truth", "office.mcap", "--constraints", "office.json", "--who", "Ada", "--web-port", "0"]);
  const page = await open(web);
  const decide = async (key) => (await page.keyboard.press(key), await pause(1));
  for (let k = 0; k < 12; ++k) await decide("a");
  for (const key of ["Shift+ArrowUp", "Shift+ArrowRight", "Shift+BracketLeft"]) await page.keyboard.press(key);
  await pause(4);
  await take(page, "truth");
  await page.close();
  program.kill("SIGINT");
}

const wanted = process.argv[3] ?? ""; // part of a name; empty: all
for (const [name, show] of Object.entries({ demo: showDemo, client: showClient, radio: showRadio, truth: showTruth })) if (name.includes(wanted)) await show();
await browser.close();
rmSync(place, { recursive: true, force: true });
