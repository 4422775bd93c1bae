// The catalogue of failures: code → what it means and what a person can do about it.
import type { FailureRecord, Log } from './record.ts';

export interface FailureKind {
  title: string;
  /** What a person can do, in one or two sentences. */
  todo: string;
  /** Whether trying again by itself can help. */
  retry: boolean;
}

export const FAILURES = {
  'agent-missing': {
    title: 'The agent could not be started',
    todo: 'Check `ULTRALOOP_AGENT` on the host: the program must be installed and on the PATH of the app.',
    retry: false,
  },
  'no-sandbox': {
    title: 'There is no sandbox on this host, so nothing is run',
    todo: 'The operator has to mend it: the app’s log and `/readyz` say how. Then `/continue`, or label the issue again.',
    retry: false,
  },
  'agent-failed': {
    title: 'The agent ended with an error',
    todo: 'Read the end of its output below. `/continue` tries again, `/continue your words` gives it a hint.',
    retry: true,
  },
  'no-effect': {
    title: 'The agent did nothing',
    todo: 'It changed no file and gave no answer; the end of what it said stands below. `/continue your words` gives it a hint. A login that ended, or a model that is not there, can look like this too.',
    retry: true,
  },
  'model-limited': {
    title: 'The model service asks to wait',
    todo: 'Nothing is lost; the last line here says when the run goes on. `/continue` tries now.',
    retry: true,
  },
  'model-refused': {
    title: 'The model service refuses the key',
    todo: 'The operator has to mend it: the key may be wrong, expired, without credit, or without the right to this model. Then `/continue`.',
    retry: false,
  },
  'cap-reached': {
    title: 'The operator’s cap on this run is reached',
    todo: 'The operator can raise `ULTRALOOP_MODEL_RUN_REQUESTS`, `ULTRALOOP_MODEL_RUN_TOKENS` or `ULTRALOOP_MODEL_RUN_USD`, or add the price that is missing, and start the app again; then `/continue`. What was written is kept.',
    retry: false,
  },
  impossible: {
    title: 'The agent says this cannot be done',
    todo: 'Read its reason. `/continue your words` changes the task or answers it; `/abort` ends the run.',
    retry: false,
  },
  'agent-timeout': {
    title: 'The agent ran into its time limit',
    todo: 'Raise `limits.agent_timeout_min` or make the task smaller. What it wrote was kept.',
    retry: true,
  },
  'agent-idle': {
    title: 'The agent went silent',
    todo: 'Raise `limits.agent_idle_min` if it works long without output. What it wrote was kept.',
    retry: true,
  },
  'no-verdict': {
    title: 'The reviewer gave no valid verdict',
    todo: 'An unclear verdict is never taken as CLEAN. Look at the reviewer’s output; another model may help.',
    retry: true,
  },
  'no-answer': {
    title: 'A role gave no valid answer',
    todo: 'Nothing was guessed in its place. Read the end of its output below; another model for its tier may help.',
    retry: true,
  },
  'nested-repository': {
    title: 'The agent made a git repository inside the worktree',
    todo: 'Nested repositories and submodules are never committed. The folder was removed; `/continue` goes on without it.',
    retry: true,
  },
  'push-refused': {
    title: 'GitHub refused the push',
    todo: 'Read the reason below: often a ruleset on `ultraloop/**` or a missing permission of the app. `/continue` tries again.',
    retry: false,
  },
  'setup-failed': {
    title: 'What the repository needs could not be installed',
    todo: 'Read the end of its output below. It runs inside the sandbox and reaches the hosts of `setup:` in `ultraloop.yml`, as far as the operator allows them. `/continue` tries again.',
    retry: true,
  },
  'disk-full': {
    title: 'The disk of the host is full',
    todo: 'Free space under the data folder, then `/continue`. Work that was pushed is safe.',
    retry: true,
  },
  'workspace-lost': {
    title: 'The worktree of this run is gone',
    todo: 'The iteration starts again from the branch by itself. Keep the data folder on a disk that stays.',
    retry: true,
  },
  'git-failed': {
    title: 'git failed',
    todo: 'Read git’s words below; `/continue` tries again.',
    retry: true,
  },
  'github-unreachable': {
    title: 'GitHub did not answer',
    todo: 'The run tries again by itself. Nothing needs to be done unless it lasts.',
    retry: true,
  },
  'access-lost': {
    title: 'The app has no access to this repository any more',
    todo: 'Install the app on the repository again, with the permissions of app.yml, then `/continue`.',
    retry: false,
  },
  'not-permitted': {
    title: 'Nobody with write permission stands behind this run any more',
    todo: 'Nothing was pushed; the work is kept on the host. `/continue` by somebody with write permission takes it over.',
    retry: false,
  },
  bug: {
    title: 'A mistake in ultraloop itself',
    todo: 'The run waits. Please report it with the run id; `/continue` tries again.',
    retry: false,
  },
} as const satisfies Record<string, FailureKind>;

export type FailureCode = keyof typeof FAILURES;

/** An expected failure with a code from the catalogue, told to a person with what to do. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly detail: string;
  readonly log?: Log;
  readonly until?: string;
  constructor(code: FailureCode, detail: string, options?: ErrorOptions & Pick<FailureRecord, 'log' | 'until'>) {
    super(`${FAILURES[code].title}: ${detail}`, options);
    this.name = 'Failure';
    this.code = code;
    this.detail = detail;
    if (options?.log) this.log = options.log;
    if (options?.until !== undefined) this.until = options.until;
  }
}
