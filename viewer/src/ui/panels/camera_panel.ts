// SPDX-License-Identifier: Apache-2.0
// The live image of one camera, and its optional pane in the scene.
import type { DepthFrame, PictureFrame } from "../../decode";
import type { Stream } from "../../protocol";
import type { AppContext, Panel } from "../app_context";
import { checkbox, choice, emptyState, labelled, make, setOptions, setText, show, slider } from "../widgets/dom";
import { drawDepth } from "../widgets/depth_picture";
import { fixed } from "../widgets/format";

type Choice = Stream & { robot: string };

const KEEP_ARRIVALS = 2000; // ms
const FRESH = 200; // ms
const LATE = 1000;

export class CameraPanel implements Panel {
  readonly id = "camera";
  readonly title = "Camera";
  readonly icon = "camera" as const;
  private readonly select = choice([], "", (value) => this.choose(value));
  private readonly canvas = make("canvas", { attributes: { role: "img", "aria-label": "Picture of the camera", width: "320", height: "240" } });
  private readonly caption = make("p", { class: "caption" });
  private readonly empty = make("div");
  private readonly body: HTMLElement;
  readonly element = make("div", { class: "panel camera-panel" });
  private chosen: Choice | null = null;
  private wanted = ""; // sensor; kept when the robot is changed for one that has it too
  private arrivals: number[] = [];
  private isShown = false;
  private isDecoding = false;
  private pane = { isOn: false, robot: "", distance: 2, opacity: 0.85 };
  private readonly paneBox = checkbox("Show as a pane in the world", false, (isOn) => this.setPane({ isOn, robot: this.context.selection.name }));

  constructor(private readonly context: AppContext) {
    const frame = make("div", { class: "picture" }, this.canvas);
    this.body = make("div", { class: "stack" }, labelled("Camera", this.select), frame, this.caption, this.paneForm());
    this.element.append(this.body, this.empty);
    context.selection.onChange(() => this.offer());
    context.run.on("picture", (picture) => void this.receivePicture(picture));
    context.run.on("depth", (depth) => this.receiveDepth(depth));
    setInterval(() => this.sayAge(), 200);
    this.offer();
  }

  show(): void {
    this.isShown = true;
    this.tellWatching();
  }

  hide(): void {
    this.isShown = false;
    this.tellWatching();
  }

  private paneForm(): HTMLElement {
    const distance = slider({ label: "Distance", low: 0.5, high: 10, step: 0.1, value: this.pane.distance, format: (value) => `${fixed(value, 1)} m`, onInput: (value) => this.setPane({ distance: value }) });
    const opacity = slider({ label: "Opacity", low: 0.1, high: 1, step: 0.05, value: this.pane.opacity, format: (value) => `${Math.round(100 * value)} %`, onInput: (value) => this.setPane({ opacity: value }) });
    return make("fieldset", {}, make("legend", { text: "In the world" }), this.paneBox.element, distance.element, opacity.element);
  }

  private setPane(change: Partial<typeof this.pane>): void {
    Object.assign(this.pane, change);
    this.showPane();
    this.tellWatching();
  }

  private showPane(): void {
    const stream = this.pane.isOn && this.chosen?.encoding === "picture" ? this.chosen.id : null;
    this.context.view.showPane(stream, this.pane.distance, this.pane.opacity);
  }

  private cameras(): Choice[] {
    const robot = this.context.selection.name;
    return [...this.context.run.streams.values()].filter((stream) => stream.robot === robot && (stream.encoding === "picture" || stream.encoding === "depth"));
  }

  private offer(): void {
    const cameras = this.cameras();
    const before = this.chosen;
    this.chosen = cameras.find((camera) => camera.sensor === this.wanted) ?? cameras[0] ?? null;
    setOptions(this.select, cameras.map((camera) => [camera.sensor, camera.encoding === "depth" ? `${camera.sensor} (depth)` : camera.sensor]), this.chosen?.sensor ?? "");
    show(this.body, this.chosen !== null);
    this.empty.replaceChildren(...(this.chosen ? [] : [this.emptyText()]));
    this.endPaneOfOther();
    if (before?.robot !== this.chosen?.robot || before?.sensor !== this.chosen?.sensor) this.forgetPicture();
    this.showPane();
    this.tellWatching();
  }

  // The pane belongs to the robot for which it was enabled, also after a reconnection.
  private endPaneOfOther(): void {
    const { name } = this.context.selection;
    if (name === "" || name === this.pane.robot) return;
    this.pane.isOn = false;
    this.paneBox.input.checked = false;
  }

  private emptyText(): HTMLElement {
    const name = this.context.selection.name;
    return name ? emptyState(`${name} has no camera.`, "Select a robot that has one, or add one: most classes carry a camera.") : emptyState("No robot is selected.", "Add one, or pick one in the list of robots.");
  }

  private choose(sensor: string): void {
    this.wanted = sensor;
    this.offer();
  }

  private forgetPicture(): void {
    this.arrivals = [];
    this.canvas.getContext("2d")?.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  private tellWatching(): void {
    const name = this.chosen && { robot: this.chosen.robot, sensor: this.chosen.sensor };
    this.context.subscription.update({ picture: this.isShown ? name : null, pane: this.pane.isOn && this.chosen?.encoding === "picture" ? name : null });
  }

  private async receivePicture(picture: PictureFrame): Promise<void> {
    if (!this.isShown || picture.stream !== this.chosen?.id || this.isDecoding) return;
    this.isDecoding = true; // what comes meanwhile is dropped: the newest is soon here
    const bitmap = await createImageBitmap(picture.jpeg).catch(() => null);
    this.isDecoding = false;
    if (!bitmap) return;
    this.setSize(bitmap.width, bitmap.height);
    this.canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    this.arrive();
  }

  private receiveDepth(depth: DepthFrame): void {
    if (!this.isShown || depth.stream !== this.chosen?.id) return;
    this.setSize(depth.width, depth.height);
    const context = this.canvas.getContext("2d");
    if (context) drawDepth(context, depth, this.chosen.max_range);
    this.arrive();
  }

  private setSize(width: number, height: number): void {
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
  }

  private arrive(): void {
    const now = performance.now();
    this.arrivals = [...this.arrivals.filter((time) => now - time < KEEP_ARRIVALS), now];
    this.sayAge();
  }

  private sayAge(): void {
    if (!this.isShown || !this.chosen) return;
    const now = performance.now();
    const last = this.arrivals.at(-1);
    const size = `${this.canvas.width} × ${this.canvas.height}`;
    if (last === undefined) {
      setText(this.caption, "Waiting for a picture…");
      this.canvas.dataset.age = "lost";
      return;
    }
    const rate = this.arrivals.filter((time) => now - time < KEEP_ARRIVALS).length / (KEEP_ARRIVALS / 1000);
    setText(this.caption, `${size}   ${fixed(rate, 1)} pictures a second   ${fixed((now - last) / 1000, 1)} s old`);
    this.canvas.dataset.age = now - last < FRESH ? "fresh" : now - last < LATE ? "late" : "lost";
  }
}
