// SPDX-License-Identifier: Apache-2.0
// The attitude indicator (artificial horizon) of a robot.
import { make } from "./dom";
import { degrees, type Attitude } from "./format";
import { themeColor } from "./theme";

const SIZE = 112; // px, of the page
const PITCH_SCALE = SIZE / 2 / 0.9; // px for a rad: the rim is at about 50 degrees

export class AttitudePicture {
  private readonly scale = Math.min(2, window.devicePixelRatio || 1);
  readonly element = make("canvas", { class: "attitude", attributes: { role: "img" } });

  constructor() {
    this.element.width = this.element.height = SIZE * this.scale;
  }

  draw(attitude: Attitude): void {
    const context = this.element.getContext("2d");
    if (!context) return;
    const { roll, pitch } = attitude;
    this.element.setAttribute("aria-label", `Roll ${degrees(roll)}, pitch ${degrees(pitch)}`);
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    context.clearRect(0, 0, SIZE, SIZE);
    context.save();
    context.beginPath();
    context.arc(SIZE / 2, SIZE / 2, SIZE / 2 - 1, 0, 2 * Math.PI);
    context.clip();
    this.drawWorld(context, roll, pitch);
    context.restore();
    this.drawRobot(context);
  }

  // The horizon rotates opposite to the robot.
  private drawWorld(context: CanvasRenderingContext2D, roll: number, pitch: number): void {
    context.translate(SIZE / 2, SIZE / 2);
    context.rotate(-roll);
    const horizon = pitch * PITCH_SCALE;
    context.fillStyle = themeColor("--sky");
    context.fillRect(-SIZE, -2 * SIZE, 2 * SIZE, 2 * SIZE + horizon);
    context.fillStyle = themeColor("--ground");
    context.fillRect(-SIZE, horizon, 2 * SIZE, 3 * SIZE);
    context.fillStyle = "#ffffff";
    context.fillRect(-SIZE, horizon - 0.75, 2 * SIZE, 1.5);
    for (const angle of [-0.5236, -0.2618, 0.2618, 0.5236]) context.fillRect(-10, horizon - angle * PITCH_SCALE - 0.5, 20, 1);
  }

  private drawRobot(context: CanvasRenderingContext2D): void {
    context.strokeStyle = "#ffd24a";
    context.lineWidth = 3;
    context.beginPath();
    context.moveTo(SIZE / 2 - 36, SIZE / 2);
    context.lineTo(SIZE / 2 - 14, SIZE / 2);
    context.lineTo(SIZE / 2, SIZE / 2 + 9);
    context.lineTo(SIZE / 2 + 14, SIZE / 2);
    context.lineTo(SIZE / 2 + 36, SIZE / 2);
    context.stroke();
  }
}
