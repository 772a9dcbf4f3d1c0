// SPDX-License-Identifier: Apache-2.0
// What every part of the page works with.
import type { Connection } from "../connection";
import type { Answer, Request } from "../protocol";
import type { Run } from "../run";
import type { WorldViewApi } from "../view/api";
import type { IconName } from "./icons";
import type { Notices } from "./notices";
import type { RadioLook } from "./radio_look";
import type { Selection } from "./selection";
import type { Watching } from "./watching";

export interface Desk {
  run: Run;
  connection: Connection;
  view: WorldViewApi;
  selection: Selection;
  notices: Notices;
  watching: Watching;
  radio: RadioLook;
  // What a person asked for: if it cannot be, a notice says why.
  ask(request: Request): Promise<Answer>;
}

// One of the tabs.
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly element: HTMLElement;
  show?(): void;
  hide?(): void;
}
