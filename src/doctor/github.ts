// GitHub's side: do the App's credentials fit, may it do what it must, where is it installed, and do its webhooks arrive.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { AppSeen, appLook, DeliverySeen, HookSeen, InstallationSeen } from '../github/app-look.ts';
import { statusOf } from '../github/errors.ts';
import { packageRoot } from '../package-root.ts';
import { WEBHOOKS_PATH } from '../web/path.ts';
import { bad, good, type Line, note, soon, told } from './line.ts';

type Look = ReturnType<typeof appLook>;
export interface GitHubSeen {
  look: Look;
  /** The API root that is asked. */
  api: string;
  withinMs: number;
}
/** What `app.yml` asks GitHub for. */
interface Manifest {
  default_permissions: Record<string, string>;
  default_events: string[];
}

export async function githubLines({ look, api, withinMs }: GitHubSeen): Promise<Line[]> {
  const wanted = parse(await readFile(join(packageRoot(), 'app.yml'), 'utf8')) as Manifest;
  const ask = <T>(work: Promise<T>, tell: (seen: T) => Line[], what: string): Promise<Line[]> =>
    soon(withinMs, work).then(tell, error => [bad(`${what}: ${told(error)}`)]);
  let app: AppSeen;
  try {
    app = await soon(withinMs, look.app());
  } catch (error) {
    return [notReached(error, api)];
  }
  const lines = await Promise.all([
    ask(look.installations(), seen => installed(seen, app), 'installations'),
    ask(look.hook(), hooked, 'webhook'),
    ask(look.deliveries(), delivered, 'deliveries'),
  ]);
  return [good(`the App ${app.slug} of ${app.owner} at ${api}`), ...mayDo(app, wanted), ...lines.flat()];
}

function notReached(error: unknown, api: string): Line {
  const status = statusOf(error);
  if (status === 401 || status === 404)
    return bad(
      `${api} does not know the App (${status}): APP_ID and private key must be of the same App; a clock that is wrong does it too`,
    );
  if (status !== undefined && status < 500) return bad(`${api} answered ${status}: ${told(error)}`);
  return bad(`${api} is not reached: ${told(error)}. Offline, or a proxy or firewall is between`);
}

function mayDo(
  { permissions, events }: AppSeen,
  { default_permissions: wanted, default_events: heard }: Manifest,
): Line[] {
  const lacking = lackingOf(permissions, wanted);
  const more = Object.entries(permissions).filter(([name]) => !Object.hasOwn(wanted, name));
  const deaf = heard.filter(event => !events.includes(event));
  const settings = 'correct it on the settings page of the App, as app.yml says';
  return [
    lacking.length > 0
      ? bad(`permissions: ${lacking.join(', ')} is missing: ${settings}; each installation must then accept it`)
      : good('permissions: all of app.yml'),
    ...more.map(([name, access]) => note(`permissions: ${name}: ${access} is more than the app uses`)),
    deaf.length > 0
      ? bad(`events: ${deaf.join(', ')} is not subscribed to: ${settings}`)
      : good('events: all of app.yml'),
  ];
}

const RANK: Record<string, number> = { read: 1, write: 2, admin: 3 };
const rank = (access: string | undefined): number => RANK[access ?? ''] ?? 0;

function lackingOf(granted: AppSeen['permissions'], wanted: AppSeen['permissions']): string[] {
  const missing = Object.entries(wanted).filter(([name, access]) => rank(granted[name]) < rank(access));
  return missing.map(([name, access]) => `${name}: ${access}`);
}

function installed(all: readonly InstallationSeen[], app: AppSeen): Line[] {
  if (all.length === 0) return [bad('the App is installed nowhere: install it on the repositories it is for')];
  const waiting = all.filter(({ permissions }) => lackingOf(permissions, app.permissions).length > 0);
  const asleep = all.filter(({ suspended }) => suspended);
  return [
    good(`installed ${all.length === 1 ? 'once' : `${all.length} times`}: ${all.slice(0, 20).map(place).join(', ')}`),
    ...waiting.map(({ account }) =>
      bad(`installation of ${account}: its owner has not accepted the App’s new permissions`),
    ),
    ...asleep.map(({ account }) => note(`installation of ${account}: suspended`)),
  ];
}

const place = ({ account, selection }: InstallationSeen): string => `${account} (${selection} repositories)`;

function hooked({ url, json, verified, secret }: HookSeen): Line[] {
  if (url === '') return [bad(`webhook: no address is set: give the App https://your-host${WEBHOOKS_PATH}`)];
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return [
    path === WEBHOOKS_PATH ? good(`webhook: ${url}`) : bad(`webhook: ${url} must end with ${WEBHOOKS_PATH}`),
    ...(json ? [] : [bad('webhook: the content type must be application/json')]),
    ...(secret ? [] : [bad('webhook: GitHub has no secret: set the one of WEBHOOK_SECRET')]),
    ...(verified ? [] : [note('webhook: GitHub does not check the certificate of the address')]),
  ];
}

const isGood = ({ status }: DeliverySeen): boolean => status >= 200 && status < 300;

function delivered(all: readonly DeliverySeen[]): Line[] {
  const [newest] = all;
  if (!newest) return [note('deliveries: GitHub has not delivered anything in the last days')];
  const failed = all.filter(each => !isGood(each)).length;
  const of = `${failed} of the last ${all.length} failed`;
  const last = `the newest (${newest.event}, ${newest.at.slice(0, 16).replace('T', ' ')} UTC)`;
  if (!isGood(newest)) return [bad(`deliveries: ${last} failed: ${why(newest)}; ${of}`)];
  return [failed === 0 ? good(`deliveries: ${last} arrived`) : note(`deliveries: ${last} arrived; ${of}`)];
}

function why({ status, said }: DeliverySeen): string {
  if (status === 401) return `${status}: the secret at GitHub is not that of WEBHOOK_SECRET`;
  if (status === 404) return '404: something else answers at that address';
  if (status === 0 || status >= 500)
    return `${status === 0 ? said : status}: the app was not reached there, or not running`;
  return `${status} ${said}`;
}
