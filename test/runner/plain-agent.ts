// An agent that is a command line and nothing else: no preset, no settings of its own, the home of whoever runs the tests.
import type { AgentConfig } from '../../src/agents.ts';
import { commandWords } from '../../src/runner/command-line.ts';

export function plainAgent(line: string | readonly string[], more: Partial<AgentConfig> = {}): AgentConfig {
  const command = typeof line === 'string' ? commandWords(line) : [...line];
  const rest = { env: {}, pass: [], services: [], files: {}, models: {}, hosts: [], usageScope: 'turn' as const };
  return { name: 'command', title: command[0] ?? '', drive: 'command', command, ...rest, ...more };
}
