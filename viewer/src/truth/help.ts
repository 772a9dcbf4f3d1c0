// SPDX-License-Identifier: Apache-2.0
import { makeDialog } from "../ui/widgets/dialogs";
import { make } from "../ui/widgets/dom";

type Row = [keys: string[], what: string];

const GROUPS: [title: string, rows: Row[]][] = [
  ["Lay the later scan on the earlier one", [
    [["Drag"], "move it"],
    [["Shift", "Drag"], "turn it; so does its handle"],
    [["←", "→", "↑", "↓"], "1 cm; with Shift 10 cm"],
    [["[", "]"], "0.1 degree, also , and . ; with Shift 1 degree"],
    [["R"], "re-match from here"],
    [["0"], "back to the proposal"],
    [["Space"], "hide it while held"],
  ]],
  ["Decide", [
    [["A"], "accept as it lies; it is adjusted if it was moved"],
    [["X"], "reject"],
    [["U"], "undo the last move, then the last decision or tie; also Ctrl+Z"],
    [["N"], "next that is open"],
    [["P"], "the one before in the list"],
    [["T"], "tie two scans of your choice: click two places of the way"],
  ]],
  ["Look", [
    [["Wheel"], "closer and further"],
    [["Right drag"], "move the view"],
    [["F"], "both scans"],
    [["G"], "the whole map"],
    [["?"], "this help"],
  ]],
];

export function truthHelp(): HTMLDialogElement {
  const groups = GROUPS.map(([title, rows]) => make("section", {}, make("h3", { text: title }), make("dl", { class: "keys" }, ...rows.map(rowOf))));
  const about = make("p", { class: "muted", text: "A constraint says where the robot was at a later moment, seen from where it was at an earlier one. Accept it when both scans show the same walls in the same place. Every decision is kept at once; the map follows it." });
  return makeDialog("Keys and help", about, make("div", { class: "help-groups" }, ...groups));
}

function rowOf([keys, what]: Row): HTMLElement {
  return make("div", {}, make("dt", {}, ...keys.map((key) => make("kbd", { text: key }))), make("dd", { text: what }));
}
