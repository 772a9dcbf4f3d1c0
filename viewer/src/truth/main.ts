// SPDX-License-Identifier: Apache-2.0
import "../style/theme.css";
import "../style/layout.css";
import "../style/controls.css";
import "../style/panels.css";
import "../style/over.css";
import "../style/truth.css";
import { Connection } from "../connection";
import { Theme } from "../ui/widgets/theme";
import { ConstraintStore } from "./constraint_store";
import { TruthPage } from "./page";
import type { TruthRequest } from "./protocol";

function start(): void {
  const root = document.getElementById("truth");
  if (!root) return;
  const store = new ConstraintStore();
  const connection = new Connection<TruthRequest>(new URLSearchParams(location.hash.slice(1)).get("token") ?? "");
  const page = new TruthPage(root, store, connection, new Theme());
  connection.open();
  // For tests in a browser; nothing on the page uses it.
  Object.assign(window, { truth: { store, connection, view: page.view, list: page.list } });
}

start();
