// Puts a command behind bubblewrap: own namespaces, a minimal root, a fresh home, limits, writes only in the worktree (SEC-75, 78, 80, 84).
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { INSIDE, LEADS_OUT } from './gate-inside.ts';
import { findProgram, isOfTheSystem, prefixOf, type Shown, shownFor } from './programs.ts';
import type { Sandbox, Walls } from './sandbox.ts';

export interface BubblewrapOptions {
  /** Absolute path of `bwrap`. */
  program: string;
  account: Account | undefined;
  /** Files and folders outside /usr that may be read besides. */
  readable: readonly string[];
  /** Folder with the `passwd`, `group` and `hosts` to be shown. */
  etc: string;
}

const HOME = '/home/agent';
const MEGABYTE = 1024 * 1024;
/** Memory that files in /tmp, the home and /dev/shm may take, each. */
const SCRATCH = String(512 * MEGABYTE);
/** Set inside, so that they count this command's processes and not all of the account's. */
const LIMITS = ['--core=0', '--nproc=1024', '--nofile=4096', `--fsize=${1024 * MEGABYTE}`];
/** When memory runs out, the kernel ends these first and never the app; and where processors are short, the app comes first. */
const BEHIND_THE_APP = ['choom', '-n', '500', '--', 'nice', '-n', '5'];

const NAMESPACES = [
  ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--disable-userns', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'sandbox'],
];
/** Libraries, certificates and names; nothing of it is secret. */
const ETC = [
  ...['alternatives', 'ssl/certs', 'ssl/openssl.cnf', 'ssl/cert.pem', 'pki/tls/certs', 'pki/tls/cert.pem'],
  ...['pki/ca-trust/extracted', 'ca-certificates', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'nsswitch.conf'],
  ...['localtime', 'timezone', 'mime.types', 'protocols', 'services'],
];
const SCRATCHES = ['/dev/shm', '/tmp', HOME].flatMap(path => ['--size', SCRATCH, '--tmpfs', path]);

/** Refuses to be made for a caller that is root: such walls do not hold. */
export function bubblewrap(options: BubblewrapOptions): Sandbox {
  if (process.geteuid?.() === 0 && (options.account?.uid ?? 0) === 0)
    throw new Error('bubblewrap needs an account that is not root');
  const root = ['--ro-bind', '/usr', '/usr', ...systemFolders(), ...etcOf(options.etc)];
  const always = [prefixOf(process.execPath), ...options.readable].filter(path => !isOfTheSystem(path));
  return {
    name: 'bubblewrap',
    account: options.account,
    wrap: (argv, walls) => ({
      argv: [
        ...[options.program, ...NAMESPACES, ...root, '--proc', '/proc', '--dev', '/dev', ...SCRATCHES],
        ...distinct([...always.map(path => ({ path })), ...namedBy(argv, walls)]).flatMap(show),
        ...placesOf(walls),
        ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', walls.worktree, '--'],
        ...[...BEHIND_THE_APP, 'prlimit', ...LIMITS, ...(walls.gate === undefined ? [] : INSIDE), ...argv],
      ],
      env: { ...ENVIRONMENT, ...(walls.gate === undefined ? {} : LEADS_OUT) },
      account: options.account,
    }),
  };
}

const ENVIRONMENT = {
  ...{ HOME, TMPDIR: '/tmp', USER: 'agent', LOGNAME: 'agent', GIT_OPTIONAL_LOCKS: '0' },
  // The mirror is another account's: its git may read it all the same.
  ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' },
};

/** `/bin` and its like: links into /usr on most systems, folders on some. */
function systemFolders(): string[] {
  return ['bin', 'sbin', 'lib', 'lib64', 'lib32', 'libx32', 'nix/store'].flatMap(name => {
    const path = `/${name}`;
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  });
}

function etcOf(generated: string): string[] {
  const theirs = ETC.map(name => `/etc/${name}`).filter(path => existsSync(path));
  const ours = ['passwd', 'group', 'hosts'].flatMap(name => ['--ro-bind', join(generated, name), `/etc/${name}`]);
  return ['--dir', '/etc', ...theirs.flatMap(path => ['--ro-bind', path, path]), ...ours];
}

/** The agent's own program, which may be somewhere in /opt or a home folder, and what else the operator's command line names. */
function namedBy(argv: readonly string[], { worktree, readOnlyDirs, writableDirs, ours }: Walls): Shown[] {
  if (ours !== true) return [];
  const [name = '', ...rest] = argv;
  const program = findProgram(name, process.env.PATH, worktree) ?? '';
  return shownFor([program, ...rest], [worktree, ...readOnlyDirs, ...writableDirs]);
}

/** Each once, and nothing that is seen already as part of a folder. */
function distinct(all: readonly Shown[]): Shown[] {
  const folders = all.filter(shown => !('linkTo' in shown)).map(shown => `${shown.path}/`);
  const once = new Map(all.map(shown => [shown.path, shown]));
  return [...once.values()].filter(({ path }) => !folders.some(folder => path.startsWith(folder)));
}

function show(shown: Shown): string[] {
  return 'linkTo' in shown ? ['--symlink', shown.linkTo, shown.path] : ['--ro-bind', shown.path, shown.path];
}

/** Later mounts lie over earlier ones: the pointer to the git directory stays as it is in a worktree that may be written. */
function placesOf({ worktree, readOnlyDirs, writableDirs, gate }: Walls): string[] {
  const pointer = join(worktree, '.git');
  return [
    ...readOnlyDirs.flatMap(path => ['--ro-bind', path, path]),
    ...['--bind', worktree, worktree, '--ro-bind-try', pointer, pointer],
    ...writableDirs.flatMap(path => ['--bind', path, path]),
    ...(gate === undefined ? [] : ['--ro-bind', gate, '/run/gate']),
  ];
}
