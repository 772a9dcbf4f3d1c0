// SPDX-License-Identifier: Apache-2.0
// Who may come in, and that nonsense harms nobody.
import { request } from "node:http";
import { expect, until } from "./suite.mjs";

export async function checkDoors(suite, { program, page }) {
  const port = program.webPort;
  const own = `http://127.0.0.1:${port}`;

  await suite.check("the socket opens to the page's own origin only", async () => {
    expect((await knock(port, { Origin: own })) === 101, "its own page is refused");
    for (const [what, headers] of [
      ["a foreign origin", { Origin: "http://evil.example" }],
      ["an origin with another port", { Origin: `http://127.0.0.1:${port + 1}` }],
      ["no origin", {}],
      ["no page at all (null)", { Origin: "null" }],
    ]) expect((await knock(port, headers)) === 403, `${what} is answered by ${await knock(port, headers)}`);
  });

  await suite.check("a foreign host name is refused, for files and for the socket", async () => {
    const foreign = { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` };
    const socket = await knock(port, foreign);
    const file = await knock(port, { Host: `evil.example:${port}` }, false);
    expect(socket >= 400 && socket !== 404 && file >= 400, `they are answered by ${socket} and ${file}`);
  });

  await suite.check("nonsense is answered in a sentence, and the page stays connected", async () => {
    const answers = await page.ask(async () => {
      const { connection, run } = window.rubble;
      const heard = [];
      const stop = run.on("answer", (answer) => heard.push(answer));
      for (const text of ["", "{", "[]", '"x"', "null", '{"type":7}', '{"type":"fly"}', '{"type":"drive","robot":5,"id":90001}', '{"type":"nothing","id":90002}', `{"type":"stop","robot":"${"x".repeat(5000)}","id":90003}`, '{"type":"step","ticks":1e300,"id":90004}'])
        connection.socket.send(text);
      const last = await connection.request({ type: "recordings" });
      stop();
      return { heard: heard.filter(({ id }) => id > 90000), last, state: connection.state };
    });
    expect(answers.last.ok && answers.state === "open", `afterwards: ${JSON.stringify(answers.last)}`);
    expect(answers.heard.length === 4 && answers.heard.every(({ ok, text }) => !ok && text.includes(" ")), JSON.stringify(answers.heard));
  });
}

export async function checkToken(suite, { program, browser }) {
  await suite.check("a program that others can reach demands the token it printed", async () => {
    const port = program.webPort;
    const origin = { Origin: `http://127.0.0.1:${port}` };
    await until("its token is printed", () => program.token, 10); // after the line that says it is ready
    expect(program.token.length >= 16, `it printed ${program.printed}`);
    expect((await knock(port, origin)) >= 400, "it lets a page in without one");
    expect((await knock(port, origin, true, "?token=wrong")) >= 400, "it lets a page in with a wrong one");
    expect((await knock(port, origin, true, `?token=${program.token}`)) === 101, "it refuses the right one");
  });

  await suite.check("the address with the token shows the run", async () => {
    const page = await browser.open(program.address);
    expect((await page.ask(() => window.rubble.run.hello.world.name)) === "tiles", "it is another run");
    await page.close();
  });
}

// The status with which an attempt to open the socket, or to get the page, is answered.
function knock(port, headers, isSocket = true, query = "") {
  const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==" };
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path: isSocket ? `/ws${query}` : "/", headers: { ...(isSocket ? upgrade : {}), ...headers } });
    asked.on("upgrade", (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode);
    });
    asked.on("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on("error", reject);
    asked.end();
  });
}
