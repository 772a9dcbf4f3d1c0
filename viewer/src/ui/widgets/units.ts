// SPDX-License-Identifier: Apache-2.0
// Channel names contain units: "roll (rad)". Channels of one unit share a plot.

export interface UnitGroup {
  unit: string;
  channels: number[]; // indices
}

export function unitOf(channel: string): string {
  return /\(([^()]*)\)\s*$/.exec(channel)?.[1] ?? "";
}

export function nameWithoutUnit(channel: string): string {
  return channel.replace(/\s*\([^()]*\)\s*$/, "") || channel;
}

export function groupByUnit(channels: readonly string[]): UnitGroup[] {
  const groups = new Map<string, number[]>();
  channels.forEach((channel, index) => groups.set(unitOf(channel), [...(groups.get(unitOf(channel)) ?? []), index]));
  return [...groups].map(([unit, indices]) => ({ unit, channels: indices }));
}
