// SPDX-License-Identifier: Apache-2.0
// Creates the 3-D view, or a message if that is not possible.
import type { Run } from "../run";
import type { WorldViewApi } from "../view/api";
import { WorldView } from "../view/world_view";
import { BlankView } from "./widgets/blank_view";

export function makeView(container: HTMLElement, run: Run): WorldViewApi {
  try {
    return new WorldView(container, run);
  } catch (error) {
    console.error(error);
    container.replaceChildren();
    return new BlankView(container, "This browser or its graphics driver does not offer WebGL 2.");
  }
}
