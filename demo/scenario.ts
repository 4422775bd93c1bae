// What a scenario is: a repository, an issue, what the agent will do, and what the people of it say and do.
import type { ExitCode } from '../src/record.ts';
import type { Run, RunState } from '../src/store/run-row.ts';
import type { Script } from '../test/agents/scripted.ts';
import type { JournalEntry } from './journal.ts';

export interface Scenario {
  /** One sentence: what is about to happen. */
  about: string;
  exit: ExitCode;
  /** Repository path → content. */
  files: Record<string, string>;
  issue: { title: string; body: string };
  script: Script;
  /** What the maintainer says each time the run rests, in order; then the run comes to its end. */
  words?: readonly Said[];
  /** Instead of words, where more happens than that. */
  play?(stage: Stage): Promise<void>;
  /** Files and folders outside the repository that its commands read. */
  reads?: readonly string[];
}
export interface Said {
  /** Why the run rests: its exit, or `waiting` for its clock. */
  after: ExitCode | 'waiting';
  say: string;
}

/** What a scenario's people can see and do. */
export interface Stage {
  /** The maintainer comments on the pull request. */
  say(words: string): Promise<void>;
  /** Somebody else pushes to the run's branch. */
  push(login: string, files: Record<string, string>, message: string): Promise<void>;
  /** The run, once it is in one of these states with nothing due. */
  until(...states: RunState[]): Promise<Run>;
  /** The run, once it waits for somebody or its clock, or is over. */
  rest(): Promise<Run>;
  /** Waits until a durable step of this name begins, after now. */
  begun(step: string): Promise<JournalEntry>;
  /** Waits until the app's next comment is on GitHub, before the app knows. */
  commented(): Promise<void>;
  pause(ms: number): Promise<void>;
  /** SIGKILL for the app. */
  crash(): Promise<void>;
  revive(): Promise<void>;
}
