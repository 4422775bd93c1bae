// The ground the tests need: bubblewrap and socat, installed where that can be done at once, else named with what to do.
import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import { findProgram } from '../../src/runner/sandbox/programs.ts';

const NEEDED = { bwrap: 'bubblewrap', socat: 'socat' };
const APT = 'apt-get';
const TIMEOUT_MS = 180_000;

/** Never fails: the tests that need what is missing are shown as skipped, with the reason. */
export default async function setup(): Promise<void> {
  if (process.platform !== 'linux' || missing().length === 0) return;
  const how = `\`apt-get install -y ${Object.values(NEEDED).join(' ')}\``;
  if (!isDebian() || process.getuid?.() !== 0)
    return say(`Install what is missing for the tests of the sandbox: ${how}.`);
  say(`Installing ${missing().join(' ')} for the tests of the sandbox.`);
  // Lists of packages are often not there in a fresh container.
  if (!(await install())) await apt('update').then(install);
  if (missing().length > 0) say(`Installing did not work, so the tests of the sandbox are skipped. By hand: ${how}.`);
}

function missing(): string[] {
  return Object.entries(NEEDED).flatMap(([program, name]) => (findProgram(program, process.env.PATH) ? [] : [name]));
}

async function install(): Promise<boolean> {
  return !(await apt('install', '--yes', '--no-install-recommends', ...missing())).failed;
}

function apt(...args: string[]) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return execa(APT, ['-q', '-o', 'DPkg::Lock::Timeout=60', ...args], { env, reject: false, timeout: TIMEOUT_MS });
}

/** Debian and what is made of it. */
function isDebian(): boolean {
  try {
    return /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function say(text: string): void {
  console.warn(text);
}
