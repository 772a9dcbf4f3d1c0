// SPDX-License-Identifier: Apache-2.0
// What the browser keeps for the next visit. It may refuse (private windows); then nothing is kept.

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`rubble.${key}`);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`rubble.${key}`, value);
  } catch {
    // Nothing depends on it.
  }
}
