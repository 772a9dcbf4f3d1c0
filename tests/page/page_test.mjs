// SPDX-License-Identifier: Apache-2.0
// node page_test.mjs RUBBLE [PART OF A NAME]: the page in a real browser against the real program. Judged by elements,
// pixels and what the program says, never by speed. Needs a browser; without one it says so and leaves with 77.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Browser, BROWSER } from "./browser.mjs";
import { checkDriving } from "./checks_driving.mjs";
import { checkLoading } from "./checks_loading.mjs";
import { Program } from "./program.mjs";
import { expect, Suite } from "./suite.mjs";

const [rubble, wanted = ""] = process.argv.slice(2);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

if (!existsSync(BROWSER)) {
  console.log(`There is no browser at ${BROWSER}: apt-get install chromium, or set RUBBLE_BROWSER.`);
  process.exit(77);
}

const suite = new Suite(wanted);
const browser = await Browser.launch();
const open = []; // programs
const start = async (program) => {
  open.push(program);
  return program;
};
try {
  await checkYard();
  await suite.check("no page had an error or broke its own security policy", async () => {
    expect(browser.complaints.length === 0, browser.complaints.join("; "));
  });
} finally {
  await browser.close();
  for (const program of open) await program.stop();
}
console.log(`${suite.done - suite.failed.length} of ${suite.done} checks hold`);
process.exit(suite.failed.length > 0 ? 1 : 0);

async function checkYard() {
  const program = await start(await Program.serve(rubble, here("yard.sdf")));
  await checkLoading(suite, { program, browser });
  const page = await browser.open(program.address);
  await checkDriving(suite, { program, browser, page });
  await page.close();
}
