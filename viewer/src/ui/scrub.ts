// SPDX-License-Identifier: Apache-2.0
// Where on the timeline a time lies, and the other way round.

export function timeAt(x: number, left: number, width: number, duration: number): number {
  if (!(width > 0)) return 0;
  return clampTime(((x - left) / width) * duration, duration);
}

// 0..1
export function shareOf(time: number, duration: number): number {
  return duration > 0 ? Math.min(1, Math.max(0, time / duration)) : 0;
}

export function clampTime(time: number, duration: number): number {
  return Math.min(duration, Math.max(0, time));
}

// Null: not a key of the timeline.
export function timeAfterKey(key: string, time: number, duration: number): number | null {
  const page = Math.max(1, duration / 20);
  const targets: Record<string, number> = {
    ArrowRight: time + 1, ArrowUp: time + 1, ArrowLeft: time - 1, ArrowDown: time - 1,
    PageUp: time + page, PageDown: time - page, Home: 0, End: duration,
  };
  return key in targets ? clampTime(targets[key], duration) : null;
}
