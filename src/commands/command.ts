// What people and GitHub can tell a run: one union, plain data, so that a command can be stored, queued and replayed.
import type { LoopName } from '../config/loop-name.ts';

export type Command =
  | Start
  | Continue
  | Abort
  | Finish
  | Approve
  | Status
  | Help
  | Mistaken
  | Comment
  | Button
  | Push
  | Closed
  | Reopened
  | Unlabeled
  | Renamed
  | Transferred
  | Removed;

/** What every command carries. Nothing in it was checked for permission: that is asked of GitHub at each command (K3). */
export interface Sent {
  /** GitHub's delivery id: each is handled once. */
  delivery: string;
  installation: number;
  actor: Actor;
  /** ISO time: the payload's own where it has one, else when the delivery arrived. */
  at: string;
  /** Page of what was said or done. */
  url?: string;
}
export interface Actor {
  id: number;
  login: string;
  /** GitHub's account type: `User`; for facts, such as a push, also `Bot`. */
  type: string;
}
export interface Repo {
  id: number;
  owner: string;
  name: string;
  cloneUrl: string;
  defaultBranch: string;
}

/** Said or done in one repository, on an issue, a pull request or a run's branch: at least one of the three is there. */
export interface Here extends Sent {
  repo: Repo;
  /** The issue; of a pull request, the one in its branch's name, where the payload has it. */
  issue?: number;
  pull?: number;
  branch?: string;
}

/** A comment to react to. */
export interface Written extends Here {
  commentId: number;
}

/** Only issues start runs (K1). The text is that of this delivery: later edits do not reach the agent. */
export interface Start extends Here {
  kind: 'start';
  issue: number;
  title: string;
  body: string;
  /** Absent = the configured one. */
  loop?: LoopName;
  target?: string;
  maxIterations?: number;
  /** Absent when a label started it. */
  commentId?: number;
}
export interface Continue extends Written {
  kind: 'continue';
  words: string;
}
export interface Abort extends Written {
  kind: 'abort';
  reason: string;
}
export type Finish = Written & { kind: 'finish' };
export type Approve = Written & { kind: 'approve' };
export type Status = Written & { kind: 'status' };
export type Help = Written & { kind: 'help' };
/** Commands that are one word. */
export type Plain = Finish | Approve | Status | Help;
/** Meant as a command, but not one: to be answered with the reason. */
export interface Mistaken extends Here {
  kind: 'mistaken';
  why: string;
  /** Absent when a label was mistaken. */
  commentId?: number;
}
/** A person's ordinary comment (K10). Outside text: data, never instructions to the app. */
export interface Comment extends Written {
  kind: 'comment';
  text: string;
}
/** A button of the check run (K7). */
export interface Button extends Here {
  kind: 'button';
  button: 'continue' | 'abort' | 'finish';
  branch: string;
  /** Commit the check run stands on. */
  sha: string;
  /** The run's id as the app wrote it into the check run. */
  run?: string;
}
/** Somebody else's push to a run's branch (K10), also a bot's. */
export interface Push extends Here {
  kind: 'push';
  branch: string;
  issue: number;
  /** The branch's new head; 40 (or 64) zeros when it was deleted. */
  sha: string;
  before: string;
  forced: boolean;
  deleted: boolean;
}
export interface Closed extends Here {
  kind: 'closed';
  how: 'closed' | 'merged' | 'deleted';
}
export interface Reopened extends Here {
  kind: 'reopened';
}
export interface Unlabeled extends Here {
  kind: 'unlabeled';
  issue: number;
  label: string;
}
/** The repository has a new name or owner; its id stays. */
export interface Renamed extends Here {
  kind: 'renamed';
  from: { owner: string; name: string };
}
/** The issue went to another repository. */
export interface Transferred extends Here {
  kind: 'transferred';
  issue: number;
}
/** The app lost its access: to repositories by id, or to all of the installation's. */
export interface Removed extends Sent {
  kind: 'removed';
  repos: number[] | 'all';
}
