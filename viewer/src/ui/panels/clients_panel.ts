// SPDX-License-Identifier: Apache-2.0
// The connected clients.
import type { Client, Status } from "../../protocol";
import type { AppContext, Panel } from "../app_context";
import { emptyState, make, setText, show } from "../widgets/dom";
import { bytes } from "../widgets/format";

const PORT_WORDS: Record<string, string> = { usarsim: "Robots (USARSim)", image: "Images", com: "Radio", truth: "Truth", foxglove: "Foxglove", web: "This page" };

export class ClientsPanel implements Panel {
  readonly id = "clients";
  readonly title = "Clients";
  readonly icon = "clients" as const;
  private readonly rows = make("tbody");
  private readonly table = make(
    "table",
    {},
    make("thead", {}, make("tr", {}, ...["Robot", "From", "Lines", "Waiting"].map((text) => make("th", { text, attributes: { scope: "col" } })))),
    this.rows,
  );
  private readonly empty = make("div");
  private readonly pages = make("dd", { class: "figure" });
  private readonly flow = make("dd", { class: "figure" });
  private readonly ports = make("dl", { class: "figures one-column" });
  readonly element = make(
    "div",
    { class: "panel stack" },
    make("h2", { text: "Clients of robots" }),
    this.table,
    this.empty,
    make("h2", { text: "Pages" }),
    make("dl", { class: "figures" }, make("div", {}, make("dt", { text: "Open pages" }), this.pages), make("div", {}, make("dt", { text: "To this page" }), this.flow)),
    make("h2", { text: "Open ports" }),
    this.ports,
  );
  private isShown = false;
  private built = "";

  constructor(private readonly context: AppContext) {
    context.run.on("status", (status) => this.update(status));
    context.run.on("hello", () => this.listPorts());
  }

  show(): void {
    this.isShown = true;
    if (this.context.run.status) this.update(this.context.run.status);
  }

  hide(): void {
    this.isShown = false;
  }

  private update(status: Status): void {
    if (!this.isShown) return;
    setText(this.pages, String(status.pages));
    setText(this.flow, `${bytes(status.bytes_per_second)}/s`);
    const signature = JSON.stringify(status.clients);
    if (signature === this.built) return;
    this.built = signature;
    this.rows.replaceChildren(...status.clients.map((client) => this.row(client)));
    show(this.table, status.clients.length > 0);
    this.empty.replaceChildren(...(status.clients.length > 0 ? [] : [this.emptyText()]));
  }

  private row(client: Client): HTMLElement {
    const cells = [client.robot || "no robot yet", client.peer, String(client.lines_in), bytes(client.bytes_waiting)];
    return make("tr", {}, ...cells.map((text) => make("td", { text })));
  }

  private emptyText(): HTMLElement {
    const hello = this.context.run.hello;
    if (hello?.mode === "playback") return emptyState("A recording has no clients.");
    const port = hello?.ports.usarsim;
    return emptyState("No client is connected.", port ? `Connect one to port ${port}: it sends INIT {ClassName …} and gets its robot.` : "The port for robots is closed.");
  }

  private listPorts(): void {
    const ports = Object.entries(this.context.run.hello?.ports ?? {});
    this.built = "";
    this.ports.replaceChildren(...ports.map(([name, port]) => make("div", {}, make("dt", { text: PORT_WORDS[name] ?? name }), make("dd", { class: "figure", text: String(port) }))));
    if (ports.length === 0) this.ports.replaceChildren(make("p", { class: "muted", text: "None." }));
  }
}
