// The simulated GitHub in a process of its own, steered by questions.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GitHub, startGitHub } from '../test/github/index.ts';
import { answer } from './child.ts';
import { OWNER, PERSON } from './simulator-names.ts';

const github: GitHub = await startGitHub({ dir: process.env.BENCH_DIR ?? '' });
github.createOrg(OWNER, [PERSON]);

export interface NewApp {
  webhookUrl: string;
  webhookSecret: string;
}
interface NewRepo {
  name: string;
  files?: Record<string, string>;
  from?: string;
}

interface Collecting {
  /** Issues 1 to this number. */
  issues: number;
  count: number;
  body: string;
  file: string;
}

let registered: ReturnType<GitHub['createApp']> | undefined;

answer({
  app({ webhookUrl, webhookSecret }: NewApp) {
    registered = github.createApp({ id: 4711, slug: 'ultraloop', webhookUrl, webhookSecret });
    return { id: registered.app.id, privateKey: registered.privateKey };
  },
  /** Makes a repository a person may write to; answers its number and a token of that person. */
  async repo({ name, files, from }: NewRepo) {
    const { id } = await github.createRepo({ owner: OWNER, name, ...(files && { files }), ...(from && { from }) });
    github.setPermission(`${OWNER}/${name}`, PERSON, 'write');
    return { id, token: github.userToken(PERSON) };
  },
  /** Installs the app; answers the installation's number. */
  install: (name: string) => registered && github.install(registered.app, `${OWNER}/${name}`).id,
  async issue(name: string, title: string) {
    const body = 'Append a line to `work.txt` until it says finished.';
    return (await github.as(PERSON).openIssue(`${OWNER}/${name}`, { title, body })).number;
  },
  async draft(name: string, head: string) {
    await github.as(PERSON).openPull(`${OWNER}/${name}`, { title: head, head, draft: true });
  },
  async comment(name: string, number: number, body: string) {
    await github.as(PERSON).comment(`${OWNER}/${name}`, number, body);
  },
  /** So many issues, one after the other. */
  async issues(name: string, count: number) {
    for (let n = 0; n < count; n++)
      await github.as(PERSON).openIssue(`${OWNER}/${name}`, { title: `Issue ${n}`, body: 'Work.' });
  },
  /** From now on webhooks are swallowed, as by an app that answers at once. */
  async swallow() {
    const sink = createServer((request, response) => {
      request.resume();
      response.end();
    });
    await new Promise<void>(resolve => sink.listen(0, '127.0.0.1', resolve));
    if (registered) registered.app.webhookUrl = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`;
  },
  /** Comments on the issues in turn; writes the deliveries they cause to a file, as JSON of headers and body. */
  async collect(name: string, { issues, count, body, file }: Collecting) {
    const before = github.deliveries.length;
    for (let n = 0; n < count; n++) await github.as(PERSON).comment(`${OWNER}/${name}`, (n % issues) + 1, body);
    const made = github.deliveries.slice(before).filter(({ event }) => event === 'issue_comment');
    await writeFile(file, JSON.stringify(made.map(delivery => ({ headers: delivery.headers, body: delivery.body }))));
  },
  calls: () => github.counters.calls.map(({ method, path, operationId }) => ({ method, path, operationId })),
  counted: () => ({ graphql: github.counters.graphql, contentCreating: github.counters.contentCreating }),
  reset: () => github.counters.reset(),
  idle: () => github.idle(),
});
process.send?.({ listening: github.url });
process.once('SIGTERM', () => process.exit(0));
