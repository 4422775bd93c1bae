// What handling a command is given: GitHub's side as a shape, so that this room never needs Octokit.
import type { Quota } from '../store/quota.ts';
import type { Run } from '../store/run-row.ts';
import type { Store } from '../store/store.ts';

export interface CommandDeps {
  store: Store;
  /** Runs that may be started in a day; absent = as many as anybody likes. */
  perDay?: Quota | undefined;
  /** Asks GitHub now whether a person may steer (K3). */
  mayWrite(place: Place, login: string): Promise<'yes' | 'no' | 'unknown'>;
  /** A reaction on a comment, or on the issue itself. Never fails. */
  react(place: Thread & { commentId?: number }, content: 'eyes' | 'rocket' | 'confused' | '-1'): Promise<void>;
  /** Takes away the worktree of an ended run whose thread was closed. */
  clear(run: Run): Promise<void>;
  /** A comment of ours as it stands now, with what people edited in it; undefined when it is gone. */
  posted(place: Thread, marker: string): Promise<{ body: string; url: string } | undefined>;
  /** A comment posted once, known by the marker at its end. */
  answer(place: Thread, body: string): Promise<void>;
}
export interface Place {
  owner: string;
  repo: string;
  installation: number;
}
export interface Thread extends Place {
  /** Number of the issue or pull request. */
  number: number;
}
