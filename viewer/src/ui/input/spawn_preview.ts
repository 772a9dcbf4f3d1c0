// SPDX-License-Identifier: Apache-2.0
// Requests and shows where a robot to be spawned would stand: one request at a time,
// always for the latest position.
import type { PreviewSpawn, SpawnPlace, SpawnPreview as Told } from "../../protocol";
import type { AppContext } from "../app_context";

const ASK_EVERY = 100; // ms
const REST_PER_WAIT = 3; // a program that needs long to answer is asked less often
const FLASH = 2500; // ms

export class SpawnPreview {
  private wanted: PreviewSpawn | null = null; // not yet asked for
  private isRequesting = false;
  private told: Told | null = null;
  private round = 0; // answers of an older one do not count
  private timer: ReturnType<typeof setTimeout> | undefined;

  // showReason: why it cannot stand there; empty: it can.
  constructor(private readonly context: Pick<AppContext, "run" | "connection" | "view">, private readonly showReason: (sentence: string) => void) {
    context.run.on("spawn_preview", (told) => (this.told = told));
    context.run.on("hello", () => this.hide());
  }

  aim(robotClass: string, place: SpawnPlace): void {
    clearTimeout(this.timer);
    this.wanted = { type: "preview_spawn", class: robotClass, place };
    if (!this.isRequesting) void this.requestPreview();
  }

  // For touch input without hover: shows briefly where it could not stand.
  flash(robotClass: string, place: SpawnPlace): void {
    this.aim(robotClass, place);
    this.timer = setTimeout(() => this.hide(), FLASH);
  }

  hide(): void {
    ++this.round;
    clearTimeout(this.timer);
    this.wanted = null;
    this.context.view.showGhost(null);
    this.showReason("");
  }

  private async requestPreview(): Promise<void> {
    this.isRequesting = true;
    while (this.wanted) {
      const request = this.wanted, round = this.round, begin = performance.now();
      this.wanted = null;
      this.told = null;
      const answer = await this.context.connection.request(request);
      const told = this.told as Told | null;
      if (round === this.round && told) {
        this.context.view.showGhost({ preview: told, isAllowed: answer.ok });
        this.showReason(answer.ok ? "" : answer.text);
      } else if (round === this.round) this.context.view.showGhost(null);
      const waited = performance.now() - begin;
      await new Promise((resolve) => setTimeout(resolve, Math.max(ASK_EVERY - waited, REST_PER_WAIT * waited)));
    }
    this.isRequesting = false;
  }
}
