// SPDX-License-Identifier: Apache-2.0
// Local storage of settings. The browser may refuse it (private windows); then nothing is stored.

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
