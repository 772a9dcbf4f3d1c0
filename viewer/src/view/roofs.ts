// SPDX-License-Identifier: Apache-2.0
// Roofs hide rooms from above. This keeps the heights of wide horizontal slabs; a view from above a
// roof is cut slightly below it, a view from below is not.
import type { Box3 } from "three";
import type { Box } from "./ground";

const THICKEST = 0.6; // m
const NARROWEST = 2.5; // m, both ways
const LOWEST = 1; // m over the floor
const SAME_HEIGHT = 0.2; // m
const SHARE = 0.2; // of the world's area, together with its neighbours of the same height
const BELOW = 0.3; // m: so far below a roof lamps hang
export const NO_CUT = 1e6; // m

export interface Slab {
  bottom: number;
  low: [number, number];
  high: [number, number];
}

export function slabOf(box: Box3): Slab | null {
  const x = box.max.x - box.min.x, y = box.max.y - box.min.y, z = box.max.z - box.min.z;
  if (!(x >= NARROWEST && y >= NARROWEST && z <= THICKEST)) return null;
  return { bottom: box.min.z, low: [box.min.x, box.min.y], high: [box.max.x, box.max.y] };
}

function area(slab: Slab): number {
  return (slab.high[0] - slab.low[0]) * (slab.high[1] - slab.low[1]);
}

function covers(slab: Slab, x: number, y: number): boolean {
  return x > slab.low[0] && x < slab.high[0] && y > slab.low[1] && y < slab.high[1];
}

export class Roofs {
  private readonly slabs = new Map<number, Slab[]>(); // by thing

  add(entity: number, slab: Slab): void {
    const list = this.slabs.get(entity);
    if (list) list.push(slab);
    else this.slabs.set(entity, [slab]);
  }

  remove(entity: number): void {
    this.slabs.delete(entity);
  }

  clear(): void {
    this.slabs.clear();
  }

  get isEmpty(): boolean {
    return this.slabs.size === 0;
  }

  // The cut height for a view of this floor: below the lowest roof that covers much of the world, or that
  // covers the point of interest.
  cutHeight(bounds: Box, floor: number, place: ArrayLike<number> | null): number {
    const above = [...this.slabs.values()].flat().filter((slab) => slab.bottom > floor + LOWEST);
    const enough = SHARE * bounds.size.x * bounds.size.y;
    let cut = NO_CUT;
    for (const slab of above) {
      if (slab.bottom >= cut) continue;
      const isOver = place !== null && covers(slab, place[0], place[1]);
      const level = above.filter((other) => Math.abs(other.bottom - slab.bottom) < SAME_HEIGHT).reduce((sum, other) => sum + area(other), 0);
      if (isOver || level >= enough) cut = slab.bottom;
    }
    return cut === NO_CUT ? NO_CUT : cut - BELOW;
  }
}
