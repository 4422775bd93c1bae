// Looks at the GitHub App as GitHub knows it: who it is, what it may, where it is installed, and how its deliveries fare.
import type { Client } from './client.ts';

export interface AppSeen {
  slug: string;
  owner: string;
  permissions: Readonly<Record<string, string>>;
  events: readonly string[];
}
export interface InstallationSeen {
  account: string;
  /** `all` or `selected` repositories. */
  selection: string;
  suspended: boolean;
  /** What its owner accepted; an App that asks for more waits for them. */
  permissions: Readonly<Record<string, string>>;
}
export interface HookSeen {
  url: string;
  json: boolean;
  /** Whether GitHub checks the certificate of what it delivers to. */
  verified: boolean;
  secret: boolean;
}
export interface DeliverySeen {
  event: string;
  /** 0 when there was no answer at all. */
  status: number;
  /** GitHub's own word, such as `OK` or `timed out`. */
  said: string;
  at: string;
}

/** Each asks once and waits for no second try; errors come as they are. */
export function appLook(client: Client, signal: AbortSignal) {
  // A look says how things are now: what fails is told, not tried again.
  const request = { retries: 0, signal };
  return {
    async app(): Promise<AppSeen> {
      const { data } = await (await client.app()).request('GET /app', { request });
      if (!data) throw new Error('GitHub does not know the app');
      const { owner, permissions } = data;
      return { slug: data.slug ?? '', owner: nameOf(owner), permissions: said(permissions), events: data.events };
    },
    async installations(): Promise<InstallationSeen[]> {
      const { data } = await (await client.app()).request('GET /app/installations', { per_page: 100, request });
      return data.map(({ account, repository_selection, suspended_at, permissions }) => ({
        account: nameOf(account),
        selection: repository_selection,
        suspended: Boolean(suspended_at),
        permissions: said(permissions),
      }));
    },
    async hook(): Promise<HookSeen> {
      const { data } = await (await client.app()).request('GET /app/hook/config', { request });
      return {
        url: data.url ?? '',
        json: data.content_type === 'json',
        verified: String(data.insecure_ssl ?? '0') === '0',
        secret: Boolean(data.secret),
      };
    },
    /** Newest first. */
    async deliveries(): Promise<DeliverySeen[]> {
      const { data } = await (await client.app()).request('GET /app/hook/deliveries', { per_page: 30, request });
      return data.map(({ event, action, status_code, status, delivered_at }) => ({
        event: action ? `${event}.${action}` : event,
        status: status_code,
        said: status,
        at: delivered_at,
      }));
    },
  };
}

function said(permissions: object): Record<string, string> {
  return Object.fromEntries(Object.entries(permissions).filter(([, value]) => typeof value === 'string'));
}

/** People and organisations have a login, enterprises a slug. */
function nameOf(account: { login?: string; slug?: string } | null): string {
  return account?.login ?? account?.slug ?? '?';
}
