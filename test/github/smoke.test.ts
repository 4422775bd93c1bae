import { execFile } from 'node:child_process';
import { createSign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createContract } from '../contract/contract.ts';
import { startGitHub } from './index.ts';

const run = promisify(execFile);
function jwt(id: number, key: string): string {
  const part = (v: unknown) => Buffer.from(JSON.stringify(v)).toString('base64url');
  const t = Math.floor(Date.now() / 1000);
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: t - 30, exp: t + 500, iss: id })}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}
test('smoke', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'gh-'));
  const contract = createContract();
  const heard: string[] = [];
  const server = createServer((req, res) => {
    heard.push(String(req.headers['x-github-event']));
    req.resume().on('end', () => res.end('ok'));
  }).listen(0);
  const hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const gh = await startGitHub({ dir, ...contract });
  const { app, privateKey } = gh.createApp({ id: 7, webhookUrl: hook, webhookSecret: 's' });
  gh.createOrg('acme', ['mona']);
  await gh.createRepo({ owner: 'acme', name: 'widgets', files: { 'README.md': 'hi\n', 'a/b.txt': 'x\n' } });
  gh.setPermission('acme/widgets', 'mona', 'write');
  const inst = gh.install(app, 'acme/widgets');
  const r = await fetch(`${gh.apiUrl}/app/installations/${inst.id}/access_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt(7, privateKey)}` },
  });
  const { token } = (await r.json()) as { token: string };
  expect(token.length).toBeGreaterThan(500);
  const issue = await gh.as('mona').openIssue('acme/widgets', { title: 'T', body: 'b', labels: ['ultraloop'] });
  const c = await fetch(`${gh.apiUrl}/repos/acme/widgets/issues/${issue.number}/comments`, {
    method: 'POST',
    headers: { authorization: `token ${token}` },
    body: JSON.stringify({ body: 'hello' }),
  });
  expect(c.status).toBe(201);
  const url = gh.url.replace('http://', `http://x-access-token:${token}@`);
  await run('git', ['clone', '-q', `${url}/acme/widgets.git`, join(dir, 'w')]);
  await writeFile(join(dir, 'w/new.txt'), 'new\n');
  await run(
    'sh',
    [
      '-c',
      'git checkout -qb x && git add . && git -c user.name=a -c user.email=a@b commit -qm m && git push -q origin x',
    ],
    { cwd: join(dir, 'w') },
  );
  expect(await gh.readFile('acme/widgets', 'x', 'new.txt')).toBe('new\n');
  await gh.idle();
  expect(heard).toEqual(['installation', 'issues', 'issues', 'issue_comment', 'create', 'push']);
  expect(contract.violations).toEqual([]);
  await gh.close();
  server.close();
  await rm(dir, { recursive: true });
});
