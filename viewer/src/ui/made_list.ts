// SPDX-License-Identifier: Apache-2.0
// What people put into this run: obstacles and smoke, each with a way to take it out again.
import type { Desk } from "./desk";
import { make, setText, show } from "./dom";
import { icon, iconButton, type IconName } from "./icons";

export class MadeList {
  private readonly list = make("ul", { class: "made-rows" });
  private readonly count = make("span", { class: "count" });
  readonly element = make("section", { class: "made", attributes: { "aria-label": "Put into this run" } }, make("h2", {}, "Put into this run ", this.count), this.list);

  constructor(private readonly desk: Desk) {
    desk.run.on("hello", () => this.build());
    desk.run.on("things", () => this.build());
    desk.run.on("smoke", () => this.build());
    this.build();
  }

  private build(): void {
    const { run } = this.desk;
    const things = [...run.things.values()].filter((thing) => thing.kind === "thing").map((thing) => thing.name);
    const smokes = (run.smoke?.areas ?? []).filter((area) => area.is_made).map((area) => area.name);
    this.list.replaceChildren(...things.map((name) => this.row("obstacle", name)), ...smokes.map((name) => this.row("smoke", name)));
    setText(this.count, String(things.length + smokes.length));
    show(this.element, things.length + smokes.length > 0);
  }

  private row(iconName: IconName, name: string): HTMLElement {
    const remove = iconButton("remove", `Take ${name} out`, () => void this.desk.ask({ type: "remove", name }), { class: "small" });
    remove.disabled = !this.desk.run.hello?.can.change;
    return make("li", {}, icon(iconName), make("span", { text: name }), remove);
  }
}
