// SPDX-License-Identifier: Apache-2.0
// Lasers, cameras of the view, small views, themes.
import { expect, pause, until } from "./suite.mjs";

const CODE_COLOR = [255, 47, 168];
const MOST_OFF_WALL = 0.06; // m
const MODE_KEYS = { orbit: "1", tethered: "2", first_person: "3", plan: "4", fixed: "5" };

export async function checkLooking(suite, { page }) {
  await suite.check("what a laser hits lies on walls and boxes", async () => {
    await page.untilStanding("R1");
    const distances = await page.until("a scan comes", hitDistances, "R1");
    distances.sort((a, b) => a - b);
    const share = distances.filter((distance) => distance < MOST_OFF_WALL).length / distances.length;
    suite.tell(`${distances.length} hits, half of them within ${(1000 * distances[distances.length >> 1]).toFixed(0)} mm of a surface`);
    expect(distances.length > 100 && share > 0.97, `${share} of ${distances.length} hits are near a surface`);
    await page.until("they are drawn", () => window.rubble.view.counts().scanHits > 100);
  });

  await suite.check("beams of a laser that meet nothing are faint rays of full range and no errors", async () => {
    expect((await page.request({ type: "spawn", class: "Element", name: "E1", start: "South" })).ok, "E1 did not enter");
    await page.page.locator(".robot", { hasText: "E1" }).click();
    await page.until("there are some", () => window.rubble.view.counts().noReturns > 20);
    for (const [robot, noReturn] of [["E1", 0], ["R1", 8183]]) { // a URG and a SICK say it differently
      const codes = await page.until(`a scan of ${robot} comes`, codesOfScan, robot);
      suite.tell(`${robot}: ${JSON.stringify(codes)}`);
      expect(codes.errors[noReturn] === undefined, `${robot} has ${codes.errors[noReturn]} errors that are none`);
      expect(robot !== "E1" || codes.others[noReturn] > 20, "no beam met nothing");
      expect(Object.keys(codes.others).every((code) => Number(code) === noReturn), "errors are taken for beams that met nothing");
    }
    await page.openPanel("Sensors");
    await page.until("the panel says so", () => /\d+ without return/.test(document.querySelector("#panel-sensors").textContent));
    await page.openPanel("State");
  });

  await suite.check("beams that are lost in smoke are drawn as error codes, in a colour of their own", async () => {
    const clear = await page.ask(() => window.rubble.view.counts().codeHits); // walls at a grazing angle are lost too
    const smoke = await page.request({ type: "place_smoke", name: "Fog", x: -3, y: -2.5, z: 0.3, radius: 1.5, density: 0.3 });
    expect(smoke.ok, smoke.text);
    await page.until("there are codes", (before) => window.rubble.view.counts().codeHits > before + 100, clear);
    await page.planPoint(0, 0);
    await page.ask(() => window.rubble.view.setLayers({ smoke: false }));
    await until("they are seen", async () => {
      await page.keepPicture("codes");
      return (await page.pixelsOfColor("codes", CODE_COLOR)) > 20;
    });
    await page.ask(() => window.rubble.view.setLayers({ hits: false }));
    await page.keepPicture("no codes");
    expect((await page.pixelsOfColor("no codes", CODE_COLOR)) === 0, "they are seen although hits are off");
    await page.ask(() => window.rubble.view.setLayers({ hits: true, smoke: true }));
    await page.request({ type: "remove", name: "Fog" });
    await page.until("they have gone", (before) => window.rubble.view.counts().codeHits < before + 50, clear);
  });

  await suite.check("paused, time and picture stand", async () => {
    await page.press("Pause (P)");
    await page.until("it is paused", () => window.rubble.run.status.is_paused);
    await untilStill(page);
    const time = await page.time();
    await pause(1);
    await page.keepPicture("later");
    expect((await page.differingPixels("now", "later", 0)) === 0, "the picture changed");
    expect((await page.time()) === time, "time went on");
  });

  await suite.check("each camera shows another picture, and the fixed one stays where it was put", async () => {
    const modes = ["orbit", "tethered", "first_person", "plan"];
    for (const mode of modes) {
      await page.page.keyboard.press(MODE_KEYS[mode]);
      expect((await page.ask(() => window.rubble.view.mode)) === mode, `${mode} is not chosen by its key`);
      await untilStill(page);
      await page.keepPicture(mode);
    }
    for (const [i, mode] of modes.entries()) for (const other of modes.slice(0, i)) expect((await page.differingPixels(mode, other)) > 5000, `${mode} looks like ${other}`);
    await page.page.keyboard.press(MODE_KEYS.tethered);
    await untilStill(page);
    await page.page.keyboard.press(MODE_KEYS.fixed);
    await untilStill(page);
    await page.keepPicture("fixed");
    await page.page.keyboard.press(MODE_KEYS.plan);
    await page.page.keyboard.press(MODE_KEYS.fixed);
    await untilStill(page);
    expect((await page.differingPixels("fixed", "now", 2)) === 0, "it did not come back to its place");
    expect((await page.differingPixels("fixed", "plan")) > 5000, "it looks like the plan");
    await page.page.keyboard.press(MODE_KEYS.orbit);
  });

  await suite.check("the view behind the robot is turned by the mouse, zoomed by the wheel, kept, and reset by its key", async () => {
    await page.page.keyboard.press(MODE_KEYS.tethered);
    await untilStill(page);
    await page.keepPicture("behind");
    const eye = () => page.ask(() => window.rubble.view.main.camera.position.toArray());
    const [before, box] = [await eye(), await page.page.locator(".world canvas").boundingBox()];
    await page.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.page.mouse.down();
    await page.page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2 + 20, { steps: 4 });
    await page.page.mouse.up();
    await page.page.mouse.wheel(0, 400);
    await untilStill(page);
    await page.keepPicture("turned");
    const turned = await eye();
    expect((await page.differingPixels("behind", "turned")) > 5000, "it looks as before");
    expect(Math.hypot(...turned.map((value, k) => value - before[k])) > 1, `the eye went from ${before} to ${turned}`);
    for (const key of [MODE_KEYS.plan, MODE_KEYS.tethered]) await page.page.keyboard.press(key);
    await untilStill(page);
    expect((await page.differingPixels("turned", "now", 2)) === 0, "it was not kept");
    await page.page.keyboard.press(MODE_KEYS.tethered);
    await untilStill(page);
    expect((await page.differingPixels("behind", "now", 2)) === 0, "the key did not reset it");
    await page.page.keyboard.press(MODE_KEYS.orbit);
  });

  await suite.check("small views appear in the corners and show another picture", async () => {
    await untilStill(page);
    await page.keepPicture("without");
    await page.press("Small views");
    await page.page.getByLabel("First", { exact: true }).selectOption("plan");
    await page.page.getByLabel("Second", { exact: true }).selectOption("first_person");
    await page.until("there are two frames", () => document.querySelectorAll(".view-inset").length === 2);
    await page.keepPicture("with");
    expect((await page.differingPixels("without", "with")) > 5000, "nothing is drawn in them");
    for (const name of ["First", "Second"]) await page.page.getByLabel(name, { exact: true }).selectOption("");
    await page.page.keyboard.press("Escape");
    await page.until("they are gone", () => document.querySelectorAll(".view-inset").length === 0);
  });

  await suite.check("the dark theme darkens page and view, and the light one comes back", async () => {
    const look = async () => {
      await page.keepPicture("theme");
      return page.ask(() => {
        const light = (color) => color.slice(0, 3).reduce((sum, value) => sum + value, 0);
        const body = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number);
        return { body: light(body), view: light([...window.pictures.theme]) };
      });
    };
    const bright = await look();
    await page.press("Dark theme");
    const dark = await look();
    await page.press("Light theme");
    const again = await look();
    expect(dark.body < 0.4 * bright.body && dark.view < 0.4 * bright.view, `${JSON.stringify(bright)} became ${JSON.stringify(dark)}`);
    expect(again.body === bright.body && again.view === bright.view, "the light theme did not come back");
  });

  await suite.check("Play lets time go on", async () => {
    await page.press("Go on (P)");
    await page.simulated(0.5);
  });
}

