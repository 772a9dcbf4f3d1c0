// SPDX-License-Identifier: Apache-2.0
// The page comes quickly and shows what is in the world.
import { gunzipSync } from "node:zlib";
import { expect } from "./suite.mjs";

const MOST_BYTES = 1.5e6;

export async function checkLoading(suite, { program, browser }) {
  await suite.check("all files of the page together are below 1.5 MB, and come compressed", async () => {
    const html = await (await fetch(program.address)).text();
    const names = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, name]) => name);
    expect(names.length >= 3, `too few files in ${html}`);
    let bytes = 0;
    for (const name of ["/", ...names]) bytes += await transferred(new URL(name, program.address), name);
    suite.tell(`${Math.round(bytes / 1000)} kB in ${names.length + 1} files`);
    expect(bytes < MOST_BYTES, `${bytes} bytes`);
  });

  await suite.check("the page loads and says when it was first painted", async () => {
    const page = await browser.open(program.address);
    const paint = await page.until("it is painted", () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    suite.tell(`first painted after ${Math.round(paint)} ms`);
    expect((await page.page.title()).includes("yard"), `its title is ${await page.page.title()}`);
    await page.close();
  });

  await suite.check("the scene has just the things of the world", async () => {
    const page = await browser.open(program.address);
    const entities = await page.ask(() => [...window.rubble.run.entities.values()].map(({ name }) => name));
    expect(JSON.stringify(entities.sort()) === JSON.stringify(["blue_box", "floor", "red_box", "walls"]), `there are ${entities}`);
    const counts = await page.ask(() => window.rubble.view.counts());
    expect(counts.entities === 4 && counts.parts === 7 && counts.instances === 7, `drawn are ${JSON.stringify(counts)}`);
    await page.close();
  });

  await suite.check("boxes are drawn where they stand, in their colours", async () => {
    const page = await browser.open(program.address);
    await page.planPoint(0, 0);
    await page.keepPicture("plan");
    const [red, blue, floor] = [await page.planPixel("plan", 2, 2), await page.planPixel("plan", 2, -2), await page.planPixel("plan", 0.3, 0.4)];
    expect(red[0] > 1.8 * Math.max(red[1], red[2]), `the red box is ${red}`);
    expect(blue[2] > 1.8 * Math.max(blue[0], blue[1]), `the blue box is ${blue}`);
    expect(Math.max(...floor) - Math.min(...floor) < 40, `the floor is ${floor}`);
    await page.close();
  });
}

// Bytes that go over the wire for a file.
async function transferred(address, name) {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    request(address, { headers: { "Accept-Encoding": "gzip" } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const body = Buffer.concat(parts);
        if (answer.statusCode !== 200) return reject(new Error(`${name} is answered by ${answer.statusCode}`));
        if (/\.(js|css)$/.test(name) && (answer.headers["content-encoding"] !== "gzip" || gunzipSync(body).length <= body.length)) return reject(new Error(`${name} is not compressed`));
        resolve(body.length);
      });
    }).on("error", reject).end();
  });
}
