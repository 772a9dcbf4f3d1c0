// SPDX-License-Identifier: Apache-2.0
// What the colours of measurements mean.
import { BEAM_COLOR, CODE_COLOR, HIT_COLOR, PANE_FRESH, PANE_LATE, PANE_LOST } from "../../view/palette";
import { make } from "./dom";

const MEANINGS: [color: number, name: string, what: string][] = [
  [BEAM_COLOR, "Blue", "laser beams; faint ones met nothing"],
  [HIT_COLOR, "Red", "where beams end"],
  [CODE_COLOR, "Magenta", "error codes"],
  [PANE_FRESH, "Green border", "a fresh camera picture"],
  [PANE_LATE, "Amber border", "less than 1 s old"],
  [PANE_LOST, "Red border", "older"],
];

export function colorKey(): HTMLElement {
  const rows = MEANINGS.map(([color, name, what]) => {
    const swatch = make("span", { class: name.endsWith("border") ? "swatch is-border" : "swatch", attributes: { "aria-hidden": "true" } });
    swatch.style.color = `#${color.toString(16).padStart(6, "0")}`;
    return make("li", {}, swatch, `${name}: ${what}`);
  });
  return make("ul", { class: "color-key", attributes: { "aria-label": "Colours" } }, ...rows);
}
