// (i) A turn of a real agent through our adapter, against the same program started by hand without a screen. A scripted model answers
// both at once: what is left is the program's own time, and ours.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { openAgentBook } from '../src/agent-book.ts';
import type { AgentConfig } from '../src/agents.ts';
import { agentOf } from '../src/config/agent-of.ts';
import { makeAgent } from '../src/runner/agent.ts';
import { fillConfig, type Services } from '../src/runner/agent-fill.ts';
import { sealer } from '../src/runner/ours.ts';
import { unsafeNone } from '../src/runner/sandbox/sandbox.ts';
import { openWorkspace, type Workspace } from '../src/runner/workspace.ts';
import type { AgentJob } from '../src/tools.ts';
import { install } from '../test/conformance/install.ts';
import { startModel } from '../test/conformance/model.ts';
import { median, timed } from './figures.ts';
import { makeHistory } from './history.ts';
import type { Bench, Measurement, Row } from './row.ts';

const ROUNDS = 7;
const MOST = 1.3;

interface Wanted {
  preset: string;
  model: string;
  /** How a person starts it without a screen; absent = as its preset does, with the prompt on standard input. */
  byHand?: (prompt: string) => string[];
}
const AGENTS: readonly Wanted[] = [
  { preset: 'codex-exec', model: 'scripted-1' },
  {
    ...{ preset: 'gemini', model: 'gemini-2.5-pro' },
    byHand: prompt => ['gemini', '--skip-trust', '--yolo', '-m', 'gemini-2.5-pro', '-p', prompt],
  },
];

export const adapter: Measurement = {
  id: 'i',
  about: 'a turn of a real agent through its adapter against the program by itself (installs two agents once)',
  async run(bench) {
    const model = await startModel();
    const service = { base: model.url, key: 'a-key-that-opens-nothing' };
    const place = await openPlace(bench, { openai: service, gemini: service });
    const rows: Row[] = [];
    for (const wanted of AGENTS) rows.push(await measure(bench, place, wanted));
    await model.close();
    return rows;
  },
};

interface Place {
  data: string;
  workspace: Workspace;
  tree: string;
  services: Services;
}

async function openPlace(bench: Bench, services: Services): Promise<Place> {
  const data = await mkdtemp(join(bench.dir, 'adapter-'));
  const gitDir = join(data, 'origin.git');
  const base = await makeHistory(gitDir, [
    { message: 'first', files: { 'answer.txt': '', 'README.md': '# Answer\n' } },
  ]);
  const workspace = openWorkspace({
    ...{ data, repoId: '1', run: 'adapter', branch: 'ultraloop/issue-1-adapter', base },
    remote: { url: `file://${gitDir}`, local: true },
    seal: sealer('bench'),
    author: { name: 'ultraloop[bot]', email: 'bot@example.com' },
  });
  await workspace.start('Start\n\nUltraloop-Run: adapter\n');
  return { data, workspace, tree: (await workspace.prepare()).tree, services };
}

async function measure(bench: Bench, place: Place, wanted: Wanted): Promise<Row> {
  const { agents } = openAgentBook({ agent: wanted.preset, models: { standard: wanted.model } });
  const definition = agents[wanted.preset];
  if (!definition?.package) throw new Error(`there is no preset ${wanted.preset} with a package`);
  process.env.PATH = `${await install(definition.package)}:${process.env.PATH}`;
  // Both without walls of ours, and with the program's own switched off.
  const config = agentOf(definition, { tier: 'standard', walls: true });
  const home = await mkdtemp(join(place.data, 'home-'));
  const rounds: { ours: number; bare: number }[] = [];
  for (let n = 0; n <= ROUNDS; n++) {
    const ours = await timed(() => turn(place, config));
    const bare = await timed(() => byHand(place, { ...wanted, config, home }));
    bench.say(`${wanted.preset}, turn ${n}: ${Math.round(ours)} ms, by hand ${Math.round(bare)} ms`);
    // The first of each warms caches and makes the home of the one by hand.
    if (n > 0) rounds.push({ ours, bare });
  }
  return {
    ...{ id: 'i', what: `a turn of ${wanted.preset} (${definition.drive})`, unit: 'ms', target: MOST },
    ours: median(rounds.map(({ ours }) => ours)),
    bare: median(rounds.map(({ bare }) => bare)),
    ratios: rounds.map(({ ours, bare }) => ours / bare),
  };
}

const jobFolder = (data: string): string => join(data, 'runs/adapter/jobs/adapter.execute-implementer');

async function turn({ data, workspace, tree, services }: Place, config: AgentConfig): Promise<void> {
  const job: AgentJob = {
    ...{ stage: 'execute', role: 'implementer', from: tree, readOnly: false, timeoutMin: 2, idleMin: 2 },
    brief: [{ heading: 'Task', text: 'Write the answer into `answer.txt`.', trust: 'data' }],
  };
  const agents = (): AgentConfig => config;
  const done = await makeAgent({ run: 'adapter', data, workspace, agents, sandbox: unsafeNone, services }).run(job);
  await answered(join(workspace.path, 'answer.txt'), `${config.name}: ${done.outcome}: ${done.log.head}`);
}

/** The same words, in folders of the same shape: the scripted model finds its way by them. */
async function byHand(
  { data, services }: Place,
  { config, home, byHand }: Wanted & { config: AgentConfig; home: string },
) {
  const own = join(data, 'by-hand');
  const cwd = join(own, 'worktrees/adapter');
  for (const folder of [cwd, jobFolder(own)]) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  const prompt = (await readFile(join(jobFolder(data), 'prompt.md'), 'utf8')).replaceAll(data, own);
  const files = { promptFile: '', resultFile: join(jobFolder(own), 'result.json') };
  const filled = fillConfig(config, { ...files, cwd, home, role: 'implementer', model: '' }, services);
  if (typeof filled === 'string') throw new Error(filled);
  for (const [name, text] of Object.entries(filled.files)) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), text);
  }
  const [program = '', ...args] = byHand?.(prompt) ?? filled.command;
  const env = { PATH: process.env.PATH, HOME: home, ...filled.env };
  const { all } = await execa(program, args, {
    cwd,
    env,
    extendEnv: false,
    input: byHand ? '' : prompt,
    all: true,
    reject: false,
  });
  await answered(join(cwd, 'answer.txt'), `${program} by hand: ${all}`);
}

/** A turn that did nothing would be a fast one. */
async function answered(file: string, what: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) !== '42\n') throw new Error(what.slice(-2000));
}
