// SPDX-License-Identifier: Apache-2.0
// The view alone with a made-up run, for screenshots and tests in a browser.
import { Run } from "../src/run";
import { WorldView } from "../src/view/world_view";
import * as sample from "./sample_run";

const run = new Run();
const view = new WorldView(document.getElementById("view")!, run);
Object.assign(window, { run, view, sample });
