// SPDX-License-Identifier: Apache-2.0
// Values of the last 30 s of simulated time.

const SPAN = 30; // s
const MOST_SAMPLES = 3000;

export class Series {
  readonly times: number[] = [];
  readonly channels: (number | null)[][];

  constructor(channelCount: number) {
    this.channels = Array.from({ length: channelCount }, () => []);
  }

  add(time: number, values: readonly (number | null)[]): void {
    const last = this.times.at(-1);
    if (last !== undefined && time < last) this.clear(); // a seek, or another run
    if (time === last) return;
    this.times.push(time);
    this.channels.forEach((channel, index) => channel.push(values[index] ?? null));
    this.forgetOld(time);
  }

  clear(): void {
    this.times.length = 0;
    for (const channel of this.channels) channel.length = 0;
  }

  private forgetOld(now: number): void {
    const tooMany = this.times.length - MOST_SAMPLES;
    const firstKept = this.times.findIndex((time, index) => time >= now - SPAN && index >= tooMany);
    if (firstKept <= 0) return;
    this.times.splice(0, firstKept);
    for (const channel of this.channels) channel.splice(0, firstKept);
  }
}
