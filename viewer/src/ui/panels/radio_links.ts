// SPDX-License-Identifier: Apache-2.0
// The links of one station, and their changes. Pure functions.
import { pairIndex, type LinksFrame } from "../../decode";
import type { RunEvent } from "../../protocol";
import { fixed } from "../widgets/format";

export interface PartnerLink {
  name: string; // of the other end
  isRelay: boolean;
  dbm: number;
  walls: number;
  rate: number; // Mb/s
  loss: number; // 0..1
  isUp: boolean;
}

// Strongest first; empty if there is no such station.
export function linksOf(frame: LinksFrame | null, station: string): PartnerLink[] {
  const own = frame?.stations.findIndex(({ name }) => name === station) ?? -1;
  if (!frame || own < 0) return [];
  const links = frame.stations.flatMap(({ name, isRelay }, other): PartnerLink[] => {
    if (other === own) return [];
    const pair = pairIndex(own, other, frame.stations.length);
    return [{ name, isRelay, dbm: frame.dbm[pair], walls: frame.walls[pair], rate: frame.rate[pair], loss: frame.loss[pair], isUp: frame.isUp[pair] === 1 }];
  });
  return links.sort((a, b) => b.dbm - a.dbm || (a.name < b.name ? -1 : 1));
}

const QUIET = 2; // s of simulated time in which a link that flutters is not told of again

// Detects links of a station that were lost or restored between frames.
export class LinkEvents {
  private station = "";
  private time = 0;
  private readonly known = new Map<string, { isUp: boolean; since: number }>();

  follow(frame: LinksFrame, station: string): RunEvent[] {
    if (station !== this.station || frame.time < this.time) this.known.clear();
    this.station = station;
    this.time = frame.time;
    const links = linksOf(frame, station);
    const names = new Set(links.map(({ name }) => name));
    for (const name of this.known.keys()) if (!names.has(name)) this.known.delete(name);
    return links.flatMap((link) => this.change(link, frame.time));
  }

  private change({ name, isUp, dbm }: PartnerLink, time: number): RunEvent[] {
    const before = this.known.get(name);
    if (!before) this.known.set(name, { isUp, since: -Infinity });
    if (!before || before.isUp === isUp || time - before.since < QUIET) return [];
    this.known.set(name, { isUp, since: time });
    const strength = `${fixed(dbm, 0)} dBm`;
    const sentence = isUp ? `${this.station} hears ${name} again (${strength})` : `${this.station} does not hear ${name} any more (${strength})`;
    return [{ time, kind: isUp ? "link_found" : "link_lost", subject: this.station, data: { object: name }, sentence, verdict: isUp ? "fine" : "careful" }];
  }
}
