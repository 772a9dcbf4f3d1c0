// SPDX-License-Identifier: Apache-2.0
// A button that opens a menu below it. Escape or a click elsewhere closes it.
import { freshId, make } from "./dom";
import { iconButton, type IconName } from "./icons";

export function menu(iconName: IconName, label: string, content: HTMLElement): HTMLElement {
  const card = make("div", { class: "menu-card", id: freshId("menu"), attributes: { role: "group", "aria-label": label } }, content);
  card.hidden = true;
  const setOpen = (isOpen: boolean) => {
    card.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  };
  const button = iconButton(iconName, label, () => setOpen(card.hidden), { attributes: { "aria-expanded": "false", "aria-controls": card.id } });
  const element = make("div", { class: "menu" }, button, card);
  document.addEventListener("pointerdown", (event) => {
    if (!element.contains(event.target as Node)) setOpen(false);
  });
  // Wherever the focus is: a clicked button has none. It goes back to the button only if it was in here, else Space would no longer stop the robot.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || card.hidden || document.querySelector("dialog[open]")) return;
    event.stopPropagation();
    setOpen(false);
    if (element.contains(document.activeElement)) button.focus();
  });
  return element;
}
