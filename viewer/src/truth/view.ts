// SPDX-License-Identifier: Apache-2.0
// The plan: the map in grey, the way with what is covered, and the two scans of the constraint that is looked at, the
// later one to be laid right by hand.
import { make } from "../ui/widgets/dom";
import { themeColor, type Theme } from "../ui/widgets/theme";
import { PointCells, walls } from "./agreement";
import { isVerified, type ConstraintStore } from "./constraint_store";
import { MapGhost } from "./ghost";
import { MapLayer, type Camera } from "./map_layer";
import { placed, times, wrapped } from "./pose2";
import type { Pose2 } from "./protocol";

const HANDLE = 72; // pixels from the robot to the handle that turns
const GRIP = 12; // pixels around it, and around a node
const SETTLING = 500; // ms, in which the map goes where it belongs
const GHOST_MOVE = 0.02; // m; of a map that moves further it is shown where it was
const INKS = { light: [74, 86, 100], dark: [150, 164, 180] };
const FAR_SHARE = 0.06; // of the points on each side, that may be out of sight
const PLACE_ROOM = 0.5; // m around a robot
const NOTHING: Pose2 = [0, 0, 0];

type Hold = { kind: "move" | "turn" | "pan"; x: number; y: number; pose: Pose2; camera: Camera; hasMoved: boolean };

export class TruthView {
  private readonly canvas = make("canvas", { class: "plan", attributes: { tabindex: "0", role: "application", "aria-label": "Both scans on the map: drag or use the arrow keys to move the later one" } });
  readonly element = make("div", { class: "plan-box" }, this.canvas);
  camera: Camera = { x: 0, y: 0, scale: 40 };
  agreement = 0; // share of the later scan's points
  hidesLater = false;
  isTying = false; // whether clicks choose nodes
  onTie: (i: number, j: number) => void = () => {};
  onDrawn: () => void = () => {};

  private readonly map = new MapLayer();
  private readonly ghost = new MapGhost();
  private shown: Pose2[] = []; // where nodes are drawn
  private from: Pose2[] = [];
  private settlesAt = 0;
  private isMapStale = true;
  private mapPicture: HTMLCanvasElement | null = null;
  private cells: PointCells | null = null;
  private agreeing: boolean[] = [];
  private hold: Hold | null = null;
  private tied = -1; // the first of two nodes
  private isWaiting = false;
  private hasFitted = false;

  constructor(private readonly store: ConstraintStore, private readonly theme: Theme) {
    new ResizeObserver(() => this.resize()).observe(this.element);
    theme.onChange(() => this.redrawMap());
    store.on("hello", () => this.begin());
    store.on("graph", () => this.settle());
    store.on("current", () => this.requestDraw());
    store.on("scans", () => this.takeScans());
    store.on("pose", () => this.compare());
    for (const name of ["constraint", "removed"] as const) store.on(name, () => this.requestDraw());
    this.listen();
  }

  // --- looking

  fit(): void {
    const { constraint } = this.store;
    if (!constraint || !this.shown[constraint.i]) return;
    const points = [...placed(this.store.scanI, this.earlier()), ...placed(this.store.scanJ, this.later())];
    this.fitTo(points, FAR_SHARE, [this.earlier(), this.later()]);
  }

  fitAll(): void {
    const points: number[] = [];
    const all = this.store.hello?.points ?? [];
    this.shown.forEach((pose, k) => points.push(...placed((all[k] ?? []).slice(0, 80), pose), pose[0], pose[1]));
    this.fitTo(points, 0, []);
  }

  zoom(factor: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
    const [left, top] = this.worldAt(x, y);
    this.camera.scale = Math.min(4000, Math.max(0.5, this.camera.scale * factor));
    const [nowLeft, nowTop] = this.worldAt(x, y);
    this.camera.x += left - nowLeft;
    this.camera.y += top - nowTop;
    this.redrawMap();
  }

  // Page coordinates of a map point; also for tests.
  screenAt(x: number, y: number): [number, number] {
    return [this.canvas.clientWidth / 2 + (x - this.camera.x) * this.camera.scale, this.canvas.clientHeight / 2 - (y - this.camera.y) * this.camera.scale];
  }

