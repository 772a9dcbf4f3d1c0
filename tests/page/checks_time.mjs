// SPDX-License-Identifier: Apache-2.0
// Pausing, stepping, speed; recording a run and going through it.
import { expect, expectNear, until } from "./suite.mjs";

const TICKS_PER_SECOND = 240;
const STEP_TICKS = 24; // of the button

export async function checkTime(suite, { page }) {
  await suite.check("a step makes just the ticks asked for, however the run was paused", async () => {
    for (let round = 0; round < 8; ++round) {
      await page.page.keyboard.press("p");
      const before = await pausedTick(page);
      await page.page.keyboard.press(".");
      await page.until("it has stepped", (tick) => Math.round(240 * window.rubble.run.status.time) >= tick, before + STEP_TICKS - 1);
      await page.request({ type: "step", ticks: 1 });
      await until("the steps are done", async () => (await tickOf(page)) >= before + STEP_TICKS + 1, 10);
      expect((await tickOf(page)) === before + STEP_TICKS + 1, `${(await tickOf(page)) - before} ticks instead of ${STEP_TICKS + 1}`);
      await page.page.keyboard.press("p");
      await page.until("it goes on", () => !window.rubble.run.status.is_paused);
    }
  });

  await suite.check("the speed of time is what was chosen", async () => {
    const choose = async (rate) => {
      await page.page.getByLabel("Pace").selectOption(rate);
      await page.until(`the pace is ${rate}`, (wanted) => window.rubble.run.status.pace === Number(wanted), rate);
    };
    await choose("0.25");
    await page.until("time goes slowly", () => window.rubble.run.status.real_time_factor > 0 && window.rubble.run.status.real_time_factor < 0.4);
    await choose("4");
    await page.until("time goes on", () => window.rubble.run.status.real_time_factor > 0.4);
    await choose("1");
  });

  await suite.check("a page that is hidden gets no poses, and gets them again when it is seen", async () => {
    await page.ask(() => {
      window.poseFrames = 0;
      window.rubble.run.on("poses", () => ++window.poseFrames);
    });
    await hide(page, true);
    await page.simulatedByStatus(0.5); // what was on its way
    await page.ask(() => (window.poseFrames = 0));
    await page.simulatedByStatus(1);
    expect((await page.ask(() => window.poseFrames)) === 0, "poses came");
    await hide(page, false);
    await page.request({ type: "drive", robot: "R1", forward: 0, turn: 0.3, left: 0, up: 0 });
    await page.until("poses come again", () => window.poseFrames > 0);
  });
}

