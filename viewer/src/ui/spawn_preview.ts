// SPDX-License-Identifier: Apache-2.0
// Shows where a robot that is about to be put into the world would stand, as the program says it: one question at a time,
// the newest place counts.
import type { PreviewSpawn, SpawnPlace, SpawnPreview as Told } from "../protocol";
import type { Desk } from "./desk";

const ASK_EVERY = 100; // ms
const REST_PER_WAIT = 3; // a program that needs long to answer is asked less often
const FLASH = 2500; // ms

export class SpawnPreview {
  private wanted: PreviewSpawn | null = null; // not yet asked for
  private isAsking = false;
  private told: Told | null = null;
  private round = 0; // answers of an older one do not count
  private timer: ReturnType<typeof setTimeout> | undefined;

  // say: why it cannot stand there; empty: it can.
  constructor(private readonly desk: Pick<Desk, "run" | "connection" | "view">, private readonly say: (sentence: string) => void) {
    desk.run.on("spawn_preview", (told) => (this.told = told));
    desk.run.on("hello", () => this.hide());
  }

  aim(robotClass: string, place: SpawnPlace): void {
    clearTimeout(this.timer);
    this.wanted = { type: "preview_spawn", class: robotClass, place };
    if (!this.isAsking) void this.ask();
  }

  // For who cannot hover: where it could not stand, for a moment.
  flash(robotClass: string, place: SpawnPlace): void {
    this.aim(robotClass, place);
    this.timer = setTimeout(() => this.hide(), FLASH);
  }

  hide(): void {
    ++this.round;
    clearTimeout(this.timer);
    this.wanted = null;
    this.desk.view.showGhost(null);
    this.say("");
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    while (this.wanted) {
      const request = this.wanted, round = this.round, begin = performance.now();
      this.wanted = null;
      this.told = null;
      const answer = await this.desk.connection.ask(request);
      const told = this.told as Told | null;
      if (round === this.round && told) {
        this.desk.view.showGhost({ preview: told, isAllowed: answer.ok });
        this.say(answer.ok ? "" : answer.text);
      } else if (round === this.round) this.desk.view.showGhost(null);
      const waited = performance.now() - begin;
      await new Promise((resolve) => setTimeout(resolve, Math.max(ASK_EVERY - waited, REST_PER_WAIT * waited)));
    }
    this.isAsking = false;
  }
}
