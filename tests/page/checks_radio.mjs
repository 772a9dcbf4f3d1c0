// SPDX-License-Identifier: Apache-2.0
// Who hears whom: lines, colours on the floor, tables, and what a relay changes. In a hall where radios reach 7.8 m.
import { expect, expectNear, until } from "./suite.mjs";

const HOSTILE = "<img src=x onerror=window.hacked=1>";
const FREE_SPACE = (distance) => 15 - 20 * Math.log10((4 * Math.PI * 2.44e9) / 299792458) - 20 * Math.log10(distance);

const spawn = (page, name, x, y, className = "P2DX") => page.request({ type: "spawn", class: className, name, place: { x, y, yaw: 0 } });
const untilLinks = (page, up, down) => page.until(`${up} links are drawn, and ${down} grey ones`, ([wantedUp, wantedDown]) => {
  window.rubble.view.drawNow();
  const { links, linksDown } = window.rubble.view.counts();
  return links === wantedUp && linksDown === wantedDown;
}, [up, down]);
const rowsOf = (page, table) => page.ask((wanted) => [...document.querySelectorAll(`#panel-radio ${wanted} tbody tr`)].map((row) => [...row.cells].map(({ textContent }) => textContent)), table);
const numberIn = (text) => Number(text.replace("−", "-").replace("%", ""));

