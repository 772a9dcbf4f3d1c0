// SPDX-License-Identifier: Apache-2.0
// What every part of the page works with.
import type { Connection } from "../connection";
import type { Answer, Request } from "../protocol";
import type { Run } from "../run";
import type { WorldViewApi } from "../view/api";
import type { IconName } from "./icons";
import type { Notices } from "./notices";
import type { RadioDisplay } from "./radio_display";
import type { Selection } from "./selection";
import type { Subscription } from "./subscription";

export interface AppContext {
  run: Run;
  connection: Connection;
  view: WorldViewApi;
  selection: Selection;
  notices: Notices;
  subscription: Subscription;
  radio: RadioDisplay;
  // What a person asked for: if it cannot be, a notice says why.
  request(request: Request): Promise<Answer>;
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
