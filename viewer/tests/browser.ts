// SPDX-License-Identifier: Apache-2.0
// A browser with the view's test page. Where there is no browser, tests that need one are left out.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import { createServer, type ViteDevServer } from "vite";

export const BROWSER = process.env.RUBBLE_BROWSER ?? "/usr/bin/chromium";
export const HAS_BROWSER = existsSync(BROWSER);

const ARGUMENTS = [
  "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--enable-unsafe-swiftshader",
];

export class TestBrowser {
  readonly complaints: string[] = [];
  private constructor(private readonly server: ViteDevServer, private readonly browser: Browser, private readonly address: string) {}

  static async open(): Promise<TestBrowser> {
    const root = fileURLToPath(new URL("..", import.meta.url));
    const server = await createServer({ root, configFile: false, server: { port: 0, host: "127.0.0.1", hmr: false }, logLevel: "error" });
    await server.listen();
    const place = server.httpServer!.address() as { port: number };
    const browser = await chromium.launch({ executablePath: BROWSER, args: ARGUMENTS });
    return new TestBrowser(server, browser, `http://127.0.0.1:${place.port}`);
  }

  async page(before = ""): Promise<Page> {
    const page = await this.browser.newPage({ viewport: { width: 640, height: 360 } });
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("404")) this.complaints.push(message.text());
    });
    if (before) await page.addInitScript(before);
    await page.goto(`${this.address}/tests/view_page.html`);
    await page.waitForFunction(() => "view" in window);
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}
