// Speaks to model services for the agent: it has a dummy, the key is put in here, what is asked for is checked, counted and capped.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Cap, openLedger, overCap } from './ledger.ts';
import { type ModelBook, modelBook } from './model-book.ts';
import { exchange, refuse } from './model-exchange.ts';
import { type ModelName, modelName } from './model-name.ts';
import type { ModelApi } from './models.ts';
import { type Prices, priceOf } from './prices.ts';

export interface ModelProxyOptions {
  models: readonly ModelApi[];
  cap: Cap;
  /** US dollars for a million tokens, by model. */
  prices?: Prices;
  /** The run's folder. */
  ledger: string;
}
export interface ModelProxy extends Pick<ModelBook, 'used' | 'trouble'> {
  server: Server;
  /** Things a person should know: a cap that was reached, paths that were refused, answers whose use nobody told. */
  notes(): string[];
  /** Everything that was under way is counted when it is over. */
  close(): Promise<void>;
}

export function modelProxy({ models, cap, prices = {}, ledger: folder }: ModelProxyOptions): ModelProxy {
  const ledger = openLedger(folder);
  const book = modelBook({ cap, prices, ledger });
  const strange = new Set<string>();
  const open = new Set<Promise<void>>();
  const pass = async (asked: Asked, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { api, free } = asked;
    const name = modelName();
    const forbids = (): string | undefined => unpriced(asked, name, prices);
    const exchanged = { ...asked, request, response, name, forbids };
    const outcome = await exchange(exchanged, cap.usd !== undefined && !free);
    if (!free) book.enter({ service: api.name, model: asked.model ?? name.found() }, outcome);
  };
  const server = createServer((request, response) => {
    const asked = route(models, request);
    if (asked === undefined) {
      if (strange.size < 20) strange.add(named(request));
      return refuse(response, 403, 'this request is not one an agent needs');
    }
    const over = overCap(ledger.read(), cap);
    if (over !== undefined) {
      book.capped(asked.api.name, over);
      return refuse(response, 403, `the run's cap is reached: ${over}`);
    }
    ledger.begin();
    const passing = pass(asked, request, response)
      .catch(() => refuse(response, 400, 'this request cannot be passed on'))
      .finally(() => open.delete(passing));
    open.add(passing);
  });
  server.on('clientError', (_, socket) => socket.destroy());
  return {
    server,
    ...{ used: book.used, trouble: book.trouble },
    notes: () => [...[...strange].map(unasked), ...book.notes()],
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.allSettled(open);
    },
  };
}

const unasked = (request: string): string =>
  `The agent asked its model service for something that is not allowed: ${request}.`;

interface Asked {
  api: ModelApi;
  url: URL;
  /** It costs nothing, and says nothing about whether models answer: lists of models, counts of tokens. */
  free: boolean;
  /** Where the path names it. */
  model?: string;
}

/** `/<name>/path`: the service and its own address, when method and path are among those that are allowed. */
function route(models: readonly ModelApi[], request: IncomingMessage): Asked | undefined {
  const [, name = '', rest = ''] = /^\/([a-z]+)(\/[^\s#\\]*)$/.exec(request.url ?? '') ?? [];
  const api = models.find(model => model.name === name);
  const [path = '', ...query] = rest.split('?');
  if (!api?.paths.test(`${request.method} ${path}`)) return undefined;
  const url = new URL(api.upstream + path);
  // Names such as `..` would make another path of one that is allowed.
  if (!url.pathname.endsWith(path)) return undefined;
  // A key in the query would be another way to name one.
  const asked = new URLSearchParams(query.join('?'));
  asked.delete('key');
  url.search = asked.toString();
  const model = /\/models\/([^/:]+):/.exec(path)?.[1];
  const free = request.method !== 'POST' || /count_?tokens$/i.test(path);
  return { api, url, free, ...(model !== undefined && { model }) };
}

/** What costs nobody knows how much is not asked for where there is a limit in dollars. */
function unpriced({ model }: Asked, name: ModelName, prices: Prices): string | undefined {
  const asked = model ?? name.found();
  if (asked === undefined) return 'the run is capped in US dollars, and the request does not say which model it is for';
  if (model === undefined && name.twice()) return 'the run is capped in US dollars, and the request names two models';
  if (priceOf(prices, asked) !== undefined) return undefined;
  const shown = /^[\w.:@/-]{1,80}$/.test(asked) ? asked : 'this one';
  const entry = shown === 'this one' ? '"its name"' : `"${shown}"`;
  return `the run is capped in US dollars and the model ${shown} has no price; the operator adds one under prices in the file of ULTRALOOP_AGENTS, such as ${entry}: { in: 1.25, out: 10 }`;
}

function named({ method = '', url = '' }: IncomingMessage): string {
  return `${method} ${url.split('?')[0]}`.replace(/[^\w ./:-]/g, '?').slice(0, 120);
}
