// What agents of the protocol ask leave for: by kind and path, never for always; files only where they may be, whoever writes them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AcpAct } from '../agents/acp-scripted.ts';
import { type AcpRoom, openAcpRoom, said } from './acp-room.ts';

let room: AcpRoom;
let outside = '';
beforeAll(async () => {
  room = await openAcpRoom();
  outside = join(room.data, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret.txt'), 'the-operators-secret');
});

const READER = { stage: 'review', role: 'reviewer', readOnly: true } as const;
const inside = (name: string) => join(room.worktree, name);
/** Made by the agent in its worktree. */
const links = () => ({ 'way-out': outside, 'link.txt': join(outside, 'new.txt') });
const wish = (kind: 'edit' | 'execute', path: string) => ({ kind, path, title: `${kind} it` });

describe('leave', () => {
  it.each<[string, () => NonNullable<AcpAct['leave']>[number], string, string[]]>([
    ['a file of the worktree', () => wish('edit', inside('src/a.ts')), 'allow_once', []],
    ['a new file in a new folder', () => wish('edit', 'new/deep/b.ts'), 'allow_once', []],
    ['its result', () => wish('edit', join(room.folder, 'result.json')), 'allow_once', []],
    ['a command', () => wish('execute', '/bin/true'), 'allow_once', []],
    ['a look elsewhere', () => ({ kind: 'read', path: '/etc/hosts' }), 'allow_once', []],
    ['a file elsewhere', () => wish('edit', '/etc/passwd'), 'reject_once', ['it is outside of the worktree']],
    ['the folder above', () => wish('edit', '../x'), 'reject_once', ['it is outside of the worktree']],
    [
      'a file behind a link',
      () => wish('edit', inside('way-out/x.txt')),
      'reject_once',
      ['it is outside of the worktree'],
    ],
    ['git’s own file', () => wish('edit', inside('.git')), 'reject_once', ['it is a file of git’s own']],
    ['a hook', () => wish('edit', 'sub/.GIT/hooks/pre-commit'), 'reject_once', ['it is a file of git’s own']],
    [
      'a deletion elsewhere',
      () => ({ kind: 'delete', path: '/etc/passwd' }),
      'reject_once',
      ['it is outside of the worktree'],
    ],
    [
      'a diff that says it is something else',
      () => ({ kind: 'read', diff: '/etc/passwd' }),
      'reject_once',
      ['it is outside of the worktree'],
    ],
    [
      'another mode',
      () => ({ kind: 'switch_mode', title: 'accept all edits' }),
      'reject_once',
      ['its mode is set by the app'],
    ],
    [
      'leave for always',
      () => ({ kind: 'edit', path: 'a', options: ['allow_always'] }),
      'cancelled',
      ['it could only be allowed for always'],
    ],
  ])('for %s', async (_, ask, answer, why) => {
    const turn = await room.play({
      execute: { links: links(), leave: [{ title: 'it', ...ask() }], answer: { outcome: 'done' } },
    });
    expect(said(turn)).toMatch(new RegExp(`: ${answer}\\n`));
    expect(turn.outcome).toBe('ok');
    expect(turn.notes?.map(note => note.replace(/^.*`: /, ''))).toEqual(why);
    expect(room.activities.map(({ kind }) => kind)).toContain('permission');
  });

  it('U6 a role that only looks may write its answer and nothing else', async () => {
    const result = join(room.data, 'runs', `${room.run}/jobs/${room.run}.review-reviewer/result.json`);
    const leave = [
      wish('edit', 'src/a.ts'),
      { kind: 'edit' as const, title: 'edit something' },
      wish('edit', result),
      wish('execute', 'ls'),
    ];
    const turn = await room.play({ review: { leave } }, { job: READER });
    expect(said(turn).match(/\w+_once/g)).toEqual(['reject_once', 'reject_once', 'allow_once', 'allow_once']);
    expect(turn.notes).toEqual([
      'The reviewer was refused `edit: edit it`: this role only looks',
      'The reviewer was refused `edit: edit something`: this role only looks',
    ]);
  });

  it('many refusals are a few notes', async () => {
    const leave = Array.from({ length: 40 }, (_, at) => ({
      kind: 'edit' as const,
      path: '/etc/passwd',
      title: `no. ${at} \`x\`\n`,
    }));
    const { notes = [] } = await room.play({ execute: { leave } });
    expect(notes).toHaveLength(6);
    expect(notes[0]).toBe('The implementer was refused `edit: no. 0 ’x’`: it is outside of the worktree');
    expect(notes[5]).toBe('The implementer was refused 35 more things of that kind');
  });
});

describe('SEC-43 files an agent asks the app for', () => {
  const files = (...wishes: NonNullable<AcpAct['files']>) => room.play({ execute: { links: links(), files: wishes } });

  it('are written in the worktree by a command behind its walls, and read as it could read them itself', async () => {
    const path = inside('made/by/app.txt');
    const text = 'line 1\nline 2 $(touch x) "\'\n';
    const turn = await files({ path, write: text }, { path }, { path: inside('none.txt') }, { path: inside('made') });
    expect(said(turn)).toContain(`${path}: written\n${path}: ${text}`);
    expect(said(turn)).toMatch(/none\.txt: -32002 /);
    expect(said(turn)).toMatch(/made: -32603 /);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(await room.changed()).toContain('made/by/app.txt');
  });

  it.each<[string, () => string]>([
    ['elsewhere', () => join(outside, 'new.txt')],
    ['behind a link', () => inside('way-out/new.txt')],
    ['through a link', () => inside('link.txt')],
    ['by way of above', () => inside('../new.txt')],
    ['in git’s own', () => inside('.git')],
    ['with a NUL', () => `${inside('a')}\0.txt`],
  ])('are not written %s', async (_, path) => {
    const pointer = readFileSync(inside('.git'), 'utf8');
    const turn = await files({ path: path(), write: 'x' });
    expect(said(turn)).toMatch(/: -32602 /);
    expect(turn.notes).toEqual([expect.stringMatching(/^The implementer was refused `write .*`: it is /)]);
    expect(existsSync(join(outside, 'new.txt'))).toBe(false);
    expect(readFileSync(inside('.git'), 'utf8')).toBe(pointer);
  });

  it('U6 are not written for a role that only looks', async () => {
    const turn = await room.play({ review: { files: [{ path: 'x.txt', write: 'x' }] } }, { job: READER });
    expect(turn).toMatchObject({ discarded: [], notes: [expect.stringContaining('this role only looks')] });
  });
});

it('SEC-17 no key and no variable of the app is in its environment or command line', async () => {
  process.env.A_SECRET_OF_THE_APP = 'sk-live-0123456789';
  const config = { pass: ['NAMED'], env: { OWN: '1' } };
  process.env.NAMED = 'passed on';
  const turn = await room.play({ execute: { tellAll: true } }, { config });
  delete process.env.A_SECRET_OF_THE_APP;
  const [env, argv] = JSON.parse(said(turn).trim());
  expect(env).toMatchObject({ NAMED: 'passed on', OWN: '1', ULTRALOOP_ROLE: 'implementer' });
  expect(JSON.stringify([env, argv])).not.toContain('sk-live');
  expect(argv.join()).not.toContain('Write two.');
});
