// SPDX-License-Identifier: Apache-2.0
// The page's own icons: strokes on a grid of 20 by 20.
import { make, type Traits } from "./dom";

const SHAPES = {
  play: "M6 4l10 6-10 6z",
  pause: "M6.5 4v12M13.5 4v12",
  step: "M4 4l8 6-8 6zM15.5 4v12",
  back: "M16 4l-8 6 8 6zM4.5 4v12",
  record: "M10 5a5 5 0 1 0 0 10a5 5 0 1 0 0-10z",
  folder: "M2.5 5.5v10h15v-8h-8l-2-2z",
  sun: "M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6l1.4 1.4M16 4l-1.4 1.4M5.4 14.6L4 16",
  moon: "M15.5 12.5A6.5 6.5 0 0 1 7.5 4.500A6.500 6.500 0 1 0 15.500 12.500z",
  help: "M7 7.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M10 15.500v.5",
  orbit: "M10 7.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5zM3 12.500c-3-2.500 3-7 8.500-6.500s8 4 5 6.500-8 2.500-11 1.500M5.500 14l1 2.500M5.500 14l2.500-.5",
  tethered: "M3 13h6v4H3zM9 14l5-7M13 3.500h4v4h-4z",
  first_person: "M1.500 10c2.500-4 5.500-5.500 8.500-5.500s6 1.500 8.500 5.500c-2.500 4-5.500 5.500-8.500 5.500s-6-1.500-8.500-5.500zM10 7.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5z",
  plan: "M3 3h14v14H3zM3 9h6M9 3v3M12 17v-6h5",
  fixed: "M10 12v6M6 12h8l-1.500-3V4.500l1-2h-7l1 2V9z",
  layers: "M10 3l8 4-8 4-8-4zM2 10.500l8 4 8-4M2 14l8 4 8-4",
  insets: "M2.500 3.500h15v13h-15zM10.500 10.500h5v4h-5z",
  frame: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M7 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
  robot: "M4 8h12v7H4zM10 8V4M10 4h3M5.500 17.500v-2M14.500 17.500v-2M7.500 11.500h.1M12.500 11.500h.1",
  obstacle: "M10 2.500l7 3.500v8l-7 3.500-7-3.500V6zM3 6l7 3.500L17 6M10 9.500v8",
  smoke: "M6 15.500a3.500 3.500 0 0 1-.5-7a4.500 4.500 0 0 1 8.700-1a4 4 0 0 1 .3 8zM5 18h8",
  target: "M10 4.500a5.500 5.500 0 1 0 0 11a5.500 5.500 0 1 0 0-11zM10 1.500v5M10 13.500v5M1.500 10h5M13.500 10h5",
  camera: "M2.500 6h9.500v8.500H2.500zM12 9l5.500-3v8.500L12 11.500z",
  chart: "M2.500 16.500h15M3 13l4-5 3 3 3.500-6.500 3.500 4.500",
  gauge: "M3 14.500a7.500 7.500 0 1 1 14 0M10 12l3.500-4.500M10 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2z",
  protocol: "M2.500 3.500h15v13h-15zM5.500 7.500l3 2.500-3 2.500M10.500 13h4",
  clients: "M7 4a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5zM2 16c0-3 2-5 5-5s5 2 5 5zM13 5a2.200 2.200 0 0 1 0 4.400M14 11.500c2.300.3 4 2 4 4.500",
  clock: "M10 2.500a7.500 7.500 0 1 0 0 15a7.500 7.500 0 1 0 0-15zM10 5.500V10l3 2.500",
  events: "M7 5h10.500M7 10h10.500M7 15h10.500M3 5h.1M3 10h.1M3 15h.1",
  close: "M5 5l10 10M15 5L5 15",
  remove: "M4 6h12M8 6V3.500h4V6M5.500 6l.8 11h7.400l.8-11M8.500 9v5M11.500 9v5",
  light: "M7.500 13.500c0-2-2.500-3-2.500-6a5 5 0 0 1 10 0c0 3-2.500 4-2.500 6zM8 16.500h4",
  upright: "M4 16.500h12M10 13V3.500M6.500 7L10 3.500 13.500 7",
  stop: "M6.500 2.500h7l4 4v7l-4 4h-7l-4-4v-7z",
  plus: "M10 4v12M4 10h12",
  check: "M4 10.5l4 4 8-9",
  undo: "M7.500 4L3.500 8l4 4M3.500 8h8a4.500 4.500 0 0 1 0 9H8",
  minus: "M4 10h12",
  copy: "M7 7h9.500v10H7zM13 7V3H3.500v10H7",
  stick: "M10 3a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM10 9v5M4 17.500c0-2.500 2-3.500 6-3.500s6 1 6 3.500z",
  keyboard: "M1.500 5h17v10h-17zM4.500 8h.1M7.500 8h.1M10.500 8h.1M13.500 8h.1M6 12h8",
  radio: "M10 10v7.500M7 17.500h6M10 7.300a1.200 1.200 0 1 0 0 2.400a1.200 1.200 0 1 0 0-2.400zM6.500 12a4.600 4.600 0 0 1 0-7M13.500 5a4.600 4.600 0 0 1 0 7M4 14.300a8 8 0 0 1 0-11.600M16 2.700a8 8 0 0 1 0 11.600",
  coverage: "M10 9a1 1 0 1 0 0 2a1 1 0 1 0 0-2zM10 5.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 1 0 0-9zM10 2a8 8 0 1 0 0 16a8 8 0 1 0 0-16z",
  relay: "M6 12.500h8v5H6zM10 12.500V8M7.300 8.500a3.500 3.500 0 0 1 0-5M12.700 3.500a3.500 3.500 0 0 1 0 5",
  live: "M10 8.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3zM6 14a5.600 5.600 0 0 1 0-8M14 6a5.600 5.600 0 0 1 0 8M3.500 16.500a9 9 0 0 1 0-13M16.500 3.500a9 9 0 0 1 0 13",
} as const;

export type IconName = keyof typeof SHAPES;

const FILLED: ReadonlySet<string> = new Set(["play", "step", "back", "record"]);
const SVG = "http://www.w3.org/2000/svg";

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", FILLED.has(name) ? "icon filled" : "icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name: IconName, label: string, onClick: () => void, traits: Traits = {}): HTMLButtonElement {
  return make("button", { ...traits, class: `icon-button ${traits.class ?? ""}`.trim(), label, attributes: { type: "button", ...traits.attributes }, on: { click: onClick } }, icon(name));
}

export function textButton(text: string, onClick: () => void, traits: Traits = {}, iconName?: IconName): HTMLButtonElement {
  const button = make("button", { ...traits, class: `button ${traits.class ?? ""}`.trim(), attributes: { type: "button", ...traits.attributes }, on: { click: onClick } });
  if (iconName) button.append(icon(iconName));
  button.append(make("span", { text }));
  return button;
}

export function setIcon(button: HTMLElement, name: IconName, label: string): void {
  if (button.dataset.icon === name && button.getAttribute("aria-label") === label) return;
  button.dataset.icon = name;
  button.setAttribute("aria-label", label);
  button.title = label;
  button.querySelector("svg")?.replaceWith(icon(name));
}
