// SPDX-License-Identifier: Apache-2.0
// The guided tour of the demo: a few cards that point at parts of the page.
import type { Run } from "../../run";
import { make, setText, show } from "../widgets/dom";
import { iconButton, textButton } from "../widgets/icons";
import { keep, recall } from "../widgets/storage";

interface Stop {
  target: string; // selector of what is spoken of; empty: the whole page
  title: string;
  text: string;
}

const STOPS: Stop[] = [
  { target: ".view", title: "A run, live", text: "A robot searches a place it does not know. Drag to turn the view, use the wheel to come closer. Everything you see is computed by the program that serves this page." },
  { target: ".robots", title: "The robot explores alone", text: "Its pilot sees nothing but the laser: the coloured points are where the beams end. Select a robot here; its panels are on the other side." },
  { target: ".view", title: "Smoke hides walls", text: "Where smoke is dense the laser comes back too early or not at all, and the camera sees grey. Put some smoke in the robot's way with the tool “Smoke” and watch what it does." },
  { target: ".driving-hint, .stick", title: "Take over", text: "Press W, A, S, D or drag the stick: you drive now. Let go and it stops. Double-click the floor and it drives there by itself." },
  { target: ".tab-list", title: "Look inside", text: "Camera, sensors over time, the robot's state, the protocol lines of its client, and where the program's time goes. Press ? for all keys." },
];
const GAP = 16; // px
const EDGE = 8;

export class Tour {
  private readonly title = make("h2");
  private readonly text = make("p");
  private readonly count = make("span", { class: "muted" });
  private readonly next = textButton("Next", () => this.go(this.at + 1), { class: "primary" });
  private readonly back = textButton("Back", () => this.go(this.at - 1));
  private readonly card = make(
    "aside",
    { class: "tour-card", attributes: { role: "dialog", "aria-label": "A short tour", tabindex: "-1" } },
    make("div", { class: "tour-head" }, this.title, iconButton("close", "End the tour", () => this.end(), { class: "small" })),
    this.text,
    make("div", { class: "tour-foot" }, this.count, this.back, this.next),
  );
  private readonly ring = make("div", { class: "tour-ring", attributes: { "aria-hidden": "true" } });
  readonly element = make("div", { class: "tour" }, this.ring, this.card);
  private at = 0;

  constructor(run: Run) {
    show(this.element, false);
    run.on("hello", (hello) => {
      if (hello.tour === "demo" && recall("tour") !== "seen") this.start();
    });
    window.addEventListener("resize", () => this.place());
    this.card.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.end();
    });
  }

  start(): void {
    show(this.element, true);
    this.go(0);
    this.card.focus({ preventScroll: true });
  }

  end(): void {
    show(this.element, false);
    keep("tour", "seen");
  }

  private go(at: number): void {
    if (at >= STOPS.length) return this.end();
    this.at = Math.max(0, at);
    const stop = STOPS[this.at];
    setText(this.title, stop.title);
    setText(this.text, stop.text);
    setText(this.count, `${this.at + 1} of ${STOPS.length}`);
    show(this.back, this.at > 0);
    setText(this.next.firstElementChild as Element, this.at === STOPS.length - 1 ? "Done" : "Next");
    this.place();
  }

  private place(): void {
    if (this.element.hidden) return;
    const target = [...document.querySelectorAll<HTMLElement>(STOPS[this.at].target)].find((element) => element.offsetParent !== null);
    const box = target?.getBoundingClientRect();
    show(this.ring, box !== undefined);
    if (box) this.ringAround(box);
    this.putCard(box ?? new DOMRect(0, 0, innerWidth, innerHeight));
  }

  private ringAround(box: DOMRect): void {
    Object.assign(this.ring.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  }

  private putCard(box: DOMRect): void {
    const { width, height } = this.card.getBoundingClientRect();
    const [left, top] = placeBeside(box, width, height, innerWidth, innerHeight);
    this.card.style.left = `${left}px`;
    this.card.style.top = `${top}px`;
  }
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

// Places a card beside its target if there is room, else on it.
export function placeBeside(box: Box, width: number, height: number, pageWidth: number, pageHeight: number): [left: number, top: number] {
  const middleX = box.left + box.width / 2 - width / 2;
  const middleY = box.top + box.height / 2 - height / 2;
  const clamped = (value: number, size: number, page: number) => Math.min(page - size - EDGE, Math.max(EDGE, value));
  const middle: [number, number] = [clamped(middleX, width, pageWidth), clamped(middleY, height, pageHeight)];
  if (box.width * box.height > 0.35 * pageWidth * pageHeight) return middle;
  const places: [number, number][] = [
    [box.left + box.width + GAP, box.top],
    [box.left - GAP - width, box.top],
    [middle[0], box.top - GAP - height],
    [middle[0], box.top + box.height + GAP],
  ];
  const fits = ([left, top]: [number, number]) => left >= EDGE && top >= EDGE && left + width <= pageWidth - EDGE && top + height <= pageHeight - EDGE;
  return places.find(fits) ?? middle;
}
