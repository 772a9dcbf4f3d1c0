// SPDX-License-Identifier: Apache-2.0
// The layout of the page. On narrow screens robots and events become tabs.
import type { Panel } from "./app_context";
import { make } from "./widgets/dom";
import type { Tabs } from "./widgets/tabs";

export interface Parts {
  top: HTMLElement;
  left: HTMLElement;
  view: HTMLElement;
  timeline: HTMLElement;
  feed: Panel;
  tabs: Tabs;
  panels: Panel[];
}

const NARROW = "(max-width: 1100px)";

export function arrange(root: HTMLElement, parts: Parts): void {
  const left = make("aside", { class: "left", attributes: { "aria-label": "Robots and tools" } });
  const right = make("aside", { class: "right", attributes: { "aria-label": "Panels" } }, parts.tabs.element);
  const bottom = make("div", { class: "bottom" });
  const robots: Panel = { id: "robots", title: "Robots", icon: "robot", element: make("div", { class: "panel" }) };
  const events: Panel = { id: "events", title: "Events", icon: "events", element: make("div", { class: "panel fills" }), show: () => parts.feed.show?.() };
  root.replaceChildren(parts.top, left, parts.view, parts.timeline, bottom, right);
  const query = matchMedia(NARROW);
  const settle = () => {
    root.classList.toggle("is-narrow", query.matches);
    (query.matches ? robots.element : left).append(parts.left);
    (query.matches ? events.element : bottom).append(parts.feed.element);
    parts.tabs.setPanels(query.matches ? [robots, ...parts.panels, events] : parts.panels);
  };
  query.addEventListener("change", settle);
  settle();
}
