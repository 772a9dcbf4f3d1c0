// SPDX-License-Identifier: Apache-2.0
// The program goes and comes back with another world: the page notices both by itself.
import { worldInfo } from "./program.mjs";
import { expect } from "./suite.mjs";

// restart: stops the program and starts it with worlds/maze.sdf on the same port.
export async function checkComingBack(suite, { page, program, rubble, maze, stop, startMaze, complaints }) {
  await suite.check("a program that says nothing any more looks dead: grey, since when, time stands, keys drive nothing", async () => {
    await page.page.locator(".robot", { hasText: "R1" }).click();
    const run = await page.ask(() => window.rubble.run.hello.run);
    program.freeze();
    try {
      await page.until("it says so", isDead("No data from the program since"));
      await expectGrey(page);
      const time = await page.ask(() => document.querySelector(".top-bar .clock").textContent);
      await page.page.keyboard.press("w", { delay: 400 });
      expect(!(await page.ask(() => document.querySelector(".driving-hint").textContent.includes("You drive"))), "a key drives");
      await page.page.waitForTimeout(700);
      const later = await page.ask(() => ({ time: document.querySelector(".top-bar .clock").textContent, factor: document.querySelector(".factor").textContent }));
      expect(later.time === time && later.factor === "stopped", `the clock said ${time} and says ${later.time}, ${later.factor}`);
    } finally {
      program.thaw();
    }
    await page.until("it is alive again", () => !document.querySelector(".is-dead") && document.querySelector(".banner").hidden);
    await page.simulated(0.5);
    expect((await page.ask(() => window.rubble.run.hello.run)) === run, "it is another run");
  });

  await suite.check("the page says that the program has gone and since when, and driving keys do nothing", async () => {
    await stop();
    const sentence = await page.until("it says so", isDead("Connection lost"));
    expect(/since \d\d:\d\d:\d\d \(\d+ s ago\)/.test(sentence), sentence);
    await expectGrey(page);
    const notices = () => page.ask(() => document.querySelectorAll(".notice").length);
    const before = await notices();
    await page.page.keyboard.press("w", { delay: 300 });
    expect((await notices()) <= before, "a key of driving makes a notice");
    const ago = async () => Number(/\((\d+) s/.exec(await page.ask(() => document.querySelector(".banner").textContent))[1]);
    const seconds = await ago();
    await page.page.waitForTimeout(2200);
    expect((await ago()) > seconds, "the time since then stands");
  });

  await suite.check("the page comes back by itself and shows the other run", async () => {
    await startMaze();
    await page.until("the maze is there", () => window.rubble.run.hello?.world.name === "maze" && window.rubble.run.status, null, 90);
    await page.until("the banner has gone", () => document.querySelector(".banner").hidden && !document.querySelector(".is-dead"));
    await page.simulated(0.3);
    expect((await page.ask(() => getComputedStyle(document.querySelector(".world")).filter)) === "none", "it is still grey");
    expect((await page.ask(() => window.rubble.run.robots.size)) === 0, "robots of the old run are still there");
    const lost = (text) => /WebSocket connection to|ERR_CONNECTION/.test(text);
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !lost(text))); // the browser's own words about a program that is away
  });

  await suite.check("the maze has as many things as its file", async () => {
    const info = worldInfo(rubble, maze);
    const wanted = { world: info.models, victim: info.victims, tag: info.tags };
    const kinds = await page.ask(() => {
      const counts = {};
      for (const { kind } of window.rubble.run.entities.values()) counts[kind] = (counts[kind] ?? 0) + 1;
      return { counts, drawn: window.rubble.view.counts() };
    });
    suite.tell(`${JSON.stringify(kinds.counts)}, ${kinds.drawn.instances} pieces in ${kinds.drawn.draws} draws`);
    for (const [kind, count] of Object.entries(wanted)) expect(kinds.counts[kind] === count, `${kinds.counts[kind]} of ${kind}, not ${count}`);
    const all = Object.values(kinds.counts).reduce((sum, count) => sum + count, 0);
    expect(kinds.drawn.entities === all, `${kinds.drawn.entities} of ${all} are in the scene`);
  });
}

// In the page: the banner's sentence once it says this.
function isDead(words) {
  return new Function(`const banner = document.querySelector(".banner"); return !banner.hidden && banner.textContent.includes(${JSON.stringify(words)}) && banner.textContent`);
}

async function expectGrey(page) {
  const filters = await page.ask(() => [".world", ".left", ".right"].map((part) => getComputedStyle(document.querySelector(part)).filter));
  expect(filters.every((filter) => filter.includes("grayscale")), `the filters are ${filters}`);
}
