// SPDX-License-Identifier: Apache-2.0
// The 3-D view, or a sentence where it cannot be.
import type { Run } from "../run";
import type { WorldViewApi } from "../view/api";
import { BlankView } from "./blank_view";
import type { MakeView } from "./page";

type WorldViewModule = { WorldView: new (container: HTMLElement, run: Run) => WorldViewApi };

const modules = import.meta.glob<WorldViewModule>("../view/world_view.ts");

export async function viewMaker(run: Run): Promise<MakeView> {
  const module = await Object.values(modules)[0]?.();
  return (container) => {
    if (!module) return new BlankView(container, "This build has no 3-D view.");
    try {
      return new module.WorldView(container, run);
    } catch (error) {
      console.error(error);
      container.replaceChildren();
      return new BlankView(container, "This browser or its graphics driver does not offer WebGL 2.");
    }
  };
}
