// The shapes a turn may touch on GitHub's side. Every call is idempotent: a turn repeats the one it died in.
import type { Freeze } from './record.ts';
import type { Run } from './store/run-row.ts';

export interface Board {
  /** A comment posted once per key, on the issue or the pull request. */
  note(run: Run, on: 'issue' | 'pull', comment: Comment): Promise<void>;
  /** Finds or makes state labels, shows the run as begun on the issue. */
  greet(run: Run): Promise<void>;
  /** Opens the draft pull request of the run, once. */
  open(run: Run, pull: { branch: string; base: string; title: string; body: string }): Promise<void>;
  /** Shows a change of state: label, status section, and the comment that goes with it. */
  transition(run: Run, change: { label?: string; status?: string; comment?: Comment }): Promise<void>;
  /** Shows progress or a conclusion on the check run of the head commit; a new head gets a new check run. */
  check(run: Run, view: { head: string; title: string; summary: string; conclusion?: string }): Promise<void>;
  /** Marks the pull request ready for review. */
  ready(run: Run): Promise<void>;
  /** Requests reviews from those who should look (K9). Answers whom it asked and why them. */
  ask(run: Run, question: Question): Promise<Asked>;
  /** The configuration at a commit, or undefined when the repository and its owner have none. */
  config(run: Run, ref: string): Promise<{ text: string; from: string } | undefined>;
}
/** Ends with its marker (`marked`), by which it is found again: it is posted once. */
export interface Comment {
  body: string;
}
/** Who could be asked: the configured people; owners of the files an exit is about; owners of what the run touched. */
export interface Question {
  users: string[];
  teams: string[];
  files: string[];
  touched: string[];
}
export interface Asked {
  users: string[];
  teams: string[];
  because: string;
}

/** The runner's side of one run, for the turn: what happens before the first iteration and after the last. */
export interface Workshop {
  /** Fetches the repository. Answers the default branch's head and its files. */
  survey(): Promise<Survey>;
  /** A file at the base commit as text, bounded; undefined when it is not there or not text. */
  read(base: string, path: string): Promise<string | undefined>;
  /** Hash over the frozen files at the base commit (U3). */
  freeze(base: string, paths: string[]): Promise<Freeze>;
  /** Makes branch and worktree, with one empty commit that marks the run, and pushes it. Answers the commit. */
  start(base: string, branch: string, message: string): Promise<string>;
  /** Writes one of the run's files into the data folder (K18); `name` may have folders. */
  file(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Publishes the run's files to `refs/ultraloop/<run>`. Answers the commit; undefined when there is none. */
  publish(): Promise<string | undefined>;
  /** Takes the worktree away: the pull request is closed, nobody needs it any more. */
  clear(): Promise<void>;
}
export interface Survey {
  base: string;
  files: { path: string; empty: boolean }[];
  /** Where links among agents' files lead. */
  linked: string[];
}
