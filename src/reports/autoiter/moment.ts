// Where an autoiter run stands, in the seed's one-line forms: status.md, the tick line, entries of user-log.md (C16).
import { clip, flat } from '../clean.ts';
import { figure } from './figure.ts';

export const SEED_STAGES = ['0', '0.5', '1', '2', '3', '4a', '4b', '5.0', '5.1', '5.2', '5.3', '6'] as const;
export type SeedStage = (typeof SEED_STAGES)[number];

export interface Moment {
  run: string;
  /** 1-based; 0 before the first iteration. */
  iter: number;
  max: number;
  stage: SeedStage;
  /** What happens, in a few words. Outside text in it becomes one plain line. */
  what: string;
  scalar: number | null;
}

/** `iter 2/5 · Stage 4a · Triage · 3 Real, 1 DEFERRED · scalar=0.84`; overwrites status.md. */
export function statusLine({ iter, max, stage, what, scalar }: Moment): string {
  return `iter ${iter}/${max} · Stage ${stage} · ${line(what)} · scalar=${figure(scalar)}\n`;
}

/** `DONE · converged · scalar=0.91 (baseline=0.52, Δ=+0.39)`. */
export function doneLine(reason: string, scalar: { last: number | null; baseline: number | null }): string {
  const { last, baseline } = scalar;
  const delta = last === null || baseline === null ? 'n/a' : signed(last - baseline);
  return `DONE · ${line(reason)} · scalar=${figure(last)} (baseline=${figure(baseline)}, Δ=${delta})\n`;
}

/** `[autoiter r7k2] iter-2 Stage 3 → 4 issues recorded, 1 blocking`, for the process log. */
export function tickLine({ run, iter, stage, what }: Pick<Moment, 'run' | 'iter' | 'stage' | 'what'>): string {
  return `[autoiter ${run}] iter-${iter} Stage ${stage} → ${line(what)}`;
}

/** An entry of user-log.md, to be appended. @param at ISO time */
export function userLogEntry(iter: number, at: string, narrative: string): string {
  return `## iter-${iter} · ${at}\n${line(narrative)}\n\n`;
}

/** `+0.13`, `−2`: a sign is what people look for. */
export function signed(delta: number): string {
  return delta > 0 ? `+${figure(delta)}` : figure(delta).replace('-', '−');
}

const line = (outside: string): string => clip(flat(outside), 300);
