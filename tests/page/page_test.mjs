// SPDX-License-Identifier: Apache-2.0
// node page_test.mjs RUBBLE [PART OF A NAME]: the page in a real browser against the real program. Judged by elements,
// pixels and what the program says, never by speed. Needs a browser; without one it says so and leaves with 77.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Browser, BROWSER } from "./browser.mjs";
import { checkChanging } from "./checks_changing.mjs";
import { checkComingBack } from "./checks_coming_back.mjs";
import { checkDoors, checkToken } from "./checks_doors.mjs";
import { checkDriving } from "./checks_driving.mjs";
import { checkLoading } from "./checks_loading.mjs";
import { checkLooking } from "./checks_looking.mjs";
import { checkPanels } from "./checks_panels.mjs";
import { checkRadio } from "./checks_radio.mjs";
import { checkHaze, checkSmoke } from "./checks_smoke.mjs";
import { checkRecording, checkTime } from "./checks_time.mjs";
import { checkTour, checkUse } from "./checks_use.mjs";
import { Program } from "./program.mjs";
import { expect, Suite } from "./suite.mjs";

const [rubble, wanted = ""] = process.argv.slice(2);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

if (!existsSync(BROWSER)) {
  console.log(`There is no browser at ${BROWSER}: apt-get install chromium, or set RUBBLE_BROWSER.`);
  process.exit(77);
}

const suite = new Suite(wanted);
const browser = await Browser.launch();
const running = new Set();
try {
  await checkYard();
  await checkTiles();
  await checkHazy();
  await checkHall();
  await checkDemo();
  await suite.check("no page had an error or broke its own security policy", async () => {
    expect(browser.complaints.length === 0, browser.complaints.join("; "));
  });
} finally {
  await browser.close();
  for (const program of running) await program.stop();
}
console.log(`${suite.done - suite.failed.length} of ${suite.done} checks hold`);
process.exit(suite.failed.length > 0 || suite.done === 0 ? 1 : 0); // a filter that fits nothing holds nothing

async function started(program) {
  running.add(program);
  return program;
}

async function stopped(program) {
  running.delete(program);
  await program.stop();
}

// One page after the other thing it can do, in one run; at last the run goes and a maze comes.
async function checkYard() {
  const program = await started(await Program.serve(rubble, here("yard.sdf")));
  await checkLoading(suite, { program, browser });
  const page = await browser.open(program.address);
  const all = { program, browser, page };
  await checkDriving(suite, all);
  await checkLooking(suite, all);
  await checkChanging(suite, all);
  await checkPanels(suite, all);
  await checkTime(suite, all);
  await checkRecording(suite, all);
  await checkUse(suite, all);
  await checkDoors(suite, all);
  const maze = here("../../worlds/maze.sdf");
  const stop = () => stopped(program);
  const startMaze = async () => started(await Program.serve(rubble, maze, { port: program.webPort }));
  await checkComingBack(suite, { page, program, rubble, maze, stop, startMaze, complaints: browser.complaints });
  await page.close();
}

async function checkTiles() {
  const program = await started(await Program.serve(rubble, here("smoke.sdf"), { host: "0.0.0.0" }));
  await checkToken(suite, { program, browser });
  await checkSmoke(suite, { program, browser });
  await stopped(program);
}

async function checkHazy() {
  const program = await started(await Program.serve(rubble, here("yard.sdf"), { extra: ["--smoke", "3m"] }));
  await checkHaze(suite, { program, browser });
  await stopped(program);
}

async function checkHall() {
  const program = await started(await Program.serve(rubble, here("hall.sdf")));
  await checkRadio(suite, { program, browser });
  await stopped(program);
}

async function checkDemo() {
  const program = await started(await Program.demo(rubble));
  await checkTour(suite, { program, browser });
  await stopped(program);
}
