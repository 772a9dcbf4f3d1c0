// SPDX-License-Identifier: Apache-2.0
// Plumes as instanced spheres, one draw call per plume, sorted back to front.
import { BoxGeometry, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, Vector3, type Camera, type Scene } from "three";
import type { ParticlesFrame } from "../../decode";
import type { Plume } from "../../protocol";
import { linearColor } from "../palette";
import { smokeMaterial, type SharedUniforms } from "./common";
import { flameOf, Particles } from "./particles";
import { PARTICLE_FRAGMENT, PARTICLE_VERTEX } from "./shaders";

const FIRST_ROOM = 256;

class PlumeBody {
  count = 0;
  readonly mesh: Mesh<InstancedBufferGeometry>;
  private room = 0;
  private balls = new Float32Array();
  private states = new Float32Array();
  private readonly own: [number, number, number];

  constructor(readonly plume: Plume, readonly particles: Particles, private readonly perDensity: number, private readonly shared: SharedUniforms) {
    const material = smokeMaterial({ vertexShader: PARTICLE_VERTEX, fragmentShader: PARTICLE_FRAGMENT, uniforms: shared.all() });
    this.mesh = new Mesh(new InstancedBufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.own = linearColor(plume.color).toArray() as [number, number, number];
  }

  moveTo(time: number): void {
    if (this.particles.count > this.room) this.grow();
    this.count = this.room > 0 ? this.particles.alive(this.plume, time, this.balls, this.states) : 0;
    this.mesh.visible = this.count > 0;
    if (this.count === 0) return;
    const middle = 4 * (this.count >> 1); // some ball's; where it is put among the other smoke
    this.mesh.position.set(this.balls[middle], this.balls[middle + 1], this.balls[middle + 2]);
  }

  sortFor(camera: Camera): void {
    if (this.count === 0) return;
    const forward = camera.getWorldDirection(new Vector3());
    const away = Float32Array.from({ length: this.count }, (_, i) => this.balls[4 * i] * forward.x + this.balls[4 * i + 1] * forward.y + this.balls[4 * i + 2] * forward.z);
    const order = Uint32Array.from({ length: this.count }, (_, i) => i).sort((a, b) => away[b] - away[a]);
    this.write(order);
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    (this.mesh.material as { dispose(): void }).dispose();
  }

  private write(order: Uint32Array): void {
    const ball = this.mesh.geometry.getAttribute("ball") as InstancedBufferAttribute, shown = this.mesh.geometry.getAttribute("shown") as InstancedBufferAttribute;
    const light = this.shared.light.value;
    order.forEach((from, to) => {
      for (let k = 0; k < 4; ++k) ball.array[4 * to + k] = this.balls[4 * from + k];
      const { own, sent } = flameOf(this.plume.glow || 0, this.states[2 * from], this.plume.lifetime);
      for (let k = 0; k < 3; ++k) shown.array[4 * to + k] = this.own[k] * own * light + sent[k];
      shown.array[4 * to + 3] = this.perDensity * this.states[2 * from + 1];
    });
    ball.needsUpdate = shown.needsUpdate = true;
    this.mesh.geometry.instanceCount = this.count;
  }

  private grow(): void {
    this.room = Math.max(FIRST_ROOM, 2 * this.particles.count);
    this.balls = new Float32Array(4 * this.room);
    this.states = new Float32Array(2 * this.room);
    const cube = new BoxGeometry(1, 1, 1);
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", cube.getAttribute("position"));
    geometry.setIndex(cube.getIndex());
    for (const name of ["ball", "shown"]) geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(4 * this.room), 4).setUsage(DynamicDrawUsage));
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
  }
}

export class Plumes {
  private bodies = new Map<number, PlumeBody>();
  // Particle frames may arrive before the message that describes their plume.
  private readonly waiting = new Map<number, ParticlesFrame>();

  constructor(private readonly scene: Scene, private readonly shared: SharedUniforms) {}

  receive(plumes: Plume[], extinction: number): void {
    const old = this.bodies;
    this.bodies = new Map();
    for (const plume of plumes ?? []) {
      if (![plume.density, plume.radius, plume.growth, plume.lifetime].every(Number.isFinite)) continue;
      const body = new PlumeBody(plume, old.get(plume.id)?.particles ?? new Particles(), extinction * plume.visible_ratio, this.shared);
      this.bodies.set(plume.id, body);
      this.scene.add(body.mesh);
      const frame = this.waiting.get(plume.id);
      if (frame) body.particles.receive(frame, plume.lifetime);
    }
    this.waiting.clear();
    old.forEach((body) => body.dispose());
  }

  receiveParticles(frame: ParticlesFrame): void {
    const body = this.bodies.get(frame.plume);
    if (body) body.particles.receive(frame, body.plume.lifetime);
    else if (this.waiting.size < 64) this.waiting.set(frame.plume, frame);
  }

  moveTo(time: number): void {
    this.bodies.forEach((body) => body.moveTo(time));
  }

  sortFor(camera: Camera): void {
    this.bodies.forEach((body) => body.sortFor(camera));
  }

  get count(): number {
    let sum = 0;
    for (const body of this.bodies.values()) sum += body.count;
    return sum;
  }

  clear(): void {
    this.bodies.forEach((body) => body.dispose());
    this.bodies.clear();
    this.waiting.clear();
  }
}