  // Bounds of most points, without a few distant outliers, and of all given positions.
  private fitTo(points: ArrayLike<number>, leftOut: number, places: Pose2[]): void {
    const [xs, ys] = [0, 1].map((first) => Array.from({ length: points.length / 2 }, (_, k) => points[2 * k + first]).sort((a, b) => a - b));
    if (xs.length === 0 || this.canvas.clientWidth === 0) return;
    const at = (all: number[], share: number) => all[Math.round(share * (all.length - 1))];
    const beside = (side: number, part: 0 | 1) => places.map((place) => place[part] + side * PLACE_ROOM);
    const [left, right] = [Math.min(at(xs, leftOut), ...beside(-1, 0)), Math.max(at(xs, 1 - leftOut), ...beside(1, 0))];
    const [low, high] = [Math.min(at(ys, leftOut), ...beside(-1, 1)), Math.max(at(ys, 1 - leftOut), ...beside(1, 1))];
    const margin = 1.12;
    this.camera = {
      x: (left + right) / 2,
      y: (low + high) / 2,
      scale: Math.min(400, this.canvas.clientWidth / (margin * Math.max(1, right - left)), (this.canvas.clientHeight - 64) / (margin * Math.max(1, high - low))),
    };
    this.redrawMap();
  }

  private worldAt(x: number, y: number): [number, number] {
    return [this.camera.x + (x - this.canvas.clientWidth / 2) / this.camera.scale, this.camera.y - (y - this.canvas.clientHeight / 2) / this.camera.scale];
  }

  // --- what changes

  // Poses of the two robots, map frame.
  earlier(): Pose2 {
    return this.shown[this.store.constraint?.i ?? -1] ?? NOTHING;
  }
  later(): Pose2 {
    return times(this.earlier(), this.store.pose);
  }

  // Translation in the map frame, m.
  moved(pose: Pose2, x: number, y: number): Pose2 {
    const theta = this.earlier()[2];
    const [c, s] = [Math.cos(theta), Math.sin(theta)];
    return [pose[0] + c * x + s * y, pose[1] - s * x + c * y, pose[2]];
  }

  private begin(): void {
    this.shown = [];
    this.ghost.end();
    this.hasFitted = false;
  }

  private settle(): void {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.from = this.shown.length === this.store.poses.length && !isCalm ? this.shown : this.store.poses;
    this.settlesAt = performance.now() + SETTLING;
    if (this.from === this.shown && (this.store.graph?.moved ?? 0) > GHOST_MOVE) this.ghost.begin(this.shown);
    this.shown = this.from;
    if (!this.hasFitted) this.fit();
    this.redrawMap();
  }

  // Time at which the map's movement has been seen.
  settled(): Promise<void> {
    return this.ghost.gone();
  }

  // Skips the animation; returns whether it was running.
  hurry(): boolean {
    const wasThere = this.ghost.isThere;
    this.ghost.end();
    return wasThere;
  }

  private takeScans(): void {
    this.cells = new PointCells(walls(placed(this.store.scanI, NOTHING)));
    this.compare();
    this.fit();
    this.hasFitted = this.shown.length > 0;
  }

  private compare(): void {
    const points = placed(this.store.scanJ, this.store.pose);
    this.agreeing = this.cells ? this.cells.agreeing(points) : [];
    this.agreement = this.agreeing.length > 0 ? this.agreeing.filter(Boolean).length / this.agreeing.length : 0;
    this.requestDraw();
  }

  private resize(): void {
    const sharpness = Math.min(2, window.devicePixelRatio || 1);
    this.canvas.width = Math.max(1, Math.round(this.element.clientWidth * sharpness));
    this.canvas.height = Math.max(1, Math.round(this.element.clientHeight * sharpness));
    if (!this.hasFitted) this.fit();
    this.redrawMap();
  }

  setTying(isOn: boolean): void {
    [this.isTying, this.tied] = [isOn, -1];
    this.canvas.classList.toggle("is-tying", isOn);
    this.requestDraw();
  }

