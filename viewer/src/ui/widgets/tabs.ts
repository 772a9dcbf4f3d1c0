// SPDX-License-Identifier: Apache-2.0
// Tabbed panels. Arrow keys switch between tabs.
import type { Panel } from "../app_context";
import { make } from "./dom";
import { icon } from "./icons";

interface Tab {
  panel: Panel;
  button: HTMLButtonElement;
  body: HTMLElement;
}

export class Tabs {
  private readonly list = make("div", { class: "tab-list", attributes: { role: "tablist", "aria-label": "Panels" }, on: { keydown: (event) => this.onKey(event) } });
  readonly element = make("section", { class: "tabs", label: "Panels", title: "" }, this.list);
  private tabs: Tab[] = [];
  private open: Tab | null = null;

  constructor(private readonly onOpen: (id: string) => void) {}

  get openId(): string {
    return this.open?.panel.id ?? "";
  }

  // Sets the order of tabs; the open one stays open if it is among them.
  setPanels(panels: Panel[]): void {
    const known = new Map(this.tabs.map((tab) => [tab.panel, tab]));
    this.tabs = panels.map((panel) => known.get(panel) ?? this.makeTab(panel));
    this.list.replaceChildren(...this.tabs.map((tab) => tab.button));
    this.element.replaceChildren(this.list, ...this.tabs.map((tab) => tab.body));
    const stays = this.tabs.find((tab) => tab === this.open) ?? this.tabs[0];
    if (stays !== this.open) this.choose(stays);
  }

  openPanel(id: string): void {
    const tab = this.tabs.find((each) => each.panel.id === id);
    if (tab) this.choose(tab);
  }

  private makeTab(panel: Panel): Tab {
    const body = make("div", { class: "tab-body", id: `panel-${panel.id}`, attributes: { role: "tabpanel", "aria-labelledby": `tab-${panel.id}` } }, panel.element);
    body.hidden = true;
    const button = make(
      "button",
      { class: "tab", id: `tab-${panel.id}`, attributes: { type: "button", role: "tab", "aria-selected": "false", "aria-controls": body.id, tabindex: "-1" }, on: { click: () => this.choose(tab) } },
      icon(panel.icon),
      make("span", { text: panel.title }),
    );
    const tab: Tab = { panel, button, body };
    return tab;
  }

  private choose(tab: Tab): void {
    if (this.open === tab) return;
    if (this.open) this.mark(this.open, false);
    this.open?.panel.hide?.();
    this.open = tab;
    this.mark(tab, true);
    tab.panel.show?.();
    this.onOpen(tab.panel.id);
  }

  private mark(tab: Tab, isOpen: boolean): void {
    tab.button.setAttribute("aria-selected", String(isOpen));
    tab.button.tabIndex = isOpen ? 0 : -1;
    tab.body.hidden = !isOpen;
  }

  private onKey(event: KeyboardEvent): void {
    const at = this.tabs.findIndex((tab) => tab === this.open);
    const last = this.tabs.length - 1;
    const targets: Record<string, number> = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last };
    if (!(event.key in targets)) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(this.tabs[targets[event.key]]);
    this.open?.button.focus();
  }
}
