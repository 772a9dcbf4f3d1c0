// SPDX-License-Identifier: Apache-2.0
// The program goes and comes back with another world: the page notices both by itself.
import { worldInfo } from "./program.mjs";
import { expect } from "./suite.mjs";

// restart: stops the program and starts it with worlds/maze.sdf on the same port.
export async function checkComingBack(suite, { page, rubble, maze, stop, startMaze, complaints }) {
  await suite.check("the page says that the program has gone", async () => {
    await stop();
    await page.until("it says so", () => document.querySelector(".banner")?.textContent.includes("gone") && !document.querySelector(".banner").hidden);
  });

  await suite.check("the page comes back by itself and shows the other run", async () => {
    await startMaze();
    await page.until("the maze is there", () => window.rubble.run.hello?.world.name === "maze" && window.rubble.run.status, null, 90);
    await page.until("the banner has gone", () => document.querySelector(".banner").hidden);
    expect((await page.ask(() => window.rubble.run.robots.size)) === 0, "robots of the old run are still there");
    const lost = (text) => /WebSocket connection to|ERR_CONNECTION/.test(text);
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !lost(text))); // the browser's own words about a program that is away
  });

  await suite.check("the maze has as many things as its file", async () => {
    const info = worldInfo(rubble, maze);
    const wanted = { world: info.models, victim: info.victims, tag: info.tags };
    const kinds = await page.ask(() => {
      const counts = {};
      for (const { kind } of window.rubble.run.things.values()) counts[kind] = (counts[kind] ?? 0) + 1;
      return { counts, drawn: window.rubble.view.counts() };
    });
    suite.tell(`${JSON.stringify(kinds.counts)}, ${kinds.drawn.instances} pieces in ${kinds.drawn.draws} draws`);
    for (const [kind, count] of Object.entries(wanted)) expect(kinds.counts[kind] === count, `${kinds.counts[kind]} of ${kind}, not ${count}`);
    const all = Object.values(kinds.counts).reduce((sum, count) => sum + count, 0);
    expect(kinds.drawn.things === all, `${kinds.drawn.things} of ${all} are in the scene`);
  });
}
