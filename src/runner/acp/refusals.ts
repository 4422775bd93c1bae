// What was refused to an agent, for the notes of its turn: the first ones by name, the others by number.
import type { AgentSession } from '../agent-driver.ts';
import { line } from './updates.ts';

const NAMED = 5;

export function openRefusals({ role, cwd }: Pick<AgentSession, 'role' | 'cwd'>) {
  const named = new Set<string>();
  let more = 0;
  return {
    add(what: string, why: string): void {
      const said = `The ${role} was refused \`${line(what).replaceAll(cwd, '.').replaceAll('`', '’')}\`: ${why}`;
      if (named.has(said)) return;
      if (named.size < NAMED) named.add(said);
      else more++;
    },
    notes: (): string[] => [
      ...named,
      ...(more > 0 ? [`The ${role} was refused ${more} more things of that kind`] : []),
    ],
  };
}
