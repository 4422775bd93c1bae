// What is installed before a run works: what the configuration says, else what a lock file and the operator's hosts allow.
import type { SetupStep, Spec } from '../spec.ts';
import { detectSetup } from './detect-setup.ts';
import type { Obstacle } from './readiness.ts';
import type { Config } from './schema.ts';
import { MANIFESTS } from './setup-section.ts';

/** The part of a run's spec: `setupFrom` is `ultraloop.yml`, or the lock files it was detected in. */
export type SetupPart = Pick<Spec, 'setup' | 'setupFrom' | 'setupHint'>;

/** @param allowed `host:port` setups may reach here; undefined = there are no walls, so anywhere. */
export function setupPart(
  { setup }: Pick<Config, 'setup'>,
  files: readonly string[],
  allowed: readonly string[] | undefined,
): SetupPart {
  if (!setup) return detectSetup(files, allowed);
  if (setup.length === 0) return {};
  const steps = setup.map(({ run, hosts, when }) => ({ command: run, hosts, when: when ?? [...MANIFESTS] }));
  return { setup: steps, setupFrom: 'ultraloop.yml' };
}

/** A setup that cannot reach what it needs would only fail later, and dearer. */
export function setupObstacles(steps: readonly SetupStep[] = [], allowed?: readonly string[]): Obstacle[] {
  if (allowed === undefined) return [];
  return steps.flatMap(({ command, hosts }) => {
    const closed = hosts.filter(host => !allowed.includes(host)).map(host => `\`${host}\``);
    if (closed.length === 0) return [];
    return [
      {
        problem: `The setup \`${command}\` asks for ${closed.join(', ')}, where setups may not go on this host.`,
        todo: 'Ask the operator to add it to `ULTRALOOP_SETUP_HOSTS`, or take it out of `setup:` in `ultraloop.yml`.',
      },
    ];
  });
}
