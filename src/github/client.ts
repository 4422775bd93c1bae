// The one way to reach GitHub: Probot's Octokit with our limits, for any base URL. Every secret it sees is remembered for redaction.
import type { Logger } from 'pino';
import { Probot, ProbotOctokit } from 'probot';
import { statusOf } from './errors.ts';
import { heeding, type Limit } from './limits.ts';
import { secretSet } from './secret-set.ts';

export interface ClientOptions {
  appId: number | string;
  privateKey: string;
  webhookSecret: string;
  /** Other secrets of the host that nothing published may hold. */
  secrets?: readonly string[];
  /** API root of a GitHub Enterprise Server or a simulator; absent = api.github.com. */
  baseUrl?: string;
  /** false only where the server has no rate limits (GitHub Enterprise Server): no pauses between writes. */
  pace: boolean;
  /** Pauses before each further try of a change that may have been lost, in milliseconds; absent = `PATIENCE`. */
  pauses?: number[];
  log: Logger;
}
export type Octokit = Awaited<ReturnType<Probot['auth']>>;
export type Client = ReturnType<typeof createClient>;

/** GitHub answers within seconds or not at all; a hanging socket must not hold a turn. */
const TIMEOUT_MS = 30_000;
/** After the last of these pauses the turn gives up and comes back later. */
const PATIENCE = [1_000, 4_000, 15_000, 40_000];

export function createClient(options: ClientOptions) {
  const lasting = [options.webhookSecret, options.privateKey, ...(options.secrets ?? [])];
  const { secrets, remember } = secretSet(lasting);
  const probot = createProbot(options);
  const clients = new Map<number, Promise<Octokit>>();
  const limits = new Map<number, Limit>();
  const limitOf = (installation: number): Limit => {
    const limit = limits.get(installation) ?? { until: 0 };
    limits.set(installation, limit);
    return limit;
  };

  let asApp: Promise<Octokit> | undefined;
  const app = (): Promise<Octokit> => {
    asApp ??= probot.auth().then(octokit => heeding(octokit, { until: 0 }));
    return asApp;
  };

  /** A token can die before its hour is over. One refusal takes a new one; a second one means what it says. */
  async function renewing(installation: number, octokit: Octokit): Promise<Octokit> {
    octokit.hook.wrap('request', async (request, call) => {
      try {
        return await request(call);
      } catch (error) {
        if (statusOf(error) !== 401) throw error;
        const { hook: _, ...rest } = call.request ?? {}; // the hook would lead back to the dead token
        const fresh = await createProbot(options).auth(installation); // a Probot keeps its tokens, so a new one
        const result = await fresh.request({ ...call, request: rest });
        clients.set(installation, renewing(installation, fresh));
        return result;
      }
    });
    return heeding(octokit, limitOf(installation));
  }

  return {
    probot,
    secrets,
    /** Where repositories are: tokens for git go to this host and no other. */
    server: options.baseUrl === undefined ? 'https://github.com' : new URL(options.baseUrl).origin,
    pauses: options.pauses ?? PATIENCE,

    /** Speaks as the app itself: installations, deliveries, tokens. */
    app,

    /** Speaks as one installation. */
    of(installation: number): Promise<Octokit> {
      const known = clients.get(installation) ?? probot.auth(installation).then(made => renewing(installation, made));
      clients.set(installation, known);
      return known;
    },

    /** Mints a token for one use, narrowed to one repository and to what the use needs. */
    async token(scope: TokenScope): Promise<string> {
      const { data } = await (await app()).rest.apps.createInstallationAccessToken({
        installation_id: scope.installation,
        repository_ids: [scope.repoId],
        permissions: scope.permissions,
      });
      remember(data.token);
      return data.token;
    },

    /** Ends a token's life before its hour, beside everything else: one that cannot be ended dies by itself. */
    revoke(token: string): void {
      const url = `${options.baseUrl ?? 'https://api.github.com'}/installation/token`;
      const headers = {
        authorization: `token ${token}`,
        accept: 'application/vnd.github+json',
        'user-agent': 'ultraloop',
      };
      void fetchWithin(url, { method: 'DELETE', headers }).catch(() => undefined);
    },
  };
}

export interface TokenScope {
  installation: number;
  repoId: number;
  permissions: { contents: 'read' | 'write' };
}

function createProbot(options: ClientOptions): Probot {
  return new Probot({
    appId: options.appId,
    privateKey: options.privateKey,
    secret: options.webhookSecret,
    log: options.log,
    request: { fetch: fetchWithin },
    Octokit: octokitClass(options.pace),
    ...(options.baseUrl && { baseUrl: options.baseUrl }),
  });
}

/** Answers that trying again at once cannot mend; 429 is here because it says itself when to come back. */
const OURS = [400, 401, 403, 404, 410, 422, 429, 451];
const never = () => false;
/** Who has to wait is decided in one place, `limits.ts`, for all calls and with an end. */
const GIVE_UP = { onRateLimit: never, onSecondaryRateLimit: never };

// The function form is the one that reaches the throttling plug-in (probot#2039).
function octokitClass(pace: boolean): typeof ProbotOctokit {
  return ProbotOctokit.defaults((options: { throttle?: object; retry?: object }) => ({
    ...options,
    throttle: { ...options.throttle, ...GIVE_UP, enabled: pace },
    retry: { ...options.retry, doNotRetry: OURS },
  })) as typeof ProbotOctokit;
}

function fetchWithin(url: string, init: RequestInit = {}): Promise<Response> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
}
