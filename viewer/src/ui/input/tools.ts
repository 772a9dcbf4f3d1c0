// SPDX-License-Identifier: Apache-2.0
// Click tools: a click in the scene selects, or applies the active tool. Escape deselects the tool.
import type { AddObstacle, Spawn, SpawnPlace } from "../../protocol";
import type { PickedPlace } from "../../view/api";
import type { AppContext } from "../app_context";
import { SpawnPreview } from "./spawn_preview";
import type { TargetRing } from "./target_ring";

export type ToolName = "none" | "go_to" | "robot" | "obstacle" | "smoke";

export interface ToolSettings {
  robotClass: string;
  robotName: string;
  robotYaw: number; // rad
  shape: AddObstacle["shape"];
  size: number; // m
  isFixed: boolean;
  smokeRadius: number; // m
  smokeSight: number; // m, how far one sees in it
}

const WIDEST_CLICK = 6; // px
const AIM_EVERY = 60; // ms; finding the place under the pointer takes a while in large worlds

// Visibility is defined by a transmittance of 5 %, an optical depth of 3.
export function densityForSight(sight: number, extinction: number): number {
  return extinction > 0 ? Math.min(1, 3 / (extinction * sight)) : 0.01;
}

export class Tools {
  active: ToolName = "none";
  readonly settings: ToolSettings = {
    robotClass: "", robotName: "", robotYaw: 0, shape: "box", size: 0.5, isFixed: false, smokeRadius: 1.5, smokeSight: 1.5,
  };
  private readonly listeners = new Set<(name: ToolName) => void>();
  private readonly preview: SpawnPreview;
  private aimedPlace: PickedPlace | null = null; // under the pointer
  // Why the robot cannot stand at the pointer; empty: it can, or no robot is being placed.
  onRefusal: (sentence: string) => void = () => {};
  private pressedAt = { x: 0, y: 0 };
  private pointer: { x: number; y: number } | null = null; // over the world, with a tool in hand
  private aimTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly context: AppContext, private readonly container: HTMLElement, private readonly ring: TargetRing) {
    container.addEventListener("pointerdown", (event) => (this.pressedAt = { x: event.clientX, y: event.clientY }), true);
    container.addEventListener("click", (event) => {
      if (this.isClick(event)) this.use(event);
    });
    container.addEventListener("dblclick", (event) => {
      if (this.active === "none" && this.isClick(event)) this.goTo(this.context.view.pick(event.clientX, event.clientY));
    });
    container.addEventListener("pointermove", (event) => this.aim(event));
    container.addEventListener("pointerleave", () => {
      this.pointer = null;
      this.aimAt(null);
    });
    this.preview = new SpawnPreview(context, (sentence) => this.onRefusal(sentence));
    context.run.on("hello", () => this.activate("none"));
  }

  onChange(listener: (name: ToolName) => void): void {
    this.listeners.add(listener);
  }

  activate(name: ToolName): void {
    this.active = name;
    this.container.classList.toggle("has-tool", name !== "none");
    this.aimAt(name === "none" || name !== "robot" ? null : this.aimedPlace);
    this.listeners.forEach((listener) => listener(name));
  }

  // Selects the new robot. Returns whether it was spawned.
  async enter(where: Pick<Spawn, "start" | "place">): Promise<boolean> {
    const { robotClass, robotName } = this.settings;
    const answer = await this.context.request({ type: "spawn", class: robotClass, name: robotName, ...where });
    if (answer.ok && answer.text) this.context.selection.choose(answer.text); // the name it got
    return answer.ok;
  }

  private aim(event: PointerEvent): void {
    if (this.active === "none" || event.buttons !== 0) return;
    this.pointer = { x: event.clientX, y: event.clientY };
    this.aimTimer ??= setTimeout(() => {
      this.aimTimer = undefined;
      if (this.active !== "none" && this.pointer) this.aimAt(this.context.view.pick(this.pointer.x, this.pointer.y));
    }, AIM_EVERY);
  }

  // A robot is previewed as a model, everything else as a ring.
  private aimAt(place: PickedPlace | null): void {
    this.aimedPlace = place;
    const isRobot = this.active === "robot";
    this.ring.setAim(place && !isRobot ? [place.point[0], place.point[1]] : null);
    if (place && isRobot) this.preview.aim(this.settings.robotClass, this.spawnPlace(place));
    else this.preview.hide();
  }

  // The settings of the active tool changed.
  changeSettings(): void {
    if (this.active === "robot" && this.aimedPlace) this.aimAt(this.aimedPlace);
  }

  private spawnPlace({ point: [x, y, z] }: PickedPlace): SpawnPlace {
    return { x, y, z, yaw: this.settings.robotYaw };
  }

  // A drag rotates the camera and is not a click.
  private isClick(event: MouseEvent): boolean {
    return Math.hypot(event.clientX - this.pressedAt.x, event.clientY - this.pressedAt.y) <= WIDEST_CLICK;
  }

  private use(event: MouseEvent): void {
    const place = this.context.view.pick(event.clientX, event.clientY);
    if (this.active === "none") {
      if (place?.robot) this.context.selection.choose(place.robot);
      return;
    }
    if (!place) return this.context.notices.warn("There is no floor under the pointer. Click the floor of the world.");
    this.apply(place);
  }

  private apply(place: PickedPlace): void {
    const [x, y, z] = place.point;
    const { settings, context } = this;
    if (this.active === "go_to") this.goTo(place);
    if (this.active === "robot") void this.putRobot(this.spawnPlace(place));
    if (this.active === "obstacle") void context.request(this.obstacleAt(x, y, z));
    if (this.active === "smoke") void context.request({ type: "place_smoke", name: "", x, y, z: z + settings.smokeRadius / 2, radius: settings.smokeRadius, density: densityForSight(settings.smokeSight, context.run.hello?.extinction ?? 0) });
  }

  private async putRobot(place: SpawnPlace): Promise<void> {
    if (await this.enter({ place })) {
      this.pointer = null; // until it moves: there it stands now
      this.aimAt(null);
    } else this.preview.flash(this.settings.robotClass, place);
  }

  private obstacleAt(x: number, y: number, z: number): AddObstacle {
    const { shape, size, isFixed } = this.settings;
    return { type: "obstacle", shape, x, y, z, yaw: 0, size: [size, size, size], is_fixed: isFixed };
  }

  private goTo(place: PickedPlace | null): void {
    const { run, selection } = this.context;
    if (!place || !selection.name || !run.hello?.can.drive) return;
    void this.context.request({ type: "go_to", robot: selection.name, x: place.point[0], y: place.point[1] });
  }
}
