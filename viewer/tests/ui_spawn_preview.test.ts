// SPDX-License-Identifier: Apache-2.0
// Where a robot would stand is asked of the program: one question at a time, the newest place counts.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer, Request } from "../src/protocol";
import { Run } from "../src/run";
import type { SpawnGhost } from "../src/view/api";
import type { AppContext } from "../src/ui/app_context";
import { SpawnPreview } from "../src/ui/input/spawn_preview";

let run: Run;
let asked: Request[] = [];
let answerTo: ((answer: Partial<Answer>) => void)[] = [];
let ghosts: (SpawnGhost | null)[] = [];
let said: string[] = [];
let preview: SpawnPreview;

const at = (x: number) => ({ x, y: 0, z: 0.75, yaw: 0 });
const told = (x: number) => JSON.stringify({ type: "spawn_preview", class: "P3AT", model: 3, pose: [x, 0, 0.75, 0, 0, 0, 1], low: [0, 0, 0], high: [1, 1, 1], links: [] });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  [asked, answerTo, ghosts, said] = [[], [], [], []];
  run = new Run();
  const request = (body: Request) => (asked.push(body), new Promise<Answer>((resolve) => answerTo.push((answer) => resolve({ type: "answer", id: 1, ok: true, text: "", ...answer }))));
  const context = { run, connection: { request }, view: { showGhost: (ghost: SpawnGhost | null) => ghosts.push(ghost) } };
  preview = new SpawnPreview(context as unknown as AppContext, (sentence) => said.push(sentence));
});
afterEach(() => {
  vi.useRealTimers();
});

async function answer(x: number, words: Partial<Answer> = {}): Promise<void> {
  run.receive(told(x));
  answerTo.at(-1)!(words);
  await vi.advanceTimersByTimeAsync(500);
}

describe("the ghost of a robot", () => {
  it("stands where the program says, with the height that was pointed at", async () => {
    preview.aim("P3AT", at(1));
    expect(asked).toEqual([{ type: "preview_spawn", class: "P3AT", place: at(1) }]);
    await answer(1.2);
    expect(ghosts.at(-1)).toMatchObject({ isAllowed: true, preview: { pose: [1.2, 0, 0.75, 0, 0, 0, 1] } });
    expect(said.at(-1)).toBe("");
  });
  it("is red with the program's sentence where it cannot stand", async () => {
    preview.aim("P3AT", at(1));
    await answer(1, { ok: false, text: "'P3AT' would stand in 'wall'" });
    expect(ghosts.at(-1)?.isAllowed).toBe(false);
    expect(said.at(-1)).toBe("'P3AT' would stand in 'wall'");
  });
  it("is asked for once at a time, and then for the newest place only", async () => {
    for (let x = 0; x < 20; ++x) preview.aim("P3AT", at(x));
    expect(asked).toHaveLength(1);
    await answer(0);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toMatchObject({ place: { x: 19 } });
  });
  it("does not come up again after it was put away", async () => {
    preview.aim("P3AT", at(1));
    preview.hide();
    await answer(1);
    expect(ghosts).toEqual([null]);
    preview.aim("P3AT", at(2));
    await answer(2);
    run.receive(JSON.stringify({ type: "hello" })); // another run
    expect(ghosts.at(-1)).toBeNull();
  });
  it("of a refused tap goes by itself", async () => {
    preview.flash("P3AT", at(1));
    await answer(1, { ok: false, text: "no" });
    expect(ghosts.at(-1)?.isAllowed).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(ghosts.at(-1)).toBeNull();
  });
});
