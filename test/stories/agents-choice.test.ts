// Who works in a run: the operator says which agents there are, the repository chooses among them, each role may have its own (C15, K13).
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { AgentBook } from '../../src/agents.ts';
import { definitionOf } from '../../src/config/agent-definition.ts';
import { rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { TINY_ISSUE, tinyConfig, tinyFiles } from '../world/tiny.ts';
import { reports } from '../world/transcript.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

const result = (answer: object): string =>
  `require('fs').writeFileSync(process.env.ULTRALOOP_RESULT_FILE, ${JSON.stringify(JSON.stringify(answer))});`;
const MAKES = `require('fs').writeFileSync('answer.txt', '41\\n');${result({ outcome: 'done', summary: 'made by the maker' })}`;
const JUDGES = result({
  ...{ verdict: 'IMPROVEMENTS_NEEDED', priority_1: [], notes: [] },
  assessment: [{ block: 'answer', text: 'judged by the judge' }],
});

function book(): AgentBook {
  const scripts = { usual: 'process.exit(9)', maker: MAKES, judge: JUDGES };
  const agents = Object.entries(scripts).map(([name, script]) => [
    name,
    definitionOf(name, { drive: 'command', command: [process.execPath, '-e', script] }),
  ]);
  // It has its program, and no key.
  const keyless = definitionOf('keyless', { drive: 'command', command: [process.execPath], services: ['gemini'] });
  return { agents: { ...Object.fromEntries(agents), keyless }, usual: 'usual', roles: {}, prices: {} };
}

let world: World;
const key = process.env.GEMINI_API_KEY;
beforeAll(async () => {
  delete process.env.GEMINI_API_KEY;
  const config = tinyConfig('agent: maker\nroles: { reviewer: judge }\n');
  world = await openWorld({
    databaseUrl: await freshDatabase(inject('postgres')),
    files: tinyFiles({ '.github/ultraloop.yml': config }),
    settings: { agents: book() },
  });
});
afterAll(async () => {
  if (key !== undefined) process.env.GEMINI_API_KEY = key;
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

async function configured(more: string): Promise<void> {
  const files = { '.github/ultraloop.yml': tinyConfig(more) };
  await world.github.as('maintainer').pushFiles(REPO, 'main', files, 'agents');
}

test('C15 K13 the repository’s agents work, each in its role; one that is taken away later is not replaced by another', async () => {
  const issue = await world.label(TINY_ISSUE);
  const run = await rest(world, issue);
  expect(run.spec?.agents).toEqual({ agent: 'maker', roles: { reviewer: 'judge' } });
  const [first] = await world.app.store.record.past(run.id, 100);
  expect(first).toMatchObject({ review: { assessment: [{ text: 'judged by the judge' }] } });
  expect(first?.kind === 'iteration' && first.failure).toBeUndefined();
  expect(await world.github.readFile(REPO, `refs/heads/${run.spec?.branch}`, 'answer.txt')).toBe('41\n');

  const { maker: _, ...left } = world.settings.agents.agents;
  world.settings.agents = { ...world.settings.agents, agents: left };
  await world.restart();
  await say(world, issue, '/continue');
  const later = await rest(world, issue);
  const past = await world.app.store.record.past(run.id, 100);
  expect(past.findLast(entry => entry.kind === 'iteration')?.failure).toMatchObject({
    code: 'agent-missing',
    detail: 'the agent this run began with as its implementer is not on this host any more.',
  });
  expect(later.state).toBe('needs-human');
  await say(world, issue, '/abort');
  await rest(world, issue);
  world.settings.agents = book();
  await world.restart();
});

test.each([
  [
    'agent: makr',
    'There is no agent `makr` on this host. Did you mean `maker`?',
    'the operator allows `usual`, `maker`',
  ],
  [
    'agent: keyless',
    'The agent `keyless` cannot work on this host: GEMINI\\_API\\_KEY is not set.',
    'ultraloop doctor',
  ],
])('U2 K13 %s: nothing is started, and the issue says why', async (config, problem, todo) => {
  await configured(`${config}\n`);
  const issue = await world.label(TINY_ISSUE);
  const run = await rest(world, issue);
  expect(run.exit?.code).toBe('NOT_READY');
  expect(run.places.pull).toBeUndefined();
  const [said = ''] = reports(world, issue).slice(-1);
  expect(said.replaceAll('\\', '')).toContain(problem.replaceAll('\\', ''));
  expect(said).toContain(todo);
});
