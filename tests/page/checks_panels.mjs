// SPDX-License-Identifier: Apache-2.0
// Panels show what robots measure and what clients say.
import { connectClient } from "./program.mjs";
import { expect, until } from "./suite.mjs";

const HOSTILE = "<img src=x onerror=window.hacked=1>";

export async function checkPanels(suite, { program, page }) {
  await suite.check("events are listed in the order they happened, and who reads older ones is not moved", async () => {
    const tell = (events) => page.ask((list) => window.rubble.run.addEvents(list.map(([time, name]) => ({ time, kind: "told", subject: name, text: "", sentence: `event ${name}`, verdict: "fine" }))), events);
    await page.page.getByLabel("Show only events with these words").fill("event");
    await tell(Array.from({ length: 120 }, (_, i) => [1000 + i, `a${i}`]));
    await tell([[1010.5, "late"], [1119, "b1"], [1119, "b2"]]); // late, and of the same tick
    const rows = () => page.ask(() => [...document.querySelectorAll(".event-rows .event")].map((row) => ({ time: row.querySelector("time").textContent, text: row.querySelector(".sentence").textContent })));
    const names = (await rows()).map(({ text }) => text.slice(6));
    expect(names.length === 123, `${names.length} are listed`);
    expect(names[names.indexOf("late") - 1] === "a10" && names[names.indexOf("late") + 1] === "a11", `late stands after ${names[names.indexOf("late") - 1]}`);
    expect(names.slice(-3).join() === "a119,b1,b2", names.slice(-3).join());
    const distance = () => page.ask(() => {
      const list = document.querySelector(".event-rows");
      return list.scrollHeight - list.clientHeight - list.scrollTop;
    });
    expect((await distance()) < 2, "the newest is not in view");
    await page.ask(() => (document.querySelector(".event-rows").scrollTop = 600));
    await page.page.waitForTimeout(200);
    const where = () => page.ask(() => {
      const row = [...document.querySelectorAll(".event-rows .event")].find((each) => each.textContent.includes("event a40"));
      return row.getBoundingClientRect().top;
    });
    const before = await where();
    await tell([[1000.5, "early"], [1001.5, "earlier"], [1050.5, "after"], [1120, "new"]]);
    expect(Math.abs((await where()) - before) < 1, `what is read moved by ${(await where()) - before} px`);
    await tell(Array.from({ length: 250 }, (_, i) => [1130 + i, `c${i}`])); // so many that the first go
    const stays = await page.ask(() => [...document.querySelectorAll(".event-rows .event")].length);
    expect(stays === 300, `${stays} rows are kept`);
    await page.ask(() => (window.rubble.run.events = window.rubble.run.events.filter(({ kind }) => kind !== "told")));
    await page.page.getByLabel("Show only events with these words").fill("");
  });

  await suite.check("the camera panel shows what the camera sees", async () => {
    await page.page.locator(".robot", { hasText: "E1" }).click();
    await page.openPanel("Camera");
    const spread = await page.until("a picture is there", () => {
      const canvas = document.querySelector(".camera-panel canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let [low, high] = [255, 0];
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) [low, high] = [Math.min(low, data[i]), Math.max(high, data[i])];
      return high - low > 40 ? { spread: high - low, width: canvas.width } : null;
    });
    expect(spread.width >= 64, `it is ${spread.width} pixels wide`);
    await page.until("its age is told", () => /pictures a second/.test(document.querySelector(".camera-panel .caption").textContent));
  });

  await suite.check("a camera's picture is shown as a pane in the world", async () => {
    await page.ask(() => window.rubble.view.setMode("orbit"));
    await page.keepPicture("no pane");
    await page.page.getByLabel("Show as a pane in the world").check();
    await until("it is drawn", async () => {
      await page.keepPicture("pane");
      return (await page.differingPixels("no pane", "pane")) > 200;
    });
    await page.page.getByLabel("Show as a pane in the world").uncheck();
  });

  await suite.check("a sensor's values are plotted as they come", async () => {
    await page.openPanel("Sensors");
    await page.until("there is a plot", () => document.querySelector("#panel-sensors .uplot canvas"));
    const said = () => page.ask(() => document.querySelector("#panel-sensors .legend .figure")?.textContent);
    await until("it has a value", async () => /\d/.test((await said()) ?? ""));
    await page.until("a line is drawn", () => {
      const canvas = document.querySelector("#panel-sensors .uplot canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let colored = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 128 && Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 60) ++colored;
      return colored > 20;
    });
  });

  await suite.check("lines of a client and of the program are shown, and the client is listed", async () => {
    const client = await connectClient(program.ports.usarsim);
    client.say("INIT {ClassName USARBot.P2AT} {Location -2,2.5,0.2} {Name C1}");
    await page.untilRobot("its robot is in the run", "C1", () => true);
    await page.page.locator(".robot", { hasText: "C1" }).click();
    await page.openPanel("Protocol");
    await page.until("the program's lines come", () => [...document.querySelectorAll(".line.from-server code")].some((line) => line.textContent.startsWith("STA ")));
    client.say("DRIVE {Left 0.5} {Right 0.5}");
    await page.until("the client's line is there", () => [...document.querySelectorAll(".line.from-client code")].some((line) => line.textContent === "DRIVE {Left 0.5} {Right 0.5}"));
    await page.untilRobot("the client drives", "C1", ({ driver, speed }) => driver === "client" && speed > 0.02);
    await page.openPanel("Clients");
    await page.until("it is listed", () => [...document.querySelectorAll("#panel-clients tbody tr")].some((row) => row.textContent.includes("C1") && row.textContent.includes("127.0.0.1")));
    client.close();
    await page.until("it goes with its client", () => !window.rubble.run.robots.has("C1"));
  });

  await suite.check("the time panel says what the program spends its time on", async () => {
    await page.openPanel("Time");
    const names = await page.until("it is told", () => {
      const rows = [...document.querySelectorAll(".spent-rows li")].map((row) => row.textContent);
      return rows.length > 3 ? rows : null;
    });
    expect(names.some((text) => text.includes("physics")) && names.some((text) => text.includes("idle")), `it says ${names}`);
    await page.openPanel("State");
  });

  await suite.check("the events tell who entered and who bumped into what", async () => {
    await page.page.locator(".robot", { hasText: "R1" }).click();
    await page.request({ type: "spawn", class: "P2DX", name: "B1", place: { x: 5.2, y: 0, yaw: 0 } });
    await page.untilRobot("B1 is in the run", "B1", () => true);
    await page.page.locator(".robot", { hasText: "B1" }).click();
    await page.page.keyboard.down("w");
    const says = (words) => page.until(`an event says ${words}`, (wanted) => [...document.querySelectorAll(".event .sentence")].some(({ textContent }) => wanted.every((word) => textContent.includes(word))), words);
    await says(["B1", "entered"]);
    await says(["B1", "bumped"]);
    await page.page.keyboard.up("w");
    await page.press("Remove B1");
  });

  await suite.check("a name that looks like markup stays text", async () => {
    const spawned = await page.request({ type: "spawn", class: "P2DX", name: HOSTILE, place: { x: 0, y: 0, yaw: 0 } });
    const client = await connectClient(program.ports.usarsim);
    client.say(`INIT {ClassName USARBot.P2AT} {Location 0,2.5,0.2} {Name ${HOSTILE}2}`);
    await page.until("such a robot is listed", () => [...document.querySelectorAll(".robot-name")].some(({ textContent }) => textContent.includes("<img")));
    suite.tell(`asked for by a page: ${spawned.ok ? "entered" : spawned.text}`);
    for (const name of await page.ask(() => [...window.rubble.run.robots.keys()].filter((each) => each.includes("<img")))) {
      await page.page.locator(".robot", { hasText: name }).first().click();
      for (const panel of ["Protocol", "Clients", "Sensors", "Camera", "State"]) await page.openPanel(panel);
    }
    await page.simulated(0.5);
    const found = await page.ask(() => ({ hacked: window.hacked, images: document.querySelectorAll("img").length }));
    expect(found.hacked === undefined && found.images === 0, `the page has ${JSON.stringify(found)}`);
    client.close();
    await page.request({ type: "remove", name: HOSTILE });
    await page.until("they have gone", () => ![...window.rubble.run.robots.keys()].some((each) => each.includes("<img")));
  });
}
