// status.md: one line on what the run is doing, for people at the host and for the operator's command (C16, K17).
import { lastScalar } from '../brakes/autoiter-past.ts';
import { clip, flat } from './clean.ts';
import { headline, type StatusView } from './status.ts';

/** `▶ Running · iteration 2 of 5 · triage · scalar=0.91`; at the end the reason instead of the stage. */
export function statusFile(view: StatusView): string {
  const { last } = lastScalar(view.past);
  const why = view.next?.kind === 'exit' ? [clip(flat(view.next.exit.why), 300)] : [];
  const parts = [headline(view), ...why, ...(last === null ? [] : [`scalar=${last}`])];
  return `${parts.join(' · ')}\n`;
}