// Cameras and poses glide into place.
async function untilStill(page) {
  await page.keepPicture("now");
  await until("the picture is still", async () => {
    await page.ask(() => void (window.pictures.before = window.pictures.now));
    await pause(0.3);
    await page.keepPicture("now");
    return (await page.differingPixels("before", "now", 0)) === 0;
  });
}

// In the page: how many beams of the next scan of a robot have which code, errors and others.
function codesOfScan(robot) {
  const { run } = window.rubble;
  return new Promise((resolve) => {
    const stop = run.on("scan", (scan) => {
      if (run.streams.get(scan.stream)?.robot !== robot) return;
      stop();
      const counts = { errors: {}, others: {} };
      scan.codes.forEach((code, i) => {
        if (code >= 0) (scan.isError[i] ? counts.errors : counts.others)[code] = 1 + ((scan.isError[i] ? counts.errors : counts.others)[code] ?? 0);
      });
      resolve(counts);
    });
  });
}

// In the page: how far each hit of the next scan of a robot is from the nearest upright surface of the yard.
function hitDistances(robot) {
  const { run } = window.rubble;
  const distances = ({ pose: [px, py, , qx, qy, qz, qw], angleMin, angleIncrement, ranges, maxRange }) => {
    const yaw = Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz));
    const toBox = (x, y, [cx, cy]) => {
      const [dx, dy] = [Math.abs(x - cx) - 0.5, Math.abs(y - cy) - 0.5];
      return Math.abs(Math.max(dx, dy) > 0 ? Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) : Math.max(dx, dy));
    };
    const far = [];
    ranges.forEach((range, i) => {
      if (!(range < 0.999 * maxRange)) return;
      const angle = yaw + angleMin + i * angleIncrement;
      const [x, y] = [px + range * Math.cos(angle), py + range * Math.sin(angle)];
      far.push(Math.min(Math.abs(5.95 - Math.abs(x)), Math.abs(3.95 - Math.abs(y)), toBox(x, y, [2, 2]), toBox(x, y, [2, -2])));
    });
    return far;
  };
  return new Promise((resolve) => {
    const stop = run.on("scan", (scan) => {
      if (run.streams.get(scan.stream)?.robot !== robot) return;
      stop();
      resolve(distances(scan));
    });
  });
}
