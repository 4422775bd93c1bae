// GitHub does not redeliver: at start and on a timer the app looks for what it missed and handles it as if it had arrived (K12).
import type { Logger } from 'pino';
import type { Command } from '../commands/command.ts';
import { wordIds } from '../commands/word-id.ts';
import { loopName } from '../config/loop-name.ts';
import type { createCatchUp } from '../github/catch-up.ts';
import type { Run } from '../store/run-row.ts';
import type { Store } from '../store/store.ts';
import { toCommented } from '../webhooks/commented.ts';
import { loopLabel } from '../webhooks/loop-label.ts';

interface Reconciling {
  store: Store;
  catchUp: ReturnType<typeof createCatchUp>;
  receive(event: string, payload: unknown, id: string): Promise<unknown>;
  bot: string;
  /** Address of the GitHub it works with. */
  server: string;
  poke(): void;
  log: Logger;
}

const EVERY_MS = 10 * 60_000;
/** How far back the first look goes: an app that was away longer has its maintainers' attention anyway. */
const FIRST_LOOK_MS = 7 * 24 * 3_600_000;
/** Clocks differ, and our own last words change the issue too. */
const SETTLE_MS = 2 * 60_000;

export function reconcile(deps: Reconciling): { now(): Promise<void>; stop(): void } {
  let current: Promise<void> | undefined;
  let since = new Date(Date.now() - FIRST_LOOK_MS).toISOString();
  const now = (): Promise<void> => {
    const began = new Date(Date.now() - SETTLE_MS).toISOString();
    current ??= pass({ ...deps, since }).finally(() => {
      current = undefined;
      since = began;
    });
    return current;
  };
  const timer = setInterval(() => void now(), EVERY_MS);
  timer.unref();
  void now();
  return { now, stop: () => clearInterval(timer) };
}

/** What was labelled is not known any more, and what is there now nobody has labelled (SEC-21). */
const EDITED =
  'The issue was labelled while the app was away, and edited since. Read it once more, then take the label off and put it on again.';

interface Pass extends Reconciling {
  /** Issues that did not change since then are not looked at. */
  since: string;
}

/** Each part by itself: one that fails must not keep the others from looking. */
async function pass(deps: Pass): Promise<void> {
  for (const part of [missedDeliveries, labeledIssues, activeRuns])
    await part(deps).catch(error =>
      deps.log.warn({ err: error, part: part.name }, 'reconciling: this part failed, the next pass tries again'),
    );
  deps.poke();
}

async function missedDeliveries({ store, catchUp, receive, log }: Reconciling): Promise<void> {
  for (const { guid, event, payload } of await catchUp.missed(ids => store.deliveries.known(ids))) {
    log.info({ delivery: guid, event }, 'a missed delivery is handled now');
    await receive(event, payload, guid);
  }
}

async function labeledIssues({ store, catchUp, log, since }: Pass): Promise<void> {
  const isKnown = async (repoId: number, issue: number, updatedAt: string): Promise<boolean> => {
    const run = await store.runs.latest(repoId, issue);
    if (!run?.endedAt) return run !== undefined;
    return Date.parse(updatedAt) <= run.endedAt.getTime() + SETTLE_MS;
  };
  const isOurs = (label: string) => loopLabel(label) !== undefined;
  for await (const found of catchUp.labeled({ since, isOurs, isKnown })) {
    const { actor, issue, repo, installation, at } = found;
    const before = await store.runs.latest(repo.id, issue.number);
    if (actor.type !== 'User' || (before && Date.parse(at) <= before.createdAt.getTime())) continue;
    const word = loopLabel(found.label) ?? '';
    const loop = loopName(word);
    // A label that names no loop starts none, here as when it is heard.
    if (word !== '' && loop === undefined) continue;
    const id = wordIds.labeled(found.event);
    const about = { delivery: id, installation, repo, actor, at, url: issue.url, issue: issue.number };
    log.info(
      { repo: `${repo.owner}/${repo.name}`, issue: issue.number, edited: found.edited },
      'a missed label was found',
    );
    const command: Command = found.edited
      ? { ...about, kind: 'mistaken', why: EDITED }
      : { ...about, kind: 'start', title: issue.title, body: issue.body, ...(loop && { loop }) };
    await store.deliveries.receive({ id, lane: `${repo.id}/${issue.number}`, command });
  }
}

async function activeRuns(deps: Pass): Promise<void> {
  for (const run of await deps.store.runs.list('active'))
    await activeRun(deps, run).catch(error =>
      deps.log.warn({ err: error, run: run.id }, 'a run could not be reconciled'),
    );
}

async function activeRun({ store, catchUp, bot, server, log, since }: Pass, run: Run): Promise<void> {
  const began = run.createdAt.toISOString();
  const seen = await catchUp.look(run, began > since ? began : since);
  for (const comment of seen.comments) {
    if (comment.by.type !== 'User' || (await store.deliveries.hasComment(comment.id))) continue;
    const { command } = toCommented(asPayload(run, comment), {
      ...{ id: wordIds.comment(comment.id), at: comment.at },
      ...{ bot, server },
    });
    // What it said when it was written is not known any more: an edit commands nothing (SEC-09).
    if (!command || (comment.edited && command.kind !== 'comment')) continue;
    log.info({ run: run.id, comment: comment.id }, 'a missed comment is handled now');
    await store.deliveries.receive({ id: command.delivery, lane: `${run.repoId}/${comment.number}`, command });
  }
  const at = new Date().toISOString();
  const said = { kind: 'word' as const, by: 'somebody', at, text: '' };
  if (seen.pull?.state === 'closed' || seen.issueState === 'closed')
    await store.record.say(run.id, { ...said, id: wordIds.closed(seen.pull?.closedAt ?? 'issue'), word: 'closed' });
  const ours = run.progress.head;
  if (seen.pull && ours && seen.pull.head !== ours && run.state !== 'running')
    await store.record.say(run.id, { ...said, id: wordIds.push(seen.pull.head), word: 'push', sha: seen.pull.head });
}

/** The payload GitHub would have sent: so that a missed comment means what it would have meant. */
function asPayload(
  run: Run,
  comment: { id: number; number: number; body: string; by: object; at: string; url: string },
) {
  const { request, owner, repo, repoId, installation } = run;
  const isPull = comment.number !== run.issue;
  return {
    action: 'created',
    installation: { id: installation },
    sender: comment.by,
    repository: {
      id: repoId,
      name: repo,
      owner: { login: owner },
      clone_url: request.cloneUrl,
      default_branch: request.defaultBranch,
    },
    issue: {
      ...{ number: comment.number, title: request.title, body: request.body, state: 'open', html_url: comment.url },
      ...(isPull && { pull_request: {} }),
    },
    comment: { id: comment.id, body: comment.body, html_url: comment.url, created_at: comment.at },
  };
}