  // --- hands

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.startDrag(event));
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"] as const) canvas.addEventListener(name, () => this.letGo());
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  private startDrag(event: PointerEvent): void {
    const [x, y] = [event.offsetX, event.offsetY];
    this.canvas.focus({ preventScroll: true });
    if (event.button === 0 && this.isTying) return this.tie(x, y);
    const [knobX, knobY] = this.knob();
    const turns = event.shiftKey || Math.hypot(x - knobX, y - knobY) <= GRIP;
    const kind = event.button !== 0 ? "pan" : !this.store.constraint ? "pan" : turns ? "turn" : "move";
    this.hold = { kind, x, y, pose: this.store.pose, camera: { ...this.camera }, hasMoved: false };
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.dataset.hold = kind;
    event.preventDefault();
  }

  private drag(event: PointerEvent): void {
    const { hold } = this;
    if (!hold) return;
    const [dx, dy] = [(event.offsetX - hold.x) / this.camera.scale, (hold.y - event.offsetY) / this.camera.scale];
    if (hold.kind === "pan") {
      this.camera = { ...this.camera, x: hold.camera.x - dx, y: hold.camera.y - dy };
      return this.redrawMap();
    }
    const pose = hold.kind === "move" ? this.moved(hold.pose, dx, dy) : this.turned(hold, event.offsetX, event.offsetY);
    this.store.move(pose, hold.hasMoved);
    hold.hasMoved = true;
  }

  private turned(hold: Hold, x: number, y: number): Pose2 {
    const [middleX, middleY] = this.screenAt(this.later()[0], this.later()[1]);
    const angle = (px: number, py: number) => Math.atan2(middleY - py, px - middleX);
    return [hold.pose[0], hold.pose[1], wrapped(hold.pose[2] + wrapped(angle(x, y) - angle(hold.x, hold.y)))];
  }

  private letGo(): void {
    this.hold = null;
    delete this.canvas.dataset.hold;
    this.requestDraw();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === 0 ? event.deltaY : 30 * event.deltaY;
    this.zoom(Math.exp(-0.0015 * Math.max(-300, Math.min(300, lines))), event.offsetX, event.offsetY);
  }

  private tie(x: number, y: number): void {
    let [best, distance] = [-1, GRIP];
    this.shown.forEach((pose, k) => {
      const [px, py] = this.screenAt(pose[0], pose[1]);
      if (Math.hypot(px - x, py - y) < distance) [best, distance] = [k, Math.hypot(px - x, py - y)];
    });
    if (best < 0 || best === this.tied) return;
    if (this.tied < 0) this.tied = best;
    else this.onTie(this.tied, best);
    this.requestDraw();
  }

  private knob(): [number, number] {
    const pose = this.later();
    const [x, y] = this.screenAt(pose[0], pose[1]);
    return [x + HANDLE * Math.cos(pose[2]), y - HANDLE * Math.sin(pose[2])];
  }

  // --- drawing

  redrawMap(): void {
    this.isMapStale = true;
    this.requestDraw();
  }

  requestDraw(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => this.drawNow());
  }

  drawNow(): void {
    this.isWaiting = false;
    const context = this.canvas.getContext("2d");
    if (!context || this.canvas.clientWidth === 0) return;
    this.advance();
    const sharpness = this.canvas.width / this.canvas.clientWidth;
    if (this.isMapStale) this.drawMap(sharpness);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = themeColor("--plan");
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.ghost.draw(context, { ...this.camera, scale: this.camera.scale * sharpness }, this.store.hello?.points ?? []);
    if (this.ghost.isThere) queueMicrotask(() => this.requestDraw());
    if (this.mapPicture) context.drawImage(this.mapPicture, 0, 0);
    context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    this.drawPath(context);
    this.drawLinks(context);
    this.drawScans(context);
    if (this.isTying) this.drawNodes(context);
    this.drawScale(context);
    this.onDrawn();
  }

  private advance(): void {
    const goal = this.store.poses;
    if (this.shown === goal || goal.length === 0) return;
    const left = (this.settlesAt - performance.now()) / SETTLING;
    if (left <= 0 || this.from.length !== goal.length) {
      this.shown = goal;
    } else {
      const share = 1 - left * left;
      this.shown = goal.map((to, k) => [0, 1, 2].map((n) => this.from[k][n] + share * (n === 2 ? wrapped(to[n] - this.from[k][n]) : to[n] - this.from[k][n])) as Pose2);
      queueMicrotask(() => this.requestDraw());
    }
    this.isMapStale = true;
  }

  private drawMap(sharpness: number): void {
    const camera = { ...this.camera, scale: this.camera.scale * sharpness };
    this.mapPicture = this.map.draw(this.canvas.width, this.canvas.height, camera, this.store.hello?.points ?? [], this.shown, INKS[this.theme.name]);
    this.isMapStale = false;
  }

  private drawPath(context: CanvasRenderingContext2D): void {
    const touched = this.store.graph?.coverage.touched ?? "";
    for (const isTouched of [false, true]) {
      context.beginPath();
      for (let k = 0; k + 1 < this.shown.length; ++k) {
        if ((touched[k] === "1") !== isTouched) continue;
        context.moveTo(...this.screenAt(this.shown[k][0], this.shown[k][1]));
        context.lineTo(...this.screenAt(this.shown[k + 1][0], this.shown[k + 1][1]));
      }
      context.strokeStyle = themeColor(isTouched ? "--covered" : "--way");
      context.lineWidth = isTouched ? 3 : 1.5;
      context.stroke();
    }
  }

  // Loop closures and manual constraints; neighbours coincide with the trajectory.
  private drawLinks(context: CanvasRenderingContext2D): void {
    for (const isKept of [false, true]) {
      context.beginPath();
      for (const { kind, state, i, j } of this.store.constraints) {
        const [one, other] = [this.shown[i], this.shown[j]];
        if (kind === "neighbour" || state === "rejected" || isVerified({ state }) !== isKept || !one || !other) continue;
        context.moveTo(...this.screenAt(one[0], one[1]));
        context.lineTo(...this.screenAt(other[0], other[1]));
      }
      context.strokeStyle = themeColor(isKept ? "--covered" : "--way");
      context.lineWidth = isKept ? 2 : 1;
      context.globalAlpha = isKept ? 1 : 0.45;
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  private drawScans(context: CanvasRenderingContext2D): void {
    if (!this.store.constraint || this.store.scanI.length === 0) return;
    const size = Math.min(6, Math.max(2.5, this.camera.scale / 16));
    const later = placed(this.store.scanJ, this.later());
    this.drawPoints(context, placed(this.store.scanI, this.earlier()), themeColor("--scan-earlier"), size, () => true);
    this.drawRobot(context, this.earlier(), themeColor("--scan-earlier"));
    if (this.hidesLater) return;
    this.drawPoints(context, later, themeColor("--scan-later"), size, (k) => !this.agreeing[k]);
    this.drawPoints(context, later, themeColor("--scan-agrees"), size + 1.5, (k) => this.agreeing[k]);
    this.drawRobot(context, this.later(), themeColor("--scan-later"));
    this.drawHandle(context);
  }

  private drawPoints(context: CanvasRenderingContext2D, points: ArrayLike<number>, color: string, size: number, isMeant: (k: number) => boolean): void {
    context.fillStyle = color;
    for (let k = 0; 2 * k + 1 < points.length; ++k) {
      if (!isMeant(k)) continue;
      const [x, y] = this.screenAt(points[2 * k], points[2 * k + 1]);
      context.fillRect(x - size / 2, y - size / 2, size, size);
    }
  }

  private drawRobot(context: CanvasRenderingContext2D, pose: Pose2, color: string): void {
    const [x, y] = this.screenAt(pose[0], pose[1]);
    context.save();
    context.translate(x, y);
    context.rotate(-pose[2]);
    context.beginPath();
    for (const [px, py] of [[13, 0], [-8, 8], [-4, 0], [-8, -8]]) context.lineTo(px, py);
    context.closePath();
    context.fillStyle = color;
    context.strokeStyle = themeColor("--plan");
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
    context.restore();
  }

  private drawHandle(context: CanvasRenderingContext2D): void {
    const pose = this.later();
    const [x, y] = this.screenAt(pose[0], pose[1]);
    const [knobX, knobY] = this.knob();
    context.strokeStyle = context.fillStyle = themeColor("--scan-later");
    context.lineWidth = this.hold?.kind === "turn" ? 2 : 1;
    context.globalAlpha = 0.55;
    context.beginPath();
    context.arc(x, y, HANDLE, 0, 2 * Math.PI);
    context.stroke();
    context.globalAlpha = 1;
    context.beginPath();
    context.arc(knobX, knobY, 7, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = themeColor("--plan");
    context.lineWidth = 2;
    context.stroke();
  }

  private drawNodes(context: CanvasRenderingContext2D): void {
    const radius = Math.min(3.5, Math.max(1.5, this.camera.scale / 12));
    this.shown.forEach((pose, k) => {
      const [x, y] = this.screenAt(pose[0], pose[1]);
      context.beginPath();
      context.arc(x, y, k === this.tied ? 7 : radius, 0, 2 * Math.PI);
      context.fillStyle = themeColor(k === this.tied ? "--scan-later" : "--accent");
      context.fill();
    });
  }

  private drawScale(context: CanvasRenderingContext2D): void {
    const metres = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].find((length) => length * this.camera.scale >= 60) ?? 200;
    const [left, top, width] = [16, this.canvas.clientHeight - 16, metres * this.camera.scale];
    context.strokeStyle = context.fillStyle = themeColor("--muted");
    context.lineWidth = 1.5;
    context.beginPath();
    for (const [x, y] of [[0, -5], [0, 0], [width, 0], [width, -5]]) context.lineTo(left + x, top + y);
    context.stroke();
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.fillText(metres < 1 ? `${Math.round(100 * metres)} cm` : `${metres} m`, left + width / 2, top - 6);
  }
}
