// A GitHub for tests, the demo and benches: stateful, over real git repositories, on 127.0.0.1 only.
import { createAccount, createApp, createTeam, type NewApp } from './actions/accounts.ts';
import { install, ping, removeRepo, uninstall } from './actions/installations.ts';
import { createRepo, type NewRepo, setPermission } from './actions/repos.ts';
import { createFaults, type Faults } from './faults.ts';
import { findPath, readBlob } from './git/objects.ts';
import { type Refs, readRefs } from './git/refs.ts';
import { resolveCommit } from './git/repository.ts';
import { createDeliveries, type Delivery } from './hooks/deliveries.ts';
import type { Hub } from './hub.ts';
import { type Person, person } from './person.ts';
import { type Counters, createCounters, createRate } from './rest/limits.ts';
import type { Exchange } from './rest/serve.ts';
import { mintInstallationToken, mintUserToken, type Narrowing } from './rest/tokens.ts';
import { listen, serve, stop } from './server.ts';
import type {
  Account,
  App,
  CheckRun,
  Installation,
  Pull,
  Repo,
  Role,
  Team,
  Thread,
  TimelineEntry,
} from './state/model.ts';
import { createState, findAccount, findRepo, findThread } from './state/state.ts';

export interface GitHubOptions {
  dir: string; // the bare repositories go here
  port?: number;
  deliveryTimeoutMs?: number; // GitHub's own 10 s when left out
  onExchange?: (exchange: Exchange) => void;
  onDelivery?: (delivery: Delivery) => void;
  onError?: (error: unknown) => void;
}

export interface GitHub {
  url: string;
  apiUrl: string;
  createApp(input: NewApp): { app: App; privateKey: string };
  createUser(login: string, options?: { type?: 'User' | 'Bot' }): Account;
  createOrg(login: string, members?: string[]): Account;
  createTeam(org: string, slug: string, members: string[]): Team;
  createRepo(input: NewRepo): Promise<Repo>;
  setPermission(repo: string, login: string, role: Role, roleName?: string): void;
  install(app: App, repo: string): Installation;
  uninstall(installation: Installation): void;
  removeFromInstallation(installation: Installation, repo: string): void;
  ping(app: App): void;
  userToken(login: string): string;
  installationToken(installation: Installation, ask?: Narrowing): string; // without the JWT's way round
  expireTokens(): void;
  as(login: string): Person;
  repo(repo: string): Repo;
  thread(repo: string, number: number): TimelineEntry[];
  issue(repo: string, number: number): Thread;
  pull(repo: string, number: number): Thread & { pull: Pull };
  checkRuns(repo: string, sha: string): CheckRun[];
  refs(repo: string): Promise<Refs>;
  readFile(repo: string, ref: string, path: string): Promise<string | null>;
  counters: Counters;
  faults: Faults;
  deliveries: Delivery[];
  redeliver(id: number): Delivery;
  paused: boolean; // while true every delivery fails, as when the app is down
  idle(): Promise<void>;
  close(): Promise<void>;
}

export async function startGitHub(options: GitHubOptions): Promise<GitHub> {
  const { server, url } = await listen(options.port ?? 0);
  const hub = createHub(options, url);
  serve(server, hub);
  const repoNamed = (name: string): Repo => findRepo(hub.state, name);
  return {
    url,
    apiUrl: hub.apiUrl,
    counters: hub.counters,
    faults: hub.faults,
    deliveries: hub.deliveries.log,
    createApp: input => createApp(hub, input),
    createUser: (login, { type = 'User' } = {}) => createAccount(hub, login, type),
    createOrg(login, members = []) {
      const org = createAccount(hub, login, 'Organization');
      for (const member of members) org.members.add(createAccount(hub, member).login.toLowerCase());
      return org;
    },
    createTeam: (org, slug, members) => createTeam(hub, org, slug, members),
    createRepo: input => createRepo(hub, input),
    setPermission: (repo, login, role, roleName) => setPermission(hub, repoNamed(repo), login, role, roleName),
    install: (app, repo) => install(hub, app, repoNamed(repo)),
    uninstall: installation => uninstall(hub, installation),
    removeFromInstallation: (installation, repo) => removeRepo(hub, installation, repoNamed(repo)),
    ping: app => ping(hub, app),
    userToken: login => mintUserToken(hub.state, findAccount(hub.state, login)).value,
    installationToken: (installation, ask = {}) => mintInstallationToken(hub.state, installation, ask).value,
    expireTokens() {
      for (const token of hub.state.tokens.values()) if (token.installation) token.expiresAt = 0;
    },
    as: login => person(hub, { account: createAccount(hub, login), app: null }),
    repo: repoNamed,
    thread: (repo, number) => findThread(repoNamed(repo), number).timeline,
    issue: (repo, number) => findThread(repoNamed(repo), number),
    pull(repo, number) {
      const thread = findThread(repoNamed(repo), number);
      const { pull } = thread;
      if (!pull) throw new Error(`${repo}#${number} is not a pull request`);
      return Object.assign(thread, { pull });
    },
    checkRuns: (repo, sha) => [...repoNamed(repo).checkRuns.values()].filter(run => run.headSha === sha),
    refs: repo => readRefs(repoNamed(repo).gitDir),
    readFile: (repo, ref, path) => readFileAt(repoNamed(repo), ref, path),
    redeliver: id => hub.deliveries.redeliver(id),
    get paused() {
      return hub.deliveries.paused;
    },
    set paused(value) {
      hub.deliveries.paused = value;
    },
    idle: () => hub.deliveries.idle(),
    close() {
      hub.deliveries.stop();
      return stop(server);
    },
  };
}

function createHub(options: GitHubOptions, url: string): Hub {
  const state = createState();
  const rate = createRate();
  const deliveries = createDeliveries({
    nextId: () => state.nextId('delivery'),
    onDelivery: options.onDelivery ?? (() => undefined),
    timeoutMs: options.deliveryTimeoutMs ?? 10_000,
  });
  const hub: Omit<Hub, 'ghost'> = {
    state,
    dir: options.dir,
    url,
    apiUrl: `${url}/api/v3`,
    deliveries,
    counters: createCounters(),
    faults: createFaults(),
    rate: spend => (spend ? rate.spend() : rate.look()),
    onExchange: options.onExchange ?? (() => undefined),
    onError: options.onError ?? (error => console.error(error)),
  };
  const whole = hub as Hub;
  whole.ghost = createAccount(whole, 'ghost');
  return whole;
}

async function readFileAt(repo: Repo, ref: string, path: string): Promise<string | null> {
  const sha = await resolveCommit(repo.gitDir, ref);
  const entry = sha === null ? null : await findPath(repo.gitDir, sha, path);
  const blob = entry?.type === 'blob' ? await readBlob(repo.gitDir, entry.oid) : null;
  return blob === null ? null : blob.toString();
}
