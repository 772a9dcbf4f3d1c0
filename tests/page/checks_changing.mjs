// SPDX-License-Identifier: Apache-2.0
// What people put into a run, and what they switch and move on robots.
import { expect, expectNear, until } from "./suite.mjs";

export async function checkChanging(suite, { page }) {
  await suite.check("an obstacle stands where the floor was clicked, and goes again", async () => {
    const before = await page.ask(() => window.rubble.view.counts().entities);
    await page.press("Obstacle");
    await page.clickFloor(0, -1);
    const entity = await page.until("it is there", () => [...window.rubble.run.entities.values()].find(({ kind }) => kind === "object"));
    expectNear(entity.poses[0][0], 0, 0.03, "its x");
    expectNear(entity.poses[0][1], -1, 0.03, "its y");
    expect((await page.ask(() => window.rubble.view.counts().entities)) === before + 1, "it is not drawn");
    await page.page.keyboard.press("Escape");
    await page.press(`Remove ${entity.name}`);
    await page.until("it has gone", (count) => window.rubble.view.counts().entities === count, before);
  });

  await suite.check("a robot is shown where it would stand, and a click puts it there: on the box that was clicked", async () => {
    await page.press("Add robot");
    await page.page.getByLabel("Class", { exact: true }).selectOption("P3AT");
    await page.page.getByLabel("Name", { exact: true }).fill("Top");
    const place = await page.planPoint(2, 2); // on the red box, 1 m high
    await page.page.mouse.move(place.x - 3, place.y);
    await page.page.mouse.move(place.x, place.y);
    const ghost = await page.until("its ghost is drawn as it looks", () => {
      const { shown } = window.rubble.view.stage.ghost;
      return window.rubble.view.counts().ghostPieces > 4 && Math.abs(shown.preview.pose[0] - 2) < 0.03 ? shown : null;
    });
    expect(ghost.isAllowed, "it is red");
    expect(!(await page.ask(() => window.rubble.run.robots.has("Top"))), "it is there before the click");
    await page.page.mouse.click(place.x, place.y);
    const robot = await page.untilStanding("Top");
    suite.tell(`the ghost stood at ${ghost.preview.pose.slice(0, 3).map((value) => value.toFixed(3))}, the robot at ${robot.pose.slice(0, 3).map((value) => value.toFixed(3))}`);
    for (const k of [0, 1, 2]) expectNear(robot.pose[k], ghost.preview.pose[k], 0.05, `its coordinate ${k}`);
    expect(robot.pose[2] > 0.95, `it stands at a height of ${robot.pose[2]}`);
    await page.until("the ghost has gone", () => window.rubble.view.counts().ghostPieces === 0);
  });

  await suite.check("where a robot cannot stand its ghost is red, and a click is refused with the program's sentence in red", async () => {
    await page.page.getByLabel("Name", { exact: true }).fill("Never");
    const place = await page.planPoint(0, 4); // the top of a wall, 10 cm wide
    await page.page.mouse.move(place.x - 3, place.y);
    await page.page.mouse.move(place.x, place.y);
    const sentence = await page.until("the tool says why", () => document.querySelector(".advice.is-refused")?.textContent);
    expect(sentence.includes("hang in the air"), sentence);
    expect((await page.ask(() => window.rubble.view.stage.ghost.shown.isAllowed)) === false, "the ghost is not red");
    await page.page.mouse.click(place.x, place.y);
    const notice = await page.until("a notice says so", () => {
      const found = [...document.querySelectorAll(".notice.worry")].find((each) => each.textContent.includes("Never"));
      return found ? { text: found.textContent, color: getComputedStyle(found).color.match(/\d+/g).map(Number) } : null;
    });
    expect(notice.text.includes("hang in the air"), notice.text);
    expect(notice.color[0] > notice.color[1] + 60 && notice.color[0] > notice.color[2] + 60, `its colour is ${notice.color}`);
    expect(!(await page.ask(() => window.rubble.run.robots.has("Never"))), "it is there");
    await page.page.getByLabel("Name", { exact: true }).fill("");
    await page.press("Deselect the tool (Escape)");
    await page.until("the ghost has gone", () => window.rubble.view.counts().ghostPieces === 0);
    await page.request({ type: "remove", name: "Top" });
    await page.until("Top has gone", () => !window.rubble.run.robots.has("Top"));
  });

  await suite.check("smoke that is put into the run hides what is in it, and goes again", async () => {
    await page.planPoint(0, 0);
    const contrast = async () => {
      await page.keepPicture("smoke");
      const [box, floor] = [await page.planPixel("smoke", 2, 2), await page.planPixel("smoke", 2, 1)];
      return Math.max(...box.map((value, k) => Math.abs(value - floor[k])));
    };
    const clear = await contrast();
    await page.press("Smoke");
    await page.clickFloor(2, 1.5);
    const name = await page.until("it is there", () => window.rubble.run.smoke?.areas.find(({ is_made }) => is_made)?.name);
    await until("the box fades", async () => (await contrast()) < 0.4 * clear);
    suite.tell(`contrast ${clear} became ${await contrast()}`);
    await page.page.keyboard.press("Escape");
    await page.press(`Remove ${name}`);
    await until("the box is seen again", async () => (await contrast()) > 0.95 * clear);
  });

  await suite.check("the light of a robot is switched on and off", async () => {
    await page.page.locator(".robot", { hasText: "E1" }).click();
    await page.openPanel("State");
    await page.press("Light");
    await page.untilRobot("its light is on", "E1", ({ light }) => light);
    await page.until("the button says so", () => [...document.querySelectorAll(".state-panel button")].some((button) => button.textContent === "Light" && button.ariaPressed === "true"));
    await page.press("Light");
    await page.untilRobot("its light is off", "E1", ({ light }) => !light);
  });

  await suite.check("flippers move while their button is held, and go where the slider says", async () => {
    expect((await page.request({ type: "spawn", class: "Kenaf", name: "K1", place: { x: 0, y: 2.5, yaw: 0 } })).ok, "K1 did not enter");
    await page.page.locator(".robot", { hasText: "K1" }).click();
    const at = await page.until("its joints are known", () => 1 + window.rubble.run.robots.get("K1").joints.findIndex(({ name }) => name === "FLFlipper")) - 1;
    const before = await page.untilStanding("K1");
    const button = page.page.getByRole("button", { name: "Move FLFlipper on", exact: true });
    await button.scrollIntoViewIfNeeded();
    await button.hover();
    await page.page.mouse.down();
    await page.untilRobot("it turns", "K1", ({ joints }) => joints[at] > before.joints[at] + 0.2);
    await page.page.mouse.up();
    const wanted = await page.page.getByLabel("FLFlipper, wanted place", { exact: true }).evaluate((slider) => {
      slider.value = "-0.5";
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      return slider.valueAsNumber;
    });
    await page.untilRobot("it is there", "K1", ({ joints }) => Math.abs(joints[at] - wanted) < 0.06);
  });

  await suite.check("a robot is taken out of the run through the list", async () => {
    await page.press("Remove K1");
    await page.until("it has gone", () => !window.rubble.run.robots.has("K1") && !window.rubble.run.status.robots.some(({ name }) => name === "K1"));
  });

  await suite.check("what cannot be done is told in a sentence", async () => {
    const answer = await page.request({ type: "spawn", class: "NoSuchRobot", name: "X" });
    expect(!answer.ok && answer.text.split(" ").length > 2, `the answer is ${JSON.stringify(answer)}`);
  });
}
