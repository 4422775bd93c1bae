// The agents' programs: where each is, which version that is and which it was tried with, and whether agents may start it.
import type { AgentDefinition } from '../agents.ts';
import { askProgram } from '../runner/ask-program.ts';
import type { Account } from '../runner/sandbox/account.ts';
import { closedTo } from '../runner/sandbox/ownership.ts';
import { findProgram, versionIn } from '../runner/sandbox/programs.ts';
import { bad, good, type Line, note } from './line.ts';

interface Seen {
  path: string | undefined;
  account: Account | undefined;
}

export async function programLines(agent: AgentDefinition, { path, account }: Seen): Promise<Line[]> {
  const { name, command, package: tried } = agent;
  const word = typeof command[0] === 'string' ? command[0] : '';
  const program = findProgram(word, path);
  if (program === undefined) {
    const install = tried ? `: npm install --global ${tried.name}@${tried.version}` : ', or give its full path';
    return [bad(`${name}: there is no program ${word} on the PATH of the app${install}`)];
  }
  const closed = account && (await closedTo(account, program));
  if (account && closed !== undefined)
    return [bad(`${name}: ${account.name}, which agents run as, may not pass ${closed}: install ${word} elsewhere`)];
  const version = await versionOf(agent, program, account);
  const at = `${name}: ${program}`;
  if (!tried) return [good(version === undefined ? at : `${at}, version ${version}`)];
  if (version === undefined) return [note(`${at} does not tell its version; it was tried with ${tried.version}`)];
  return [
    version === tried.version
      ? good(`${at}, version ${version}, which it was tried with`)
      : note(`${at}, version ${version}; it was tried with ${tried.version}: try a turn with --dry-turn`),
  ];
}

/** From the package it is of, else by its own word. */
async function versionOf(agent: AgentDefinition, program: string, account?: Account): Promise<string | undefined> {
  const { package: tried, versionCommand } = agent;
  const found = tried && versionIn(program, tried.name);
  if (found !== undefined || !versionCommand) return found;
  const said = await askProgram([program, ...versionCommand.slice(1)], account);
  return /\d+\.\d+(?:\.\d+)?(?:[-+][\w.]+)?/.exec(said ?? '')?.[0];
}
