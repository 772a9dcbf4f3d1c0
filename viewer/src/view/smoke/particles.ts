// SPDX-License-Identifier: Apache-2.0
// The particles of one plume and their positions at a time. Pure.
import type { ParticlesFrame } from "../../decode";
import type { Plume } from "../../protocol";

const MOST_PARTICLES = 20_000;

// 7 per particle: time of emission, position, velocity.
export class Particles {
  private data: number[] = [];

  receive(frame: ParticlesFrame, lifetime: number): void {
    if (frame.replacesAll) this.data = [];
    else this.forgetDead(frame.time, lifetime);
    const room = MOST_PARTICLES - this.data.length / 7;
    for (let i = 0; i < Math.min(frame.count, room); ++i) {
      const particle = frame.data.subarray(7 * i, 7 * i + 7);
      if (particle.length < 7 || !particle.every(Number.isFinite)) continue;
      this.data.push(frame.time - particle[0], ...particle.subarray(1));
    }
  }

  // Writes centre and radius, age and density of all live particles; returns their number.
  alive(plume: Plume, time: number, balls: Float32Array, states: Float32Array): number {
    let count = 0;
    for (let i = 0; i < this.data.length && 4 * count + 4 <= balls.length; i += 7) {
      const age = time - this.data[i];
      if (!(age >= 0 && age < plume.lifetime)) continue;
      const radius = plume.radius + plume.growth * age;
      for (let k = 0; k < 3; ++k) balls[4 * count + k] = this.data[i + 1 + k] + this.data[i + 4 + k] * age;
      balls[4 * count + 3] = radius;
      states[2 * count] = age;
      states[2 * count + 1] = plume.density * (plume.radius / radius) ** 3;
      ++count;
    }
    return count;
  }

  get count(): number {
    return this.data.length / 7;
  }

  private forgetDead(time: number, lifetime: number): void {
    const kept: number[] = [];
    for (let i = 0; i < this.data.length; i += 7) if (time - this.data[i] < lifetime) for (let k = 0; k < 7; ++k) kept.push(this.data[i + k]);
    this.data = kept;
  }
}

// How a particle looks: of the smoke's own colour this much is there, and this light (linear) is sent out. A flame goes out
// over the first third of a life, from yellow to dark red.
export function flameOf(glow: number, age: number, lifetime: number): { own: number; sent: [number, number, number] } {
  const left = Math.max(0, 1 - (3 * age) / Math.max(lifetime, 1e-6));
  const strength = 1.6 * glow * left;
  const mix = (yellow: number, red: number) => strength * (left * yellow + (1 - left) * red);
  return { own: 1 - glow * left, sent: [mix(1, 1), mix(0.5, 0.1), mix(0.07, 0.01)] };
}
