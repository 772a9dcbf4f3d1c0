// SPDX-License-Identifier: Apache-2.0
// The list of obstacles and smoke that were added to this run, each with a button to remove it.
import type { AppContext } from "../app_context";
import { make, setText, show } from "../widgets/dom";
import { icon, iconButton, type IconName } from "../widgets/icons";

export class CreatedObjects {
  private readonly list = make("ul", { class: "made-rows" });
  private readonly count = make("span", { class: "count" });
  readonly element = make("section", { class: "made", attributes: { "aria-label": "Added to this run" } }, make("h2", {}, "Added to this run ", this.count), this.list);

  constructor(private readonly context: AppContext) {
    context.run.on("hello", () => this.build());
    context.run.on("entities", () => this.build());
    context.run.on("smoke", () => this.build());
    this.build();
  }

  private build(): void {
    const { run } = this.context;
    const entities = [...run.entities.values()].filter((entity) => entity.kind === "object").map((entity) => entity.name);
    const smokes = (run.smoke?.areas ?? []).filter((area) => area.is_made).map((area) => area.name);
    this.list.replaceChildren(...entities.map((name) => this.row("obstacle", name)), ...smokes.map((name) => this.row("smoke", name)));
    setText(this.count, String(entities.length + smokes.length));
    show(this.element, entities.length + smokes.length > 0);
  }

  private row(iconName: IconName, name: string): HTMLElement {
    const remove = iconButton("remove", `Remove ${name}`, () => void this.context.request({ type: "remove", name }), { class: "small" });
    remove.disabled = !this.context.run.hello?.can.change;
    return make("li", {}, icon(iconName), make("span", { text: name }), remove);
  }
}
