// SPDX-License-Identifier: Apache-2.0
// A browser, and the page in it as the checks see it.
import { createRequire } from "node:module";
import { until } from "./suite.mjs";

export const BROWSER = process.env.RUBBLE_BROWSER ?? "/usr/bin/chromium";
const ARGUMENTS = [
  "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--enable-unsafe-swiftshader",
];
const SIZE = { width: 1120, height: 630 }; // wide enough for all panels, small enough to be drawn by a processor

export class Browser {
  static async launch() {
    const { chromium } = createRequire(new URL("../../viewer/package.json", import.meta.url))("playwright-core");
    return new Browser(await chromium.launch({ executablePath: BROWSER, args: ARGUMENTS }));
  }

  constructor(browser) {
    this.browser = browser;
    this.complaints = []; // errors on the console and breaches of the Content-Security-Policy, of all pages
  }

  // Every page is a person of its own: nothing is remembered from the last one.
  async open(address, { size = SIZE, tour = "seen", isThere = () => window.rubble?.run.status } = {}) {
    const context = await this.browser.newContext({ viewport: size, colorScheme: "light" });
    const page = await context.newPage();
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(message.text());
    });
    await page.addInitScript((seen) => {
      if (seen) localStorage.setItem("rubble.tour", seen);
      window.breaches = [];
      document.addEventListener("securitypolicyviolation", (event) => window.breaches.push(`${event.violatedDirective} ${event.blockedURI}`));
    }, tour);
    await page.goto(address);
    const shown = new ShownPage(page, this.complaints);
    await shown.until("what it shows is there", isThere);
    return shown;
  }

  async close() {
    await this.browser.close();
  }
}

export class ShownPage {
  constructor(page, complaints) {
    this.page = page;
    this.complaints = complaints;
  }

  ask(question, argument) {
    return this.page.evaluate(question, argument);
  }

  until(what, question, argument, seconds) {
    return until(what, () => this.ask(question, argument), seconds);
  }

  async close() {
    this.complaints.push(...(await this.ask(() => window.breaches)));
    await this.page.context().close();
  }

  // A request as the page's own parts make them; the program's answer.
  request(request) {
    return this.ask((given) => window.rubble.connection.request(given), request);
  }

  // What the program said last about a robot, and when.
  robot(name) {
    return this.ask((wanted) => {
      const { status } = window.rubble.run;
      const robot = status?.robots.find((each) => each.name === wanted);
      return robot ? { ...robot, time: status.time } : null;
    }, name);
  }

  untilRobot(what, name, isSo, seconds) {
    return until(what, async () => {
      const robot = await this.robot(name);
      return robot && isSo(robot) ? robot : null;
    }, seconds);
  }

  untilStanding(name) {
    let since = Infinity; // simulated time
    return this.untilRobot(`${name} stands`, name, ({ time, speed, turn }) => {
      since = Math.abs(speed) < 0.01 && Math.abs(turn) < 0.02 ? Math.min(since, time) : Infinity;
      return time - since >= 0.2;
    });
  }

  async time() {
    return this.ask(() => window.rubble.run.time);
  }

  // So much simulated time goes by.
  async simulated(seconds) {
    const begin = await this.time();
    await this.until(`${seconds} simulated seconds pass`, (end) => window.rubble.run.time >= end, begin + seconds);
  }

  // As well, where no poses come.
  async simulatedByStatus(seconds) {
    const begin = await this.ask(() => window.rubble.run.status.time);
    await this.until(`${seconds} simulated seconds pass`, (end) => window.rubble.run.status.time >= end, begin + seconds);
  }

  press(name) {
    return this.page.getByRole("button", { name, exact: true }).click();
  }

  openPanel(name) {
    return this.page.getByRole("tab", { name, exact: true }).click();
  }

  // The 3-D view as it is now: width, height and RGBA bytes from the lower left, kept in the page under a name.
  keepPicture(name) {
    return this.ask((key) => {
      window.rubble.view.drawNow();
      const canvas = document.querySelector(".world canvas");
      const context = canvas.getContext("webgl2");
      const bytes = new Uint8Array(4 * canvas.width * canvas.height);
      context.readPixels(0, 0, canvas.width, canvas.height, context.RGBA, context.UNSIGNED_BYTE, bytes);
      (window.pictures ??= {})[key] = bytes;
    }, name);
  }

  // How many pixels of two kept pictures differ by more than `by` in a channel.
  differingPixels(first, second, by = 8) {
    return this.ask(({ first, second, by }) => {
      const [a, b] = [window.pictures[first], window.pictures[second]];
      let count = 0;
      for (let i = 0; i < a.length; i += 4) if ([0, 1, 2].some((k) => Math.abs(a[i + k] - b[i + k]) > by)) ++count;
      return a.length === b.length ? count : Infinity;
    }, { first, second, by });
  }

  // How many pixels of a kept picture have about a colour.
  pixelsOfColor(name, color, by = 24) {
    return this.ask(({ name, color, by }) => {
      const bytes = window.pictures[name];
      let count = 0;
      for (let i = 0; i < bytes.length; i += 4) if ([0, 1, 2].every((k) => Math.abs(bytes[i + k] - color[k]) <= by)) ++count;
      return count;
    }, { name, color, by });
  }

  // Where on the page the plan from above shows a place of the floor. The plan is even: three points tell all.
  planPoint(x, y) {
    return this.ask(([x, y]) => {
      const { view } = window.rubble;
      if (view.mode !== "plan") view.setMode("plan");
      view.drawNow();
      const box = document.querySelector(".world canvas").getBoundingClientRect();
      const [left, top] = [box.left + box.width / 2, box.top + box.height / 2];
      const [middle, right, below] = [view.pick(left, top), view.pick(left + 100, top), view.pick(left, top + 100)].map(({ point }) => point);
      return { x: left + (100 * (x - middle[0])) / (right[0] - middle[0]), y: top + (100 * (y - middle[1])) / (below[1] - middle[1]) };
    }, [x, y]);
  }

  // A pixel of a picture kept of the plan, at a place of the world.
  async planPixel(name, x, y) {
    const place = await this.planPoint(x, y);
    return this.ask(({ name, place }) => {
      const canvas = document.querySelector(".world canvas");
      const box = canvas.getBoundingClientRect();
      const [column, row] = [Math.floor(place.x - box.left), canvas.height - 1 - Math.floor(place.y - box.top)];
      return [...window.pictures[name].slice(4 * (row * canvas.width + column)).slice(0, 3)];
    }, { name, place });
  }

  async clickFloor(x, y) {
    const place = await this.planPoint(x, y);
    await this.page.mouse.click(place.x, place.y);
  }
}
