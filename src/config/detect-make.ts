// Checks of a Makefile: the targets whose names everybody gives the same meaning (K14).
import type { Check, CheckKind } from './check.ts';
import type { Folder } from './detect-checks.ts';

/** In the order make itself looks for them. */
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

export async function detectMake(folder: Folder): Promise<Check[]> {
  const from = MAKEFILES.find(name => folder.has(name));
  if (from === undefined) return [];
  const targets = makeTargets((await folder.read(from)) ?? '');
  const check = (target: string, kind: CheckKind): Check[] =>
    targets.has(target) ? [{ name: `make-${target}`, command: `make ${target}`, from, kind }] : [];
  const test = check('test', 'unit');
  return [
    ...check('lint', 'lint'),
    // `check` is GNU's word for `test`: where both are there, one usually calls the other.
    ...(test.length > 0 ? test : check('check', 'unit')),
    ...check('run_contract', 'contract'),
  ];
}

/** Names before a rule's colon; assignments, recipes and comments are not rules. */
function makeTargets(makefile: string): Set<string> {
  const names = makefile.split(/\r?\n/).flatMap(line => {
    if (/^[\t#]/.test(line)) return [];
    const colon = line.indexOf(':');
    const assigns = /^:{0,2}:=/.test(line.slice(colon)) || line.slice(0, colon).includes('=');
    return colon < 1 || assigns ? [] : line.slice(0, colon).trim().split(/\s+/);
  });
  return new Set(names.filter(name => !name.startsWith('.')));
}
