// A coding agent that means harm: it really runs the commands it is given, wherever it is started, and answers what it was told to.
// Started by the app like any other agent: node malicious.mjs MALICE.json {promptFile}
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';

/** What one turn does: commands of the shell, then the answer. */
export interface Deed {
  /** Run by `sh` in the worktree; what it prints is the agent's output. */
  sh?: string;
  /** It prints by itself, as much as it likes. */
  loud?: boolean;
  /** Written to the result file; `raw` is printed instead, as it is. */
  answer?: unknown;
  raw?: string;
  exit?: number;
}
/** By role, or by role and iteration (`implementer-2`); a role without one does nothing and answers as an honest one would. */
export type Malice = Record<string, Deed>;

const HONEST: Record<string, unknown> = {
  reviewer: { verdict: 'CLEAN', priority_1: [], notes: [] },
};

const malice = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Malice;
const role = process.env.ULTRALOOP_ROLE ?? '';
const prompt = await readFile(process.env.ULTRALOOP_PROMPT_FILE ?? '', 'utf8');
const iteration = /Resume: iteration (\d+)/.exec(prompt)?.[1] ?? /^## \w+ iteration (\d+)/m.exec(prompt)?.[1] ?? '1';
const deed = malice[`${role}-${iteration}`] ?? malice[role] ?? {};
if (deed.sh !== undefined) {
  const out = deed.loud ? 'inherit' : 'pipe';
  const done = spawnSync('/bin/sh', ['-c', deed.sh], {
    ...{ input: prompt, encoding: 'utf8', maxBuffer: 2 ** 28 },
    stdio: ['pipe', out, out],
  });
  if (!deed.loud) process.stdout.write(`${done.stdout}\n${done.stderr}\n`);
}
if (deed.raw !== undefined) process.stdout.write(deed.raw);
else
  await writeFile(
    process.env.ULTRALOOP_RESULT_FILE ?? '',
    JSON.stringify(deed.answer ?? HONEST[role] ?? { outcome: 'done', summary: 'as asked' }),
  );
process.exitCode = deed.exit ?? 0;
