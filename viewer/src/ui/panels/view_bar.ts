// SPDX-License-Identifier: Apache-2.0
// The buttons in the 3-D view: cameras, small views, layers.
import type { Hello } from "../../protocol";
import type { CameraMode, Layers } from "../../view/api";
import { colorKey } from "../widgets/color_key";
import type { AppContext } from "../app_context";
import { checkbox, choice, labelled, make } from "../widgets/dom";
import { iconButton, textButton, type IconName } from "../widgets/icons";
import { menu } from "../widgets/menu";
import { radioMenu } from "./radio_menu";

export const MODES: [CameraMode, IconName, string][] = [
  ["orbit", "orbit", "Free camera"],
  ["tethered", "tethered", "Behind the robot"],
  ["first_person", "first_person", "From the robot's camera"],
  ["plan", "plan", "Plan from above"],
  ["fixed", "fixed", "Fixed camera"],
];
const LAYERS: [keyof Layers, string][] = [
  ["beams", "Laser beams"],
  ["hits", "Laser hits and error codes"],
  ["clouds", "Point clouds"],
  ["trails", "Trails"],
  ["smoke", "Smoke"],
  ["labels", "Labels"],
  ["sensors", "Fields of view"],
  ["grid", "Grid"],
];

export class ViewBar {
  private readonly modeButtons = new Map<CameraMode, HTMLButtonElement>();
  private readonly insets: [CameraMode | "", CameraMode | ""] = ["", ""];
  private readonly fixedList = make("div", { class: "fixed-list" });
  private shown = ""; // run and world
  readonly element: HTMLElement;

  constructor(private readonly context: AppContext) {
    MODES.forEach(([mode, iconName, label], index) => {
      this.modeButtons.set(mode, iconButton(iconName, `${label} (${index + 1})`, () => this.setMode(mode), { attributes: { "aria-pressed": "false" } }));
    });
    this.element = make(
      "div",
      { class: "view-bar", attributes: { role: "toolbar", "aria-label": "View" } },
      make("div", { class: "button-row", attributes: { role: "group", "aria-label": "Camera" } }, ...this.modeButtons.values()),
      iconButton("frame", "Show the whole world (F)", () => this.frame()),
      menu("insets", "Small views", this.insetsForm()),
      menu("layers", "Layers", this.layersForm()),
      radioMenu(context),
    );
    context.run.on("hello", (hello) => this.begin(hello));
    this.mark();
  }

  // A new world or run starts with an overview; the same one keeps its camera after a reconnection.
  private begin(hello: Hello): void {
    const shown = JSON.stringify([hello.run, hello.world]);
    if (shown !== this.shown) this.frame();
    this.shown = shown;
  }

  setMode(mode: CameraMode): void {
    if (mode === "fixed" && this.context.view.fixedCount === 0) this.keepFixed();
    this.context.view.setMode(mode);
    this.mark();
  }

  frame(): void {
    this.context.view.setMode("orbit");
    this.context.view.frame();
    this.mark();
  }

  private mark(): void {
    for (const [mode, button] of this.modeButtons) button.setAttribute("aria-pressed", String(mode === this.context.view.mode));
  }

  private keepFixed(): void {
    const { view } = this.context;
    const index = view.keepFixed();
    this.fixedList.append(
      textButton(`Camera ${index + 1}`, () => {
        view.goFixed(index);
        this.mark();
      }),
    );
  }

  private insetsForm(): HTMLElement {
    const options: [string, string][] = [["", "None"], ...MODES.map(([mode, , label]): [string, string] => [mode, label])];
    const chooseInset = (index: 0 | 1) =>
      choice(options, "", (value) => {
        this.insets[index] = value as CameraMode | "";
        const modes = this.insets.filter((mode): mode is CameraMode => mode !== "");
        this.context.view.setInsets(modes);
        this.element.parentElement?.classList.toggle("has-insets", modes.length > 0);
      });
    const keep = textButton("Store this camera", () => this.keepFixed(), {}, "fixed");
    return make("div", { class: "form" }, labelled("First", chooseInset(0)), labelled("Second", chooseInset(1)), make("h3", { text: "Fixed cameras" }), keep, this.fixedList);
  }

  private layersForm(): HTMLElement {
    const { view } = this.context;
    const boxes = LAYERS.map(([name, text]) => checkbox(text, view.layers[name], (isOn) => this.setLayer(name, isOn)).element);
    const all = checkbox("Lasers of all robots", true, (isOn) => this.context.subscription.update({ allLasers: isOn })).element;
    boxes.splice(2, 0, all);
    this.tellWatching();
    return make("div", { class: "form" }, ...boxes, colorKey());
  }

  private setLayer(name: keyof Layers, isOn: boolean): void {
    this.context.view.setLayers({ [name]: isOn });
    this.tellWatching();
  }

  private tellWatching(): void {
    const { beams, hits, clouds, smoke } = this.context.view.layers;
    this.context.subscription.update({ lasers: beams || hits, clouds, smoke });
  }
}
