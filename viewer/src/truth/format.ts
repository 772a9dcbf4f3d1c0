// SPDX-License-Identifier: Apache-2.0
// Formats numbers for people.

export function seconds(time: number): string {
  if (time < 60) return `${time.toFixed(1)} s`;
  const whole = Math.round(time);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

export const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

// With a minus sign of digit width, so that digits are aligned.
export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(text) !== 0 ? "−" : "") + text;
}

export function day(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
