// SPDX-License-Identifier: Apache-2.0
// Colour theme, light or dark: the system's preference until the user chooses.
import { recall, keep } from "./storage";

export type ThemeName = "light" | "dark";

export class Theme {
  name: ThemeName;
  private readonly listeners = new Set<(name: ThemeName) => void>();

  constructor() {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const chosen = recall("theme");
    this.name = chosen === "light" || chosen === "dark" ? chosen : system.matches ? "dark" : "light";
    system.addEventListener("change", () => {
      if (!recall("theme")) this.set(system.matches ? "dark" : "light");
    });
    this.set(this.name);
  }

  onChange(listener: (name: ThemeName) => void): void {
    this.listeners.add(listener);
    listener(this.name);
  }

  toggle(): void {
    const name = this.name === "dark" ? "light" : "dark";
    keep("theme", name);
    this.set(name);
  }

  private set(name: ThemeName): void {
    this.name = name;
    document.documentElement.dataset.theme = name;
    this.listeners.forEach((listener) => listener(name));
  }
}

// The value of a theme colour, for canvases.
export function themeColor(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}

export const SERIES_COLORS = ["--series-1", "--series-2", "--series-3", "--series-4", "--series-5", "--series-6", "--series-7"];
