// Regression (C9): every check of the repository that was green before the fixes must be green after each of them.
import { check } from '../check.ts';
import type { Cycle } from '../cycle.ts';

interface Command {
  name: string;
  command: string;
}

/** Looks at the tree as it is now, once. Answers a question to be asked after each fix: which check it broke, if any. */
export async function regression(cycle: Cycle): Promise<() => Promise<string | undefined>> {
  const green: Command[] = [];
  for (const command of commandsOf(cycle)) if (await isGreen(cycle, command, 'before')) green.push(command);
  return async () => {
    for (const command of green)
      if (!(await isGreen(cycle, command, 'regression'))) return `it breaks ${command.name}, which was green before`;
    return undefined;
  };
}

async function isGreen(cycle: Cycle, { name, command }: Command, when: string): Promise<boolean> {
  return (await check(cycle, { stage: 'fix', name: `${name} ${when}`, command, from: cycle.tree })).ok;
}

/** Each distinct command once. The held-out check is not among them: no agent is ever told what it said (G4). */
function commandsOf({ spec }: Cycle): Command[] {
  const all = spec.blocks.flatMap(block =>
    (['lint', 'unit', 'contract'] as const).flatMap(kind => {
      const command = block[kind];
      return command === undefined || command === spec.autoiter?.held_out
        ? []
        : [{ name: `${block.name} ${kind}`, command }];
    }),
  );
  return all.filter((one, at) => all.findIndex(({ command }) => command === one.command) === at);
}
