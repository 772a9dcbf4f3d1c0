// SPDX-License-Identifier: Apache-2.0
// One-line summary of a scan: beams, nearest range, beams without a return, error codes.
import type { ScanFrame } from "../../decode";
import { beamKind } from "../../view/scan_points";
import { number } from "../widgets/format";

const MAX_CODES_NAMED = 3;

export function scanSummary(scan: Pick<ScanFrame, "rows" | "columns" | "ranges" | "codes" | "isError" | "maxRange">): string {
  let nearest = Infinity, noReturns = 0;
  const errors = new Map<number, number>();
  for (let beam = 0; beam < scan.ranges.length; ++beam) {
    const kind = beamKind(scan, beam);
    if (kind === "hit") nearest = Math.min(nearest, scan.ranges[beam]);
    else if (kind === "no_return") ++noReturns;
    else errors.set(scan.codes[beam], (errors.get(scan.codes[beam]) ?? 0) + 1);
  }
  const words = [`${scan.rows > 1 ? `${scan.rows} × ` : ""}${scan.columns} beams`];
  if (nearest < Infinity) words.push(`nearest ${number(nearest)} m`);
  if (noReturns > 0) words.push(`${noReturns} without return`);
  if (errors.size > 0) words.push(errorWords(errors));
  return words.join(", ");
}

function errorWords(errors: Map<number, number>): string {
  const most = [...errors].sort((a, b) => b[1] - a[1]);
  const named = most.slice(0, MAX_CODES_NAMED).map(([code, count]) => (count > 1 ? `${count} × ${code}` : `${code}`));
  const total = most.reduce((sum, [, count]) => sum + count, 0);
  return `${total} error code${total > 1 ? "s" : ""} (${named.join(", ")}${most.length > MAX_CODES_NAMED ? ", …" : ""})`;
}
