// SPDX-License-Identifier: Apache-2.0
// The 3-D view of a run. Renders only when something has changed.
import type { Run } from "../run";
import type { CameraMode, Layers, PickedPlace, SceneCounts, SpawnGhost, WorldViewApi } from "./api";
import { ViewCamera, type FixedPose } from "./cameras";
import { ViewControls } from "./controls";
import { Insets } from "./insets";
import { LabelOcclusion } from "./label_sight";
import { Labels } from "./labels";
import { drawEdgesFor } from "./materials";
import { Painter, type Rectangle, type View } from "./painter";
import type { Theme } from "./palette";
import { pickHit, placeInView } from "./picker";
import { seconds, Stage } from "./stage";
import { SmokeLayer } from "./smoke/layer";

const ALL_LAYERS: Layers = { beams: true, hits: true, clouds: true, trails: true, smoke: true, labels: true, grid: true, sensors: false, links: false };
const SLOW_INTERVAL = 1 / 15; // s between pictures of a software renderer
const SETTLING = 3; // s in which the world is still being told
const LONGEST_STEP = 0.25; // s that cameras move at once

export class WorldView implements WorldViewApi {
  private readonly painter: Painter;
  private readonly stage: Stage;
  private readonly smoke: SmokeLayer;
  private readonly main = new ViewCamera();
  private readonly controls: ViewControls;
  private readonly insets: Insets;
  private readonly labelLayer = new Labels();
  private readonly labelSight = new LabelOcclusion((from, to, itself) => this.stage.isBetween(from, to, itself));
  private readonly fixed: FixedPose[] = [];
  private readonly watcher: ResizeObserver;
  private readonly deafen: (() => void)[] = [];
  private shownLayers: Layers = { ...ALL_LAYERS };
  private request = 0;
  private pause = 0; // timer
  private lastDraw = seconds();
  private beganAt = 0; // real time
  private isDisposed = false;

  constructor(private readonly container: HTMLElement, private readonly run: Run) {
    if (getComputedStyle(container).position === "static") container.style.position = "relative";
    this.painter = new Painter(container);
    this.stage = new Stage(run, this.shownLayers, !this.painter.isSlow, this.invalidate);
    this.stage.textures.anisotropy = this.painter.isSlow ? 1 : 8;
    this.stage.scans.setPixelRatio(this.painter.pixelRatio);
    this.painter.canvas.addEventListener("pointermove", (event) => this.hover(event.offsetX, event.offsetY));
    this.painter.canvas.addEventListener("pointerleave", () => this.hover(NaN, NaN));
    this.smoke = new SmokeLayer(this.stage.models, this.painter.isSlow);
    this.controls = new ViewControls(this.main, this.painter.canvas, this.invalidate);
    container.append(this.labelLayer.element);
    this.insets = new Insets(container);
    this.watcher = new ResizeObserver(this.invalidate);
    this.watcher.observe(container);
    this.listen();
    this.frameAll();
  }

  // ----- cameras

  get mode(): CameraMode {
    return this.main.mode;
  }

  setMode(mode: CameraMode): void {
    if (mode === "fixed" && this.fixed.length > 0) this.main.goFixed(this.fixed[this.fixed.length - 1]);
    else if (mode === "fixed") this.main.goFixed(this.main.fixedPose());
    else if (mode === "tethered" && this.main.mode === "tethered") this.main.tether.reset();
    else this.main.mode = mode;
    this.controls.setMode(this.main.mode);
    this.invalidate();
  }

  frame(): void {
    this.frameAll();
    this.invalidate();
  }

  select(robot: string): void {
    this.stage.selected = robot;
    this.invalidate();
  }

  setInsets(modes: CameraMode[]): void {
    this.insets.set(modes, this.stage.content());
    const pose = this.fixed.at(-1);
    for (const { view } of this.insets.list) if (view.mode === "fixed" && pose) view.goFixed(pose);
    this.insets.fit(this.painter.width, this.painter.height);
    this.invalidate();
  }

