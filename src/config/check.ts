// A check: a command of the repository whose exit code is a verdict, and what kind of question it answers.

export interface Check {
  name: string;
  command: string;
  /** The file it was declared or detected in. */
  from: string;
  kind: CheckKind;
}
export type CheckKind = 'lint' | 'unit' | 'contract';

/** The kind of a declared check, by its name: what mentions tests is a unit test, contracts are contracts, all else is lint. */
export function checkKind(name: string): CheckKind {
  if (/contract/i.test(name)) return 'contract';
  return /test|spec|e2e|unit|coverage/i.test(name) ? 'unit' : 'lint';
}

/** The checks a run uses: the declared ones where `checks:` was written (also when it is empty), else the detected ones (K14). */
export function checksOf(declared: Record<string, string> | undefined, detected: readonly Check[]): Check[] {
  if (!declared) return [...detected];
  return Object.entries(declared).map(([name, command]) => ({
    name,
    command,
    from: 'ultraloop.yml',
    kind: checkKind(name),
  }));
}
