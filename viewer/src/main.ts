// SPDX-License-Identifier: Apache-2.0
import "uplot/dist/uPlot.min.css";
import "./style/theme.css";
import "./style/layout.css";
import "./style/controls.css";
import "./style/panels.css";
import "./style/readouts.css";
import "./style/view.css";
import "./style/radio.css";
import "./style/over.css";
import { Connection } from "./connection";
import { Run } from "./run";
import { Page } from "./ui/page";
import { makeView } from "./ui/view_maker";

function tokenOf(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get("token") ?? "";
}

function start(): void {
  const root = document.getElementById("page");
  if (!root) return;
  const run = new Run();
  const connection = new Connection(tokenOf(location.hash), true);
  const page = new Page(root, run, connection, (container) => makeView(container, run));
  connection.open();
  // For tests in a browser; nothing on the page uses it.
  Object.assign(window, { rubble: { run, connection, view: page.view } });
}

start();