  keepFixed(): number {
    return this.fixed.push(this.main.fixedPose()) - 1;
  }

  goFixed(index: number): void {
    const pose = this.fixed[index];
    if (!pose) return;
    this.main.goFixed(pose);
    this.controls.setMode("fixed");
    this.invalidate();
  }

  get fixedCount(): number {
    return this.fixed.length;
  }

  // ----- what is shown

  get layers(): Layers {
    return this.shownLayers;
  }

  setLayers(layers: Partial<Layers>): void {
    this.shownLayers = { ...this.shownLayers, ...layers };
    this.stage.setLayers(this.shownLayers);
    this.smoke.isOn = this.shownLayers.smoke;
    this.labelLayer.visible = this.shownLayers.labels;
    this.invalidate();
  }

  setTheme(theme: Theme): void {
    this.stage.setTheme(theme);
    this.smoke.setLight(this.stage.palette.smokeLight);
    this.invalidate();
  }

  showTarget(place: [number, number] | null): void {
    this.stage.showTarget(place);
    this.invalidate();
  }

  showGhost(ghost: SpawnGhost | null): void {
    this.stage.ghost.show(ghost);
    this.invalidate();
  }

  showPane(stream: number | null, distance: number, opacity: number): void {
    this.stage.pane.show(stream, distance, opacity);
    this.invalidate();
  }

  showCoverage(station: string): void {
    this.stage.showCoverage(station);
    this.invalidate();
  }

  // ----- questions

  pick(clientX: number, clientY: number): PickedPlace | null {
    const edge = this.container.getBoundingClientRect();
    const x = clientX - edge.left, y = clientY - edge.top;
    for (const { view, rectangle } of [...this.insets.list, { view: this.main, rectangle: this.whole() }]) {
      const place = placeInView(x, y, rectangle);
      if (!place) continue;
      const hit = pickHit(place, view.camera, this.stage.entities.meshes(), this.stage.floor, this.stage.cutFor(view.camera));
      return hit && { point: [hit.point.x, hit.point.y, hit.point.z], entity: hit.entity, robot: this.stage.robotOf(hit.entity) };
    }
    return null;
  }

  counts(): SceneCounts {
    const { hits, codes, noReturns } = this.stage.scans.counts();
    return {
      ...this.stage.entities.counts(), draws: this.painter.draws, triangles: this.painter.triangles, scanHits: hits, codeHits: codes, noReturns,
      particles: this.smoke.particleCount, smokes: this.smoke.smokeCount, trailPoints: this.stage.trails.pointCount,
      ...this.stage.links.counts(), coverageCells: this.stage.coverage.cellCount, ghostPieces: this.stage.ghost.pieceCount,
    };
  }

  drawNow(): void {
    this.draw();
  }

  dispose(): void {
    this.isDisposed = true;
    cancelAnimationFrame(this.request);
    clearTimeout(this.pause);
    this.deafen.forEach((stop) => stop());
    this.watcher.disconnect();
    this.controls.dispose();
    this.insets.set([], this.stage.bounds);
    this.labelLayer.element.remove();
    this.smoke.dispose();
    this.stage.dispose();
    this.painter.dispose();
  }

  // ----- drawing

  private readonly invalidate = (): void => {
    if (this.request !== 0 || this.isDisposed) return;
    // With software rendering, leave CPU time for the simulator.
    const pause = this.painter.isSlow ? this.lastDraw + SLOW_INTERVAL - seconds() : 0;
    if (pause <= 0) this.request = requestAnimationFrame(() => this.drawOnDemand());
    else if (!this.pause) this.pause = window.setTimeout(() => {
      this.pause = 0;
      this.invalidate();
    }, 1000 * pause);
  };

  private drawOnDemand(): void {
    this.request = 0;
    if (this.draw()) this.invalidate();
  }

