// The one file that starts git: hardened against hostile repositories, with a token only where it is needed (SEC-31 to 42, 76, 77).
import { execa } from 'execa';
import { Failure } from '../failures.ts';
import { cleanEnv } from './environment.ts';
import { gitFailure, isAuthFailure, isMissingObject } from './git-errors.ts';
import { HARD_SETTINGS, HARD_VARIABLES, PASSED_VARIABLES } from './git-settings.ts';
import { removeStaleLock } from './stale-lock.ts';

export type TokenUse = 'read' | 'write';
export interface Remote {
  /** https; http only on loopback; file only with `local`. Never with a user or password in it. */
  url: string;
  /** Asked per use and for what it is used, never kept here; `again` = the last one was refused. Absent = anonymous. */
  token?: ((use: TokenUse, again?: boolean) => Promise<string>) | undefined;
  /** The command it was asked for is over: nobody needs it any more. */
  done?: ((token: string, use: TokenUse) => void) | undefined;
  /** A repository on this machine (`ultraloop run`): allows file URLs. */
  local?: boolean | undefined;
}
/** What a git command works on. The git directory is always the bot's own, never found from a working folder. */
export interface GitPlace {
  gitDir: string;
  workTree?: string;
  /** Our own index: the agent's git has another one. */
  index?: string;
  remote: Remote;
  author?: { name: string; email: string };
  /** Runs before every command: puts back what a hostile process may have changed in the git directory. */
  guard?: () => Promise<void>;
}
export interface GitOptions {
  input?: string | Buffer;
  /** Talks to the remote: the token is asked for and handed over. */
  network?: boolean;
  /** Exit codes besides 0 that are answers, not errors. */
  ok?: readonly number[];
  /** Longest output kept, in bytes; more is cut off. */
  cap?: number;
}
export interface GitResult {
  exitCode: number;
  stdout: Buffer;
  stderr: string;
}

const TIMEOUT_MS = 15 * 60_000;
const OUTPUT_CAP = 512 * 1024 * 1024;
/** Runs one git command and returns its output, or throws a Failure. No token is ever in argv, on disk or in an error. */
export async function git(place: GitPlace, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  checkRemote(place.remote);
  await place.guard?.();
  const first = await runGit(place, args, { ...options, token: options.network === true });
  // A token may also die in the middle of a push, whose end with 1 is no odd one.
  const died = options.network === true && first.exitCode !== 0 && isAuthFailure(first.stderr);
  const result = isOdd(first, options) || died ? await secondTry(place, args, { options, first }) : first;
  if (isOdd(result, options)) throw gitFailure(args[0] ?? '', result.stderr);
  return result;
}

/** The output as text without its last line feed. */
export async function gitText(place: GitPlace, args: readonly string[], options?: GitOptions): Promise<string> {
  return (await git(place, args, options)).stdout.toString('utf8').trimEnd();
}

/** What can be better at once: a token that just expired, a blob left out of a partial clone, a lock of the dead. */
async function secondTry(place: GitPlace, args: readonly string[], { options, first }: Tried): Promise<GitResult> {
  const network = options.network === true;
  const token = isAuthFailure(first.stderr) || (!network && isMissingObject(first.stderr));
  if (token && place.remote.token)
    return runGit(place, args, { ...options, token, again: isAuthFailure(first.stderr) });
  if (await removeStaleLock(first.stderr, place.gitDir)) return runGit(place, args, { ...options, token: network });
  return first;
}
interface Tried {
  options: GitOptions;
  first: GitResult;
}

function isOdd(result: GitResult, options: GitOptions): boolean {
  return result.exitCode !== 0 && !options.ok?.includes(result.exitCode);
}

async function runGit(
  place: GitPlace,
  args: readonly string[],
  options: GitOptions & { token: boolean; again?: boolean },
) {
  const use: TokenUse = args[0] === 'push' ? 'write' : 'read';
  const token = options.token ? await place.remote.token?.(use, options.again) : undefined;
  const at = [`--git-dir=${place.gitDir}`, ...(place.workTree === undefined ? [] : [`--work-tree=${place.workTree}`])];
  const result = await execa('git', [...HARD_SETTINGS, ...at, ...args], {
    cwd: '/',
    env: environment(place, token),
    extendEnv: false,
    encoding: 'buffer',
    ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
    maxBuffer: options.cap ?? OUTPUT_CAP,
    reject: false,
    stripFinalNewline: false,
    timeout: TIMEOUT_MS,
  });
  if (token !== undefined) place.remote.done?.(token, use);
  if (result.code === 'ENOENT') throw new Failure('git-failed', 'the program git is not on the PATH of the app');
  const cut = result.isMaxBuffer && options.cap !== undefined;
  const stderr = redact(Buffer.from(result.stderr).toString('utf8'), token);
  const why = result.timedOut ? `git ${args[0]} took longer than ${TIMEOUT_MS / 60_000} minutes\n${stderr}` : stderr;
  return { exitCode: cut ? 0 : (result.exitCode ?? 128), stdout: Buffer.from(result.stdout), stderr: why };
}

function environment(place: GitPlace, token: string | undefined): Record<string, string> {
  const { index, author, remote } = place;
  return cleanEnv(PASSED_VARIABLES, {
    ...HARD_VARIABLES,
    GIT_ALLOW_PROTOCOL: new URL(remote.url).protocol.slice(0, -1),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    ...(author === undefined ? {} : { GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email }),
    ...(author === undefined ? {} : { GIT_COMMITTER_NAME: author.name, GIT_COMMITTER_EMAIL: author.email }),
    ...(token === undefined ? {} : credential(remote.url, token)),
  });
}

/** Scoped to the exact URL: another repository of the same host, or a host we are redirected to, gets nothing. */
function credential(url: string, token: string): Record<string, string> {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${url}.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
}

function checkRemote({ url, local }: Remote): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const loopback = parsed !== undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname);
  const allowed = { 'https:': true, 'http:': loopback, 'file:': local === true }[parsed?.protocol ?? ''] === true;
  const plain = parsed?.username === '' && parsed.password === '' && !/[\s\0]/.test(url);
  if (!allowed || !plain) throw new Failure('git-failed', 'the address of the remote is not one this app may talk to');
}

function redact(text: string, token: string | undefined): string {
  if (!token) return text;
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return text.replaceAll(token, '[token]').replaceAll(basic, '[token]');
}
