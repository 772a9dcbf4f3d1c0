// SPDX-License-Identifier: Apache-2.0
// A button that repeats its action while it is held, by pointer or key.
import { iconButton, type IconName } from "./icons";

export const REPEAT = 100; // ms

// whileHeld: called immediately and every 100 ms; atEnd: called once.
export function holdButton(iconName: IconName, label: string, whileHeld: () => void, atEnd: () => void): HTMLButtonElement {
  let timer = 0;
  const begin = () => {
    if (timer) return;
    whileHeld();
    timer = window.setInterval(whileHeld, REPEAT);
  };
  const end = () => {
    if (!timer) return;
    clearInterval(timer);
    timer = 0;
    atEnd();
  };
  const button = iconButton(iconName, label, () => {}, { class: "hold" });
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    begin();
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(name, end);
  button.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    begin();
  });
  button.addEventListener("keyup", end);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", end);
  return button;
}