export async function checkRadio(suite, { program, browser }) {
  const page = await browser.open(program.address);
  await page.ask(() => window.rubble.view.setLayers({ beams: false, hits: false, clouds: false, trails: false, labels: false }));

  await suite.check("a robot that is alone on the air is told what would change that", async () => {
    await spawn(page, "R1", -6, 2);
    await page.untilRobot("R1 is in the run", "R1", () => true);
    await page.openPanel("Radio");
    await page.until("it says so", () => /R1 is alone on the air[^]*Add a second robot or a relay/.test(document.querySelector("#panel-radio").textContent));
    expect((await page.ask(() => window.rubble.view.counts().links)) === 0, "a link is drawn all the same");
  });

  await suite.check("two robots have a link, as strong as free space and their distance say", async () => {
    await spawn(page, "R2", 1.2, 2);
    await untilLinks(page, 1, 0);
    const [row] = await until("it is listed", async () => {
      const rows = await rowsOf(page, ".partners");
      return rows.length === 1 ? rows : null;
    });
    const [one, other] = [await page.robot("R1"), await page.robot("R2")];
    expectNear(numberIn(row[1]), FREE_SPACE(Math.hypot(one.pose[0] - other.pose[0], one.pose[1] - other.pose[1])), 0.3, "the strength");
    expect(row[0] === "R2" && row[2] === "0" && row[5] === "up", `it says ${row}`);
    await page.until("the way is told", () => /^Directly: /.test(document.querySelector("#panel-radio [role=status]").textContent));
  });

  await suite.check("a link turns grey when its robot drives out of range, and an event says so", async () => {
    await page.request({ type: "pace", rate: 4 });
    await page.request({ type: "go_to", robot: "R2", x: 4, y: 2 });
    await untilLinks(page, 0, 1);
    await page.until("the table says so", () => document.querySelector("#panel-radio .partners tr.is-down")?.textContent.endsWith("down"));
    await page.until("an event says so", () => [...document.querySelectorAll(".event .sentence")].some(({ textContent }) => textContent.startsWith("R1 does not hear R2 any more")));
    await page.untilRobot("it arrives", "R2", ({ target }) => target === null);
    await page.untilStanding("R2");
    await page.request({ type: "pace", rate: 1 });
  });

  await suite.check("over a relay the way has two hops, each with its own figures", async () => {
    const relay = await spawn(page, "helper", -1, 2, "Relay");
    expect(relay.ok, relay.text);
    await untilLinks(page, 2, 1);
    await page.page.locator("#panel-radio .partner", { hasText: "R2" }).click();
    const hops = await until("two hops are listed", async () => {
      const rows = await rowsOf(page, ".hops");
      return rows.length === 2 ? rows : null;
    });
    expect(hops[0][0] === "R1 → helper" && hops[1][0] === "helper → R2", `they are ${hops.map(([name]) => name)}`);
    for (const hop of hops) expectNear(numberIn(hop[3]), FREE_SPACE(numberIn(hop[1])), 0.3, `the strength of ${hop[0]}`);
    await page.until("it is summed up", () => /^Over 2 hops: /.test(document.querySelector("#panel-radio [role=status]").textContent));
  });

  await suite.check("the floor is coloured where a robot is heard, another way near than far, and not out of its range", async () => {
    await page.planPoint(0, 0);
    await page.ask(() => window.rubble.view.setLayers({ links: false, grid: false }));
    await page.keepPicture("plain");
    await page.press("Coverage");
    await page.until("it is drawn", () => {
      window.rubble.view.drawNow();
      return window.rubble.view.counts().coverageCells > 1000;
    });
    await page.keepPicture("covered");
    const pixel = async (x, y) => ({ plain: await page.planPixel("plain", x, y), covered: await page.planPixel("covered", x, y) });
    const change = ({ plain, covered }) => Math.max(...[0, 1, 2].map((k) => Math.abs(plain[k] - covered[k])));
    const [near, middle, far] = [await pixel(-6, 3), await pixel(-11, 3), await pixel(11, 3)];
    suite.tell(`changed by ${[near, middle, far].map(change)}`);
    expect(change(near) > 40 && change(middle) > 15, "there is no colour where it is heard");
    expect(change(far) < 6, "there is one where it is not");
    expect(Math.max(...[0, 1, 2].map((k) => Math.abs(near.covered[k] - middle.covered[k]))) > 30, "near and far look alike");
    await page.press("Coverage");
    await page.until("it can be put away", () => window.rubble.view.counts().coverageCells === 0);
    await page.ask(() => window.rubble.view.setLayers({ links: true, grid: true }));
  });

  await suite.check("the radio panel is reached and used with keys alone", async () => {
    await page.openPanel("Camera");
    await page.page.getByRole("tab", { name: "Camera", exact: true }).focus();
    await page.page.keyboard.press("ArrowRight");
    expect((await page.ask(() => document.activeElement.id)) === "tab-radio", "the arrow does not lead to the tab");
    const reached = [];
    for (let i = 0; i < 6; ++i) {
      await page.page.keyboard.press("Tab");
      reached.push(await page.ask(() => document.activeElement.textContent));
      if (await page.ask(() => document.activeElement.matches(".partner[aria-pressed=false]"))) break;
    }
    await page.page.keyboard.press("Enter");
    const chosen = await page.ask(() => ({ focus: document.activeElement.textContent, pressed: document.querySelector(".partner[aria-pressed=true]").textContent, title: document.querySelector("#panel-radio section h2").textContent }));
    expect(chosen.focus === chosen.pressed && chosen.title === `Way to ${chosen.pressed}`, `${reached}: ${JSON.stringify(chosen)}`);
  });

  await suite.check("coverage of any station, or of nobody, is chosen in the view's menu", async () => {
    await page.page.getByRole("button", { name: "Radio", exact: true }).click();
    await page.page.getByLabel("Coverage of").selectOption({ label: "helper" });
    await page.until("the legend names it", () => document.querySelector(".radio-legend:not([hidden])")?.textContent.includes("Coverage of helper"));
    await page.until("it is drawn", () => (window.rubble.view.drawNow(), window.rubble.view.counts().coverageCells > 0));
    await page.page.getByLabel("Radio links").uncheck();
    await untilLinks(page, 0, 0);
    await page.page.getByLabel("Radio links").check();
    await untilLinks(page, 2, 1);
    await page.page.getByLabel("Coverage of").selectOption({ label: "Nobody" });
    await page.page.keyboard.press("Escape");
  });

  await suite.check("a station with a name that looks like markup stays text", async () => {
    await spawn(page, HOSTILE, -6, 3.5);
    await page.ask(() => window.rubble.view.setLayers({ labels: true }));
    await page.openPanel("Radio");
    await page.until("it is listed", (name) => [...document.querySelectorAll("#panel-radio .partner")].some(({ textContent }) => textContent === name), HOSTILE);
    await page.page.locator("#panel-radio .partner", { hasText: "<img" }).click();
    await page.until("its way is told", (name) => document.querySelector("#panel-radio .hops")?.textContent.includes(name), HOSTILE);
    await page.page.getByRole("button", { name: "Radio", exact: true }).click();
    await page.page.getByLabel("Coverage of").selectOption({ label: HOSTILE });
    await page.until("its coverage is drawn", () => (window.rubble.view.drawNow(), window.rubble.view.counts().coverageCells > 0));
    await page.page.getByLabel("Coverage of").selectOption({ label: "Nobody" });
    await page.page.keyboard.press("Escape");
    const found = await page.ask(() => ({ hacked: window.hacked, images: document.querySelectorAll("img").length }));
    expect(found.hacked === undefined && found.images === 0, `the page has ${JSON.stringify(found)}`);
    await page.request({ type: "remove", name: HOSTILE });
    await untilLinks(page, 2, 1);
  });

  await suite.check("invalid radio requests are refused with a message", async () => {
    const refused = [
      [{ type: "route", from: "R1", to: "R1" }, "itself"], [{ type: "route", from: "R1", to: "nobody" }, "'nobody' is not on the air"],
      [{ type: "coverage", station: "nobody", height: 0, cell: 1 }, "'nobody' is not on the air"], [{ type: "coverage", station: "R1", height: 0, cell: -1 }, "'cell'"],
      [{ type: "drop_relay", robot: "nobody" }, ""],
    ];
    for (const [request, words] of refused) {
      const answer = await page.request(request);
      expect(!answer.ok && answer.text.includes(words) && answer.text.length > 8, `${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
    }
    const tiny = await page.request({ type: "coverage", point: [0, 0, 1], height: 0.5, cell: 0.05 });
    expect(tiny.ok, tiny.text);
  });

  await suite.check("a robot drops a relay that passes on what others send", async () => {
    await page.openPanel("Radio");
    const before = await page.ask(() => window.rubble.run.links.stations.length);
    await page.press("Drop a relay");
    await page.until("one more is on the air", (count) => window.rubble.run.links.stations.length === count + 1, before);
    expect((await page.ask(() => window.rubble.run.links.stations.filter(({ isRelay }) => isRelay).length)) === 2, "it is no relay");
  });
  await page.close();
}