export async function checkRecording(suite, { page }) {
  const seen = []; // robot R1 while it was recorded: time, x, y
  await suite.check("a run is recorded while a robot drives", async () => {
    await page.page.locator(".robot", { hasText: "R1" }).click();
    await page.page.keyboard.press("r");
    await page.until("it is recorded", () => window.rubble.run.status.recording);
    const { pose } = await page.untilStanding("R1");
    await page.ask((goal) => void window.rubble.connection.request({ type: "go_to", robot: "R1", ...goal }), pose[0] > -1.5 ? { x: -3.5, y: 0 } : { x: 0, y: 0 });
    await until("it has gone 1.2 m", async () => {
      const { time, pose } = await page.robot("R1");
      if (seen.at(-1)?.time !== time) seen.push({ time, x: pose[0], y: pose[1] });
      return Math.hypot(pose[0] - seen[0].x, pose[1] - seen[0].y) > 1.2;
    }, 120);
    await page.press("Stop");
    await page.page.keyboard.press("r");
    await page.until("the recording has ended", () => window.rubble.run.status.recording === null);
  });

  await suite.check("the recording opens from the list and has a timeline", async () => {
    await page.press("Open a recording");
    await page.page.locator(".recordings").getByRole("button").first().click();
    await page.until("it plays", () => window.rubble.run.hello.mode === "playback" && window.rubble.run.status);
    const { begin, duration } = await page.ask(() => window.rubble.run.hello);
    expect(begin <= seen[0].time + 0.3 && begin > 0 && begin + duration >= seen.at(-1).time, `it reaches from ${begin} over ${duration} s`);
    expect(await page.page.locator(".timeline").isVisible(), "there is no timeline");
    await page.page.locator(".timeline").getByRole("button", { name: "Pause (P)" }).click();
    await page.until("it is paused", () => window.rubble.run.status.is_paused);
  });

  await suite.check("scrubbing shows the robot where it was then", async () => {
    const shown = [];
    for (const moment of [seen[1], seen[Math.floor(seen.length / 2)], seen.at(-1)]) {
      await scrubTo(page, moment.time);
      const robot = await page.untilRobot("the moment is shown", "R1", ({ time }) => Math.abs(time - moment.time) < 0.3);
      const live = interpolated(seen, robot.time);
      expectNear(robot.pose[0], live.x, 0.02, `its x at ${robot.time} s`);
      expectNear(robot.pose[1], live.y, 0.02, `its y at ${robot.time} s`);
      shown.push(robot.pose);
    }
    const way = Math.hypot(shown[2][0] - shown[0][0], shown[2][1] - shown[0][1]);
    expect(way > 0.5, `between the first and the last moment it is only ${way} m`);
  });

  await suite.check("Home and End go to the ends of a recording, and a step back goes back", async () => {
    const { begin, duration } = await page.ask(() => window.rubble.run.hello);
    const track = page.page.getByRole("slider", { name: "Moment of the recording" });
    for (const [key, time] of [["End", begin + duration], ["Home", begin]]) {
      await track.press(key);
      await page.until(`${key} has gone there`, (wanted) => Math.abs(window.rubble.run.status.time - wanted) < 0.01, time);
    }
    await page.press("Step on by 0.1 s (.)");
    await page.until("it has stepped on", (wanted) => Math.abs(window.rubble.run.status.time - wanted) < 0.01, begin + 0.1);
    await page.press("Step back by 0.1 s");
    await page.until("it has stepped back", (wanted) => Math.abs(window.rubble.run.status.time - wanted) < 0.01, begin);
  });

  await suite.check("a recording cannot be driven, and the page says so", async () => {
    const answer = await page.request({ type: "drive", robot: "R1", forward: 1, turn: 0, left: 0, up: 0 });
    expect(!answer.ok && answer.text.includes("recording"), JSON.stringify(answer));
  });

  await suite.check("back to the live run: it is there and goes on", async () => {
    await page.press("Back to the live run");
    await page.until("it is live", () => window.rubble.run.hello.mode === "live" && window.rubble.run.status);
    const robot = await page.untilRobot("R1 is there", "R1", ({ time }) => time > seen.at(-1).time);
    expect(Math.hypot(robot.pose[0] - seen.at(-1).x, robot.pose[1] - seen.at(-1).y) < 0.6, `it is at ${robot.pose}`);
    await page.simulated(0.5);
    expect(!(await page.page.locator(".timeline").isVisible()), "the timeline is still there");
  });
}

async function tickOf(page) {
  return page.ask((ticks) => Math.round(ticks * window.rubble.run.status.time), TICKS_PER_SECOND);
}

// Once the status says paused, no tick may come any more.
async function pausedTick(page) {
  await page.until("it is paused", () => window.rubble.run.status.is_paused);
  return tickOf(page);
}

async function hide(page, isHidden) {
  await page.ask((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (value ? "hidden" : "visible") });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

async function scrubTo(page, time) {
  const { begin, duration } = await page.ask(() => window.rubble.run.hello);
  const box = await page.page.getByRole("slider", { name: "Moment of the recording" }).boundingBox();
  await page.page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
  await page.page.mouse.down();
  await page.page.mouse.move(box.x + (box.width * (time - begin)) / duration, box.y + box.height / 2, { steps: 3 });
  await page.page.mouse.up();
}

function interpolated(moments, time) {
  const next = moments.findIndex((moment) => moment.time >= time);
  if (next <= 0) return next === 0 ? moments[0] : moments.at(-1);
  const [a, b] = [moments[next - 1], moments[next]];
  const share = (time - a.time) / (b.time - a.time);
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}
