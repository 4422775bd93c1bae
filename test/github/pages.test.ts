import { afterEach, beforeEach, expect, test } from 'vitest';
import { at, createWorld, REPO, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

const read = async (path: string): Promise<string> => {
  const answer = await fetch(world.github.url + path, { headers: { accept: 'text/html' } });
  return `${answer.status} ${await answer.text()}`;
};

const press = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${world.github.url}/_act`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) });

test('a person reads the thread, comments, labels and presses an action button', async () => {
  const { github } = world;
  const octokit = world.octokit(await world.token());
  const { number } = await github.as('mona').openIssue(REPO, { title: 'A <b>bold</b> wish', body: 'Please' });
  expect(await read(`/acme/widgets/issues/${number}`)).toContain('A &lt;b&gt;bold&lt;/b&gt; wish');
  await press({ do: 'comment', repo: REPO, number: String(number), body: '/continue' }, { cookie: 'as=mona' });
  await press({ do: 'label', repo: REPO, number: String(number), name: 'ultraloop' }, { cookie: 'as=mona' });
  expect(github.issue(REPO, number).labels.map(label => label.name)).toEqual(['ultraloop']);

  const sha = await github.as('mona').pushFiles(REPO, 'feature', { 'src/a.txt': 'one\n<two>\nthree\n' }, 'Change');
  const pull = await octokit.rest.pulls.create({ ...at, head: 'feature', base: 'main', title: 'Feature', draft: true });
  const actions = [{ label: 'Continue', description: 'Go on now', identifier: 'continue' }];
  const run = await octokit.rest.checks.create({
    ...at,
    name: 'ultraloop',
    head_sha: sha,
    actions,
    output: { title: 'Iteration 1', summary: '**hi**' },
  });
  const path = `/acme/widgets/pull/${pull.data.number}`;
  expect(await read(path)).toMatch(/Iteration 1[\s\S]*>Continue</);
  expect(await read(`${path}/files`)).toContain('+&lt;two&gt;');
  expect(await read(`${path}/commits`)).toContain('Change');
  expect(await read(`${path}/checks`)).toContain('<strong>hi</strong>');
  for (const rest of [
    `/commit/${sha}`,
    `/blob/feature/src/a.txt`,
    `/runs/${run.data.id}`,
    '/compare/main...feature',
    '',
  ]) {
    expect(await read(`/acme/widgets${rest}`)).toMatch(/^200/);
  }
  const clicked = await press(
    { do: 'click', repo: REPO, id: String(run.data.id), action: 'continue', back: path },
    { cookie: 'as=mona' },
  );
  expect([clicked.status, clicked.headers.get('location')]).toEqual([303, path]);
  await github.idle();
  expect(world.names()).toContain('check_run.requested_action');
  expect(await read('/settings/deliveries')).toContain('Redeliver');
  expect(await read('/')).toContain('acme/widgets');
  expect(await read('/acme/nothing')).toMatch(/^404/);
});

test('another site cannot press the buttons', async () => {
  const answer = await press({ do: 'comment', repo: REPO, number: '1', body: 'x' }, { origin: 'http://evil.example' });
  expect(answer.status).toBe(403);
});
