// Every attempt at the sandbox's walls, as the app makes them at its start.
import type { Choice } from '../runner/sandbox/choose.ts';
import { bad, good, type Line, note } from './line.ts';

export function wallLines({ sandbox, probes }: Choice): Line[] {
  if (sandbox.name === 'none')
    return [note('no sandbox, as ULTRALOOP_SANDBOX=unsafe-none says: every report repeats it')];
  const { account, why } = sandbox;
  return [
    why === undefined ? good(`sandbox: ${sandbox.name}`) : bad(`no sandbox, so no run: ${why}`),
    ...(account ? [good(`agents and checks run as ${account.name} (${account.uid})`)] : []),
    ...probes.map(({ ok, what }): Line => (ok ? good(what) : bad(what))),
  ];
}
