// SPDX-License-Identifier: Apache-2.0
// All keys and gestures in one place.
import { colorKey } from "../widgets/color_key";
import { makeDialog } from "../widgets/dialogs";
import { make } from "../widgets/dom";

type Row = [keys: string[], what: string];

const GROUPS: [title: string, rows: Row[]][] = [
  ["Drive the selected robot", [
    [["W", "A", "S", "D"], "or the arrow keys: drive while held"],
    [["Space"], "stop"],
    [["Q", "E"], "front flippers; a flying robot sinks and rises"],
    [["Z", "C"], "rear flippers; a flying robot moves sideways"],
    [["L"], "light"],
    [["["], "previous robot"],
    [["]"], "next robot"],
  ]],
  ["Look", [
    [["1"], "free camera: drag to orbit, wheel to zoom"],
    [["2"], "behind the robot: drag to orbit, wheel or pinch to zoom; again: reset"],
    [["3"], "from the robot's camera"],
    [["4"], "plan from above"],
    [["5"], "fixed camera"],
    [["F"], "show the whole world"],
  ]],
  ["Time", [
    [["P"], "pause and resume"],
    [["."], "one step of 0.1 s"],
    [["R"], "start and stop recording"],
  ]],
  ["Mouse and touch", [
    [["Click"], "select a robot; apply the active tool"],
    [["Double-click"], "send the selected robot to that place"],
    [["Esc"], "close a menu; deselect the tool"],
    [["?"], "this help"],
  ]],
];

export function helpDialog(startTour: () => void): HTMLDialogElement {
  const groups = GROUPS.map(([title, rows]) => make("section", {}, make("h3", { text: title }), make("dl", { class: "keys" }, ...rows.map(rowOf))));
  const colors = make("section", {}, make("h3", { text: "Colours" }), colorKey());
  const pad = make("p", { class: "muted", text: "A gamepad drives too: left stick, shoulder buttons for flippers, first button for the light, second to stop." });
  const tour = make("button", { class: "button", text: "Show me around", attributes: { type: "button" } });
  const dialog = makeDialog("Keys and help", make("div", { class: "help-groups" }, ...groups, colors), pad, tour);
  tour.addEventListener("click", () => {
    dialog.close();
    startTour();
  });
  return dialog;
}

function rowOf([keys, what]: Row): HTMLElement {
  return make("div", {}, make("dt", {}, ...keys.map((key) => make("kbd", { text: key }))), make("dd", { text: what }));
}
