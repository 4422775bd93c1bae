// The one way to reach GitHub: Probot's Octokit with our limits, for any base URL. Every secret it sees is remembered for redaction.
import type { Logger } from 'pino';
import { Probot, ProbotOctokit } from 'probot';

export interface ClientOptions {
  appId: number | string;
  privateKey: string;
  webhookSecret: string;
  /** API root of a GitHub Enterprise Server or a simulator; absent = api.github.com. */
  baseUrl?: string;
  /** false only where the server has no rate limits (GitHub Enterprise Server): no pauses between writes. */
  pace: boolean;
  log: Logger;
}
export type Octokit = Awaited<ReturnType<Probot['auth']>>;
export type Client = ReturnType<typeof createClient>;

/** GitHub answers within seconds or not at all; a hanging socket must not hold a turn. */
const TIMEOUT_MS = 30_000;

export function createClient(options: ClientOptions) {
  const secrets = new Set([options.webhookSecret, options.privateKey]);
  const probot = new Probot({
    appId: options.appId,
    privateKey: options.privateKey,
    secret: options.webhookSecret,
    log: options.log,
    request: { fetch: fetchWithin },
    Octokit: octokitClass(options.pace),
    ...(options.baseUrl && { baseUrl: options.baseUrl }),
  });
  const clients = new Map<number, Promise<Octokit>>();

  return {
    probot,
    secrets,

    /** Speaks as the app itself: installations, deliveries, tokens. */
    app: () => probot.auth(),

    /** Speaks as one installation. */
    of(installation: number): Promise<Octokit> {
      const known = clients.get(installation) ?? probot.auth(installation);
      clients.set(installation, known);
      return known;
    },

    /** Mints a token for one use, narrowed to one repository and to what the use needs. */
    async token(scope: TokenScope): Promise<string> {
      const app = await probot.auth();
      const { data } = await app.rest.apps.createInstallationAccessToken({
        installation_id: scope.installation,
        repository_ids: [scope.repoId],
        permissions: scope.permissions,
      });
      remember(secrets, data.token);
      return data.token;
    },
  };
}

export interface TokenScope {
  installation: number;
  repoId: number;
  permissions: { contents: 'read' | 'write' };
}

// The function form is the one that reaches the throttling plug-in (probot#2039).
function octokitClass(pace: boolean): typeof ProbotOctokit {
  return ProbotOctokit.defaults((options: { throttle?: object }) => ({
    ...options,
    throttle: { ...options.throttle, enabled: pace },
  })) as typeof ProbotOctokit;
}

function fetchWithin(url: string, init: RequestInit = {}): Promise<Response> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
}

/** Tokens die after an hour; the newest thousand are more than can still be alive. */
function remember(secrets: Set<string>, token: string): void {
  secrets.add(token);
  if (secrets.size > 1000) for (const old of [...secrets].slice(2, 102)) secrets.delete(old);
}