  // Returns whether another frame is needed soon.
  private draw(): boolean {
    if (this.isDisposed) return false;
    const now = seconds();
    const elapsed = Math.min(now - this.lastDraw, LONGEST_STEP);
    this.lastDraw = now;
    if (this.painter.fit()) this.fitViews();
    let goesOn = this.stage.advance(now);
    const followed = this.stage.followed();
    for (const view of [this.main, ...this.insets.list.map((inset) => inset.view)]) {
      goesOn = view.update(followed, this.stage.selected, elapsed) || goesOn;
    }
    this.smoke.advance(this.stage.motion.clock.shown);
    this.painter.draw(this.stage.scene, this.views(now), this.stage.palette.background, this.smoke, !this.stage.entities.roofs.isEmpty);
    if (this.shownLayers.labels) {
      const covered = this.insets.list.map(({ rectangle }) => rectangle);
      const { camera } = this.main, world = `${this.stage.entities.occluders.version} ${this.stage.cutFor(camera)}`;
      this.labelSight.begin();
      this.labelLayer.show(this.stage.labels(), camera, this.painter.width, this.painter.height, covered, (label) => this.labelSight.isHidden(label, camera, world));
      goesOn = goesOn || this.labelSight.isBehind;
    }
    return goesOn;
  }

  private views(now: number): View[] {
    const view = (camera: ViewCamera, rectangle: Rectangle): View => ({
      camera: camera.camera,
      rectangle,
      cut: this.stage.cutFor(camera.camera),
      prepare: () => {
        drawEdgesFor(camera.mode === "plan");
        if (this.stage.pane.prepare(now, camera.mode === "first_person")) setTimeout(this.invalidate, 220);
      },
    });
    return [view(this.main, this.whole()), ...this.insets.list.map((inset) => view(inset.view, inset.rectangle))];
  }

  private whole(): Rectangle {
    return { x: 0, y: 0, width: this.painter.width, height: this.painter.height };
  }

  private fitViews(): void {
    this.main.fit(this.painter.width / this.painter.height);
    this.insets.fit(this.painter.width, this.painter.height);
  }

  private frameAll(): void {
    this.painter.fit();
    const content = this.stage.content();
    this.main.frame(content, this.painter.width / this.painter.height);
    this.controls.follow(content);
    for (const { view, rectangle } of this.insets.list) view.frame(content, rectangle.width / rectangle.height);
    this.fitViews();
  }

  // ----- listening

  private hover(x: number, y: number): void {
    const place = Number.isFinite(x) ? { x, y } : null;
    if (this.stage.links.hover(place, this.main.camera, this.painter.width, this.painter.height)) this.invalidate();
  }

  private listen(): void {
    const { run, stage } = this;
    const handle = <Signal>(act: (signal: Signal) => void) => (signal: Signal) => {
      act(signal);
      this.invalidate();
    };
    this.deafen.push(
      run.on("hello", handle((hello) => {
        stage.begin(hello);
        this.labelSight.clear();
        this.smoke.begin(hello, stage.bounds);
        this.controls.isTouched = false;
        this.beganAt = seconds();
        this.frameAll();
      })),
      run.on("models", handle((frame) => {
        stage.textures.receive(frame);
        stage.models.receive(frame);
        stage.ghost.refresh();
      })),
      run.on("entities", handle((news) => {
        stage.receiveEntities(news);
        if (!this.controls.isTouched && seconds() - this.beganAt < SETTLING) this.frameAll();
      })),
      run.on("robots", handle((robots) => stage.receiveRobots(robots))),
      run.on("poses", handle((frame) => stage.receivePoses(frame))),
      run.on("scan", handle((frame) => stage.scans.receiveScan(frame))),
      run.on("depth", handle((frame) => stage.scans.receiveDepth(frame))),
      run.on("picture", handle((frame) => stage.receivePicture(frame))),
      run.on("smoke", handle((smoke) => this.smoke.receive(smoke))),
      run.on("particles", handle((frame) => this.smoke.receiveParticles(frame))),
      run.on("links", handle((frame) => stage.links.receive(frame))),
      run.on("coverage", handle((frame) => stage.receiveCoverage(frame))),
      run.on("status", handle((status) => stage.motion.addClockSample(status.time, seconds()))),
    );
  }
}
