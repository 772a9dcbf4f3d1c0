// SPDX-License-Identifier: Apache-2.0
// Text can be read in both themes: contrast of at least 4.5 to 1, as the Web Content Accessibility Guidelines define it.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../src/style/theme.css", import.meta.url), "utf8");
const [light, dark] = [/:root \{([^}]*)\}/, /\[data-theme="dark"\] \{([^}]*)\}/].map((pattern) => new Map([...(pattern.exec(css)?.[1] ?? "").matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]])));

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker, brighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (brighter + 0.05) / (darker + 0.05);
}

const TEXTS: [text: string, behind: string[]][] = [
  ["text", ["surface", "raised", "pressed", "background", "accent-soft", "harm-soft"]],
  ["muted", ["surface", "raised", "pressed", "background", "accent-soft", "harm-soft"]],
  ["accent", ["surface", "raised", "accent-soft"]],
  ["on-accent", ["accent"]],
  ["fine", ["surface", "raised"]],
  ["careful", ["surface", "raised"]],
  ["harm", ["surface", "raised", "harm-soft"]],
  ["surface", ["careful"]],
];

describe.each([["light", light], ["dark", dark]])("the %s theme", (_, colors) => {
  it.each(TEXTS.flatMap(([text, behind]) => behind.map((back) => [text, back])))("has readable %s on %s", (text, back) => {
    expect(contrast(colors.get(text)!, colors.get(back)!)).toBeGreaterThanOrEqual(4.5);
  });
});
