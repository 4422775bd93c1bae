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
