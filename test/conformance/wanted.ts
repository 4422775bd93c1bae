// Which agents are tried: all presets with a package, or those `AGENTS` names.
import { readPresets } from '../../src/agent-book.ts';
import type { AgentDefinition } from '../../src/agents.ts';

type Wanted = Pick<AgentDefinition, 'drive' | 'package'> & { name: string };

/** Throws when `AGENTS` names one that is none. */
export function wanted(): Wanted[] {
  const presets = readPresets();
  const names = process.env.AGENTS?.split(/[\s,]+/).filter(Boolean) ?? Object.keys(presets);
  return names.map(name => {
    const { drive, package: from } = presets[name] ?? {};
    if (!drive) throw new Error(`AGENTS: there is no preset \`${name}\`; there are ${Object.keys(presets).join(', ')}`);
    return { name, drive, ...(from && { package: from }) };
  });
}
