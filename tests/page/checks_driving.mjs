// SPDX-License-Identifier: Apache-2.0
// Keys, stick and clicks move a robot, and letting go stops it.
import { expect, expectNear } from "./suite.mjs";

const yawOf = ({ pose: [, , , x, y, z, w] }) => Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
const wayBetween = (a, b) => Math.hypot(a.pose[0] - b.pose[0], a.pose[1] - b.pose[1]);

export async function checkDriving(suite, { program, browser, page }) {
  await suite.check("a robot is added through the tools, enters at the start and is selected", async () => {
    await page.press("Add robot");
    await page.page.getByLabel("Class", { exact: true }).selectOption("P3AT");
    await page.page.getByLabel("Name", { exact: true }).fill("R1");
    await page.page.getByLabel("Start", { exact: true }).selectOption("West");
    await page.press("Enter at the start");
    const robot = await page.untilRobot("R1 is in the run", "R1", () => true);
    expectNear(robot.pose[0], -4, 0.05, "its x");
    expectNear(robot.pose[1], 0, 0.05, "its y");
    await page.until("it is listed and selected", () => document.querySelector(".robot-row.is-selected .robot-name")?.textContent === "R1");
    await page.page.getByRole("tab", { name: "State", exact: true }).click();
    await page.untilStanding("R1");
  });

  await suite.check("W drives forwards until it is let go", async () => {
    const before = await page.robot("R1");
    await page.page.keyboard.down("w");
    const moving = await page.untilRobot("R1 has gone 0.3 m", "R1", ({ pose }) => pose[0] > before.pose[0] + 0.3);
    expect(moving.driver === "page", `its driver is ${moving.driver}`);
    await page.page.keyboard.up("w");
    const after = await page.untilStanding("R1");
    expect(after.pose[0] > before.pose[0] + 0.3 && Math.abs(after.pose[1] - before.pose[1]) < 0.15, `it went to ${after.pose}`);
  });

  await suite.check("S drives back", async () => {
    const before = await page.robot("R1");
    await page.page.keyboard.down("s");
    await page.untilRobot("R1 has gone back", "R1", ({ pose }) => pose[0] < before.pose[0] - 0.2);
    await page.page.keyboard.up("s");
    await page.untilStanding("R1");
  });

  await suite.check("A turns left and D turns right", async () => {
    for (const [key, sign] of [["a", 1], ["d", -1]]) {
      const before = yawOf(await page.robot("R1"));
      await page.page.keyboard.down(key);
      await page.untilRobot(`${key} has turned it`, "R1", (robot) => sign * (yawOf(robot) - before) > 0.2);
      await page.page.keyboard.up(key);
      await page.untilStanding("R1");
    }
  });

  await suite.check("the picture changes while a robot drives", async () => {
    await page.ask(() => window.rubble.view.setMode("orbit"));
    await page.keepPicture("before");
    const before = await page.robot("R1");
    await page.page.keyboard.down("w");
    await page.untilRobot("R1 has gone on", "R1", (robot) => wayBetween(robot, before) > 0.4);
    await page.page.keyboard.up("w");
    await page.keepPicture("after");
    const differing = await page.differingPixels("before", "after");
    expect(differing > 50, `${differing} pixels differ`);
    await page.untilStanding("R1");
  });

  await suite.check("typing a name drives nothing", async () => {
    const before = await page.robot("R1");
    await page.press("Add robot");
    await page.page.getByLabel("Name", { exact: true }).pressSequentially("wasd");
    await page.simulated(0.5);
    const after = await page.robot("R1");
    expect(wayBetween(before, after) < 0.01, `it went ${wayBetween(before, after)} m`);
    await page.page.getByLabel("Name", { exact: true }).fill("");
    await page.press("Deselect the tool (Escape)");
  });

  await suite.check("the stick on the screen drives, and stops when it is let go", async () => {
    const before = await page.robot("R1");
    const box = await page.page.locator(".stick").boundingBox();
    await page.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.page.mouse.down();
    await page.page.mouse.move(box.x + box.width / 2, box.y + 4, { steps: 4 });
    await page.untilRobot("the stick has moved it", "R1", (robot) => wayBetween(robot, before) > 0.3);
    await page.page.mouse.up();
    await page.untilStanding("R1");
  });

  await suite.check("a click with the tool Go to sends it there", async () => {
    await page.press("Go to");
    await page.clickFloor(-3, 1.5);
    await page.untilRobot("it is on its way", "R1", ({ driver, target }) => driver === "go_to" && target !== null);
    await page.untilRobot("it has arrived", "R1", ({ target }) => target === null, 120);
    const robot = await page.untilStanding("R1");
    const miss = Math.hypot(robot.pose[0] + 3, robot.pose[1] - 1.5);
    suite.tell(`it stopped ${miss.toFixed(2)} m from the place`);
    expect(miss < 0.25, `it stands ${miss} m from there`);
    await page.page.keyboard.press("Escape");
  });

  await suite.check("a page that is closed while it drives stops its robot", async () => {
    const other = await browser.open(program.address);
    const before = await page.robot("R1");
    await other.page.keyboard.down("w");
    await page.untilRobot("R1 drives", "R1", (robot) => robot.speed > 0.1 && wayBetween(robot, before) > 0.1);
    await other.close();
    await page.untilStanding("R1");
    const stood = await page.robot("R1");
    await page.simulated(1);
    expect(wayBetween(stood, await page.robot("R1")) < 0.01, "it went on");
  });
}
