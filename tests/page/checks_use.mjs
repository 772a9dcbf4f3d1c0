// SPDX-License-Identifier: Apache-2.0
// The page can be used by keyboard and screen reader, and fits its window.
import { expect } from "./suite.mjs";

export async function checkUse(suite, { program, browser, page }) {
  await suite.check("? opens the help, Escape closes it", async () => {
    await page.page.keyboard.press("?");
    await page.until("it is open", () => document.querySelector("dialog[open]")?.textContent.includes("Drive the selected robot"));
    await page.page.keyboard.press("Escape");
    await page.until("it is closed", () => !document.querySelector("dialog[open]"));
  });

  await suite.check("every button, field and slider has a name", async () => {
    for (const panel of ["Sensors", "Camera", "Protocol", "Clients", "Time", "State"]) {
      await page.openPanel(panel);
      const nameless = await page.ask(() => {
        const nameOf = (element) => [element.getAttribute("aria-label"), element.textContent, ...[...(element.labels ?? [])].map(({ textContent }) => textContent)].join("").trim();
        return [...document.querySelectorAll("button, input, select, [role=slider], [role=tab]")].filter((element) => !nameOf(element)).map(({ outerHTML }) => outerHTML.slice(0, 120));
      });
      expect(nameless.length === 0, nameless.join("; "));
    }
  });

  await suite.check("the Tab key reaches all main controls", async () => {
    const wanted = ["Pause (P)", "Step on by 0.1 s (.)", "Pace", "Record this run (R)", "Open a recording", "Keys and help (?)", "Go to", "Add robot", "Obstacle", "Smoke", "Free camera (1)", "Layers", "Which events", "State"];
    await page.ask(() => document.activeElement.blur());
    const reached = new Set();
    for (let i = 0; i < 80; ++i) {
      await page.page.keyboard.press("Tab");
      reached.add(await page.ask(() => (document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()));
    }
    const missed = wanted.filter((name) => !reached.has(name));
    expect(missed.length === 0, `not reached: ${missed}; reached: ${[...reached].join(", ").slice(0, 400)}`);
    await page.ask(() => document.activeElement.blur());
  });

  for (const [width, height] of [[1280, 720], [768, 1024], [640, 360]])
    await suite.check(`at ${width} x ${height} nothing has to be scrolled and the world is seen`, async () => {
      const sized = await browser.open(program.address, { size: { width, height } });
      const found = await sized.ask(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        const box = document.querySelector(".world canvas").getBoundingClientRect();
        return { page: [scrollWidth, scrollHeight], view: [box.width, box.height], ends: [box.right, box.bottom] };
      });
      expect(found.page[0] <= width && found.page[1] <= height, `the page is ${found.page}`);
      expect(found.view[0] * found.view[1] > 0.15 * width * height && found.ends[0] <= width + 1 && found.ends[1] <= height + 1, `the world is ${JSON.stringify(found)}`);
      await sized.close();
    });
}

export async function checkTour(suite, { program, browser }) {
  await suite.check("the demo explains itself once, and can be told to stop", async () => {
    const page = await browser.open(program.address, { tour: "" });
    const card = page.page.locator(".tour-card");
    await card.waitFor({ state: "visible", timeout: 60_000 });
    const first = await card.locator("h2").textContent();
    await card.getByRole("button", { name: "Next" }).click();
    expect((await card.locator("h2").textContent()) !== first, "Next shows the same card");
    await card.getByRole("button", { name: "End the tour" }).click();
    expect(!(await card.isVisible()), "it does not go away");
    await page.page.reload();
    await page.until("the run is there again", () => window.rubble?.run.status);
    expect(!(await card.isVisible()), "it comes again");
    await page.close();
  });

  await suite.check("in the demo a robot explores by itself, with its trail and its laser drawn", async () => {
    const page = await browser.open(program.address);
    const robot = await page.until("there is a robot", () => window.rubble.run.status.robots[0]?.name);
    await page.untilRobot("a pilot drives it", robot, ({ driver }) => driver === "pilot");
    await page.until("trail and hits are drawn", () => window.rubble.view.counts().trailPoints > 1 && window.rubble.view.counts().scanHits > 50, null, 120);
    expect((await page.ask(() => window.rubble.view.counts().smokes)) > 0, "no smoke is drawn");
    await page.close();
  });
}
