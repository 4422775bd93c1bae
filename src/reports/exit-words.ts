// What each exit is called, how it looks to GitHub, and the exact words a person can answer it with (K7, K9).
import type { Exit, ExitCode } from '../record.ts';

export type Conclusion = 'success' | 'failure' | 'neutral' | 'cancelled' | 'action_required';

export interface ExitWords {
  title: string;
  sign: '✔' | '✘' | '⏸' | '■';
  conclusion: Conclusion;
  /** Numbered in an escalation: the words in code, then what they do. */
  options: string[];
}

const ABORT = '`/abort` — stop here; the branch stays as it is';
const FINISH = '`/finish` — keep what works and close the run';
const SILENCE = 'say nothing — the run is over, the branch stays as it is';
const HINT = '`/continue your words` — the same, with your hint pinned on top of the next iteration';

export const EXIT_WORDS: Record<ExitCode, ExitWords> = {
  COMPLETE: { title: 'Complete', sign: '✔', conclusion: 'success', options: [] },
  CLEAN: { title: 'Clean review', sign: '✔', conclusion: 'success', options: [] },
  FINISHED: { title: 'Finished on request', sign: '■', conclusion: 'neutral', options: [] },
  ABORTED: { title: 'Aborted', sign: '■', conclusion: 'cancelled', options: [] },
  CLOSED: { title: 'Closed', sign: '■', conclusion: 'cancelled', options: [] },
  MAX_CYCLES: {
    title: 'All iterations are used',
    sign: '■',
    conclusion: 'action_required',
    options: ['`/continue` — the same number of iterations once more', HINT, SILENCE],
  },
  FREEZE_VIOLATION: {
    title: 'A frozen file was changed',
    sign: '✘',
    conclusion: 'failure',
    options: [
      '`/continue leave the frozen files alone` — go on from the last good commit without that change',
      '`/continue your words` — say how to reach the goal within the frozen design',
      SILENCE,
    ],
  },
  PROTECTED_CHANGE: {
    title: 'Something that may not be pushed',
    sign: '⏸',
    conclusion: 'action_required',
    options: [
      '`/continue leave them alone` — go on from the last good commit without that change',
      '`/continue your words` — say how to reach the goal without it',
      'allow the files under `allow_protected:`, or raise `limits.max_files` or `limits.max_bytes`, in `.github/ultraloop.yml` on the default branch, then `/abort` and label the issue again',
      FINISH,
      ABORT,
    ],
  },
  TOKEN_EXHAUSTION: {
    title: 'The budget is used up',
    sign: '■',
    conclusion: 'action_required',
    // The words that raise each limit depend on it: the escalation puts them first.
    options: [SILENCE],
  },
  INTERRUPT: {
    title: 'A person spoke',
    sign: '⏸',
    conclusion: 'action_required',
    options: ['`/continue` — go on; the comment is pinned into the next iteration', HINT, FINISH, ABORT],
  },
  TAKEOVER: {
    title: 'Somebody else pushed',
    sign: '⏸',
    conclusion: 'action_required',
    options: ['`/continue` — go on from the pushed commit', HINT, FINISH, ABORT],
  },
  NO_PROGRESS: {
    title: 'No progress',
    sign: '⏸',
    conclusion: 'action_required',
    options: [
      '`/continue your words` — say what to try; it is pinned on top',
      '`/continue` — try again',
      FINISH,
      ABORT,
    ],
  },
  BROKEN: {
    title: 'Iterations keep failing',
    sign: '⏸',
    conclusion: 'failure',
    options: ['`/continue` — try again, once the cause is mended', HINT, FINISH, ABORT],
  },
  SUCCESS: { title: 'Success', sign: '✔', conclusion: 'success', options: [] },
  JIDOKA: {
    title: 'Errors keep coming back',
    sign: '⏸',
    conclusion: 'action_required',
    options: [HINT, '`/continue` — one more attempt with the strongest model', FINISH, ABORT],
  },
  MAX: {
    title: 'All iterations are used',
    sign: '⏸',
    conclusion: 'action_required',
    options: ['`/continue` — the same number of iterations once more', HINT, FINISH, ABORT],
  },
  CONTEXT_DRIFT: {
    title: 'The agent may have lost the plot',
    sign: '⏸',
    conclusion: 'action_required',
    options: [
      '`/continue your words` — try this slice again with your hint',
      '`/approve` — the entry is fine, go on',
      FINISH,
      ABORT,
    ],
  },
  SPEC_DRIFT: {
    title: 'Files outside the declared layers were changed',
    sign: '⏸',
    conclusion: 'action_required',
    options: [
      '`/approve` — these files belong to the slice, go on',
      '`/continue your words` — try this slice again',
      FINISH,
      ABORT,
    ],
  },
  CIRCUIT_BREAKER: {
    title: 'A slice keeps failing',
    sign: '⏸',
    conclusion: 'action_required',
    options: ['`/continue your words` — three more attempts with your hint on top', FINISH, ABORT],
  },
  OUTER_BREAKER: {
    title: 'The end-to-end pass keeps failing',
    sign: '⏸',
    conclusion: 'action_required',
    options: ['`/continue your words` — one more targeted pass with your hint', FINISH, ABORT],
  },
  SPEC_WAITING: {
    title: 'The run spec waits for you',
    sign: '⏸',
    conclusion: 'action_required',
    options: ['`/approve` — locks the run spec as it stands in the comment, your edits included, and starts', ABORT],
  },
  CONVERGED: { title: 'Converged', sign: '✔', conclusion: 'success', options: [] },
  BUDGET_EXHAUSTED: {
    title: 'The budget is used up',
    sign: '■',
    conclusion: 'action_required',
    options: ['`/continue` — go on with as much again', FINISH, ABORT],
  },
  ESCALATED: {
    title: 'A person has to decide',
    sign: '⏸',
    conclusion: 'action_required',
    options: [HINT, '`/continue` — go on', FINISH, ABORT],
  },
  NOT_READY: { title: 'Not ready to start', sign: '✘', conclusion: 'action_required', options: [] },
  ACCESS_LOST: {
    title: 'Access to the repository was lost',
    sign: '✘',
    conclusion: 'failure',
    options: ['`/continue` — go on, once the app is installed again', SILENCE],
  },
};

/** The check run's conclusion for an exit (K7). */
export function conclusion(exit: Exit): Conclusion {
  return EXIT_WORDS[exit.code].conclusion;
}
