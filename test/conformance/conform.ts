// A real agent, driven through the whole product by a scripted model, inside the sandbox: what it does when all goes well, and when it
// does not.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openAgentBook } from '../../src/agent-book.ts';
import type { AgentConfig } from '../../src/agents.ts';
import type { Run } from '../../src/store/run-row.ts';
import type { Exchange } from '../github/index.ts';
import { eventually, processes, rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { TINY_ISSUE, tinyConfig, tinyFiles } from '../world/tiny.ts';
import { withoutGate } from '../world/walls.ts';
import { openWorld, REPO, type World } from '../world/world.ts';
import { install } from './install.ts';
import { type Model, type Mood, startModel } from './model.ts';
import { wanted } from './wanted.ts';

const without = await withoutGate();

/** Keys that must never be seen inside; long, since one agent takes whatever equals its key out of what it says. */
const KEYS = {
  OPENAI_API_KEY: 'the-openai-key-that-stays-outside',
  ANTHROPIC_API_KEY: 'the-anthropic-key-that-stays-outside',
  GEMINI_API_KEY: 'the-gemini-key-that-stays-outside',
};

/** Those of one drive that are wanted. One that cannot be installed is shown as skipped, with npm's words. */
export async function conform(drive: AgentConfig['drive']): Promise<void> {
  for (const agent of wanted().filter(each => each.drive === drive)) {
    const why = without ?? (await installed(agent));
    describe.skipIf(why !== undefined)(`${agent.name}${why === undefined ? '' : ` (skipped: ${why})`}`, () =>
      cases(agent.name),
    );
  }
}

function cases(name: string): void {
  let model: Model;
  let world: World;
  const exchanges: Exchange[] = [];

  beforeAll(async () => {
    model = await startModel();
    Object.assign(process.env, KEYS, {
      OPENAI_BASE_URL: `${model.url}/v1`,
      ANTHROPIC_BASE_URL: model.url,
      GOOGLE_GEMINI_BASE_URL: model.url,
    });
    world = await openWorld({
      databaseUrl: await freshDatabase(inject('postgres')),
      files: tinyFiles({
        '.github/ultraloop.yml': tinyConfig('limits: { agent_idle_min: 1, agent_timeout_min: 2 }\n'),
      }),
      onExchange: exchange => exchanges.push(exchange),
      settings: { agents: openAgentBook({ agent: name, models: { standard: MODELS[name] ?? 'scripted-1' } }) },
    });
  }, 900_000);
  afterAll(async () => {
    await world?.close();
    await model?.close();
  });

  const begin = async (mood: Mood): Promise<{ issue: number; run: Run }> => {
    model.mood = mood;
    model.asked.length = 0;
    const issue = await world.label(TINY_ISSUE);
    return { issue, run: await rest(world, issue) };
  };
  /** Nothing is left, nothing was told that should not have been. */
  const clean = async (run: Run): Promise<void> => {
    expect(await processes(run.id)).toEqual([]);
    expect(world.contract.violations).toEqual([]);
    const told = JSON.stringify(exchanges);
    for (const key of Object.values(KEYS)) expect(told).not.toContain(key);
  };

  test('edits', async () => {
    const { run } = await begin('honest');
    expect(run.exit?.code, await account(run)).toBe('COMPLETE');
    expect(await world.github.readFile(REPO, `refs/heads/${run.spec?.branch}`, 'answer.txt')).toBe('42\n');
    expect(model.asked).toEqual(expect.arrayContaining(['implementer', 'reviewer']));
    const [iteration] = await world.app.store.record.past(run.id, 1000);
    const spend = iteration?.kind === 'iteration' ? iteration.spend.filter(({ role }) => role === 'implementer') : [];
    expect(spend).toMatchObject([
      { tokensIn: expect.any(Number), source: expect.stringMatching(/^model proxy/), killed: false },
    ]);
    await clean(run);
  });

  test('repair', async () => {
    const { run } = await begin('talkative');
    expect(run.exit?.code, await account(run)).toBe('COMPLETE');
    expect(model.asked.filter(role => role === 'reviewer').length).toBeGreaterThan(1);
    await clean(run);
  });

  test('cancel', async () => {
    model.mood = 'silent';
    model.asked.length = 0;
    const issue = await world.label(TINY_ISSUE);
    await eventually(() => model.asked.includes('implementer'));
    const seen = await shown((await world.run(issue))?.id ?? '');
    for (const key of Object.values(KEYS)) expect(seen).not.toContain(key);
    expect(seen).toContain('ULTRALOOP_ACTIVE');
    await say(world, issue, '/abort enough');
    const run = await rest(world, issue);
    expect(run.exit?.code).toBe('ABORTED');
    await clean(run);
  });

  test('401', async () => {
    const { run } = await begin('unauthorised');
    expect(run.exit?.code).toBe('BROKEN');
    expect(await failure(run), await account(run)).toBe('model-refused');
    await clean(run);
  });

  test.each([
    ['429', 'limited'],
    ['500', 'broken'],
  ] as const)('%s', async (_, mood) => {
    const { issue, run } = await begin(mood);
    expect([run.state, await failure(run)], await account(run)).toEqual(['waiting', 'model-limited']);
    expect(run.wakeAt?.getTime()).toBeGreaterThan(Date.now());
    model.mood = 'honest';
    await world.passTime(issue);
    expect((await rest(world, issue)).exit?.code).toBe('COMPLETE');
    await clean(run);
  });

  test('hang', async () => {
    const { issue, run } = await begin('silent');
    expect(['agent-idle', 'agent-timeout']).toContain(await failure(run));
    await clean(run);
    await say(world, issue, '/abort');
    await rest(world, issue);
  });

  /** For whoever has to find out why: the iterations' steps, and the end of what the agent said. */
  async function account(run: Run): Promise<string> {
    const past = await world.app.store.record.past(run.id, 1000);
    const lines = past.flatMap(entry => (entry.kind === 'iteration' ? entry.steps.map(step => step.result) : []));
    const failures = past.flatMap(entry => (entry.kind === 'word' ? [] : (entry.failure ?? [])));
    return JSON.stringify({ state: run.state, lines, failures, asked: model.asked }, null, 1).slice(0, 6000);
  }

  async function failure(run: Run): Promise<string | undefined> {
    const past = await world.app.store.record.past(run.id, 1000);
    return past.findLast(entry => entry.kind === 'iteration')?.failure?.code;
  }
}

/** Undefined when its program is there now, and found. */
async function installed({ package: program }: { package?: AgentConfig['package'] }): Promise<string | undefined> {
  if (!program) return 'its preset names no package';
  try {
    process.env.PATH = `${await install(program)}:${process.env.PATH}`;
    return undefined;
  } catch (error) {
    return String(error).slice(0, 300);
  }
}

/** Programs that know which models there are, and stop at others. */
const MODELS: Record<string, string> = { gemini: 'gemini-2.5-pro' };

/** Environment and arguments of everything that works for a run now. */
async function shown(run: string): Promise<string> {
  const files = (await processes(run)).flatMap(id => [`/proc/${id}/environ`, `/proc/${id}/cmdline`]);
  return (await Promise.all(files.map(file => readFile(file, 'utf8').catch(() => '')))).join('\n');
}
