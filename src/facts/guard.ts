// What is found when a change is looked at before it is pushed: what may not reach the branch, and what makes its checks worth less.

/** One thing seen in a file, told without the text it was seen in: that may be a secret. */
export interface Sighting {
  path: string;
  /** 1-based, in the file as it is now; absent when it is about the whole file. */
  line?: number;
  what: string;
}
export type Rule = 'protected' | 'link' | 'too-much' | 'secret';
export interface Refused extends Sighting {
  rule: Rule;
}

/** What the guard said of an iteration's trees; nothing refused = the branch holds them. */
export interface GuardResult {
  refused: Refused[];
  /** Signs that the run's branch bends the tests that judge it: they block nothing, people are shown them. */
  tests: Sighting[];
  /** A goal that could not be reached once more without the files git ignores. */
  unproven?: Unproven;
  /** Where the refused tree is. `host` = in the mirror only: it could not be, or must not be, pushed. */
  stash?: { branch: string; commit: string; host?: true };
}

export interface Unproven {
  /** What failed then: checks, or the setup they need. */
  commands: string[];
  /** Some of the files and folders that were there the first time. */
  ignored: string[];
}

/** A changed file by its lines, as pure rules look at it. */
export interface FileDiff {
  path: string;
  /** git's letter: A, M, D or T. */
  status: string;
  added: Line[];
  removed: Line[];
}
/** `n` is 1-based: in the new file for an added line, in the old one for a removed line. */
export interface Line {
  n: number;
  text: string;
}

/** What a change holds besides names and counts. */
export interface Inspection {
  /** Size of all files it adds or changes, as they are now. */
  bytes: number;
  /** Symbolic links it makes or changes, and where they lead. */
  links: { path: string; target: string }[];
  secrets: Sighting[];
  tests: Sighting[];
}
