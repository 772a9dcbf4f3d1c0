// SPDX-License-Identifier: Apache-2.0
import { gzipSync } from "node:zlib";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";

// Beside every file its gzip twin, so that the program only hands bytes out.
function gzipTwins(): Plugin {
  const compress = (folder: string) => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) compress(path);
      else if (/\.(js|css|html|svg|json|txt)$/.test(name)) writeFileSync(path + ".gz", gzipSync(readFileSync(path), { level: 9 }));
    }
  };
  return { name: "gzip-twins", apply: "build", writeBundle: (options) => compress(resolve(options.dir ?? "dist")) };
}

// RUBBLE_PROGRAM: where a running program listens, for `npx vite` while the page is worked on.
const program = process.env.RUBBLE_PROGRAM ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "/",
  plugins: [gzipTwins()],
  build: {
    outDir: process.env.RUBBLE_PAGE_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the Content-Security-Policy wants files
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rollupOptions: { input: ["index.html", "truth.html"] },
  },
  server: { proxy: { "/ws": { target: program, ws: true, changeOrigin: true, headers: { origin: program } } } },
});
