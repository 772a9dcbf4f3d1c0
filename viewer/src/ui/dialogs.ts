// SPDX-License-Identifier: Apache-2.0
// Windows over the page: they close with Escape, with their button, and with a press beside them.
import { freshId, make } from "./dom";
import { iconButton } from "./icons";

export function makeDialog(title: string, ...content: Node[]): HTMLDialogElement {
  const heading = make("h2", { text: title, id: freshId("dialog") });
  const dialog = make("dialog", { attributes: { "aria-labelledby": heading.id } });
  dialog.append(make("div", { class: "dialog-head" }, heading, iconButton("close", "Close", () => dialog.close())), make("div", { class: "dialog-body" }, ...content));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
