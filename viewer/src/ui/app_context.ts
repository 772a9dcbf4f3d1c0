// SPDX-License-Identifier: Apache-2.0
// The services shared by all parts of the page.
import type { Connection } from "../connection";
import type { Answer, Request } from "../protocol";
import type { Run } from "../run";
import type { WorldViewApi } from "../view/api";
import type { IconName } from "./widgets/icons";
import type { Notices } from "./widgets/notices";
import type { RadioDisplay } from "./panels/radio_display";
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
  // Sends a request of a person; a refusal is shown as a notice.
  request(request: Request): Promise<Answer>;
}

// A tab of the page.
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly element: HTMLElement;
  show?(): void;
  hide?(): void;
}
