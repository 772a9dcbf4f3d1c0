// SPDX-License-Identifier: Apache-2.0
// node truth_test.mjs RUBBLE [PART OF A NAME]: ground truth verified in a real browser, against the real program. A log is
// made, mapped and proposed from; a person's keys and drags decide. Needs a browser; without one it leaves with 77.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Browser, BROWSER } from "./browser.mjs";
import { hallLog } from "./hall_log.mjs";
import { Program } from "./program.mjs";
import { expect, expectNear, Suite, until } from "./suite.mjs";

const [rubble, wanted = ""] = process.argv.slice(2);
if (!existsSync(BROWSER)) {
  console.log(`There is no browser at ${BROWSER}: apt-get install chromium, or set RUBBLE_BROWSER.`);
  process.exit(77);
}

const folder = mkdtempSync(join(tmpdir(), "rubble_truth_"));
const [log, file] = [join(folder, "hall.clf"), join(folder, "checked.json")];
writeFileSync(log, hallLog());

const start = (port = 0) => Program.start(rubble, ["truth", log, "--constraints", file, "--who", "Ada", "--web-port", String(port)]);
const kept = () => JSON.parse(readFileSync(file, "utf8")).constraints;

const suite = new Suite(wanted);
const browser = await Browser.launch();
let program = null;
try {
  program = await start();
  const page = await browser.open(program.address, { isThere: () => window.truth?.store.scanI.length > 0 && window.truth.store.poses.length > 0 });
  await checkAll(page);
  await checkCommand();
  await suite.check("the page had no error and did not break its own security policy", async () => {
    const real = browser.complaints.filter((text) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(text)); // while the program was away
    expect(real.length === 0, real.join("; "));
  });
} finally {
  await browser.close();
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${suite.done - suite.failed.length} of ${suite.done} checks hold`);
process.exit(suite.failed.length > 0 || suite.done === 0 ? 1 : 0);

function looked(page) {
  return page.ask(() => {
    const { store, view } = window.truth;
    return { at: store.current, pose: store.pose, constraint: store.constraint, graph: store.graph, agreement: view.agreement, moved: store.isMoved, poses: store.poses };
  });
}

// Where the later robot is in the map.
function laterPlace(page) {
  return page.ask(() => window.truth.view.later());
}

async function key(page, name) {
  await page.page.keyboard.press(name);
}

// Presses a key and waits until the constraint that was looked at has the state.
async function decide(page, name, state) {
  const { at } = await looked(page);
  await key(page, name);
  await page.until(`it is ${state}`, ([which, word]) => window.truth.store.constraints[which].state === word, [at, state]);
  return at;
}

async function untilOther(page, at) {
  await page.until("another one is looked at", (old) => window.truth.store.current !== old && window.truth.store.scanI.length > 0, at);
}

async function drag(page, from, to, { button = "left", modifier = "" } = {}) {
  const { mouse, keyboard } = page.page;
  await mouse.move(...from);
  if (modifier) await keyboard.down(modifier);
  await mouse.down({ button });
  await mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await mouse.move(...to);
  await mouse.up({ button });
  if (modifier) await keyboard.up(modifier);
}

// A place of the map on the page, and pixels a metre.
function screen(page, x, y) {
  return page.ask(([px, py]) => {
    const box = document.querySelector(".plan").getBoundingClientRect();
    const [left, top] = window.truth.view.screenAt(px, py);
    return { at: [box.left + left, box.top + top], scale: window.truth.view.camera.scale };
  }, [x, y]);
}

// Pixels of the plan that have about a colour of the theme.
function pixelsOf(page, variable) {
  return page.ask((name) => {
    window.truth.view.drawNow();
    const probe = document.createElement("canvas").getContext("2d");
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    probe.fillRect(0, 0, 1, 1);
    const color = probe.getImageData(0, 0, 1, 1).data;
    const canvas = document.querySelector(".plan");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4) if ([0, 1, 2].every((n) => Math.abs(data[k + n] - color[n]) < 12)) ++count;
    return count;
  }, variable);
}

async function checkAll(page) {
  await checkProposals(page);
  await checkMoving(page);
  await checkDeciding(page);
  await checkOthers(page);
  await checkComingBack(page);
  await checkExport(page);
  await checkHarm(page);
  await page.close();
}

async function checkProposals(page) {
  await suite.check("a log alone is mapped, and constraints are proposed, loops first", async () => {
    const told = await page.ask(() => {
      const { store, list } = window.truth;
      return { kinds: list.rows.map((at) => store.constraints[at].kind), states: new Set(store.constraints.map(({ state }) => state)).size, log: document.querySelector(".world-name").textContent, coverage: store.graph.coverage };
    });
    const loops = told.kinds.filter((kind) => kind === "loop").length;
    expect(loops >= 10 && told.kinds.length - loops >= 40, `${loops} loops of ${told.kinds.length}`);
    expect(told.kinds.slice(0, loops).every((kind) => kind === "loop"), "loops do not come first");
    expect(told.states === 1 && told.coverage.length === 0 && told.log === "hall.clf", JSON.stringify(told.coverage));
    expect(kept().length === told.kinds.length, "the file has others");
    suite.tell(`${loops} loops, ${told.kinds.length - loops} neighbours`);
  });

  await suite.check("both scans are seen in their colours, and where they agree", async () => {
    const [earlier, later, agrees] = [await pixelsOf(page, "--scan-earlier"), await pixelsOf(page, "--scan-later"), await pixelsOf(page, "--scan-agrees")];
    expect(earlier > 200 && later > 60 && agrees > 500, `${earlier}, ${later}, ${agrees} pixels`);
    expect((await looked(page)).agreement > 0.6, "they do not agree");
  });
}

async function checkMoving(page) {
  await suite.check("arrow keys move the later scan by 1 cm on the map, with Shift by 10 cm", async () => {
    const before = await laterPlace(page);
    await key(page, "ArrowRight");
    expectNear((await laterPlace(page))[0] - before[0], 0.01, 1e-9, "the step to the right");
    await key(page, "Shift+ArrowUp");
    const after = await laterPlace(page);
    expectNear(after[1] - before[1], 0.1, 1e-9, "the long step up");
    expectNear(after[0] - before[0], 0.01, 1e-9, "the rest");
    expect(after[2] === before[2], "it turned");
    expect((await page.ask(() => document.querySelector(".current .chip").textContent)) === "moved", "nobody says that it was moved");
  });

  await suite.check("brackets, comma and point turn it by 0.1 degree, with Shift by 1 degree", async () => {
    const before = (await looked(page)).pose;
    const turned = async () => ((await looked(page)).pose[2] - before[2]) * (180 / Math.PI);
    await key(page, "BracketLeft");
    expectNear(await turned(), 0.1, 1e-9, "the turn");
    await key(page, "Shift+Comma");
    expectNear(await turned(), 1.1, 1e-9, "the turn");
    await key(page, "Shift+BracketRight");
    await key(page, "Period");
    expectNear(await turned(), 0, 1e-9, "the turn");
  });

  await suite.check("undo takes moves back one by one, and 0 goes back to the proposal", async () => {
    for (let k = 0; k < 6; ++k) await key(page, k % 2 ? "u" : "Control+z");
    const { pose, constraint, moved } = await looked(page);
    expect(!moved && pose.every((part, k) => part === constraint.pose[k]), "it is not where it was");
    await key(page, "Shift+ArrowLeft");
    await key(page, "0");
    const back = await looked(page);
    expect(back.pose.every((part, k) => part === back.constraint.proposed[k]), "it is not the proposal");
  });

  await suite.check("dragging moves it as far as the pointer goes", async () => {
    const before = await laterPlace(page);
    const { at, scale } = await screen(page, before[0], before[1]);
    await drag(page, [at[0] + 20, at[1] + 15], [at[0] + 80, at[1] - 25]);
    const after = await laterPlace(page);
    expectNear(after[0] - before[0], 60 / scale, 1e-4, "the way to the right");
    expectNear(after[1] - before[1], 40 / scale, 1e-4, "the way up");
    await key(page, "u");
    expectNear((await laterPlace(page))[0], before[0], 1e-12, "what one undo leaves");
  });

  await suite.check("dragging with Shift, and dragging the handle, turn it around the robot", async () => {
    const before = await laterPlace(page);
    const { at } = await screen(page, before[0], before[1]);
    await drag(page, [at[0] + 100, at[1]], [at[0], at[1] - 100], { modifier: "Shift" });
    const turned = await laterPlace(page);
    expectNear(((turned[2] - before[2]) * 180) / Math.PI, 90, 1e-3, "the turn");
    expectNear(Math.hypot(turned[0] - before[0], turned[1] - before[1]), 0, 1e-9, "the way");
    await key(page, "u");
    const knob = [at[0] + 72 * Math.cos(before[2]), at[1] - 72 * Math.sin(before[2])];
    const angle = before[2] + 0.3;
    await drag(page, knob, [at[0] + 90 * Math.cos(angle), at[1] - 90 * Math.sin(angle)]);
    expectNear((await laterPlace(page))[2] - before[2], 0.3, 0.02, "the turn by the handle");
    await key(page, "u");
  });

  await suite.check("the right button moves the view, the wheel comes closer, and neither moves the scan", async () => {
    const before = await looked(page);
    const camera = () => page.ask(() => ({ ...window.truth.view.camera }));
    const first = await camera();
    const { at } = await screen(page, ...(await laterPlace(page)));
    await drag(page, at, [at[0] + 50, at[1]], { button: "right" });
    const second = await camera();
    expectNear((first.x - second.x) * first.scale, 50, 1e-3, "the way of the view");
    await page.page.mouse.wheel(0, -300);
    await page.until("it is closer", (scale) => window.truth.view.camera.scale > 1.2 * scale, first.scale);
    await key(page, "f");
    expectNear((await camera()).scale, first.scale, 0.2 * first.scale, "the scale that fits");
    expect((await looked(page)).pose.every((part, k) => part === before.pose[k]), "the scan moved");
  });

  await suite.check("re-match finds the place again from 12 cm and 2 degrees off", async () => {
    const { constraint, agreement } = await looked(page);
    await key(page, "Shift+ArrowRight");
    await key(page, "ArrowUp");
    await key(page, "ArrowUp");
    for (let k = 0; k < 2; ++k) await key(page, "Shift+BracketLeft");
    expect((await looked(page)).agreement < agreement - 0.2, "it still agrees");
    await key(page, "r");
    const [x, y, theta] = await until("the matcher answers", async () => {
      const now = await page.ask(() => (window.truth.store.matchScore === null ? null : window.truth.store.pose));
      return now;
    });
    expectNear(x, constraint.proposed[0], 0.03, "x");
    expectNear(y, constraint.proposed[1], 0.03, "y");
    expectNear(theta, constraint.proposed[2], 0.01, "theta");
    expect((await looked(page)).agreement > agreement - 0.1, "it does not agree again");
  });
}

async function checkDeciding(page) {
  await suite.check("A accepts what was not moved as it is, keeps who and when, and goes on", async () => {
    await key(page, "0");
    const { constraint } = await looked(page);
    const at = await decide(page, "a", "accepted");
    await untilOther(page, at);
    const line = kept()[at];
    expect(line.state === "accepted" && line.who === "Ada" && Math.abs(Date.parse(line.when) - Date.now()) < 60000, JSON.stringify(line));
    expect(line.pose.every((part, k) => part === constraint.proposed[k]), "its numbers changed");
    expect(Number(await page.ask(() => document.querySelector("#truth").dataset.verified)) === 1, "it is not counted");
    expect((await looked(page)).graph.coverage.length > 0.01, "nothing is covered");
  });

  await suite.check("what was moved and accepted is adjusted, to the bit, and the map is put right at once", async () => {
    const before = (await looked(page)).poses;
    for (let k = 0; k < 3; ++k) await key(page, "Shift+ArrowUp");
    await key(page, "ArrowLeft");
    await key(page, "BracketLeft");
    const { pose } = await looked(page);
    const at = await decide(page, "a", "adjusted");
    await untilOther(page, at);
    const line = kept()[at];
    expect(line.state === "adjusted" && line.pose.every((part, k) => part === pose[k]), `${line.pose} is not ${pose}`);
    expect(line.proposed.some((part, k) => part !== pose[k]), "the proposal was lost");
    const { graph, poses } = await looked(page);
    const furthest = Math.max(...poses.map(([x, y], k) => Math.hypot(x - before[k][0], y - before[k][1])));
    expect(graph.moved > 0.02 && Math.abs(furthest - graph.moved) < 1e-3, `the map moved by ${graph.moved}, ${furthest}`);
    expect(Number(await page.ask(() => document.querySelector("#truth").dataset.moved)) === graph.moved, "the page does not say so");
    expect(/map moved by up to/.test(await page.ask(() => document.querySelector(".notices").textContent)), "no person is told");
    suite.tell(`30 cm at one loop move the map by up to ${(100 * graph.moved).toFixed(1)} cm`);
  });

  await suite.check("who is quick need not watch the map move: any key goes on, and decides nothing", async () => {
    for (let k = 0; k < 3; ++k) await key(page, "Shift+ArrowUp");
    const at = await decide(page, "a", "adjusted");
    await key(page, "a");
    await untilOther(page, at);
    const { constraint } = await looked(page);
    expect(constraint.state === "proposed", `the next one is ${constraint.state}`);
    await key(page, "u");
    await page.until("it is undone", (which) => window.truth.store.current === which && window.truth.store.constraints[which].state === "proposed" && window.truth.store.scanI.length > 0, at);
  });

  await suite.check("X rejects, and a note is kept with it", async () => {
    await page.page.getByLabel("Note", { exact: true }).fill("a door <b>moved</b>");
    await page.page.keyboard.press("Enter");
    const at = await decide(page, "x", "rejected");
    await untilOther(page, at);
    expect(kept()[at].state === "rejected" && kept()[at].note === "a door <b>moved</b>", JSON.stringify(kept()[at]));
    expect((await page.ask(() => document.querySelectorAll(".truth-side b").length)) === 0, "a note became markup");
  });

  await suite.check("U undoes decisions, shows them, and the map goes back", async () => {
    const moved = (await looked(page)).poses;
    for (const state of ["rejected", "adjusted"]) {
      const last = kept().findIndex((line) => line.state === state);
      await key(page, "u");
      await page.until("it is looked at", (at) => window.truth.store.current === at && window.truth.store.scanI.length > 0, last);
      expect(kept()[last].state === "proposed", `${state} stays`);
    }
    const furthest = Math.max(...(await looked(page)).poses.map(([x, y], k) => Math.hypot(x - moved[k][0], y - moved[k][1])));
    expect(furthest > 0.02, "the map stayed");
  });
}

async function checkOthers(page) {
  await suite.check("next and previous go along the list, and the list can begin with the worst", async () => {
    const { at } = await looked(page);
    await key(page, "n");
    await untilOther(page, at);
    await key(page, "p");
    await page.until("it goes back", (old) => window.truth.store.current === old, at);
    await page.page.getByLabel("Order of the list").selectOption("residual");
    const weights = await page.ask(() => window.truth.list.rows.map((row) => window.truth.store.residual(row)).map(({ way, turn }) => way + (0.02 * 180 * turn) / Math.PI));
    expect(weights.length > 50 && weights.every((weight, k) => k === 0 || weight <= weights[k - 1] + 1e-12), "it is not sorted");
    await page.page.getByLabel("Which constraints").selectOption("verified");
    expect((await page.ask(() => window.truth.list.rows.length)) === 1, "not only the verified one is listed");
    await page.page.getByLabel("Which constraints").selectOption("all");
    await page.page.getByLabel("Order of the list").selectOption("teaching");
  });

  await suite.check("a person ties two scans of the way by clicking them", async () => {
    const count = kept().length;
    await page.press("Tie two scans (T)");
    for (const node of [3, 60]) {
      const [x, y] = await page.ask((k) => window.truth.store.poses[k], node);
      const { at } = await screen(page, x, y);
      await page.page.mouse.click(...at);
    }
    await page.until("it is looked at", (at) => window.truth.store.current === at && window.truth.store.scanI.length > 0, count);
    const made = kept()[count];
    expect(made.kind === "manual" && made.source === "person" && made.state === "proposed", JSON.stringify(made));
  });

  await suite.check("a tie is undone as everything else: its decision first, then the tie itself", async () => {
    const count = kept().length - 1;
    await key(page, "Shift+ArrowUp");
    await decide(page, "a", "adjusted");
    await until("nothing is being decided", () => page.ask((at) => window.truth.store.current !== at, count));
    await key(page, "u");
    await page.until("it is looked at again", (at) => window.truth.store.current === at && window.truth.store.constraints[at].state === "proposed" && window.truth.store.scanI.length > 0, count);
    await key(page, "u");
    await page.until("it is gone", (at) => window.truth.store.constraints.length === at && window.truth.store.scanI.length > 0, count);
    expect(kept().length === count, `${kept().length} of ${count} are in the file`);
    expect(/tie #\d+ is gone/.test(await page.ask(() => document.querySelector(".notices").textContent)), "no person is told");
    expect((await page.ask(() => window.truth.list.rows.length)) === count, "it is still in the list");
  });

  await suite.check("help lists the keys, and keys do nothing behind it", async () => {
    const { at } = await looked(page);
    await key(page, "?");
    await page.until("it is open", () => document.querySelector("dialog[open]")?.textContent.includes("re-match from here"));
    await key(page, "x");
    await key(page, "Escape");
    await page.until("it is closed", () => !document.querySelector("dialog[open]"));
    expect((await looked(page)).at === at, "a key went through");
  });
}

async function checkComingBack(page) {
  await suite.check("after kill -9 all decisions are there, the page comes back by itself, and undo goes on", async () => {
    await page.until("one is looked at", () => window.truth.store.scanI.length > 0);
    await key(page, "Shift+ArrowUp");
    const { pose } = await looked(page);
    const at = await decide(page, "a", "adjusted");
    const before = readFileSync(file, "utf8");
    const port = program.webPort;
    await page.ask(() => (window.truth.store.hello.isOld = true));
    program.process.kill("SIGKILL");
    await program.ended;
    await page.until("the page says so", () => document.querySelector(".banner:not([hidden])")?.textContent.includes("Connection lost"));
    expect(readFileSync(file, "utf8") === before, "the file changed");
    program = await start(port);
    await page.until("it is back", () => document.querySelector(".link-state").dataset.state === "open" && !window.truth.store.hello.isOld && window.truth.store.scanI.length > 0);
    const now = await page.ask((which) => window.truth.store.constraints[which], at);
    expect(now.state === "adjusted" && now.pose.every((part, k) => part === pose[k]) && now.who === "Ada", JSON.stringify(now));
    expect(readFileSync(file, "utf8") === before, "the file changed with the start");
    await key(page, "u");
    await page.until("it is undone", (which) => window.truth.store.constraints[which].state === "proposed", at);
    await until("it is looked at again", () => page.ask((which) => window.truth.store.current === which && window.truth.store.scanI.length > 0, at));
    await decide(page, "a", "accepted");
    await untilOther(page, at);
  });
}

async function checkExport(page) {
  await suite.check("what is exported is what was accepted, to the bit", async () => {
    await page.until("one is looked at", () => window.truth.store.scanI.length > 0);
    for (const name of ["ArrowUp", "BracketLeft"]) await key(page, name);
    const at = await decide(page, "a", "adjusted");
    await untilOther(page, at);
    const [download] = await Promise.all([page.page.waitForEvent("download"), page.press("Export relations")]);
    const text = readFileSync(await download.path(), "utf8");
    const lines = text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split(" ").map(Number));
    const accepted = kept().filter(({ state }) => state === "accepted" || state === "adjusted");
    expect(download.suggestedFilename() === "hall.relations" && lines.length === accepted.length && lines.length >= 3, `${lines.length} of ${accepted.length}`);
    accepted.forEach(({ i, j, pose }, k) => expect([i, j, pose[0], pose[1], 0, 0, 0, pose[2]].every((part, n) => Object.is(part, lines[k][n])), `${lines[k]}`));
    expect(/# proposed by rubble slam .*accepted by a person as it was/.test(text) && /put right by a person/.test(text), "what came from the SLAM is not marked");
    await page.page.getByLabel("also accepted unmoved").uncheck();
    const [fewer] = await Promise.all([page.page.waitForEvent("download"), page.press("Export relations")]);
    const moved = readFileSync(await fewer.path(), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
    expect(moved.length === accepted.filter(({ state }) => state === "adjusted").length, `${moved.length} were moved`);
  });
}

// What the command does without a page.
async function checkCommand() {
  const run = (...words) => spawnSync(rubble, words, { cwd: folder, encoding: "utf8" });
  const relationsOf = (name) => readFileSync(join(folder, name), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));

  await suite.check("a file of constraints is exported without a page", async () => {
    const { status, stdout, stderr } = run("truth", log, "--constraints", file, "--export", "hall.relations");
    expect(status === 0 && /relations in hall.relations/.test(stdout), stdout + stderr);
    const accepted = kept().filter(({ state }) => state === "accepted" || state === "adjusted");
    expect(relationsOf("hall.relations").length === accepted.length, "it has others");
  });

  await suite.check("the truth of a simulated run comes for free, and exact", async () => {
    const drive = run("run", fileURLToPath(new URL("../../worlds/maze.sdf", import.meta.url)), "--robot", "P3AT", "--sensor", "Scanner1", "--sensor", "Odometry", "--duration", "12", "--record", "run.mcap");
    expect(drive.status === 0, drive.stderr);
    const { status, stdout, stderr } = run("truth", "run.mcap", "--constraints", "exact.json", "--from-truth", "--export", "exact.relations");
    expect(status === 0, stdout + stderr);
    const { constraints } = JSON.parse(readFileSync(join(folder, "exact.json"), "utf8"));
    expect(constraints.length >= 4 && constraints.every(({ state, source }) => state === "accepted" && source === "truth"), stdout);
    expect(relationsOf("exact.relations").length === constraints.length, "not all are exported");
    expect(run("truth", "run.mcap", "--constraints", "exact.json", "--from-truth").status === 0, "it cannot be done again");
    suite.tell(stdout.split("\n")[0]);
  });

  await suite.check("what cannot be is said in a sentence that names the remedy", async () => {
    const refused = [
      [["truth", log, "--constraints", "other.json", "--from-truth"], /does not hold the truth.*leave --from-truth out/],
      [["truth", "run.mcap", "--constraints", file, "--from-truth"], /would replace; give it another name/],
      [["truth", "run.mcap", "--constraints", file, "--export", "no.relations"], /none of its \d+ constraints names scans/],
      [["truth", "none.clf", "--constraints", "other.json"], /none\.clf/],
      [["truth", log, "--constraints", log], /hall\.clf: is also an input of this command and would be overwritten/, 2],
    ];
    for (const [words, sentence, code = 3] of refused) {
      const { status, stderr } = run(...words);
      expect(status === code && sentence.test(stderr), `${words.join(" ")}: ${status} ${stderr}`);
    }
  });
}

async function checkHarm(page) {
  await suite.check("messages that make no sense are refused in a sentence and change nothing", async () => {
    const before = readFileSync(file, "utf8");
    const bad = ["", "{", "[]", "{\"type\":\"accept\"}", "{\"type\":\"accept\",\"at\":1e9,\"pose\":[0,0,0]}", "{\"type\":\"accept\",\"at\":0,\"pose\":[1e999,0,0]}", "{\"type\":\"add\",\"i\":-1,\"j\":1}", "{\"type\":\"note\",\"at\":0,\"note\":7}", "[".repeat(15000)];
    const answers = await page.ask((texts) => new Promise((resolve) => {
      const heard = [];
      const socket = new WebSocket(`ws://${location.host}/ws`);
      socket.onopen = () => texts.forEach((text) => socket.send(text));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "answer") heard.push(message);
        if (heard.length === texts.length) socket.close(), resolve(heard);
      };
    }), bad);
    expect(answers.every(({ ok, text }) => !ok && text.length > 12), JSON.stringify(answers));
    expect(readFileSync(file, "utf8") === before, "the file changed");
    const closed = await page.ask(() => new Promise((resolve) => {
      const socket = new WebSocket(`ws://${location.host}/ws`);
      socket.onopen = () => socket.send("x".repeat(100000));
      socket.onclose = ({ code }) => resolve(code);
    }));
    expect(closed !== 1000, `a page that says too much is closed with ${closed}`);
    await key(page, "n");
    await page.until("others go on", () => window.truth.store.scanI.length > 0);
  });

  await suite.check("a second page sees what the first one decides", async () => {
    const other = await browser.open(program.address, { isThere: () => window.truth?.store.scanI.length > 0 });
    const at = await decide(page, "x", "rejected");
    await other.until("it sees it", (which) => window.truth.store.constraints[which].state === "rejected", at);
    await other.close();
  });
}
