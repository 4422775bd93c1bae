// What autoiter's roles are told. The head names stage and iteration; everything programs or people wrote is data.
import { renderRunSpec } from '../../config/render-run-spec.ts';
import type { Fix, Issue, Verdict } from '../../facts/autoiter.ts';
import type { Brief } from '../../tools.ts';
import { guidance, lessons, oneLine, rules, task } from '../brief-parts.ts';
import type { Cycle } from '../cycle.ts';
import { whatIsLeft } from '../what-is-left.ts';
import type { Iter, Ran } from './iter.ts';

const LOG_LINES = 200;

/** `verb` says what is wanted of the role; `subject` is the issue or fix it is about. */
export function head(iter: number, verb: string, text: string, subject = ''): Brief {
  return { heading: `Autoiter iter-${iter} · ${verb}${subject && ` ${subject}`}`, text, trust: 'ours' };
}

/** Guidance of people first, then the task and what earlier runs taught. */
export function aboutTask({ spec, past }: Cycle): Brief[] {
  return [...guidance(past), ...task(spec), ...lessons(spec)];
}

export function aboutRun(run: Iter['run']): Brief {
  return { heading: 'The locked run spec', text: renderRunSpec({ ...run, task: '' }), trust: 'data' };
}

/** The last lines of what the trigger printed. */
export function aboutOutput({ output }: Ran): Brief {
  const lines = output.trimEnd().split('\n');
  const shown = lines.slice(-LOG_LINES);
  const heading = shown.length < lines.length ? `the last ${shown.length} of ${lines.length} lines` : 'all of it';
  return { heading: `Output of the trigger, ${heading}`, text: shown.join('\n'), trust: 'data' };
}

/** G3: at most two lines of the evidence, so that the observation does not anchor the judgement. */
export function aboutIssues(issues: readonly Issue[]): Brief {
  const text = issues.map(({ id, title, severity, evidence }) =>
    [`${id} (severity ${severity}): ${oneLine(title, 300)}`, ...evidence.split('\n').slice(0, 2)].join('\n'),
  );
  return { heading: 'The issues as observed', text: text.join('\n\n'), trust: 'data' };
}

export function aboutVerdict({ verdict, confidence, rationale }: Verdict): Brief {
  return {
    heading: 'What triage said',
    text: `${verdict}, confidence ${confidence} of 5\n${rationale}`,
    trust: 'data',
  };
}

export function aboutFix(fix: Fix): Brief {
  const text = [
    `${fix.id}: ${fix.title} (${fix.kind}, severity ${fix.severity})`,
    `Root cause: ${fix.root_cause}`,
    `Why this is the cause: ${fix.why_root_cause}`,
    `Outline: ${fix.fix_outline}`,
    `Files it names: ${fix.files.join(', ') || 'none'}`,
    `Reproduction test:\n${fix.reproduction_test}`,
  ];
  return { heading: 'The fix', text: text.join('\n\n'), trust: 'data' };
}

/** For all who write. */
export const aboutRules = ({ spec, past }: Cycle): Brief[] => [...whatIsLeft(spec, past), ...rules(spec)];
