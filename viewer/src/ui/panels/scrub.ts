// SPDX-License-Identifier: Apache-2.0
// Conversion between timeline positions and times. A recording may begin in the middle of a run; its times
// are simulated times of that run.

export interface Extent {
  begin: number; // s
  end: number;
}

export function timeAt(x: number, left: number, width: number, extent: Extent): number {
  if (!(width > 0)) return extent.begin;
  return clampTime(extent.begin + ((x - left) / width) * (extent.end - extent.begin), extent);
}

// 0..1
export function shareOf(time: number, { begin, end }: Extent): number {
  return end > begin ? Math.min(1, Math.max(0, (time - begin) / (end - begin))) : 0;
}

export function clampTime(time: number, { begin, end }: Extent): number {
  return Math.min(end, Math.max(begin, time));
}

// Null: not a key of the timeline.
export function timeAfterKey(key: string, time: number, extent: Extent): number | null {
  const page = Math.max(1, (extent.end - extent.begin) / 20);
  const targets: Record<string, number> = {
    ArrowRight: time + 1, ArrowUp: time + 1, ArrowLeft: time - 1, ArrowDown: time - 1,
    PageUp: time + page, PageDown: time - page, Home: extent.begin, End: extent.end,
  };
  return key in targets ? clampTime(targets[key], extent) : null;
}
