// Looks at an installation and says what is wrong with it, section by section: settings, agents, walls, host, GitHub (K19).
import { dataDir } from '../database/data-dir.ts';
import { appLook } from '../github/app-look.ts';
import { createClient } from '../github/client.ts';
import { createLog } from '../log.ts';
import { type Choice, chooseSandbox } from '../runner/sandbox/choose.ts';
import { planOutside } from '../runner/sandbox/plan-outside.ts';
import { readSettings, type Settings } from '../settings.ts';
import { agentLines } from './agents.ts';
import { dryTurnLines } from './dry-turns.ts';
import { githubLines } from './github.ts';
import { databaseLines, diskLines, gitLines } from './host.ts';
import { bad, good, type Line, type Section, told } from './line.ts';
import { wallLines } from './walls.ts';

export interface Examined {
  sections: Section[];
  /** Whether runs can work as things are. */
  healthy: boolean;
}
export interface DoctorOptions {
  /** Lets every agent answer a short question, which costs what that costs. */
  dryTurn?: boolean;
  /** How long GitHub is waited for, in milliseconds. */
  withinMs?: number;
}

/** Starts nothing that stays; as root it makes the account of the agents, and the data folder, when they are not there. */
export async function doctor(env: NodeJS.ProcessEnv, options: DoctorOptions = {}): Promise<Examined> {
  const { settings, mistakes } = read(env);
  const data = settings?.dataDir ?? dataDir(env);
  const choice = await walls(env, settings);
  const sections: Section[] = [
    { title: 'Settings', lines: settings ? [good('settings: all variables can be read')] : mistakes.map(bad) },
    ...(settings ? [{ title: 'Agents', lines: await agents(settings, { env, choice, options }) }] : []),
    { title: 'Sandbox', lines: wallLines(choice) },
    {
      title: 'Host',
      lines: (await Promise.all([gitLines(), diskLines(data), ...(settings ? [databaseLines(settings)] : [])])).flat(),
    },
    ...(settings ? [{ title: 'GitHub', lines: await github(settings, options) }] : []),
  ];
  return { sections, healthy: sections.every(({ lines }) => lines.every(([sign]) => sign !== '✘')) };
}

export function doctorText({ sections }: Examined): string {
  const line = ([sign, text]: Line): string => `  ${sign} ${text.trim().replaceAll('\n', '\n    ')}`;
  return sections.map(({ title, lines }) => [title, ...lines.map(line)].join('\n')).join('\n\n');
}

function read(env: NodeJS.ProcessEnv): { settings?: Settings; mistakes: string[] } {
  try {
    return { settings: readSettings(env), mistakes: [] };
  } catch (error) {
    return { mistakes: (error as Error).message.split('\n') };
  }
}

/** Also with mistakes elsewhere: whoever sets the app up has both before them. */
function walls(env: NodeJS.ProcessEnv, settings: Settings | undefined): Promise<Choice> {
  const word = env.ULTRALOOP_SANDBOX === 'unsafe-none' ? 'unsafe-none' : 'auto';
  const data = settings?.dataDir ?? dataDir(env);
  const gate = settings !== undefined && planOutside({ ...settings, book: settings.agents }, env).gate;
  return chooseSandbox({ word, data, readable: settings?.sandboxRead ?? [], gate });
}

interface Around {
  env: NodeJS.ProcessEnv;
  choice: Choice;
  options: DoctorOptions;
}

async function agents(settings: Settings, { env, choice: { sandbox }, options }: Around): Promise<Line[]> {
  const book = settings.agents;
  const plan = planOutside({ ...settings, book }, env);
  const seen = {
    book,
    plan,
    walls: sandbox.name !== 'none',
    account: sandbox.account,
    path: env.PATH ?? process.env.PATH,
  };
  const lines = await agentLines(seen);
  if (!options.dryTurn) return lines;
  return [...lines, ...(await dryTurnLines({ book, outside: plan, sandbox }, settings.dataDir))];
}

async function github(settings: Settings, { withinMs = 10_000 }: DoctorOptions): Promise<Line[]> {
  const { appId, privateKey, webhookSecret, baseUrl } = settings;
  const ended = new AbortController();
  try {
    const own = { appId, privateKey, webhookSecret, ...(baseUrl !== undefined && { baseUrl }) };
    const client = createClient({ ...own, pace: false, log: createLog('silent') });
    const api = baseUrl ?? 'https://api.github.com';
    return await githubLines({ look: appLook(client, ended.signal), api, withinMs });
  } catch (error) {
    return [bad(`GitHub: ${told(error)}`)];
  } finally {
    ended.abort();
  }
}
