// SPDX-License-Identifier: Apache-2.0
// A table row for one received station.
import { cssColor, strengthColor, strengthShare } from "../../view/radio/scale";
import { make, setText } from "../widgets/dom";
import type { PartnerLink } from "./radio_links";
import { fixed } from "../widgets/format";

// 54, 5.5, 0
export function rateText(rate: number): string {
  return rate > 0 ? String(Number(rate.toFixed(1))) : "0";
}

export function lossText(loss: number): string {
  const percent = 100 * loss;
  return `${percent > 0 && percent < 1 ? "<1" : percent.toFixed(0)} %`;
}

export class PartnerRow {
  private readonly button: HTMLButtonElement;
  private readonly fill = make("span", { class: "strength-fill" });
  private readonly strength = make("span", { class: "figure" });
  private readonly cells = ["walls", "rate", "loss", "link"].map(() => make("td", { class: "figure" }));
  readonly element: HTMLElement;

  constructor(name: string, onChoose: () => void) {
    this.button = make("button", { class: "partner", text: name, title: `The way to ${name}`, attributes: { type: "button", "aria-pressed": "false" }, on: { click: onChoose } });
    const meter = make("span", { class: "strength", attributes: { "aria-hidden": "true" } }, this.fill);
    this.element = make("tr", {}, make("td", {}, this.button), make("td", { class: "strength-cell" }, meter, this.strength), ...this.cells);
  }

  mark(isChosen: boolean): void {
    this.button.setAttribute("aria-pressed", String(isChosen));
    this.element.classList.toggle("is-chosen", isChosen);
  }

  update(link: PartnerLink, sensitivity: number): void {
    this.fill.style.width = `${100 * Math.max(strengthShare(link.dbm, sensitivity), link.isUp ? 0.04 : 0)}%`;
    this.fill.style.background = cssColor(strengthColor(link.dbm, sensitivity));
    setText(this.strength, fixed(link.dbm, 1));
    [String(link.walls), rateText(link.rate), lossText(link.loss), link.isUp ? "up" : "down"].forEach((text, index) => setText(this.cells[index], text));
    this.element.classList.toggle("is-down", !link.isUp);
    this.button.classList.toggle("is-relay", link.isRelay);
  }
}
