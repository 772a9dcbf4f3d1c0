// SPDX-License-Identifier: Apache-2.0
// Keyboard handling of the page. Ignores keys while typing and keys that the focused control uses.

export interface KeyActions {
  drive(code: string, isRepeat: boolean): boolean; // whether it was a key of driving
  release(code: string): void;
  stop(): void;
  command(key: string): boolean; // whether there is one for it
}

const FIELD = "input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]";
const USES_ARROWS = "input[type=range], select, [role=slider], [role=tab]";
const USES_SPACE = "button, summary, a, input, select, [role=slider]";

export function listenToKeys(actions: KeyActions): void {
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event) && !(event.key === "Escape" && !isDialogOpen())) return;
    if (isTaken(event)) return;
    if (handle(event, actions)) event.preventDefault();
  });
  window.addEventListener("keyup", (event) => actions.release(event.code));
  letGoOfClicked();
}

function handle(event: KeyboardEvent, actions: KeyActions): boolean {
  if (event.key === " ") {
    actions.stop();
    return true;
  }
  if (!event.shiftKey && actions.drive(event.code, event.repeat)) return true;
  return !event.repeat && actions.command(event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

function isTyping(event: KeyboardEvent): boolean {
  return event.target instanceof Element && (event.target.closest(FIELD) !== null || isDialogOpen());
}

function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

function isTaken(event: KeyboardEvent): boolean {
  if (!(event.target instanceof Element)) return false;
  if (event.key.startsWith("Arrow")) return event.target.closest(USES_ARROWS) !== null;
  return event.key === " " && event.target.closest(USES_SPACE) !== null;
}

// Removes the focus from clicked buttons, since Space must stop the robot rather than press the button.
function letGoOfClicked(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button, input[type=checkbox], input[type=range]") : null;
    if (event.detail > 0 && button instanceof HTMLElement && !button.closest("dialog")) button.blur();
  });
  document.addEventListener("change", (event) => {
    if (event.target instanceof HTMLSelectElement && !event.target.closest("dialog")) event.target.blur();
  });
}
