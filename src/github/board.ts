// The board on GitHub: what a turn shows and asks there. Everything posted passes `finish`: capped, then redacted, here and nowhere else.
import type { Asked, Board, Comment, Question } from '../board.ts';
import { code } from '../reports/markdown.ts';
import { markerOf } from '../reports/marker.ts';
import { finish } from '../reports/redact.ts';
import type { Run } from '../store/run-row.ts';
import type { Store } from '../store/store.ts';
import { type Conclusion, createCheck, updateCheck } from './checks.ts';
import type { Client } from './client.ts';
import { ownersOf } from './code-owners.ts';
import { commentOnce } from './comments.ts';
import { readCodeOwners, readConfig } from './config-file.ts';
import { toFailure } from './errors.ts';
import { ensureLabels, type StateLabel } from './labels.ts';
import { askable } from './people.ts';
import { markReady, openPull, requestReview } from './pull.ts';
import { transition } from './transition.ts';

export function createBoard(tools: { client: Client; store: Store }): Board {
  const { client, store } = tools;
  const posted = (_run: Run, { body }: Comment) => {
    const marker = markerOf(body);
    return { key: marker, marker, body: finish(body, client.secrets) };
  };
  const board: Board = {
    async note(run, on, comment) {
      const number = on === 'pull' ? (run.places.pull ?? run.issue) : run.issue;
      await commentOnce(tools, { ...place(run), number }, posted(run, comment));
    },

    async greet(run) {
      await store.runs.place(run.id, await ensureLabels(await client.of(run.installation), run));
    },

    async open(run, pull) {
      const opened = await openPull(
        tools,
        { ...place(run), run: run.id },
        { ...pull, body: finish(pull.body, client.secrets) },
      );
      await store.runs.place(run.id, { pull: opened.number, pullNode: opened.node });
    },

    async transition(run, { label, status, comment }) {
      // Before there is a pull request, the issue hears what there is to say.
      const early = run.places.pullNode === undefined ? comment : undefined;
      if (early) await board.note(run, 'issue', early);
      await transition(tools, {
        place: place(run),
        places: run.places,
        ...(status !== undefined && { status: finish(status, client.secrets) }),
        ...(label !== undefined && { label: label as StateLabel }),
        ...(comment && !early && { comment: posted(run, comment) }),
      });
    },

    async check(run, { head, title, summary, conclusion }) {
      const view = { title, summary: finish(summary, client.secrets) };
      const known = run.places.checkHead === head ? run.places.checkRun : undefined;
      const checkRun = known ?? (await createCheck(client, { ...place(run), run: run.id, head }, view));
      if (known === undefined) await store.runs.place(run.id, { checkRun, checkHead: head });
      if (known === undefined && conclusion === undefined) return;
      await updateCheck(
        client,
        { ...place(run), checkRun },
        { ...view, ...(conclusion !== undefined && { conclusion: conclusion as Conclusion }) },
      );
    },

    async ready(run) {
      if (run.places.pullNode) await markReady(client, place(run), run.places.pullNode);
    },

    async ask(run, question) {
      const asked = await whom(client, run, question);
      if (run.places.pull !== undefined) await requestReview(client, { ...place(run), pull: run.places.pull }, asked);
      return asked;
    },

    config: (run, ref) => readConfig(client, place(run), ref),
  };
  return told(board);
}

/** Configured reviewers, else the owners of the files concerned, else the person who started; only those GitHub accepts. */
async function whom(client: Client, run: Run, { users, teams, files, touched }: Question): Promise<Asked> {
  const among = (logins: string[]) => askable(client, place(run), { logins, author: '' });
  const owning = async (paths: string[]): Promise<Asked | undefined> => {
    if (paths.length === 0) return undefined;
    const owners = ownersOf(await readCodeOwners(client, place(run)), paths);
    const asked = { users: await among(owners.users), teams: owners.teams };
    return somebody(asked) ? { ...asked, because: `\`CODEOWNERS\` names you for ${named(paths)}` } : undefined;
  };
  const configured = { users: await among(users), teams };
  return (
    (await owning(files)) ??
    (somebody(configured) ? { ...configured, because: '`reviewers` in `ultraloop.yml` names you' } : undefined) ??
    (await owning(touched)) ?? {
      users: await among([run.request.startedBy]),
      teams: [],
      because: 'you started this run',
    }
  );
}

function somebody({ users, teams }: { users: string[]; teams: string[] }): boolean {
  return users.length + teams.length > 0;
}

/** Paths are outside text: in a code span, at most three. */
function named(paths: string[]): string {
  const some = paths.slice(0, 3).map(code).join(', ');
  return paths.length > 3 ? `${some} and ${paths.length - 3} more` : some;
}

function place({ owner, repo, installation }: Run) {
  return { owner, repo, installation };
}

/** Every error leaves as a failure of the catalogue. */
function told(board: Board): Board {
  return Object.fromEntries(
    Object.entries(board).map(([name, call]) => [
      name,
      async (...args: never[]) => {
        try {
          return await (call as (...args: never[]) => Promise<unknown>)(...args);
        } catch (error) {
          throw toFailure(error);
        }
      },
    ]),
  ) as unknown as Board;
}
