// SPDX-License-Identifier: Apache-2.0
// Keyboard handling of the page. Ignores keys while typing or while a dialog is open.
export interface TruthKeys {
  nudge(x: number, y: number, isRepeat: boolean): void; // m, in the map's directions
  turn(degrees: number, isRepeat: boolean): void;
  peek(isOn: boolean): void;
  command(key: string): boolean; // whether there is one for it
  undo(): void;
}

const WAY = 0.01; // m
const TURN = 0.1; // degrees
const MUCH = 10; // times as far with Shift
const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const TURNS: Record<string, number> = { BracketLeft: 1, BracketRight: -1, Comma: 1, Period: -1 };

export function listenToTruthKeys(actions: TruthKeys): void {
  window.addEventListener("keydown", (event) => {
    if (isTyping(event) || event.altKey) return;
    if (handle(event, actions)) event.preventDefault();
  });
  window.addEventListener("keyup", (event) => {
    if (event.key === " ") actions.peek(false);
  });
  window.addEventListener("blur", () => actions.peek(false));
}

function handle(event: KeyboardEvent, actions: TruthKeys): boolean {
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== "z") return false;
    actions.undo();
    return true;
  }
  const much = event.shiftKey ? MUCH : 1;
  const arrow = ARROWS[event.key];
  if (arrow) actions.nudge(arrow[0] * much * WAY, arrow[1] * much * WAY, event.repeat);
  const turn = TURNS[event.code];
  if (turn) actions.turn(turn * much * TURN, event.repeat);
  if (arrow || turn) return true;
  if (event.key === " ") {
    actions.peek(true);
    return true;
  }
  return !event.repeat && actions.command(event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

function isTyping(event: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input, textarea, select")) return true;
  return (event.key === "Enter" || event.key === " ") && target instanceof Element && target.closest("button") !== null;
}
