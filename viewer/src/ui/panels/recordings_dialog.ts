// SPDX-License-Identifier: Apache-2.0
// The dialog of available recordings.
import type { Recordings } from "../../protocol";
import type { AppContext } from "../app_context";
import { makeDialog } from "../widgets/dialogs";
import { emptyState, make } from "../widgets/dom";
import { textButton } from "../widgets/icons";
import { bytes } from "../widgets/format";

export function formatDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

export class RecordingsDialog {
  private readonly content = make("div", { class: "recordings" });
  readonly element = makeDialog("Open a recording", this.content);

  constructor(private readonly context: AppContext) {
    context.run.on("recordings", (recordings) => this.list(recordings));
  }

  open(): void {
    this.content.replaceChildren(make("p", { class: "muted", text: "Loading the list of recordings…" }));
    this.element.showModal();
    void this.context.request({ type: "recordings" }).then((answer) => {
      if (!answer.ok) this.content.replaceChildren(emptyState("The recordings cannot be listed.", answer.text));
    });
  }

  private list({ files }: Recordings): void {
    const rows = files.map((file) =>
      make(
        "li",
        {},
        make("span", { class: "recording-name", text: file.name }),
        make("span", { class: "muted", text: `${bytes(file.bytes)}   ${formatDate(file.modified)}` }),
        textButton("Open", () => this.openFile(file.name), { class: "primary", label: `Open ${file.name}` }, "play"),
      ),
    );
    this.content.replaceChildren(rows.length > 0 ? make("ul", { class: "recording-rows" }, ...rows) : this.emptyText());
  }

  private openFile(name: string): void {
    void this.context.request({ type: "open", name }).then((answer) => {
      if (answer.ok) this.element.close();
    });
  }

  private emptyText(): HTMLElement {
    const canRecord = this.context.run.hello?.can.record;
    return emptyState("There is no recording yet.", canRecord ? "Press R or the round button in the top bar: the run is recorded until you press it again, and then stands here." : "Start the program so that it records, and the file stands here.");
  }
}
