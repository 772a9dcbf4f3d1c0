// SPDX-License-Identifier: Apache-2.0
// The buttons that activate a tool, and the settings of the active one.
import type { AppContext } from "../app_context";
import { checkbox, choice, labelled, make, setOptions, setText, show, slider } from "../widgets/dom";
import { iconButton, textButton, type IconName } from "../widgets/icons";
import { fixed } from "../widgets/format";
import type { ToolName, Tools } from "./tools";

const BUTTONS: [ToolName, IconName, string][] = [
  ["go_to", "target", "Go to"],
  ["robot", "robot", "Add robot"],
  ["obstacle", "obstacle", "Obstacle"],
  ["smoke", "smoke", "Smoke"],
];
const ADVICE: Record<ToolName, string> = {
  none: "",
  go_to: "Click the floor: the selected robot drives there.",
  robot: "Click where it shall stand: the floor, a table, a ramp, a roof. Or choose a start.",
  obstacle: "Click the floor to put it there.",
  smoke: "Click the floor to fill the air with smoke there.",
};

export class ToolBox {
  private readonly buttons = new Map<ToolName, HTMLButtonElement>();
  private readonly advice = make("p", { class: "advice", attributes: { "aria-live": "polite" } });
  private readonly card = make("div", { class: "tool-card" });
  private readonly robotClass = choice([], "", (value) => {
    this.tools.settings.robotClass = value;
    this.tools.changeSettings();
  });
  private readonly start = choice([], "", () => {});
  private readonly robotName = make("input", { attributes: { type: "text", maxlength: "40", placeholder: "any", spellcheck: "false", autocomplete: "off" }, on: { input: () => (this.tools.settings.robotName = this.robotName.value.trim()) } });
  private readonly forms: Partial<Record<ToolName, HTMLElement>>;
  readonly element: HTMLElement;

  constructor(private readonly context: AppContext, private readonly tools: Tools) {
    for (const [name, iconName, text] of BUTTONS) {
      this.buttons.set(name, textButton(text, () => tools.activate(tools.active === name ? "none" : name), { class: "tool", attributes: { "aria-pressed": "false" } }, iconName));
    }
    this.forms = { robot: this.robotForm(), obstacle: this.obstacleForm(), smoke: this.smokeForm() };
    this.card.append(make("div", { class: "tool-head" }, this.advice, iconButton("close", "Deselect the tool (Escape)", () => tools.activate("none"), { class: "small" })), ...Object.values(this.forms));
    this.element = make("section", { class: "tool-box", attributes: { "aria-label": "Tools" } }, make("div", { class: "tool-buttons" }, ...this.buttons.values()), this.card);
    tools.onChange((name) => this.update(name));
    tools.onRefusal = (sentence) => this.refuse(sentence);
    context.run.on("hello", () => this.offer());
    this.update("none");
  }

  private robotForm(): HTMLElement {
    const enter = textButton("Enter at the start", () => this.enter(), { class: "primary" });
    const facing = slider({ label: "Facing", low: -180, high: 180, step: 15, value: 0, format: (value) => `${fixed(value, 0)}°`, onInput: (value) => this.face((value * Math.PI) / 180) });
    facing.element.title = "Heading of a robot placed by a click; 0° is along x";
    return make("div", { class: "form" }, labelled("Class", this.robotClass), labelled("Name", this.robotName), facing.element, labelled("Start", this.start), enter);
  }

  private face(yaw: number): void {
    this.tools.settings.robotYaw = yaw;
    this.tools.changeSettings();
  }

  private enter(): void {
    const start = this.start.value ? { start: this.start.value } : {};
    void this.tools.enter(start).then((isIn) => {
      if (isIn) this.tools.activate("none");
    });
  }

  private obstacleForm(): HTMLElement {
    const { settings } = this.tools;
    const shape = choice([["box", "Box"], ["sphere", "Ball"], ["cylinder", "Barrel"]], settings.shape, (value) => (settings.shape = value as typeof settings.shape));
    const size = slider({ label: "Size", low: 0.1, high: 2, step: 0.1, value: settings.size, format: (value) => `${fixed(value, 1)} m`, onInput: (value) => (settings.size = value) });
    const isFixed = checkbox("Fixed: cannot be pushed", settings.isFixed, (isOn) => (settings.isFixed = isOn));
    return make("div", { class: "form" }, labelled("Shape", shape), size.element, isFixed.element);
  }

  private smokeForm(): HTMLElement {
    const { settings } = this.tools;
    const radius = slider({ label: "Radius", low: 0.5, high: 5, step: 0.1, value: settings.smokeRadius, format: (value) => `${fixed(value, 1)} m`, onInput: (value) => (settings.smokeRadius = value) });
    const sight = slider({ label: "Sight", low: 0.2, high: 10, step: 0.1, value: settings.smokeSight, format: (value) => `${fixed(value, 1)} m`, onInput: (value) => (settings.smokeSight = value) });
    sight.element.title = "Visibility inside the smoke: the shorter, the denser";
    return make("div", { class: "form" }, radius.element, sight.element);
  }

  private offer(): void {
    const hello = this.context.run.hello;
    if (!hello) return;
    const { settings } = this.tools;
    if (!hello.classes.includes(settings.robotClass)) settings.robotClass = hello.classes[0] ?? "";
    setOptions(this.robotClass, hello.classes.map((name) => [name, name]), settings.robotClass);
    setOptions(this.start, [["", "Next free start"], ...hello.starts.map(({ name }): [string, string] => [name, name])], "");
    for (const [name, button] of this.buttons) button.disabled = name === "go_to" ? !hello.can.drive : !hello.can.change;
    show(this.element, hello.can.drive || hello.can.change);
  }

  private refuse(sentence: string): void {
    setText(this.advice, sentence || ADVICE[this.tools.active]);
    this.advice.classList.toggle("is-refused", sentence !== "");
  }

  private update(active: ToolName): void {
    for (const [name, button] of this.buttons) button.setAttribute("aria-pressed", String(name === active));
    for (const [name, form] of Object.entries(this.forms)) show(form, name === active);
    setText(this.advice, ADVICE[active]);
    show(this.card, active !== "none");
    if (active !== "none") this.card.scrollIntoView({ block: "nearest" });
  }
}
