// SPDX-License-Identifier: Apache-2.0
// Which points of a scan lie on another one: found again and again while a person drags, so the fixed scan is sorted
// into cells once.
export const NEAR = 0.05; // m
const LARGEST_GAP = 0.5; // m between beams beside each other that met the same wall

// The points of a scan and what lies between them: far away, beams are further apart than agreement reaches.
export function walls(points: ArrayLike<number>): number[] {
  const out: number[] = [];
  for (let k = 0; k + 1 < points.length; k += 2) {
    const gap = k > 0 ? Math.hypot(points[k] - points[k - 2], points[k + 1] - points[k - 1]) : 0;
    const steps = gap < LARGEST_GAP ? Math.ceil(gap / NEAR) : 1;
    for (let step = 1; step < steps; ++step)
      for (const n of [k, k + 1]) out.push(points[n - 2] + (step / steps) * (points[n] - points[n - 2]));
    out.push(points[k], points[k + 1]);
  }
  return out;
}

export class PointCells {
  private readonly cells = new Map<number, number[]>();

  // x, y, x, y, ... in m
  constructor(private readonly points: ArrayLike<number>, private readonly near = NEAR) {
    for (let k = 0; k + 1 < points.length; k += 2) {
      const key = this.key(Math.floor(points[k] / near), Math.floor(points[k + 1] / near));
      const cell = this.cells.get(key);
      if (cell) cell.push(k);
      else this.cells.set(key, [k]);
    }
  }

  isNear(x: number, y: number): boolean {
    const [column, row] = [Math.floor(x / this.near), Math.floor(y / this.near)];
    for (let c = column - 1; c <= column + 1; ++c)
      for (let r = row - 1; r <= row + 1; ++r)
        for (const k of this.cells.get(this.key(c, r)) ?? []) if (Math.hypot(this.points[k] - x, this.points[k + 1] - y) <= this.near) return true;
    return false;
  }

  // Whether each of some points is near one of these.
  agreeing(points: ArrayLike<number>): boolean[] {
    const out: boolean[] = [];
    for (let k = 0; k + 1 < points.length; k += 2) out.push(this.isNear(points[k], points[k + 1]));
    return out;
  }

  private key(column: number, row: number): number {
    return column * 1048576 + row; // rows of 52 km
  }
}
