// A run as its record tells it: the seed's state, then people's words and the reports in their order, as Markdown.
import { waitsForModel } from './brakes/model-wait.ts';
import { currentView, type Opened, reported } from './engine/view.ts';
import { loopNamed } from './loops/index.ts';
import { dueAt, stateOf } from './loops/state.ts';
import type { Entry, Fault, Iteration, Past, Word } from './record.ts';
import { text } from './reports/markdown.ts';
import { withoutMarker } from './reports/marker.ts';
import type { Next } from './reports/next.ts';
import { headline } from './reports/status.ts';
import type { Run } from './store/run-row.ts';

/** `now` is an ISO time. A run that never opened has no spec: only what was asked for is known (U4, U13, K19). */
export function showRun(run: Run, past: Past, now: string): string {
  const place = `${run.owner}/${run.repo}#${run.issue}`;
  const { spec } = run;
  if (!spec) return `# Run ${run.id} · ${place}\n\n${unopened(run)}\n`;
  const opened: Opened = { ...run, spec };
  const parts = [
    `# Run ${run.id} · ${place}`,
    `**${headline(currentView(opened, past))}**`,
    `\`\`\`json\n${JSON.stringify(stateOf(spec, past, now), null, 2)}\n\`\`\``,
    ...past.map((entry, index) => told(opened, past.slice(0, index + 1), entry)),
    closing(opened, past),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

/** One line of a list of runs. */
export function runLine(run: Run): string {
  const exit = run.exit ? ` ${run.exit.code}` : '';
  return `${run.id}  ${run.owner}/${run.repo}#${run.issue}  ${run.state}${exit}  ${run.createdAt.toISOString().slice(0, 16)}Z`;
}

function unopened({ state, exit, request }: Run): string {
  const why = exit ? `${exit.code}: ${text(exit.why)}` : 'It has not opened yet.';
  return `**${state}** · started by ${text(request.startedBy)} for “${text(request.title)}”\n\n${why}`;
}

/** `past` ends with the entry: each report shows the numbers of its time. */
function told(run: Opened, past: Past, entry: Entry): string {
  if (entry.kind === 'word') return word(entry);
  return entry.kind === 'fault' ? fault(entry) : iteration(run, past, entry);
}

function closing(run: Opened, past: Past): string {
  const { reports } = loopNamed(run.loop);
  const closes = run.exit?.kind === 'end' || reports.closesParked === true;
  return run.exit && closes ? withoutMarker(reports.closing(reported(run, past), run.exit)) : '';
}

function word({ by, word: name, text: said, at }: Word): string {
  return `> **${text(by)}** ${name}${said.trim() === '' ? '' : `: ${text(said)}`} (${at})`;
}

function fault({ turn, failure, at }: Fault): string {
  return `✘ Turn ${turn} failed: ${text(failure.code)}, ${text(failure.detail)} (${at})`;
}

function iteration(run: Opened, past: Past, entry: Iteration): string {
  return withoutMarker(loopNamed(run.loop).reports.iteration(reported(run, past), entry, nextAt(run, past, entry)));
}

function nextAt({ spec, loop }: Opened, past: Past, { endedAt }: Iteration): Next {
  const exit = loopNamed(loop).stop(spec, past);
  if (exit) return { kind: 'exit', exit };
  const at = dueAt(spec, past);
  return at === undefined ? { kind: 'now' } : { kind: 'clock', at, now: endedAt, model: waitsForModel(past) };
}
