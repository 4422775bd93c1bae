// The runner's side of all runs of this process: one workspace per run, opened when first needed.
import { join } from 'node:path';
import type { AgentChoice } from '../agents.ts';
import type { Workshop } from '../board.ts';
import type { AgentActivity, AgentJob, Tools } from '../tools.ts';
import { makeAgent } from './agent.ts';
import { type Crew, chosen, gateOf } from './crew.ts';
import { requireDisk } from './disk.ts';
import { cleanEnv } from './environment.ts';
import type { Remote } from './git.ts';
import type { Eyes } from './inspect.ts';
import type { Seal } from './ours.ts';
import { publishRunFiles, removeRunFile, writeRunFile } from './run-files.ts';
import { requireWalls } from './sandbox/require-walls.ts';
import { runSetup, type SetupOptions } from './setup.ts';
import { makeShell } from './shell.ts';
import type { WorkspaceOptions } from './site.ts';
import { readAt, survey } from './survey.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

export interface ShopOptions extends Crew {
  data: string;
  /** `host:port` that setups may reach, as far as a repository asks for them. */
  setupHosts?: readonly string[] | undefined;
  author: { name: string; email: string };
  /** Makes the seal of the app's commits. */
  seal: Seal;
  /** Takes secrets out of what is published. */
  clean(text: string): string;
  /** What is looked for in a change before it is pushed. */
  eyes?: Eyes;
  /** Lets a person's stop reach what runs for a run. */
  guard<T>(run: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  onOutput?: (run: string, job: AgentJob, chunk: Buffer) => void;
  onActivity?: (run: string, job: AgentJob, activity: AgentActivity) => void;
}
/** What a run works on; stays the same for the run's whole life. */
export interface Order {
  run: string;
  repoId: number;
  defaultBranch: string;
  remote: Remote;
  /** How it was walled in when it was opened. */
  sandbox?: string;
  /** Known once the run is open. */
  base?: string;
  branch?: string;
  /** Agents' files that runs may change here (`allow_protected`). */
  allowed?: readonly string[];
  /** Agents the repository chose. */
  agents?: AgentChoice | undefined;
}

/** Once the run is open. */
export type Opened = Order & Required<Pick<Order, 'base' | 'branch' | 'sandbox'>>;

export function openShop(options: ShopOptions) {
  const workspaces = new Map<string, Workspace>();
  const site = (order: Order): Omit<WorkspaceOptions, 'base'> => ({
    data: options.data,
    repoId: String(order.repoId),
    run: order.run,
    remote: order.remote,
    branch: order.branch ?? '',
    author: options.author,
    seal: options.seal,
    account: options.sandbox.account,
    eyes: options.eyes,
    allowed: order.allowed,
  });
  const workspace = (order: Order, base: string): Workspace => {
    const known = workspaces.get(order.run) ?? openWorkspace({ ...site(order), base });
    workspaces.set(order.run, known);
    return known;
  };

  return {
    /** For the turn: what happens before the first iteration and after the last. */
    workshop(order: Order): Workshop {
      const folder = join(options.data, 'runs', order.run);
      return {
        async survey() {
          requireWalls(options.sandbox);
          return survey(site(order), order.defaultBranch);
        },
        read: (base, path) => readAt(site(order), base, path),
        freeze: (base, paths) => openWorkspace({ ...site(order), base }).freeze(paths),
        async start(base, branch, message) {
          return (await openWorkspace({ ...site({ ...order, branch }), base }).start(message)).head;
        },
        file: (name, text) => writeRunFile(folder, name, options.clean(text)),
        remove: name => removeRunFile(folder, name),
        publish: () => publishRunFiles(site(order), folder, options.clean),
        async clear() {
          await workspace(order, order.base ?? '').remove();
          workspaces.delete(order.run);
        },
      };
    },

    /** For one turn's stages. */
    async tools(order: Opened): Promise<Omit<Tools, 'desk' | 'clock'>> {
      requireWalls(options.sandbox, order.sandbox);
      const place = workspace(order, order.base);
      const { run } = order;
      return {
        git: {
          ...place,
          async prepare(accept) {
            await requireDisk(options.data);
            return place.prepare(accept);
          },
          // Their messages quote what agents said.
          publish: (tree, message) => place.publish(tree, options.clean(message)),
          revert: (commits, message) => place.revert(commits, options.clean(message)),
        },
        agent: {
          run: job =>
            options.guard(run, signal =>
              makeAgent({
                ...{ run, data: options.data, workspace: place, sandbox: options.sandbox },
                agents: job => chosen(options, order.agents ?? {}, job),
                gate: gateOf(options, join(options.data, 'runs', run)),
                services: options.outside.services,
                signal: () => signal,
                onOutput: (at, chunk) => options.onOutput?.(run, at, chunk),
                onActivity: (at, activity) => options.onActivity?.(run, at, activity),
              }).run(job),
            ),
        },
        shell: {
          run: async job => {
            const { from, setup } = job;
            const result = await options.guard(run, async signal => {
              const at = shellOf(options, { run, place, signal });
              if (from !== undefined && setup) return runSetup(at, { ...job, from, setup });
              if (from !== undefined) await anew(place, from);
              return makeShell(at).run(job);
            });
            if (result.over?.kind === 'disk') await place.sweep();
            return result;
          },
        },
      };
    },
  };
}

interface Work {
  run: string;
  place: Workspace;
  signal: AbortSignal;
}

function shellOf({ data, sandbox, setupHosts = [] }: ShopOptions, { run, place, signal }: Work): SetupOptions {
  return {
    ...{ run, sandbox, worktree: place.path, readOnlyDirs: [place.mirrorDir], data, workspace: place },
    ...{ runFolder: join(data, 'runs', run), env: cleanEnv(['HOME'], { CI: 'true' }), signal: () => signal },
    allowed: setupHosts,
  };
}

/** What a command before this one wrote is swept: only this tree is judged. */
async function anew(place: Workspace, tree: string): Promise<void> {
  place.touch();
  await place.restore(tree);
}
