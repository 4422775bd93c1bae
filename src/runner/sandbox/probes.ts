// What the self-test tries, in the words of a shell: things that must be refused, and things an honest agent needs.

export interface Attempt {
  name: string;
  /** For people. */
  what: string;
  must: 'works' | 'refused';
  /** A command that succeeds when the thing was possible. */
  command: string;
}

/** `$SECRET` and `$PORT` are filled in by the self-test. */
export const PROBES: readonly Attempt[] = [
  refused('root', 'it is not root', '[ "$(id -u)" = 0 ]'),
  refused('secret', 'a file outside cannot be read', 'cat "$SECRET"'),
  refused('processes', 'processes outside are not seen', 'set -- /proc/[0-9]*; [ $# -gt 12 ]'),
  refused(
    'kernel',
    'the kernel’s switches cannot be set',
    'p=/proc/sys/kernel/core_pattern; v=$(cat $p) && echo "$v" > $p',
  ),
  refused('namespaces', 'no user namespace can be made', 'unshare -Ur true'),
  refused('network', 'the host’s network is not there', '[ "$(wc -l < /proc/net/dev)" -gt 3 ]'),
  refused(
    'loopback',
    'services of the host are not reached',
    "timeout 5 node -e \"require('net').connect($PORT, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(1))\"",
  ),
  refused('commit', 'git cannot commit', 'git -c user.name=x -c user.email=x commit -q --allow-empty -m x'),
  refused('pointer', 'the worktree’s .git stays', 'rm -f .git || mv .git x'),
  works('node', 'node runs', 'node -e 0'),
  works('git', 'git status', 'git status --short'),
  works('worktree', 'the worktree can be written', 'echo x > file && rm file'),
  works('scratch', '/tmp and the home can be written', 'echo x > /tmp/x && echo x > "$HOME/x"'),
];

/** Every attempt prints `<name> works` or `<name> refused`; what the attempts themselves say comes only with an unexpected end. */
export function probeScript({ secret, marker, port }: { secret: string; marker: string; port: number }): string {
  return [
    `SECRET=${quoted(secret)} MARKER=${quoted(marker)} PORT=${port}`,
    'try() { if said=$(eval "$3" 2>&1); then got=works; else got=refused; fi; echo "$1 $got"; [ "$got" = "$2" ] || echo "$1: $said"; }',
    // In a temporary folder this succeeds, in one of the sandbox's own: whether it came of it is seen outside.
    '(echo x > "$MARKER") 2>/dev/null',
    ...PROBES.map(({ name, must, command }) => `try ${name} ${must} ${quoted(command)}`),
  ].join('\n');
}

function refused(name: string, what: string, command: string): Attempt {
  return { name, what, must: 'refused', command };
}

function works(name: string, what: string, command: string): Attempt {
  return { name, what, must: 'works', command };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
