// SPDX-License-Identifier: Apache-2.0
// The radio menu of the view bar, and its colour legend.
import { cssGradient, STRONGEST } from "../../view/radio/scale";
import type { AppContext } from "../app_context";
import { checkbox, choice, labelled, make, setOptions, setText, show } from "../widgets/dom";
import { menu } from "../widgets/menu";
import type { CoverageChoice, RadioDisplay } from "./radio_display";
import { fixed } from "../widgets/format";

const NOBODY = "nobody", SELECTED = "selected", STATION = "station ";

function valueOf(choice: CoverageChoice): string {
  return choice.kind === "station" ? STATION + choice.name : choice.kind;
}

function choiceOf(value: string): CoverageChoice {
  if (value.startsWith(STATION)) return { kind: "station", name: value.slice(STATION.length) };
  return { kind: value === SELECTED ? "selected" : "nobody" };
}

export function radioMenu(context: AppContext): HTMLElement {
  const look: RadioDisplay = context.radio;
  const links = checkbox("Radio links", look.hasLinks, (isOn) => look.showLinks(isOn));
  const coverage = choice([], NOBODY, (value) => look.showCoverage(choiceOf(value)));
  const update = () => {
    links.input.checked = look.hasLinks;
    const names = context.run.links?.stations.map(({ name }) => name) ?? [...context.run.robots.keys()];
    const options: [string, string][] = [[NOBODY, "Nobody"], [SELECTED, `Selected robot${context.selection.name ? ` (${context.selection.name})` : ""}`], ...names.map((name): [string, string] => [STATION + name, name])];
    setOptions(coverage, options, valueOf(look.choice));
  };
  look.onChange(update);
  context.run.on("links", update);
  context.run.on("robots", update);
  update();
  const explanation = make("p", { class: "muted caption", text: "Lines and floor show signal strength. Grey dashes: out of range. The contour on the floor: the sensitivity." });
  return menu("radio", "Radio", make("div", { class: "form" }, links.element, labelled("Coverage of", coverage, "field coverage-choice"), explanation));
}

// Visible while links or coverage are.
export class RadioLegend {
  private readonly least = make("span");
  private readonly title = make("span", { class: "legend-title" });
  private readonly bar = make("span", { class: "strength-bar", attributes: { "aria-hidden": "true" } });
  readonly element: HTMLElement;

  constructor(private readonly context: AppContext) {
    this.bar.style.background = cssGradient();
    this.element = make(
      "div",
      { class: "radio-legend", attributes: { role: "note", "aria-label": "Signal strength" } },
      this.title,
      this.bar,
      make("span", { class: "strength-ticks" }, this.least, make("span", { text: `≥ ${fixed(STRONGEST, 0)} dBm` })),
      make("span", { class: "legend-down" }, make("span", { class: "dash-key", attributes: { "aria-hidden": "true" } }), "out of range"),
    );
    context.radio.onChange(() => this.update());
    context.run.on("links", () => this.update());
    context.run.on("hello", () => this.update());
    this.update();
  }

  private update(): void {
    const { radio, run } = this.context;
    show(this.element, run.links !== null && (radio.hasLinks || radio.station !== ""));
    setText(this.title, radio.station ? `Coverage of ${radio.station}` : "Signal strength");
    setText(this.least, fixed(run.links?.sensitivity ?? -92, 0));
  }
}
