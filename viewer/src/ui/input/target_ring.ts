// SPDX-License-Identifier: Apache-2.0
// The target ring on the floor: where the active tool would act, else the target of the selected robot.
import type { WorldViewApi } from "../../view/api";

type Place = [number, number] | null;

export class TargetRing {
  private way: Place = null;
  private aim: Place = null;
  private shown = "";

  constructor(private readonly view: WorldViewApi) {}

  setWay(place: Place): void {
    this.way = place;
    this.show();
  }

  setAim(place: Place): void {
    this.aim = place;
    this.show();
  }

  private show(): void {
    const place = this.aim ?? this.way;
    const signature = JSON.stringify(place);
    if (signature === this.shown) return;
    this.shown = signature;
    this.view.showTarget(place);
  }
}
