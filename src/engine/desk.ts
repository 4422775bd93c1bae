// The desk of a running turn: shows stages on GitHub, sparingly, and hears the words that cut an iteration short.
import type { Past, StageName, WordName } from '../record.ts';
import { checkRun } from '../reports/check-run.ts';
import { statusSection } from '../reports/status.ts';
import { statusFile, tick } from '../reports/status-file.ts';
import type { Desk } from '../tools.ts';
import type { TurnDeps } from './deps.ts';
import { type Opened, statusView } from './view.ts';

/** Between two updates: a stage that is over sooner is not worth two calls. */
const SHOW_EVERY_MS = 60_000;
/** Words that cut, the gravest first. */
const CUTS: WordName[] = ['abort', 'closed', 'unlabeled', 'push', 'finish', 'comment'];

export interface TurnDesk extends Desk {
  /** No more updates after this: what comes next is the report. */
  close(): Promise<void>;
}

export function openDesk(
  deps: Pick<TurnDeps, 'store' | 'board' | 'log' | 'workshop' | 'doing'>,
  run: Opened,
  past: Past,
): TurnDesk {
  let shownAt = Date.now(); // the turn has just shown its beginning
  let stage: StageName = 'execute';
  let showing: Promise<void> = Promise.resolve();
  const notShown = (error: unknown): void => deps.log.warn({ err: error, run: run.id }, 'progress not shown');
  const viewNow = (as: Opened, at: StageName) =>
    statusView(as, past, { state: 'running', now: new Date().toISOString(), stage: at, doing: deps.doing.of(run.id) });
  const show = async (): Promise<void> => {
    const now = (await deps.store.runs.find(run.id)) ?? run;
    const view = viewNow({ ...now, spec: run.spec }, stage);
    const { title, summary } = checkRun(view);
    if (now.progress.head) await deps.board.check(now, { head: now.progress.head, title, summary });
    await deps.board.transition(now, { status: statusSection(view) });
  };
  const showSoon = (): void => {
    if (Date.now() - shownAt < SHOW_EVERY_MS) return;
    shownAt = Date.now();
    showing = showing.then(show).catch(notShown);
  };
  const timer = setInterval(showSoon, SHOW_EVERY_MS);
  timer.unref();
  return {
    async stage(name) {
      stage = name;
      deps.doing.forget(run.id);
      deps.log.info({ run: run.id, stage: name }, tick(viewNow(run, name)));
      await deps.store.runs.show(run.id, { stage: name });
      await deps
        .workshop(run)
        .file('status.md', statusFile(viewNow(run, name)))
        .catch(notShown);
      showSoon();
    },
    async cut() {
      const said = (await deps.store.record.unheard(run.id)).map(word => word.word);
      return CUTS.find(word => said.includes(word));
    },
    async close() {
      clearInterval(timer);
      deps.doing.forget(run.id);
      await showing;
    },
  };
}
