// SPDX-License-Identifier: Apache-2.0
// Modal dialogs: close with Escape, with their button, or with a click outside.
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
